// The family of zod schemas: what the user's new code hands to them, reads of them and derives from them, in two worlds:
// with the schemas that it was written against, and with those of the changer.
// Knows no threads and no disk.
import ts from "typescript";
import type { Break, Use } from "../../core/questions.ts";
import type { Range } from "../../../shared/model/location.ts";
import type { Family, Side } from "../family.ts";
import { codeFile, type Declaration, type Module } from "../modules/module.ts";
import { NewCode } from "../newCode.ts";
import { rangeOf, subjectAround } from "../modules/place.ts";
import { isSame, moduleIn, worldOf, worldWith } from "../modules/world.ts";
import { dependenciesIn } from "../dependencies/manifests.ts";
import { nearest } from "../modules/specifiers.ts";
import type { Knowledge } from "./evaluator.ts";
import { newsAt, type News } from "./news.ts";
import type { Origin } from "./schema.ts";
import { Walks, type Site } from "./sites.ts";

export const zodSchemas: Family = (changer, user, proceed) => {
  if (!changer.changed.some((path) => codeFile.test(path))) return [];
  const before = new Walks(worldOf(user.now), knowledgeOf(changer, user.now));
  const now = new Walks(worldWith(changer, user), knowledgeOf(changer, user.now));
  const found = new Found();
  for (const path of user.changed) {
    proceed();
    const own = codeFile.test(path) ? moduleIn(user.now, path) : null;
    const merged = own && now.world.module(path);
    if (!own || !merged || !mayUse(own, changer)) continue;
    compare(path, own, { before, now, merged }, new NewCode(user.base.read(path), own.file.text), found);
  }
  return found.breaks(changer);
};

/** A file that imports nothing uses nothing, unless both sides changed it. */
function mayUse({ path, imports, stars }: Module, { changed }: Side): boolean {
  return imports.size > 0 || stars.length > 0 || changed.includes(path);
}

function knowledgeOf(changer: Side, tree: Side["now"]): Knowledge {
  const changed = new Set(changer.changed);
  return {
    isChanged({ name }: Declaration, path: string) {
      if (!changed.has(path)) return false;
      const [base, now] = [changer.base, changer.now].map((each) => moduleIn(each, path)?.values.get(name));
      return !isSame(base, now);
    },
    isZod3(path) {
      const manifest = nearest(tree, path, "package.json");
      const zod = manifest === null ? undefined : dependenciesIn(manifest, tree.read(manifest) ?? "").get("zod");
      return zod?.majors.join() === "3";
    },
  };
}

interface Worlds {
  before: Walks;
  now: Walks;
  merged: Module;
}

function compare(path: string, own: Module, { before, now, merged }: Worlds, code: NewCode, found: Found): void {
  const { file } = own;
  try {
    const earlier = before.sites(own, file);
    for (const [key, site] of now.sites(merged, file)) {
      const known = earlier.get(key);
      const news = known ? newsAt(known, site) : [];
      if (news.length > 0 && isNew(site, code, file)) found.add(path, file, site, news);
    }
  } catch (failure) {
    // Nested too deeply: nothing is said of this file.
    if (!(failure instanceof RangeError)) throw failure;
  }
}

function isNew({ parts }: Site, code: NewCode, file: ts.SourceFile): boolean {
  return parts.some(({ pos, end }) => code.isNew({ start: skipSpace(file.text, pos), end }));
}

function skipSpace(text: string, from: number): number {
  let at = from;
  while (at < text.length && /\s/.test(text[at]!)) at++;
  return at;
}

interface Collected {
  contract: Origin;
  uses: Map<string, Use>;
  reasons: Set<string>;
  isByVersion: boolean;
  isLossOnly: boolean;
}

/** Uses that break, by contract. */
class Found {
  private readonly byContract = new Map<string, Collected>();

  add(path: string, file: ts.SourceFile, site: Site, news: readonly News[]): void {
    for (const { contract, issue } of news) {
      const key = `zod:${contract.path}#${contract.name}`;
      const fresh = {
        contract,
        uses: new Map<string, Use>(),
        reasons: new Set<string>(),
        isByVersion: true,
        isLossOnly: true,
      };
      const known = this.byContract.get(key) ?? fresh;
      this.byContract.set(key, known);
      const range = rangeOf(site.mark, file);
      known.uses.set(JSON.stringify([path, range]), {
        subject: subjectAround(path, file.text, range.start),
        path,
        range,
      });
      known.reasons.add(reasonOf(issue));
      known.isByVersion &&= site.isByVersion;
      known.isLossOnly &&= issue.isLoss ?? false;
    }
  }

  breaks(changer: Side): Break[] {
    return [...this.byContract].map(([contract, each]) => ({
      contract,
      changer: changer.name,
      certainty: each.isByVersion ? "pattern" : "exact",
      ...(each.isLossOnly ? { isBehaviour: true } : {}),
      reason: [...each.reasons].sort().slice(0, 3).join("; "),
      declaration: { change: "modified", path: each.contract.path, range: declaredAt(each.contract, changer) },
      uses: [...each.uses.values()],
    }));
  }
}

function reasonOf({ path, why, isOfSchema }: News["issue"]): string {
  const name = path.replace(/\?$/, "").replace(/(?:^|\.)(\d+)(?=\.|$)/g, "[$1]");
  return `${isOfSchema ? "the schema" : name === "" ? "the value" : `\`${name}\``} ${why}`;
}

const nowhere: Range = { start: { line: 0, character: 0 }, end: { line: 0, character: 0 } };

function declaredAt({ path, name }: Origin, { now, base }: Side): Range {
  for (const tree of [now, base]) {
    const declaration = moduleIn(tree, path)?.values.get(name.split(".")[0]!);
    if (declaration) return rangeOf(nameOf(declaration.node), declaration.file);
  }
  return nowhere;
}

function nameOf(node: Declaration["node"]): ts.Node {
  if (ts.isExportAssignment(node)) return node.expression;
  return ts.isBinaryExpression(node) ? node.left : (node.name ?? node);
}
