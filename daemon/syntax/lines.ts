// Offsets in a text → lines and characters, with the line ends that editors know: \n, \r\n and \r.
// Knows no language: compilers count other characters as line ends too.
import type { Position } from "../../shared/model/location.ts";

/** Offsets at which lines begin. */
export function lineStarts(text: string): number[] {
  const starts = [0];
  const lone = /\r(?!\n)/.test(text);
  if (lone)
    for (const { index } of text.matchAll(/\r\n|\n|\r/g))
      starts.push(text[index + 1] === "\n" && text[index] === "\r" ? index + 2 : index + 1);
  else for (let at = text.indexOf("\n"); at >= 0; at = text.indexOf("\n", at + 1)) starts.push(at + 1);
  return starts;
}

export function positionAt(starts: readonly number[], offset: number): Position {
  let low = 0;
  let high = starts.length - 1;
  while (low < high) {
    const middle = (low + high + 1) >> 1;
    if (starts[middle]! <= offset) low = middle;
    else high = middle - 1;
  }
  return { line: low, character: offset - starts[low]! };
}
