// Three texts → the merged one, with where each of its lines comes from.
// Knows no files. Where the two sides clash, the one that is preferred counts.
import { LineNumbers } from "./lines.ts";
import { difference, isAlike, walk } from "./mergeTexts.ts";

export interface MergedText {
  text: string;
  /** The line on each side, for each merged line; -1: that side does not have it. */
  a: number[];
  b: number[];
  clashes: boolean;
}

export function mergedText(base: string, a: string, b: string, preferred: "a" | "b"): MergedText {
  const numbers = new LineNumbers();
  const [old, aLines, bLines] = [numbers.of(base), numbers.of(a), numbers.of(b)];
  const [aTexts, bTexts] = [linesOf(a), linesOf(b)];
  const merged: MergedText = { text: "", a: [], b: [], clashes: false };
  const texts: string[] = [];
  const take = (side: "a" | "b" | "both", from: number, end: number, offset = 0): void => {
    for (let line = from; line < end; line++) {
      texts.push((side === "b" ? bTexts : aTexts)[line]!);
      merged.a.push(side === "b" ? -1 : line);
      merged.b.push(side === "b" ? line : side === "both" ? line + offset : -1);
    }
  };
  let [i, j] = [0, 0];
  for (const meeting of walk(difference(old, aLines), difference(old, bLines), aLines, bLines)) {
    take("both", i, meeting.a[0], j - i);
    const { by } = meeting;
    const clashes = by === "both" && !isAlike(meeting, aLines, bLines);
    if (clashes) merged.clashes = true;
    if (by === "both" && !clashes) take("both", ...meeting.a, meeting.b[0] - meeting.a[0]);
    else if (by === "a" || (clashes && preferred === "a")) take("a", ...meeting.a);
    else take("b", ...meeting.b);
    [i, j] = [meeting.a[1], meeting.b[1]];
  }
  take("both", i, aTexts.length, j - i);
  return { ...merged, text: texts.join("") };
}

/** Each with its end. */
export function linesOf(text: string): string[] {
  return text.match(/[^\n]*\n|[^\n]+$/g) ?? [];
}
