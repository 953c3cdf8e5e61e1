// The family of dependencies: another major version, or none any more, of what the user's new code imports or uses.
// Knows no registry and no package.
import path from "node:path";
import type { Break, Use } from "../../core/questions.ts";
import { languageOf } from "../../syntax/languageOf.ts";
import type { Family, Side, VersionTree } from "../family.ts";
import { NewCode } from "../newCode.ts";
import { rangeIn, subjectAround } from "../modules/place.ts";
import { worldOf } from "../modules/world.ts";
import { importsIn, isOf, type Import } from "./imports.ts";
import { dependenciesIn, ecosystemOf, type Dependency, type Ecosystem } from "./manifests.ts";
import { UsesAsBefore } from "./usesAsBefore.ts";
import { isOtherMajor } from "./version.ts";

/** A dependency that the changer moved to another major version or took out. */
interface Moved {
  ecosystem: Ecosystem;
  manifest: string;
  dependency: Dependency;
  isGone: boolean;
  reason: string;
}

const ecosystems = { ts: "npm", js: "npm", go: "go", py: "python" } as const;

export const dependencies: Family = (changer, user, proceed) => {
  const moved = changer.changed.flatMap((manifest) => movedIn(manifest, changer, user));
  if (moved.length === 0) return [];
  const world = worldOf(user.now);
  const uses = new Map<Moved, Use[]>(moved.map((each) => [each, []]));
  const asBefore = new Map(moved.map((each) => [each, usedByMover(each, changer, proceed)]));
  for (const file of user.changed) {
    proceed();
    const language = languageOf(file);
    const text = language === null ? null : user.now.read(file);
    if (language === null || text === null) continue;
    const concerned = moved.filter((each) => each.ecosystem === ecosystems[language] && isUnder(file, each, user.now));
    if (concerned.length === 0) continue;
    const imports = importsIn(ecosystems[language], file, text, world);
    const code = new NewCode(user.base.read(file), text);
    for (const each of concerned) {
      const isKnown = (at: number): boolean => !each.isGone && asBefore.get(each)!.has(file, text, at);
      uses.get(each)!.push(...usesIn(file, text, each, imports, code, isKnown));
    }
  }
  return moved.flatMap((each) => breakOf(each, uses.get(each)!, changer));
};

/** Changed for the user: who made the same change, or has another version anyway, loses nothing. */
function movedIn(manifest: string, changer: Side, user: Side): Moved[] {
  const ecosystem = ecosystemOf(manifest);
  const [base, now, own] = [changer.base, changer.now, user.now].map((tree) => tree.read(manifest));
  if (!ecosystem || typeof base !== "string" || typeof own !== "string" || typeof now !== "string") return [];
  const [before, after, users] = [base, now, own].map((text) => dependenciesIn(manifest, text)) as [
    Listed,
    Listed,
    Listed,
  ];
  return [...before.values()].flatMap((old): Moved[] => {
    const { name } = old;
    const [next, mine] = [after.get(name), users.get(name)];
    if (!mine) return [];
    if (!next) {
      if (isListedAbove(manifest, name, changer.now)) return [];
      return [{ ecosystem, manifest, dependency: old, isGone: true, reason: `${name} is no longer a dependency` }];
    }
    if (!isOtherMajor(old.majors, next.majors) || !isOtherMajor(mine.majors, next.majors)) return [];
    const reason = `major version ${mine.majors.join(" or ")} becomes ${next.majors.join(" or ")}`;
    return [{ ecosystem, manifest, dependency: next, isGone: false, reason }];
  });
}

type Listed = Map<string, Dependency>;

function isListedAbove(manifest: string, name: string, tree: VersionTree): boolean {
  const file = path.posix.basename(manifest);
  for (let folder = path.posix.dirname(manifest); folder !== ".";) {
    folder = path.posix.dirname(folder);
    const above = path.posix.join(folder, file);
    if (dependenciesIn(above, tree.read(above) ?? "").has(name)) return true;
  }
  return false;
}

/** The manifest is the nearest that lists the dependency for this file. */
function isUnder(file: string, { manifest, dependency }: Moved, tree: VersionTree): boolean {
  const name = path.posix.basename(manifest);
  for (let folder = path.posix.dirname(file); ; folder = path.posix.dirname(folder)) {
    const near = path.posix.join(folder, name);
    if (near === manifest) return true;
    if (dependenciesIn(near, tree.read(near) ?? "").has(dependency.name)) return false;
    if (folder === "." || folder === "/") return false;
  }
}

function usedByMover({ ecosystem, dependency }: Moved, changer: Side, proceed: () => void): UsesAsBefore {
  const world = worldOf(changer.now);
  const importsOf = (file: string, text: string): Import[] =>
    importsIn(ecosystem, file, text, world).filter(({ from }) => isOf(ecosystem, dependency.name, from));
  return new UsesAsBefore(changer.now, importsOf, proceed);
}

type IsKnown = (at: number) => boolean;

function usesIn(
  file: string,
  text: string,
  moved: Moved,
  imports: readonly Import[],
  code: NewCode,
  isKnown: IsKnown,
): Use[] {
  const own = imports.filter(({ from }) => isOf(moved.ecosystem, moved.dependency.name, from));
  const place = own.map((each) => newPlaceOf(each, text, code, isKnown)).find((each) => each !== null);
  if (!place) return [];
  const range = rangeIn(text, ...place);
  return [{ subject: subjectAround(file, text, range.start), path: file, range }];
}

/** The import itself, else the first new line that says one of its names, but for what is known to hold. */
function newPlaceOf(
  { names, start, end }: Import,
  text: string,
  code: NewCode,
  isKnown: IsKnown,
): [start: number, end: number] | null {
  if (code.isNew({ start, end })) return [start, end];
  for (const name of names)
    for (let at = text.indexOf(name); at >= 0; at = text.indexOf(name, at + name.length)) {
      const to = at + name.length;
      const isWord = !/[\w$.]/.test(text[at - 1] ?? "") && (name.endsWith(".") || !/[\w$]/.test(text[to] ?? ""));
      if (isWord && code.isInNewLine({ start: at, end: to }) && !isKnown(at))
        return [at, name.endsWith(".") ? to - 1 : to];
    }
  return null;
}

function breakOf({ manifest, dependency, isGone, reason }: Moved, uses: Use[], changer: Side): Break[] {
  if (uses.length === 0) return [];
  const text = (isGone ? changer.base : changer.now).read(manifest) ?? "";
  const range = rangeIn(text, dependency.start, dependency.end);
  const change = isGone ? "removed" : "modified";
  const contract = `dep:${manifest}#${dependency.name}`;
  const certainty = isGone ? "exact" : "pattern";
  return [{ contract, changer: changer.name, certainty, reason, declaration: { change, path: manifest, range }, uses }];
}
