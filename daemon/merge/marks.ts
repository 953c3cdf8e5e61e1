// Which lines of two texts differ, as marks, while a difference is being found and put in its place.
// Knows no texts and no merging.

export interface Marks {
  /** The lines, as numbers. */
  lines: Int32Array;
  /** 1 for a line that the other text does not have; one more at the end, always 0. */
  changed: Uint8Array;
}

export function unmarked(lines: Int32Array): Marks {
  return { lines, changed: new Uint8Array(lines.length + 1) };
}

/** Lines of the old text from `oldStart` to before `oldEnd` became those of the new one. */
export interface Change {
  oldStart: number;
  oldEnd: number;
  newStart: number;
  newEnd: number;
}

/** Runs of marked lines on both sides, in order. */
export function changesIn(old: Marks, now: Marks): Change[] {
  const changes: Change[] = [];
  let at = 0;
  let there = 0;
  while (at < old.lines.length || there < now.lines.length) {
    if (!old.changed[at] && !now.changed[there]) {
      at += 1;
      there += 1;
      continue;
    }
    const [oldStart, newStart] = [at, there];
    while (old.changed[at]) at += 1;
    while (now.changed[there]) there += 1;
    changes.push({ oldStart, oldEnd: at, newStart, newEnd: there });
  }
  return changes;
}
