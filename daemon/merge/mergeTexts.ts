// Three texts → whether a three-way merge of them conflicts, and in which lines. The answer is git's.
// Knows no files and no sides' names.
import type { Range } from "../../shared/model/location.ts";
import type { Hunk, Merge, Stretch } from "../core/questions.ts";
import { markByHistogram } from "./histogram.ts";
import { LineNumbers } from "./lines.ts";
import { changesIn, unmarked, type Change } from "./marks.ts";
import { slideRuns } from "./slide.ts";

type Lines = [start: number, end: number];

/** A stretch that one side changed, or both and not alike. */
export interface Meeting {
  by: "a" | "b" | "both";
  a: Lines;
  b: Lines;
}

export function mergeTexts(base: string, a: string, b: string): Merge {
  return new Merger().merge({ key: "base", text: base }, { key: "a", text: a }, { key: "b", text: b });
}

/** A text with the name of its content: equal keys, equal texts. */
export interface KeyedText {
  key: string;
  text: string;
}

/** A side, and how it differs from its base. */
interface Side {
  lines: Int32Array;
  changes: Change[];
}

interface Base {
  numbers: LineNumbers;
  lines: Int32Array;
  /** By key. */
  sides: Map<string, Side>;
}

/** Lines that are kept of texts that were merged before. */
const keptLines = 1_000_000;

/** Merges, and remembers how each side differs from its base: a new version of one side is compared once, whoever stands against it. */
export class Merger {
  private readonly bases = new Map<string, Base>();
  private lines = 0;

  merge(base: KeyedText, a: KeyedText, b: KeyedText): Merge {
    if (a.text === b.text || a.text === base.text || b.text === base.text) return { clean: true };
    if (this.lines > keptLines) this.forget();
    const before = this.baseOf(base);
    const [left, right] = [this.sideOf(before, a), this.sideOf(before, b)];
    const meetings = walk(left.changes, right.changes, left.lines, right.lines);
    const clashes = meetings.filter((each) => each.by === "both" && !isAlike(each, left.lines, right.lines));
    if (clashes.length === 0) return { clean: true };
    const [aMarks, bMarks] = [new LineMarks(a.text), new LineMarks(b.text)];
    const hunks = clashes.map((each): Hunk => {
      const { a, b } = narrowed(each, left.lines, right.lines);
      return { a: aMarks.stretch(a), b: bMarks.stretch(b) };
    });
    return { clean: false, hunks };
  }

  private baseOf({ key, text }: KeyedText): Base {
    let base = this.bases.get(key);
    if (!base) {
      const numbers = new LineNumbers();
      this.bases.set(key, (base = { numbers, lines: numbers.of(text), sides: new Map() }));
      this.lines += base.lines.length;
    }
    return base;
  }

  private sideOf(base: Base, { key, text }: KeyedText): Side {
    let side = base.sides.get(key);
    if (!side) {
      const lines = base.numbers.of(text);
      base.sides.set(key, (side = { lines, changes: difference(base.lines, lines) }));
      this.lines += lines.length;
    }
    return side;
  }

  private forget(): void {
    this.bases.clear();
    this.lines = 0;
  }
}

export function difference(old: Int32Array, now: Int32Array): Change[] {
  const [before, after] = [unmarked(old), unmarked(now)];
  markByHistogram(before, after);
  slideRuns(before, after);
  slideRuns(after, before);
  return changesIn(before, after);
}

/** Walks both lists of changes together: those that overlap or touch in the base meet. */
export function walk(ofA: Change[], ofB: Change[], aLines: Int32Array, bLines: Int32Array): Meeting[] {
  const found: Meeting[] = [];
  let [i, j] = [0, 0];
  while (i < ofA.length && j < ofB.length) {
    const [x, y] = [ofA[i]!, ofB[j]!];
    if (x.oldEnd < y.oldStart) {
      add(found, { by: "a", a: [x.newStart, x.newEnd], b: shifted(x, y.newStart - y.oldStart) });
      i += 1;
    } else if (y.oldEnd < x.oldStart) {
      add(found, { by: "b", a: shifted(y, x.newStart - x.oldStart), b: [y.newStart, y.newEnd] });
      j += 1;
    } else {
      if (!isSameChange(x, y, aLines, bLines)) add(found, meeting(x, y));
      if (x.oldEnd >= y.oldEnd) j += 1;
      if (y.oldEnd >= x.oldEnd) i += 1;
    }
  }
  // What is left of the one side is behind all that the other one changed.
  for (const x of ofA.slice(i)) add(found, { by: "a", a: [x.newStart, x.newEnd], b: shifted(x, growth(ofB)) });
  for (const y of ofB.slice(j)) add(found, { by: "b", a: shifted(y, growth(ofA)), b: [y.newStart, y.newEnd] });
  return found;
}

