// Files that are gone and new files → which of them git takes for renamed, by name and likeness.
// Knows no sides; files that were renamed without a change are not its matter.
import type { Rename, Renames } from "../core/questions.ts";
import { piecesOf, similarity, type Pieces } from "./similarity.ts";

export interface NamedText {
  path: string;
  text: string;
}

interface File {
  path: string;
  pieces: Pieces;
}

const least = 0.5;
/** A file that alone keeps its name has only to be so much alike. */
const leastByName = 0.75;
const candidatesEach = 4;

/** `folders` are where most of a folder's other files went. */
export function findRenames(gone: NamedText[], added: NamedText[], folders: [from: string, to: string][]): Renames {
  const [sources, targets] = [gone, added].map((files) =>
    files.map(({ path, text }) => ({ path, pieces: piecesOf(text) })).sort(byPath),
  ) as [File[], File[]];
  const candidates = sources.flatMap((source) => targets.flatMap((target) => alike(source, target)));
  const pairs = byName(sources, targets, candidates, new Map(folders));
  addByLikeness(pairs, targets, candidates);
  return { pairs, candidates };
}

function alike(source: File, target: File): Rename[] {
  const share = similarity(source.pieces, target.pieces, least);
  return share < least ? [] : [{ from: source.path, to: target.path, similarity: share }];
}

/** Of files with a name that occurs once among the gone and once among the new; else by where their folder went. */
function byName(sources: File[], targets: File[], candidates: Rename[], folders: Map<string, string>): Rename[] {
  const [sourceNames, targetNames] = [uniqueNames(sources), uniqueNames(targets)];
  const pairs: Rename[] = [];
  for (const { path } of sources) {
    const name = nameOf(path);
    const only = sourceNames.get(name) === path ? targetNames.get(name) : null;
    const folder = folders.get(folderOf(path));
    const to = only ?? (targetNames.has(name) && folder !== undefined ? joined(folder, name) : undefined);
    if (to === undefined || pairs.some((pair) => pair.to === to)) continue;
    const found = candidates.find((each) => each.from === path && each.to === to);
    if (found && found.similarity >= leastByName) pairs.push(found);
  }
  return pairs;
}

/** Name → the one path that has it, or null for several. */
function uniqueNames(files: File[]): Map<string, string | null> {
  const names = new Map<string, string | null>();
  for (const { path } of files) names.set(nameOf(path), names.has(nameOf(path)) ? null : path);
  return names;
}

/** The best first; of equally good ones, those that keep their name. */
function addByLikeness(pairs: Rename[], targets: File[], candidates: Rename[]): void {
  const [taken, found] = [new Set(pairs.map(({ from }) => from)), new Set(pairs.map(({ to }) => to))];
  const open = targets
    .filter(({ path }) => !found.has(path))
    .flatMap(({ path }) =>
      candidates
        .filter(({ from, to }) => to === path && !taken.has(from))
        .sort(better)
        .slice(0, candidatesEach),
    );
  for (const pair of open.sort(better)) {
    if (taken.has(pair.from) || found.has(pair.to)) continue;
    pairs.push(pair);
    taken.add(pair.from);
    found.add(pair.to);
  }
}

function better(x: Rename, y: Rename): number {
  return score(y) - score(x) || Number(keepsName(y)) - Number(keepsName(x));
}

/** As coarse as git's. */
function score({ similarity }: Rename): number {
  return Math.floor(similarity * 60_000);
}

function keepsName({ from, to }: Rename): boolean {
  return nameOf(from) === nameOf(to);
}

function byPath(x: File, y: File): number {
  return x.path < y.path ? -1 : x.path > y.path ? 1 : 0;
}

function nameOf(path: string): string {
  return path.slice(path.lastIndexOf("/") + 1);
}

function folderOf(path: string): string {
  return path.slice(0, Math.max(0, path.lastIndexOf("/")));
}

function joined(folder: string, name: string): string {
  return folder === "" ? name : `${folder}/${name}`;
}
