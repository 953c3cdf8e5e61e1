// Which code of a side is new: lines that the base does not have, in statements that it does not have.
// Knows no syntax.
import { diffArrays } from "diff";
import { lineStarts, positionAt } from "../../syntax/lines.ts";

const mostEdits = 2000;

export interface NewCode {
  /** Whether what stands between these offsets is new; `statement` is what must not stand in the base as it is. */
  has(start: number, end: number, statement?: readonly [start: number, end: number]): boolean;
}

/** A text without a base is all new. */
export function newCodeOf(base: string | null, now: string): NewCode {
  if (base === null) return { has: () => true };
  const starts = lineStarts(now);
  const lines = newLines(base.split(/\r\n|\n|\r/), now.split(/\r\n|\n|\r/));
  const before = base.replace(/\s+/g, "");
  return {
    has(start, end, [from, to] = [start, end]) {
      const [first, last] = [positionAt(starts, start).line, positionAt(starts, end).line];
      for (let line = first; line <= last; line++)
        if (lines.has(line)) return !before.includes(now.slice(from, to).replace(/\s+/g, ""));
      return false;
    },
  };
}

/** Where two texts have too little in common to be told apart line by line, lines that the base has nowhere. */
function newLines(before: string[], now: string[]): Set<number> {
  const bare = (lines: string[]): string[] => lines.map((line) => line.trim());
  const parts = diffArrays(bare(before), bare(now), { maxEditLength: mostEdits });
  const found = new Set<number>();
  if (!parts) {
    const known = new Set(bare(before));
    bare(now).forEach((line, at) => line !== "" && !known.has(line) && found.add(at));
    return found;
  }
  let line = 0;
  for (const { added, removed, count } of parts) {
    if (added) for (let at = line; at < line + count; at++) found.add(at);
    if (!removed) line += count;
  }
  return found;
}
