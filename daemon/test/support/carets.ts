// Marks in a text as caret lines below the code they mark, and back.
// Knows nothing of what the labels mean.
import type { Range } from "../../../shared/model/location.ts";

export interface Mark {
  /** Zero-based, in the text without caret lines. */
  line: number;
  start: number;
  end: number;
  label: string;
}

/** `//   ^^^^ label`; a mark in the first two columns stands without the slashes. */
const caretLine = /^(?:\/\/)? *(\^+)(?: (.*))?$/;

export function takeMarks(marked: string[]): { lines: string[]; marks: Mark[] } {
  const lines: string[] = [];
  const marks: Mark[] = [];
  for (const line of marked) {
    const carets = caretLine.exec(line)?.[1];
    if (carets === undefined) {
      lines.push(line);
      continue;
    }
    const start = line.indexOf("^");
    const label = line.slice(start + carets.length).trim();
    marks.push({ line: lines.length - 1, start, end: start + carets.length, label });
  }
  return { lines, marks };
}

export function putMarks(lines: string[], marks: Mark[]): string[] {
  const sorted = sortMarks(marks);
  return lines.flatMap((text, line) => [text, ...sorted.filter((mark) => mark.line === line).map(lineOf)]);
}

export function sortMarks(marks: Mark[]): Mark[] {
  const order = (mark: Mark): string =>
    [mark.line, mark.start, mark.end].map((n) => String(n).padStart(6, "0")).join(" ") + mark.label;
  return [...marks].sort((a, b) => (order(a) < order(b) ? -1 : 1));
}

/** A range over several lines is marked to the end of its first. */
export function markOf(range: Range, lines: string[], label: string): Mark {
  const { start, end } = range;
  const lineEnd = (lines[start.line] ?? "").length;
  const to = end.line === start.line ? end.character : lineEnd;
  return { line: start.line, start: start.character, end: Math.max(to, start.character + 1), label };
}

function lineOf({ start, end, label }: Mark): string {
  const indent = start < 2 ? " ".repeat(start) : `//${" ".repeat(start - 2)}`;
  return `${indent}${"^".repeat(end - start)} ${label}`;
}
