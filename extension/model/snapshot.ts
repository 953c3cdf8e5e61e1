// The one model that the window draws: the daemon's snapshot, then deltas by revision, plus where the text has moved it.
// Must not know vscode or the socket: both feed it by plain calls.
import { type Conflict, type ConflictSide, type HistoryEntry, isLive } from "../../shared/model/conflict.ts";
import type { Health } from "../../shared/model/health.ts";
import { type Range, startOfFile } from "../../shared/model/location.ts";
import type { Checkout, Participant } from "../../shared/model/participant.ts";
import type { Delta, PolicyReport, RefusedFolder, Snapshot } from "../../shared/protocol/editor.ts";
import { Emitter } from "./emitter.ts";
import { type ConflictId, conflictKey, type Folder, localRoots, type Mark, marksByFile, sidesHere } from "./marks.ts";
import { normalPath } from "./paths.ts";
import { FileRanges, type LineReader, sameRange, type TextEdit } from "./rangeTracking.ts";
import { wordOf } from "../look/wording.ts";

/** The snapshot after a delta; "gap" when messages in between are missing, "old" when it is already in. */
export function applyDelta(snapshot: Snapshot, delta: Delta): Snapshot | "gap" | "old" {
  if (delta.revision <= snapshot.revision) return "old";
  if (delta.revision !== snapshot.revision + 1) return "gap";
  const conflicts = new Map(snapshot.conflicts.map((conflict) => [conflictKey(conflict), conflict]));
  for (const conflict of delta.conflicts ?? []) {
    if (isLive(conflict.status)) conflicts.set(conflictKey(conflict), conflict);
    else conflicts.delete(conflictKey(conflict));
  }
  return {
    revision: delta.revision,
    health: delta.health ?? snapshot.health,
    checkouts: delta.checkouts ?? snapshot.checkouts,
    participants: delta.participants ?? snapshot.participants,
    conflicts: [...conflicts.values()],
    policies: delta.policies ?? snapshot.policies,
  };
}

/** A reader of the lines of an open document by its real path; null when it is not open. */
export type OpenTexts = (file: string) => LineReader | null;

const mostEnded = 100;

/** An entry that somebody else made in a conflict's history. */
export interface Act {
  conflict: Conflict;
  entry: HistoryEntry;
}

export class SnapshotModel {
  private readonly changed = new Emitter<void>();
  private readonly edited = new Emitter<string>();
  private readonly acted = new Emitter<Act>();
  /** Conflicts that ended while this window looked, the latest last. */
  private readonly ended = new Map<string, Conflict>();
  private readonly ranges = new Map<string, FileRanges>();
  private snapshot: Snapshot | null = null;
  private marks = new Map<string, Mark[]>();
  private roots = new Set<string>();
  private openTexts: OpenTexts = () => null;
  private isPaused = false;
  folders: readonly Folder[] = [];
  refused: readonly RefusedFolder[] = [];

  /** Something visible changed. Listeners read what they need; edits of texts alone do not fire. */
  readonly onDidChange = this.changed.event;
  /** The text of a file (absolute real path) changed, and its marks moved with it. */
  readonly onDidEdit = this.edited.event;

  /** Somebody else did something about a conflict with a side in this window, or asks whoever works here for an override. */
  readonly onDidAct = this.acted.event;

  /** False before the first snapshot and after the daemon was given up. */
  get known(): boolean {
    return this.snapshot !== null;
  }
  get health(): Health | null {
    return this.snapshot?.health ?? null;
  }
  get checkouts(): readonly Checkout[] {
    return this.snapshot?.checkouts ?? [];
  }
  get participants(): readonly Participant[] {
    return this.snapshot?.participants ?? [];
  }
  /** Live conflicts of the window's repositories; none while paused. */
  get conflicts(): readonly Conflict[] {
    return this.isPaused ? [] : (this.snapshot?.conflicts ?? []);
  }
  /** Those with a side in this window. */
  get conflictsHere(): Conflict[] {
    return this.conflicts.filter((conflict) => this.sidesHere(conflict).length > 0);
  }
  /** What is to be said of policy files; nothing while paused. */
  get policies(): readonly PolicyReport[] {
    return this.isPaused ? [] : (this.snapshot?.policies ?? []);
  }
  get paused(): boolean {
    return this.isPaused;
  }

  /** Whether anybody who works in this window may override conflicts. */
  get mayOverrideHere(): boolean {
    return this.participants.some(({ checkout, mayOverride }) => mayOverride && this.isHere(checkout));
  }

  /** Whether this window's side of the conflict may override it, or where it has none, whoever works here. */
  mayOverride(conflict: Conflict): boolean {
    const mine = this.sidesHere(conflict).map(([side]) => side.checkout);
    return this.participants.some(
      ({ checkout, repo, mayOverride }) =>
        mayOverride && repo === conflict.repo && (mine.length > 0 ? mine.includes(checkout) : this.isHere(checkout)),
    );
  }

  find(id: ConflictId): Conflict | undefined {
    const key = conflictKey(id);
    return this.snapshot?.conflicts.find((conflict) => conflictKey(conflict) === key);
  }

