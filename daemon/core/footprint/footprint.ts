// The changes of one participant since its base, with the look-ups that detection needs.
// Knows one side only.
import type { PathChange, SymbolChange } from "../../../shared/model/footprint.ts";
import type { SymbolId } from "../../../shared/model/symbol.ts";

export interface Footprint {
  /** By path. */
  paths: Map<string, PathChange>;
  /** By subject. */
  symbols: Map<SymbolId, SymbolChange>;
  /** Containing class → its changed members. */
  members: Map<SymbolId, Set<SymbolId>>;
  /** Paths that are gone. */
  removed: Set<string>;
  /** Contents of added files and symbols → where they are: a removed one may have moved there. */
  addedBlobs: Map<string, string>;
  addedSymbols: Map<string, SymbolId>;
}

export function emptyFootprint(): Footprint {
  return {
    paths: new Map(),
    symbols: new Map(),
    members: new Map(),
    removed: new Set(),
    addedBlobs: new Map(),
    addedSymbols: new Map(),
  };
}

export interface FileChanges {
  path: PathChange | null;
  symbols: SymbolChange[];
}

export const noChanges: FileChanges = { path: null, symbols: [] };

/** Index key of a path; symbols are their own keys. */
export function pathSubject(path: string): string {
  return `path:${path}`;
}

/** Puts one file's changes in the place of its former ones. Answers the subjects that differ, and their classes. */
export function replaceFile(footprint: Footprint, before: FileChanges, after: FileChanges): Set<string> {
  const touched = new Set<string>();
  const path = (after.path ?? before.path)?.path;
  if (path !== undefined && !samePath(before.path, after.path)) touched.add(pathSubject(path));
  if (before.path) forgetPath(footprint, before.path);
  if (after.path) learnPath(footprint, after.path);
  const old = new Map(before.symbols.map((change) => [change.subject, change]));
  const differing: SymbolChange[] = [];
  for (const change of before.symbols) forgetSymbol(footprint, change);
  for (const change of after.symbols) {
    learnSymbol(footprint, change);
    if (!sameSymbol(old.get(change.subject), change)) differing.push(change);
    old.delete(change.subject);
  }
  for (const change of [...differing, ...old.values()]) {
    touched.add(change.subject);
    if (change.container) touched.add(change.container);
  }
  return touched;
}

function samePath(a: PathChange | null, b: PathChange | null): boolean {
  return a?.change === b?.change && a?.content === b?.content;
}

function sameSymbol(a: SymbolChange | undefined, b: SymbolChange): boolean {
  return (
    a !== undefined &&
    a.change === b.change &&
    a.fingerprint === b.fingerprint &&
    a.nameRange.start.line === b.nameRange.start.line &&
    a.nameRange.start.character === b.nameRange.start.character
  );
}

function learnPath(footprint: Footprint, change: PathChange): void {
  footprint.paths.set(change.path, change);
  if (change.change === "removed") footprint.removed.add(change.path);
  if (change.change === "added" && change.content) footprint.addedBlobs.set(change.content, change.path);
}

function forgetPath(footprint: Footprint, change: PathChange): void {
  footprint.paths.delete(change.path);
  footprint.removed.delete(change.path);
  if (change.content && footprint.addedBlobs.get(change.content) === change.path)
    footprint.addedBlobs.delete(change.content);
}

function learnSymbol(footprint: Footprint, change: SymbolChange): void {
  footprint.symbols.set(change.subject, change);
  if (change.change === "added") footprint.addedSymbols.set(change.content, change.subject);
  if (!change.container) return;
  const members = footprint.members.get(change.container) ?? new Set();
  footprint.members.set(change.container, members.add(change.subject));
}

function forgetSymbol(footprint: Footprint, change: SymbolChange): void {
  footprint.symbols.delete(change.subject);
  if (footprint.addedSymbols.get(change.content) === change.subject) footprint.addedSymbols.delete(change.content);
  if (!change.container) return;
  const members = footprint.members.get(change.container);
  members?.delete(change.subject);
  if (members?.size === 0) footprint.members.delete(change.container);
}
