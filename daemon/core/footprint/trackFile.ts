// One file of a session: what is known of it, and the changes that follow.
// Knows one side only.
import type { FileFacts } from "../../../shared/model/symbol.ts";
import type { FileReading } from "../events.ts";
import type { Session, TrackedFile, Version } from "../state.ts";
import { comparePath, compareSymbols } from "./compareFacts.ts";
import { noChanges, pathIn, rebase, replaceFile, type FileChanges } from "./footprint.ts";

/** Takes a reading of base and disk. An unsaved buffer that was closed gives way to it. Answers the touched subjects. */
export function trackReading(session: Session, reading: FileReading): Set<string> {
  const { path, base, disk, touchedAt } = reading;
  const before = changesOf(session, path);
  const file = session.files.get(path) ?? newFile();
  const overlay = file.overlay?.closing ? null : file.overlay;
  session.files.set(path, { ...file, base, disk, overlay, known: true });
  const touched = apply(session, path, before, touchedAt);
  return file.known && file.base?.blob !== base?.blob ? touched.add(rebase(session.footprint, path)) : touched;
}

export function trackBuffer(session: Session, path: string, version: Version, now: number): Set<string> {
  const before = changesOf(session, path);
  keepBuffer(session, path, version);
  return apply(session, path, before, now);
}

/** While git works in the checkout a buffer is only kept: it counts with the full reading that follows. */
export function keepBuffer(session: Session, path: string, version: Version): void {
  const file = session.files.get(path) ?? newFile();
  session.files.set(path, { ...file, overlay: { ...version, closing: false } });
}

/** Looks again at what counts of a file: another policy may ignore it, or no longer. */
export function recount(session: Session, path: string, now: number): Set<string> {
  return apply(session, path, changesOf(session, path), now);
}

/** Files that a full reading no longer names are as in the base. */
export function forgetFile(session: Session, path: string): Set<string> {
  const before = changesOf(session, path);
  session.files.delete(path);
  return touch(session, replaceFile(session.footprint, before, noChanges), 0);
}

function newFile(): TrackedFile {
  return { base: null, disk: null, overlay: null, lastGood: null, known: false, changes: noChanges };
}

function apply(session: Session, path: string, before: FileChanges, at: number): Set<string> {
  const file = session.files.get(path)!;
  if (!file.known) return new Set();
  const now = file.overlay ?? file.disk;
  const facts = now && readable(file, now.facts);
  file.lastGood = facts;
  const change = comparePath(path, file.base, now);
  const symbols = compareSymbols(path, file.base?.facts ?? null, facts);
  const after: FileChanges = session.rules.ignores(path) ? noChanges : { path: change, symbols };
  if (!change && !file.overlay) session.files.delete(path);
  file.changes = after;
  return touch(session, replaceFile(session.footprint, before, after), at);
}

/** A text that does not parse keeps its last good definitions. */
function readable(file: TrackedFile, facts: FileFacts): FileFacts {
  return facts.error === null ? facts : (file.lastGood ?? file.base?.facts ?? { ...facts, symbols: [] });
}

function changesOf(session: Session, path: string): FileChanges {
  return session.files.get(path)?.changes ?? noChanges;
}

/** Keeps when each subject was touched first; one that left starts anew when it comes back. */
function touch(session: Session, subjects: Set<string>, at: number): Set<string> {
  for (const subject of subjects) {
    if (!stands(session, subject)) session.firstTouch.delete(subject);
    else if (!session.firstTouch.has(subject)) session.firstTouch.set(subject, at);
    const path = pathIn(subject);
    if (path !== null) keepHolds(session, path);
  }
  return subjects;
}

/** What was announced is done; what is done to a path that the first one holds is held. */
function keepHolds({ footprint, rules }: Session, path: string): void {
  const isChanged = footprint.paths.has(path);
  if (isChanged) footprint.claims.delete(path);
  if (isChanged && rules.isExclusive(path)) footprint.exclusives.add(path);
  else footprint.exclusives.delete(path);
}

function stands({ footprint }: Session, subject: string): boolean {
  return subject.startsWith("path:")
    ? footprint.paths.has(subject.slice("path:".length))
    : footprint.symbols.has(subject as never);
}
