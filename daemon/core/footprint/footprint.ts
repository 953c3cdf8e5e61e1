// The changes of one participant since its base, with the look-ups that detection needs.
// Knows one side only.
import type { PathChange, SymbolChange } from "../../../shared/model/footprint.ts";
import type { SymbolId } from "../../../shared/model/symbol.ts";
import { isCode, codeSubject, type CodeChanges } from "./code.ts";
import { enter, leave } from "../sets.ts";
import type { Shape } from "../questions.ts";
import { nameOf } from "../../../shared/model/subject.ts";

export interface Footprint {
  /** By path. */
  paths: Map<string, PathChange>;
  /** Paths that this side is about to edit → until when that is believed, in milliseconds. */
  claims: Map<string, number>;
  /** Changed paths that the first to touch them holds. */
  exclusives: Set<string>;
  /** So many of those that it holds none of them. */
  holdsTooMany: boolean;
  /** By subject. */
  symbols: Map<SymbolId, SymbolChange>;
  /** Containing class → its changed members. */
  members: Map<SymbolId, Set<SymbolId>>;
  /** Name in a scope of several files → where this side added it. */
  scopes: Map<string, Set<SymbolId>>;
  /** Paths that are gone. */
  removed: Set<string>;
  /** Definitions that are gone. */
  removedSymbols: Set<SymbolId>;
  /** Contents of added files, and contents with names of added symbols → where: a removed one may have moved there. */
  addedBlobs: Map<string, Set<string>>;
  addedSymbols: Map<string, Set<SymbolId>>;
  /** Folder, with all above it → files that were added or removed below it. */
  addedBelow: Map<string, Set<string>>;
  removedBelow: Map<string, Set<string>>;
  /** What new definitions do, where it is known, and a part of it → the definitions that have it. */
  shapes: Map<SymbolId, { content: string; shape: Shape | null }>;
  shapeParts: Map<string, Set<SymbolId>>;
  /** Files that were renamed without a change, as git pairs them; null until somebody asks. */
  exactRenames: Map<string, string> | null;
  /** Where removed files went, as far as was asked since the last addition. */
  moves: Map<string, string | null>;
  /** Changed files of code, and what follows from all of them and from those of programs; absent until somebody asks. */
  codePaths: Set<string>;
  code: { all?: CodeChanges; program?: CodeChanges };
  /** True when something was added or a file removed, or is so no more: what is gone is to be looked at again. */
  movesChanged: boolean;
}

