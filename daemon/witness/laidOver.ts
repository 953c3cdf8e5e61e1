// Both sides laid over the base in memory: the texts of each version, and where a merged line stands on each side.
// Knows no compiler.
import { linesOf, mergedText, type MergedText } from "../merge/mergedText.ts";
import type { SideName, Work, WorkFile } from "../sides/work.ts";

/** Texts of the changed files in one version; null: not there. */
export type Version = Map<string, string | null>;

export interface PlaceOnSide {
  path: string;
  line: number;
}

export interface LaidOver {
  base: Version;
  a: Version;
  b: Version;
  merged: Version;
  /** Files that do not merge: what is wrong in them is no news. */
  clashing: Set<string>;
  /** Path in the merged tree → sides that changed the file. */
  changedBy: Map<string, Set<SideName>>;
  /** Where the merged file is in each of the others. */
  pathsOf(path: string): Paths;
  /** Where a merged line stands on a side; null: that side does not have it. */
  placeOn(side: SideName, path: string, line: number): PlaceOnSide | null;
}

export type Paths = Record<"base" | SideName, string>;

interface Origin {
  paths: Paths;
  lines: MergedText | null;
  only: SideName | null;
}

/** Where the sides clash, `preferred` counts. */
export function layOver({ files, renames }: Work, preferred: SideName): LaidOver {
  const version = (name: "base" | SideName): Version => new Map(files.map((file) => [file.path, file[name]]));
  const laid = { base: version("base"), a: version("a"), b: version("b") };
  const merged: Version = new Map();
  const clashing = new Set<string>();
  const changedBy = new Map<string, Set<SideName>>();
  const origins = new Map<string, Origin>();
  const enter = (path: string, three: WorkFile, paths: Paths): void => {
    const { text, lines, clashes } = mergeFile(three, preferred);
    merged.set(path, text);
    if (clashes) clashing.add(path);
    const sides = (["a", "b"] as const).filter((side) => three[side] !== three.base || paths[side] !== three.path);
    changedBy.set(path, new Set(sides));
    origins.set(path, { paths, lines, only: lines ? null : (sides.find((side) => three[side] === text) ?? null) });
  };
  for (const file of files) enter(file.path, file, { base: file.path, a: file.path, b: file.path });
  for (const { from, a, b } of movedFiles(renames)) {
    const three = { path: from, base: laid.base.get(from) ?? null, a: laid.a.get(a) ?? null, b: laid.b.get(b) ?? null };
    if (three.base === null || three.a === null || three.b === null) continue;
    const to = a === from ? b : a;
    if (a !== from && b !== from && a !== b) clashing.add(a).add(b);
    else enter(to, three, { base: from, a, b });
    if (to !== from) merged.set(from, null);
  }
  const pathsOf = (path: string): Paths => origins.get(path)?.paths ?? { base: path, a: path, b: path };
  return { ...laid, merged, clashing, changedBy, pathsOf, placeOn: placesFrom(origins) };
}

/** Where each renamed file is on each side. */
function movedFiles(renames: Work["renames"]): ({ from: string } & Record<SideName, string>)[] {
  const [toA, toB] = [new Map(renames.a), new Map(renames.b)];
  const sources = new Set([...toA.keys(), ...toB.keys()]);
  return [...sources].map((from) => ({ from, a: toA.get(from) ?? from, b: toB.get(from) ?? from }));
}

function mergeFile(
  { base, a, b }: WorkFile,
  preferred: SideName,
): { text: string | null; lines: MergedText | null; clashes: boolean } {
  if (a === b || b === base) return { text: a, lines: null, clashes: false };
  if (a === base) return { text: b, lines: null, clashes: false };
  if (a === null || b === null) return { text: preferred === "a" ? a : b, lines: null, clashes: true };
  const lines = mergedText(base ?? "", a, b, preferred);
  return { text: lines.text, lines, clashes: lines.clashes };
}

function placesFrom(origins: Map<string, Origin>): LaidOver["placeOn"] {
  return (side, path, line) => {
    const origin = origins.get(path);
    if (!origin) return { path, line };
    if (origin.lines) {
      const there = origin.lines[side][line] ?? -1;
      return there < 0 ? null : { path: origin.paths[side], line: there };
    }
    return origin.only === null || origin.only === side ? { path: origin.paths[side], line } : null;
  };
}

export function lineOf(text: string | null | undefined, line: number): string {
  return linesOf(text ?? "")[line]?.trim() ?? "";
}
