// Ranges that follow edits.
import assert from "node:assert/strict";
import * as fc from "fast-check";
import type { Range } from "../../../shared/model/location.ts";
import { FileRanges, shiftRange, type TextEdit } from "../../model/rangeTracking.ts";

function range(line: number, from: number, to: number): Range {
  return { start: { line, character: from }, end: { line, character: to } };
}
function insert(line: number, character: number, text: string): TextEdit {
  return { range: range(line, character, character), text };
}

describe("range tracking", () => {
  it("moves with lines above, not with lines below", () => {
    assert.deepEqual(shiftRange(range(2, 4, 8), insert(0, 0, "a\nb\n")), range(4, 4, 8));
    assert.deepEqual(shiftRange(range(2, 4, 8), insert(3, 0, "a\nb\n")), range(2, 4, 8));
  });

  it("moves with text before it on its line, leaves out text at its edges, grows with text inside", () => {
    assert.deepEqual(shiftRange(range(0, 4, 8), insert(0, 0, "xx")), range(0, 6, 10));
    assert.deepEqual(shiftRange(range(0, 4, 8), insert(0, 4, "xx")), range(0, 6, 10));
    assert.deepEqual(shiftRange(range(0, 4, 8), insert(0, 8, "xx")), range(0, 4, 8));
    assert.deepEqual(shiftRange(range(0, 4, 8), insert(0, 6, "xx")), range(0, 4, 10));
  });

  it("joins lines", () => {
    const join: TextEdit = { range: { start: { line: 0, character: 5 }, end: { line: 1, character: 0 } }, text: "" };
    assert.deepEqual(shiftRange(range(1, 2, 4), join), range(0, 7, 9));
  });

  it("shrinks to nothing when swallowed", () => {
    const swallow: TextEdit = { range: { start: { line: 0, character: 0 }, end: { line: 9, character: 0 } }, text: "" };
    assert.deepEqual(shiftRange(range(3, 2, 6), swallow), range(0, 0, 0));
  });

  it("takes the daemon's word when it fits the text, also after a whole new text", () => {
    const ranges = new FileRanges();
    const line = (): string => "function pay() {}";
    ranges.place("k", range(0, 9, 12), "pay", line);
    ranges.edit([
      { range: { start: { line: 0, character: 0 }, end: { line: 5, character: 0 } }, text: "function pay() {}" },
    ]);
    assert.deepEqual(ranges.place("k", range(0, 9, 12), "pay", line), range(0, 9, 12));
  });

  it("stays on the word through any edits elsewhere", () => {
    const place = fc.record({
      line: fc.nat(8),
      character: fc.nat(3),
      text: fc.constantFrom("a", "\n", "ab\nc", "\r\n"),
    });
    fc.assert(
      fc.property(fc.array(place, { maxLength: 20 }), (inserts) => {
        const ranges = new FileRanges();
        let lines = ["", "", "", "", "    TARGET", "", "", "", ""];
        ranges.place("k", range(4, 4, 10), "TARGET", (line) => lines[line]);
        for (const { line, character, text } of inserts) {
          const at = Math.min(line, lines.length - 1);
          const own = lines[at] ?? "";
          // Never inside the word itself.
          const column = Math.min(character, own.includes("TARGET") ? own.indexOf("TARGET") : own.length);
          const whole = lines.map((own, i) => (i === at ? own.slice(0, column) + text + own.slice(column) : own));
          ranges.edit([insert(at, column, text)]);
          lines = whole.join("\n").split(/\r\n|\n/);
        }
        const now = ranges.get("k");
        assert.ok(now);
        assert.equal(lines[now.start.line]?.slice(now.start.character, now.end.character), "TARGET");
      }),
    );
  });

  it("applies the edits of one event as VS Code means them: all in the text before", () => {
    const ranges = new FileRanges();
    ranges.place("k", range(4, 0, 3), null, null);
    ranges.edit([insert(0, 0, "\n"), insert(2, 0, "\n")]);
    assert.deepEqual(ranges.get("k"), range(6, 0, 3));
  });
});