/** How much longer all changes together make a text. */
function growth(changes: Change[]): number {
  const last = changes.at(-1);
  return last ? last.newEnd - last.oldEnd : 0;
}

/** The base lines of a change where they stand in the other side. */
function shifted({ oldStart, oldEnd }: Change, by: number): Lines {
  return [oldStart + by, oldEnd + by];
}

function isSameChange(x: Change, y: Change, aLines: Int32Array, bLines: Int32Array): boolean {
  if (x.oldStart !== y.oldStart || x.oldEnd !== y.oldEnd) return false;
  return sameLines(aLines.subarray(x.newStart, x.newEnd), bLines.subarray(y.newStart, y.newEnd));
}

/** Both changes, each widened to the base lines of the other. */
function meeting(x: Change, y: Change): Meeting {
  const start = Math.min(x.oldStart, y.oldStart);
  const end = Math.max(x.oldEnd, y.oldEnd);
  const widened = ({ oldStart, oldEnd, newStart, newEnd }: Change): Lines => [
    newStart - (oldStart - start),
    newEnd + (end - oldEnd),
  ];
  return { by: "both", a: widened(x), b: widened(y) };
}

/** What touches the last one on either side becomes one with it. */
function add(found: Meeting[], next: Meeting): void {
  const last = found.at(-1);
  if (!last || (next.a[0] > last.a[1] && next.b[0] > last.b[1])) return void found.push(next);
  if (last.by !== next.by) last.by = "both";
  last.a[1] = next.a[1];
  last.b[1] = next.b[1];
}

/** Where one side has nothing left, git compares no further. */
export function isAlike({ a, b }: Meeting, aLines: Int32Array, bLines: Int32Array): boolean {
  return a[0] !== a[1] && b[0] !== b[1] && sameLines(aLines.subarray(...a), bLines.subarray(...b));
}

/** Without the lines at its ends that both sides have. */
function narrowed({ a, b }: Meeting, aLines: Int32Array, bLines: Int32Array): { a: Lines; b: Lines } {
  let [[aStart, aEnd], [bStart, bEnd]] = [a, b];
  while (aStart < aEnd && bStart < bEnd && aLines[aStart] === bLines[bStart]) {
    aStart += 1;
    bStart += 1;
  }
  while (aStart < aEnd && bStart < bEnd && aLines[aEnd - 1] === bLines[bEnd - 1]) {
    aEnd -= 1;
    bEnd -= 1;
  }
  return { a: [aStart, aEnd], b: [bStart, bEnd] };
}

function sameLines(a: Int32Array, b: Int32Array): boolean {
  return a.length === b.length && a.every((line, index) => line === b[index]);
}

/** Places of lines in a text, found from its start on. */
class LineMarks {
  private line = 0;
  private at = 0;

  constructor(private readonly text: string) {}

  stretch([start, end]: Lines): Stretch {
    return { start, end, mark: this.mark(start < end ? start : Math.max(0, start - 1)) };
  }

  /** The line without the blanks around it. */
  private mark(line: number): Range {
    const text = this.textOf(line).trimEnd();
    const start = text.length - text.trimStart().length;
    return { start: { line, character: start }, end: { line, character: text.length } };
  }

  private textOf(line: number): string {
    if (line < this.line) [this.line, this.at] = [0, 0];
    for (; this.line < line; this.line++) {
      const end = this.text.indexOf("\n", this.at);
      if (end < 0) return "";
      this.at = end + 1;
    }
    const end = this.text.indexOf("\n", this.at);
    return this.text.slice(this.at, end < 0 ? undefined : end);
  }
}
