// Which place of which file of this window a conflict marks, and what stands against it on the other side.
// Must not know vscode: paths are absolute and real, ranges as the daemon said them.
import type { Conflict, ConflictSide, Severity, SideChange } from "../../shared/model/conflict.ts";
import type { Checkout } from "../../shared/model/participant.ts";
import { innermost, joinInside, normalPath, relativeInside } from "./paths.ts";

/** Names a conflict among all repositories of a window. */
export interface ConflictId {
  repo: string;
  ref: string;
}

/** One clashing thing at its place in a checkout of this window. */
export interface Mark {
  /** Stable while the conflict lives. */
  key: string;
  conflict: Conflict;
  mine: ConflictSide;
  theirs: ConflictSide;
  change: SideChange;
  /** The same thing on the other side, or the nearest that is known of it. */
  counterpart: SideChange | null;
  /** Absolute real path of the file. */
  file: string;
}

/** A folder of the window: as the window spells it, and its real path. */
export interface Folder {
  path: string;
  real: string;
}

/** Names one place of a conflict as plain JSON, for commands. `mine` is the ref of the side that the place is on. */
export interface Place extends ConflictId {
  mine: string;
  subject: string;
  path: string;
}

export function placeOf({ conflict, mine, change }: Mark): Place {
  return { repo: conflict.repo, ref: conflict.ref, mine: mine.ref, subject: change.subject, path: change.path };
}

export function conflictKey(id: ConflictId): string {
  return `${id.repo} ${id.ref}`;
}

/**
 * Roots of the checkouts that this window shows: for each folder the innermost checkout around it,
 * else (a folder of several repositories) the checkouts in it.
 */
export function localRoots(checkouts: readonly Checkout[], folders: readonly Folder[]): Set<string> {
  const paths = checkouts.map((checkout) => checkout.path);
  const roots = new Set<string>();
  for (const folder of folders) {
    const around = innermost(paths, folder.real);
    if (around !== null) roots.add(normalPath(around));
    else for (const path of paths) if (relativeInside(folder.real, path) !== null) roots.add(normalPath(path));
  }
  return roots;
}

/** The side that is in this window and the one against it, for each side that is. */
export function sidesHere(conflict: Conflict, roots: ReadonlySet<string>): [ConflictSide, ConflictSide][] {
  const [a, b] = conflict.sides;
  const pairs: [ConflictSide, ConflictSide][] = [
    [a, b],
    [b, a],
  ];
  return pairs.filter(([mine]) => mine.checkout !== "" && roots.has(normalPath(mine.checkout)));
}

/** Marks by file. A place outside of its checkout is left out. */
export function marksByFile(conflicts: readonly Conflict[], roots: ReadonlySet<string>): Map<string, Mark[]> {
  const byFile = new Map<string, Mark[]>();
  for (const conflict of conflicts) {
    for (const [mine, theirs] of sidesHere(conflict, roots)) {
      for (const mark of marksOfSide(conflict, mine, theirs)) {
        const marks = byFile.get(mark.file) ?? [];
        if (!marks.some((other) => other.key === mark.key)) marks.push(mark);
        byFile.set(mark.file, marks);
      }
    }
  }
  return byFile;
}

function marksOfSide(conflict: Conflict, mine: ConflictSide, theirs: ConflictSide): Mark[] {
  return mine.changes.flatMap((change) => {
    const file = joinInside(mine.checkout, change.path);
    if (file === null) return [];
    const key = [conflictKey(conflict), mine.ref, change.path, change.subject].join(" ");
    return [{ key, conflict, mine, theirs, change, counterpart: counterpart(theirs, change), file }];
  });
}

export function counterpart(theirs: ConflictSide, change: SideChange): SideChange | null {
  const { changes } = theirs;
  return (
    changes.find((other) => other.subject === change.subject) ??
    changes.find((other) => other.path === change.path) ??
    changes[0] ??
    null
  );
}

const sharpness: Record<Severity, number> = { info: 0, warn: 1, block: 2 };

/** Sharpest first; then the older number. */
export function bySharpness(a: Mark, b: Mark): number {
  return compareConflicts(a.conflict, b.conflict);
}

export function compareConflicts(a: Conflict, b: Conflict): number {
  return sharpness[b.severity] - sharpness[a.severity] || refNumber(a.ref) - refNumber(b.ref);
}

function refNumber(ref: string): number {
  return Number(ref.replace(/^\D+/, "")) || 0;
}

/**
 * The marks of one file that deserve a squiggle. What git cannot merge is not underlined where a sharper conflict of the
 * same pair has its place: two squiggles for one clash are one too many. The tree and the hover tell of it.
 */
export function squiggled(marks: readonly Mark[], showPathOverlaps: boolean): Mark[] {
  const telling = worthTelling(marks, showPathOverlaps);
  const sharp = new Set(
    telling.filter(({ conflict }) => !aboutFiles(conflict) && conflict.severity !== "info").map(placeOfPair),
  );
  return telling.filter((mark) => mark.conflict.kind !== "textual_merge" || !sharp.has(placeOfPair(mark)));
}

function placeOfPair(mark: Mark): string {
  const { line, character } = mark.change.range.start;
  return `${pairOf(mark)} ${line} ${character}`;
}

/**
 * The marks of one file that have something to say at their place. What is about files and only info lives in the tree
 * and the file's decoration (a path overlap, unless `showPathOverlaps`); no path overlap stands beside a sharper conflict
 * of the same pair, but for one that blocks.
 */
export function worthTelling(marks: readonly Mark[], showPathOverlaps: boolean): Mark[] {
  const sharp = new Set(
    marks
      .filter(
        ({ conflict }) => !aboutFiles(conflict) || (conflict.kind === "textual_merge" && conflict.severity !== "info"),
      )
      .map(pairOf),
  );
  return marks.filter((mark) => {
    const { kind, severity } = mark.conflict;
    if (!aboutFiles(mark.conflict)) return true;
    if (severity === "info" && !(kind === "path_overlap" && showPathOverlaps)) return false;
    return kind !== "path_overlap" || severity === "block" || !sharp.has(pairOf(mark));
  });
}

function aboutFiles({ kind }: Conflict): boolean {
  return kind === "path_overlap" || kind === "textual_merge";
}

function pairOf({ conflict, mine, theirs }: Mark): string {
  return [conflict.repo, mine.ref, theirs.ref].sort().join(" ");
}

/** True when the subject names code in the file, not the file as a whole. */
export function marksCode(mark: Mark): boolean {
  return mark.conflict.kind !== "path_overlap" && !mark.change.subject.startsWith("path:");
}
