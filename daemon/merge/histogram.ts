// Marks the differing lines of two texts by their rarest common runs, as git's merge does.
// The choice among equally good runs is git's too: whether a merge conflicts hangs on it.
import { markByShortestEdit } from "./shortestEdit.ts";
import type { Change, Marks } from "./marks.ts";

/** A line that occurs more often is no landmark. */
const mostOccurrences = 64;

export function markByHistogram(old: Marks, now: Marks): void {
  const table = new Occurrences(old.lines, now.lines);
  const open: Change[] = [{ oldStart: 0, oldEnd: old.lines.length, newStart: 0, newEnd: now.lines.length }];
  for (let region = open.pop(); region; region = open.pop()) {
    if (region.oldStart === region.oldEnd || region.newStart === region.newEnd) markAll(old, now, region);
    else {
      const landmark = new Landmarks(old.lines, now.lines, region, table).rarest();
      if (landmark === "too many") markByShortestEdit(old, now, region);
      else if (landmark === null) markAll(old, now, region);
      else open.push(...around(region, landmark));
    }
  }
}

function around(region: Change, run: Change): Change[] {
  return [
    { ...region, oldEnd: run.oldStart, newEnd: run.newStart },
    { ...region, oldStart: run.oldEnd, newStart: run.newEnd },
  ];
}

function markAll(old: Marks, now: Marks, { oldStart, oldEnd, newStart, newEnd }: Change): void {
  old.changed.fill(1, oldStart, oldEnd);
  now.changed.fill(1, newStart, newEnd);
}

/** Line → where it stands first in a region of the old text, and how often there. One table serves all regions in turn. */
class Occurrences {
  readonly first: Int32Array;
  readonly counts: Int32Array;

  constructor(old: Int32Array, now: Int32Array) {
    const largest = (lines: Int32Array): number => lines.reduce((most, line) => Math.max(most, line), 0);
    const size = Math.max(largest(old), largest(now)) + 1;
    this.first = new Int32Array(size);
    this.counts = new Int32Array(size);
  }
}

/** Finds the run of common lines that holds the rarest of them, the longer of two. */
class Landmarks {
  /** Position in the old region → the next one with the same line; 0: none, for it cannot be the first. */
  private readonly following: Int32Array;
  private best: Change | null = null;
  private rarity = mostOccurrences + 1;
  private hasCommon = false;

  constructor(
    private readonly old: Int32Array,
    private readonly now: Int32Array,
    private readonly region: Change,
    private readonly table: Occurrences,
  ) {
    const { first, counts } = table;
    const { oldStart, oldEnd } = region;
    this.following = new Int32Array(oldEnd - oldStart);
    for (let at = oldEnd - 1; at >= oldStart; at--) {
      const line = old[at]!;
      if (counts[line]! > 0) this.following[at - oldStart] = first[line]! - oldStart;
      first[line] = at;
      counts[line]! += 1;
    }
  }

  rarest(): Change | "too many" | null {
    const { oldStart, oldEnd, newStart, newEnd } = this.region;
    for (let at = newStart; at < newEnd;) at = this.tryFrom(at);
    for (let at = oldStart; at < oldEnd; at++) this.table.counts[this.old[at]!] = 0;
    return this.hasCommon && this.rarity > mostOccurrences ? "too many" : this.best;
  }

  /** Tries every old line that equals the new one here. Answers where to go on. */
  private tryFrom(there: number): number {
    const { oldStart } = this.region;
    const line = this.now[there]!;
    const count = this.table.counts[line]!;
    if (count === 0) return there + 1;
    this.hasCommon = true;
    if (count > this.rarity) return there + 1;
    let next = there + 1;
    for (let at = this.table.first[line]!; ;) {
      const run = this.runThrough(at, there);
      next = Math.max(next, run.newEnd);
      this.prefer(run, count);
      let following = this.following[at - oldStart]!;
      while (following !== 0 && following + oldStart < run.oldEnd) following = this.following[following]!;
      if (following === 0) return next;
      at = following + oldStart;
    }
  }

  /** Two lines that are equal, and all equal ones before and after them. */
  private runThrough(at: number, there: number): Change {
    const { oldStart, oldEnd, newStart, newEnd } = this.region;
    const { old, now } = this;
    const run = { oldStart: at, oldEnd: at + 1, newStart: there, newEnd: there + 1 };
    while (run.oldStart > oldStart && run.newStart > newStart && old[run.oldStart - 1] === now[run.newStart - 1]) {
      run.oldStart -= 1;
      run.newStart -= 1;
    }
    while (run.oldEnd < oldEnd && run.newEnd < newEnd && old[run.oldEnd] === now[run.newEnd]) {
      run.oldEnd += 1;
      run.newEnd += 1;
    }
    return run;
  }

  private prefer(run: Change, count: number): void {
    let rarity = count;
    for (let at = run.oldStart; at < run.oldEnd && rarity > 1; at++)
      rarity = Math.min(rarity, this.table.counts[this.old[at]!]!);
    const longest = this.best ? this.best.oldEnd - this.best.oldStart : 1;
    if (run.oldEnd - run.oldStart <= longest && rarity >= this.rarity) return;
    this.best = run;
    this.rarity = rarity;
  }
}
