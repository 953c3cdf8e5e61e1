// Keeps a range on its word while the text around it changes, and fits the daemon's later answers to the text of now.
// Must not know vscode, conflicts or documents: edits and a reader of lines come in.
import type { Range, Position } from "../../shared/model/location.ts";

/** One replacement in a text, in the coordinates before it. */
export interface TextEdit {
  range: Range;
  text: string;
}

/** Reads a line of a file's text of now; undefined when there is no such line. */
export type LineReader = (line: number) => string | undefined;

/** More than anybody types before the daemon has answered; each word that is lost is sought with all of them. */
const historyLimit = 100;

/** Where `range` is after `edit`. A range that the edit swallows shrinks to the edit's end. */
export function shiftRange(range: Range, edit: TextEdit): Range {
  const start = shiftPosition(range.start, edit, true);
  const end = shiftPosition(range.end, edit, false);
  return before(end, start) ? { start, end: start } : { start, end };
}

/** Text typed at the very start or end of a range stays outside of it. */
function shiftPosition(position: Position, edit: TextEdit, isStart: boolean): Position {
  const { start, end } = edit.range;
  if (before(position, start)) return position;
  if (!isStart && equal(position, start)) return position;
  if (before(position, end)) return isStart ? endOf(edit) : start;
  const tail = endOf(edit);
  if (position.line !== end.line) return { line: position.line + tail.line - end.line, character: position.character };
  return { line: tail.line, character: tail.character + position.character - end.character };
}

function endOf(edit: TextEdit): Position {
  const lines = edit.text.split(/\r\n|\r|\n/);
  const last = lines[lines.length - 1] ?? "";
  const { start } = edit.range;
  if (lines.length === 1) return { line: start.line, character: start.character + last.length };
  return { line: start.line + lines.length - 1, character: last.length };
}

function before(a: Position, b: Position): boolean {
  return a.line < b.line || (a.line === b.line && a.character < b.character);
}

function equal(a: Position, b: Position): boolean {
  return a.line === b.line && a.character === b.character;
}

export function sameRange(a: Range, b: Range): boolean {
  return equal(a.start, b.start) && equal(a.end, b.end);
}

interface Placed {
  /** As the daemon said it last. */
  said: Range;
  now: Range;
}

/** The ranges of one file: `place` takes the daemon's word, `edit` follows the text. */
export class FileRanges {
  private readonly placed = new Map<string, Placed>();
  private readonly history: TextEdit[] = [];

  /** All edits of one change event, in the order VS Code gives them (each in the coordinates before the whole event). */
  edit(edits: readonly TextEdit[]): void {
    // From the end of the text to its start, so that none moves the next one's coordinates.
    const ordered = [...edits].sort((a, b) => (before(a.range.start, b.range.start) ? 1 : -1));
    for (const edit of ordered) {
      for (const place of this.placed.values()) place.now = shiftRange(place.now, edit);
      this.history.push(edit);
    }
    if (this.history.length > historyLimit) this.history.splice(0, this.history.length - historyLimit);
  }

  /** The range of now for `key`. `name` is the word that should stand there, or null when nothing is known of it. */
  place(key: string, said: Range, name: string | null, line: LineReader | null): Range {
    const known = this.placed.get(key);
    const now = this.settle(known, said, name, line);
    this.placed.set(key, { said, now });
    return now;
  }

  get(key: string): Range | undefined {
    return this.placed.get(key)?.now;
  }

  /** Forgets all keys but these. */
  keep(keys: ReadonlySet<string>): void {
    for (const key of this.placed.keys()) if (!keys.has(key)) this.placed.delete(key);
  }

  private settle(known: Placed | undefined, said: Range, name: string | null, line: LineReader | null): Range {
    const unchanged = known !== undefined && sameRange(known.said, said);
    if (name === null || line === null) return unchanged ? known.now : said;
    const stands = (range: Range): boolean => standsAt(range, name, line);
    if (unchanged && stands(known.now)) return known.now;
    if (stands(said)) return said;
    // The daemon spoke of a text some keystrokes ago: bring its range forward by the last 1, 2, … edits.
    for (let from = this.history.length - 1; from >= 0; from--) {
      const moved = this.history.slice(from).reduce(shiftRange, said);
      if (stands(moved)) return moved;
    }
    return unchanged ? known.now : said;
  }
}

function standsAt(range: Range, name: string, line: LineReader): boolean {
  if (range.start.line !== range.end.line) return false;
  return line(range.start.line)?.slice(range.start.character, range.end.character) === name;
}