  /** A conflict of now, or one that ended a while ago. */
  findAny(id: ConflictId): Conflict | undefined {
    return this.find(id) ?? this.ended.get(conflictKey(id));
  }

  /** The side that works in this window and the one against it, for each side that does. */
  sidesHere(conflict: Conflict): [ConflictSide, ConflictSide][] {
    return sidesHere(conflict, this.roots);
  }

  /** True for the root of a checkout that this window shows. */
  isHere(checkout: string): boolean {
    return checkout !== "" && this.roots.has(normalPath(checkout));
  }

  markedFiles(): string[] {
    return [...this.marks.keys()];
  }

  marksIn(file: string): readonly Mark[] {
    return this.marks.get(file) ?? [];
  }

  /** Where the mark is in the text of now. */
  rangeOf(mark: Mark): Range {
    // The start of the file stands for the file: it stays there whatever is typed.
    if (sameRange(mark.change.range, startOfFile)) return startOfFile;
    return this.ranges.get(mark.file)?.get(mark.key) ?? mark.change.range;
  }

  /** A snapshot replaces everything, also after a reconnect. */
  replace(snapshot: Snapshot, refused?: readonly RefusedFolder[]): void {
    this.snapshot = { ...snapshot, conflicts: snapshot.conflicts.filter((conflict) => isLive(conflict.status)) };
    if (refused) this.refused = refused;
    this.recompute();
  }

  /** False when a snapshot must be asked for. */
  apply(delta: Delta): boolean {
    if (this.snapshot === null) return false;
    const next = applyDelta(this.snapshot, delta);
    if (next === "gap") return false;
    if (next === "old") return true;
    const acts = (delta.conflicts ?? []).flatMap((conflict) => this.actsOn(conflict));
    for (const conflict of delta.conflicts ?? []) this.keepEnded(conflict);
    this.snapshot = next;
    this.recompute();
    if (!this.isPaused) for (const act of acts) this.acted.fire(act);
    return true;
  }

  private actsOn(conflict: Conflict): Act[] {
    const before = this.findAny(conflict);
    const mine = this.sidesHere(conflict).map(([side]) => side);
    if (!before) return [];
    const isAsked = this.mayOverride(conflict);
    const concerns = ({ event }: HistoryEntry): boolean => mine.length > 0 || (isAsked && event === "request_override");
    const isOthers = (entry: HistoryEntry): boolean =>
      concerns(entry) &&
      entry.by !== "parley" &&
      !mine.some(({ ref, developer }) => entry.by === ref || entry.by === developer);
    return conflict.history
      .slice(before.history.length)
      .flatMap((entry) => (isOthers(entry) ? [{ conflict, entry }] : []));
  }

  private keepEnded(conflict: Conflict): void {
    const key = conflictKey(conflict);
    this.ended.delete(key);
    if (isLive(conflict.status)) return;
    this.ended.set(key, conflict);
    const [oldest] = this.ended.keys();
    if (this.ended.size > mostEnded) this.ended.delete(oldest!);
  }

  /** The daemon is gone for good, or nothing is watched: nothing is shown. */
  clear(): void {
    if (this.snapshot === null) return;
    this.snapshot = null;
    this.refused = [];
    this.recompute();
  }

  setFolders(folders: readonly Folder[]): void {
    this.folders = folders;
    this.recompute();
  }

  setPaused(paused: boolean): void {
    if (this.isPaused === paused) return;
    this.isPaused = paused;
    this.recompute();
  }

  /** Who can read the open documents; asked whenever places are settled. */
  readTextsWith(openTexts: OpenTexts): void {
    this.openTexts = openTexts;
  }

  /** The text of an open document changed. A place that the edit swallowed is looked for where it was said to be. */
  edit(file: string, edits: readonly TextEdit[]): void {
    this.rangesOf(file).edit(edits);
    this.settle(file);
    this.edited.fire(file);
  }

  /** The document was closed: the daemon's word counts again. */
  forget(file: string): void {
    this.ranges.delete(file);
    this.settle(file);
  }

  private recompute(): void {
    this.roots = localRoots(this.checkouts, this.folders);
    this.marks = marksByFile(this.conflicts, this.roots);
    for (const file of this.ranges.keys()) {
      if (!this.marks.has(file) && this.openTexts(file) === null) this.ranges.delete(file);
    }
    for (const file of this.marks.keys()) this.settle(file);
    this.changed.fire();
  }

  private settle(file: string): void {
    const marks = this.marks.get(file);
    if (marks === undefined) return;
    const ranges = this.rangesOf(file);
    const text = this.openTexts(file);
    // In an open document a mark that is gone is still followed: a lens may show it until nobody types.
    if (text === null) ranges.keep(new Set(marks.map((mark) => mark.key)));
    for (const mark of marks) ranges.place(mark.key, mark.change.range, wordOf(mark.change.subject), text);
  }

  private rangesOf(file: string): FileRanges {
    let ranges = this.ranges.get(file);
    if (ranges === undefined) this.ranges.set(file, (ranges = new FileRanges()));
    return ranges;
  }
}
