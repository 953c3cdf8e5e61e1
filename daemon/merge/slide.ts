// Slides runs of changed lines among equal ones to where git puts them: beside a change of the other text, else down.
// Two merges of one edit can differ only in that.
import type { Marks } from "./marks.ts";

/** A run of changed lines between two that stand; empty where nothing changed between them. */
class Run {
  start = 0;
  end = 0;

  constructor(private readonly marks: Marks) {
    while (marks.changed[this.end]) this.end += 1;
  }

  get size(): number {
    return this.end - this.start;
  }

  next(): boolean {
    const { lines, changed } = this.marks;
    if (this.end === lines.length) return false;
    this.start = this.end + 1;
    for (this.end = this.start; changed[this.end];) this.end += 1;
    return true;
  }

  previous(): void {
    const { changed } = this.marks;
    this.end = this.start - 1;
    for (this.start = this.end; this.start > 0 && changed[this.start - 1];) this.start -= 1;
  }

  /** One line down, and together with the run that it meets there. False where the lines differ. */
  down(): boolean {
    const { lines, changed } = this.marks;
    if (this.end >= lines.length || lines[this.start] !== lines[this.end]) return false;
    changed[this.start++] = 0;
    changed[this.end++] = 1;
    while (changed[this.end]) this.end += 1;
    return true;
  }

  up(): boolean {
    const { lines, changed } = this.marks;
    if (this.start === 0 || lines[this.start - 1] !== lines[this.end - 1]) return false;
    changed[--this.start] = 1;
    changed[--this.end] = 0;
    while (this.start > 0 && changed[this.start - 1]) this.start -= 1;
    return true;
  }
}

export function slideRuns(marks: Marks, other: Marks): void {
  const run = new Run(marks);
  const beside = new Run(other);
  do {
    if (run.size > 0) slide(run, beside);
    beside.next();
  } while (run.next());
}

function slide(run: Run, beside: Run): void {
  let highest: number;
  let meeting: number | null;
  let size: number;
  do {
    size = run.size;
    meeting = null;
    while (run.up()) beside.previous();
    highest = run.end;
    if (beside.size > 0) meeting = run.end;
    while (run.down()) {
      beside.next();
      if (beside.size > 0) meeting = run.end;
    }
  } while (size !== run.size);
  if (run.end === highest || meeting === null) return;
  while (beside.size === 0) {
    run.up();
    beside.previous();
  }
}