export function emptyFootprint(): Footprint {
  return {
    paths: new Map(),
    claims: new Map(),
    exclusives: new Set(),
    holdsTooMany: false,
    symbols: new Map(),
    members: new Map(),
    scopes: new Map(),
    removed: new Set(),
    removedSymbols: new Set(),
    addedBlobs: new Map(),
    addedSymbols: new Map(),
    addedBelow: new Map(),
    removedBelow: new Map(),
    shapes: new Map(),
    shapeParts: new Map(),
    exactRenames: null,
    moves: new Map(),
    codePaths: new Set(),
    code: {},
    movesChanged: false,
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

/** The path of a path's subject; null of any other one. */
export function pathIn(subject: string): string | null {
  return subject.startsWith("path:") ? subject.slice("path:".length) : null;
}

/** Index key of a folder: both sides hold it where one of them added and the other added or removed files below it. */
export function folderSubject(folder: string): string {
  return `folder:${folder}`;
}

const scopePrefix = "scope:";

/** Index key of an added name whose scope is more than its file, e.g. `scope:go sched:internal/sched#usedShare`. */
function scopeSubject({ scope, path, subject }: SymbolChange): string | null {
  return scope ? `${scopePrefix}${scope.name}:${path.slice(0, path.lastIndexOf("/") + 1)}#${nameOf(subject)}` : null;
}

export function isScopeSubject(subject: string): boolean {
  return subject.startsWith(scopePrefix);
}

/** Whether the subject stands in the footprint: as a file, a folder, a definition, the class of one, a name in a scope, a shape. */
export function holds(footprint: Footprint, subject: string): boolean {
  const name = subject.slice(subject.indexOf(":") + 1);
  if (subject.startsWith("path:")) return footprint.paths.has(name) || footprint.claims.has(name);
  if (subject === codeSubject) return footprint.codePaths.size > 0;
  if (isScopeSubject(subject)) return footprint.scopes.has(subject);
  if (subject.startsWith("shape:")) return footprint.shapeParts.has(subject);
  if (subject.startsWith("folder:"))
    return (
      footprint.addedBelow.has(name) ||
      footprint.removedBelow.has(name) ||
      footprint.paths.get(name)?.change === "added"
    );
  const symbol = subject as SymbolId;
  return footprint.symbols.has(symbol) || footprint.members.has(symbol);
}

/** All that the footprint is held by in the index, but for folders and shapes, which hang on these. */
export function subjectsIn({ paths, symbols, members, scopes }: Footprint): Set<string> {
  return new Set<string>([
    ...[...paths.keys()].map(pathSubject),
    ...symbols.keys(),
    ...members.keys(),
    ...scopes.keys(),
  ]);
}

/** The base has another content there: what a merge or a move of the file comes to is to be looked at again. */
export function rebase(footprint: Footprint, path: string): string {
  footprint.moves.clear();
  footprint.exactRenames = null;
  footprint.movesChanged = true;
  return pathSubject(path);
}

/** Puts one file's changes in the place of its former ones. Answers the subjects that differ, and their classes. */
export function replaceFile(footprint: Footprint, before: FileChanges, after: FileChanges): Set<string> {
  const touched = new Set<string>();
  const path = (after.path ?? before.path)?.path;
  if (path !== undefined && !samePath(before.path, after.path)) touched.add(pathSubject(path));
  if (path !== undefined && whereabouts(before) !== whereabouts(after))
    for (const folder of [...foldersAbove(path), path]) touched.add(folderSubject(folder));
  if (path !== undefined) footprint.moves.delete(path);
  if (path !== undefined && isCode(path)) {
    footprint.code = {};
    if (!samePath(before.path, after.path)) touched.add(codeSubject);
  }
  if (bearsOnMoves(before) || bearsOnMoves(after)) {
    footprint.moves.clear();
    footprint.exactRenames = null;
    footprint.movesChanged = true;
  }
  if (before.path) forgetPath(footprint, before.path);
  if (after.path) learnPath(footprint, after.path);
  const old = new Map(before.symbols.map((change) => [change.subject, change]));
  const differing: SymbolChange[] = [];
  for (const change of before.symbols) forgetSymbol(footprint, change);
  for (const change of after.symbols) {
    learnSymbol(footprint, change);
    const former = old.get(change.subject);
    if (former && sameSymbol(former, change)) old.delete(change.subject);
    else differing.push(change);
  }
  for (const change of [...differing, ...old.values()]) {
    touched.add(change.subject);
    if (change.container) touched.add(change.container);
    const scoped = scopeSubject(change);
    if (scoped) touched.add(scoped);
  }
  return touched;
}

function bearsOnMoves({ path, symbols }: FileChanges): boolean {
  return path?.change === "added" || path?.change === "removed" || symbols.some(({ change }) => change === "added");
}

/** Whether the file came or went. */
function whereabouts({ path }: FileChanges): string | null {
  return path?.change === "added" || path?.change === "removed" ? path.change : null;
}

/** `a/b` and `a` for `a/b/c.ts`. The root is no folder that could move. */
export function foldersAbove(path: string): string[] {
  const folders: string[] = [];
  for (let end = path.lastIndexOf("/"); end > 0; end = path.lastIndexOf("/", end - 1)) folders.push(path.slice(0, end));
  return folders;
}

function samePath(a: PathChange | null, b: PathChange | null): boolean {
  return a?.change === b?.change && a?.content === b?.content;
}

function sameSymbol(a: SymbolChange, b: SymbolChange): boolean {
  return (
    a.change === b.change &&
    a.fingerprint === b.fingerprint &&
    a.scope?.name === b.scope?.name &&
    a.scope?.condition === b.scope?.condition &&
    a.nameRange.start.line === b.nameRange.start.line &&
    a.nameRange.start.character === b.nameRange.start.character
  );
}

/** What a definition keeps when it is taken to another file. */
export function contentAndName(change: SymbolChange): string {
  return `${change.content} ${nameOf(change.subject)}`;
}

function learnPath(footprint: Footprint, change: PathChange): void {
  footprint.paths.set(change.path, change);
  if (isCode(change.path)) footprint.codePaths.add(change.path);
  if (change.change === "removed") footprint.removed.add(change.path);
  if (change.change === "added" && change.content) enter(footprint.addedBlobs, change.content, change.path);
  const below = belowIn(footprint, change);
  if (below) for (const folder of foldersAbove(change.path)) enter(below, folder, change.path);
}

function belowIn(footprint: Footprint, { change }: PathChange): Map<string, Set<string>> | null {
  return change === "added" ? footprint.addedBelow : change === "removed" ? footprint.removedBelow : null;
}

function forgetPath(footprint: Footprint, change: PathChange): void {
  footprint.paths.delete(change.path);
  footprint.codePaths.delete(change.path);
  footprint.removed.delete(change.path);
  if (change.content) leave(footprint.addedBlobs, change.content, change.path);
  const below = belowIn(footprint, change);
  if (below) for (const folder of foldersAbove(change.path)) leave(below, folder, change.path);
}

function learnSymbol(footprint: Footprint, change: SymbolChange): void {
  footprint.symbols.set(change.subject, change);
  if (change.change === "removed") footprint.removedSymbols.add(change.subject);
  if (change.change === "added") enter(footprint.addedSymbols, contentAndName(change), change.subject);
  if (change.container) enter(footprint.members, change.container, change.subject);
  const scoped = scopeSubject(change);
  if (scoped) enter(footprint.scopes, scoped, change.subject);
}

function forgetSymbol(footprint: Footprint, change: SymbolChange): void {
  footprint.symbols.delete(change.subject);
  footprint.removedSymbols.delete(change.subject);
  if (change.change === "added") leave(footprint.addedSymbols, contentAndName(change), change.subject);
  if (change.container) leave(footprint.members, change.container, change.subject);
  const scoped = scopeSubject(change);
  if (scoped) leave(footprint.scopes, scoped, change.subject);
}
