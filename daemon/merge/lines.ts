// Texts → numbered lines: equal lines have equal numbers, whatever text they stand in.
// A line is what ends with \n; its end belongs to it, so that CRLF and a missing last line end count.

export class LineNumbers {
  private readonly numbers = new Map<string, number>();

  of(text: string): Int32Array {
    const lines: number[] = [];
    for (let start = 0; start < text.length;) {
      const end = text.indexOf("\n", start);
      const next = end < 0 ? text.length : end + 1;
      lines.push(this.number(text.slice(start, next)));
      start = next;
    }
    return Int32Array.from(lines);
  }

  private number(line: string): number {
    let number = this.numbers.get(line);
    if (number === undefined) this.numbers.set(line, (number = this.numbers.size));
    return number;
  }
}
