// Which code of a text is new against its base: what stands in added or changed lines and did not stand there before.
// Knows no language.
import { difference } from "../merge/mergeTexts.ts";
import { LineNumbers } from "../merge/lines.ts";
import { lineStarts, positionAt } from "../syntax/lines.ts";

/** Of a longer stretch it is not looked up which parts stood there before. */
const longestStretch = 20_000;

/** Offsets in the text. */
interface Span {
  readonly start: number;
  readonly end: number;
}

/** Lines from `start` to before `end`, and what stood there and stands there, without blanks. */
interface Stretch extends Span {
  before: string;
  after: string;
}

export class NewCode {
  private readonly starts: number[];
  private readonly stretches: Stretch[] | null;

  /** `base` null: all is new. */
  constructor(
    base: string | null,
    private readonly now: string,
  ) {
    this.starts = lineStarts(now);
    this.stretches = base === null ? null : stretchesOf(base, now);
  }

  /** Whether there can be something new in it. */
  touches(span: Span): boolean {
    return this.stretches === null || this.stretchesAt(span).length > 0;
  }

  isNew(span: Span): boolean {
    if (this.stretches === null) return true;
    return this.stretchesAt(span).some(({ before, after }) => {
      if (Math.max(before.length, after.length) > longestStretch) return true;
      const text = withoutBlanks(this.now.slice(span.start, span.end));
      return times(text, after) > times(text, before);
    });
  }

  /** It stands in a line that is new as a whole. */
  isInNewLine({ start, end }: Span): boolean {
    const { line } = positionAt(this.starts, start);
    const next = this.starts[line + 1] ?? this.now.length + 1;
    return this.touches({ start, end }) && this.isNew({ start: this.starts[line]!, end: next - 1 });
  }

  private stretchesAt({ start, end }: Span): Stretch[] {
    const [first, last] = [start, end].map((offset) => positionAt(this.starts, offset).line) as [number, number];
    const found: Stretch[] = [];
    for (let at = this.firstAfter(first); at < this.stretches!.length; at++) {
      const each = this.stretches![at]!;
      if (each.start > last) break;
      found.push(each);
    }
    return found;
  }

  /** The first stretch that ends behind the line. */
  private firstAfter(line: number): number {
    let [low, high] = [0, this.stretches!.length];
    while (low < high) {
      const middle = (low + high) >> 1;
      if (this.stretches![middle]!.end > line) high = middle;
      else low = middle + 1;
    }
    return low;
  }
}

/** What only stands further left or right than before is as it was. */
function stretchesOf(base: string, now: string): Stretch[] {
  const numbers = new LineNumbers();
  const [old, fresh] = [base, now].map((text) => text.split(/\r\n|\r|\n/).map((line) => `${line.trim()}\n`));
  const changes = difference(numbers.of(old!.join("")), numbers.of(fresh!.join("")));
  const stretches = changes.map(({ oldStart, oldEnd, newStart, newEnd }) => ({
    start: newStart,
    end: newEnd,
    before: withoutBlanks(old!.slice(oldStart, oldEnd).join("")),
    after: withoutBlanks(fresh!.slice(newStart, newEnd).join("")),
  }));
  const gone = new Set(stretches.map(({ before }) => before));
  // What was moved as a whole is nobody's new code.
  return stretches.filter(({ start, end, after }) => end > start && after !== "" && !gone.has(after));
}
/** Blanks are left between words only. */
function withoutBlanks(text: string): string {
  return text.replace(/\s+/g, " ").replace(/(?<![\p{L}\p{N}_]) | (?![\p{L}\p{N}_])/gu, "");
}

/** How often the text stands there as whole words. */
function times(text: string, where: string): number {
  let count = 0;
  for (let at = where.indexOf(text); at >= 0; at = where.indexOf(text, at + 1)) {
    const around = [where[at - 1], text[0], text.at(-1), where[at + text.length]];
    const [before, first, last, after] = around.map((each) => each !== undefined && /[\p{L}\p{N}_]/u.test(each));
    if (!(before && first) && !(last && after)) count += 1;
  }
  return count;
}
