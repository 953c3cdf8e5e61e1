// Syntax reads whatever stands in a file: it never throws and what it says is always in order.
import assert from "node:assert/strict";
import fc from "fast-check";
import type { FileFacts } from "../../../shared/model/symbol.ts";
import type { Position } from "../../../shared/model/location.ts";
import { readFacts, readyFor } from "../../syntax/readFacts.ts";
import { someSources } from "../support/sources.ts";
import { treeSources } from "../support/treeSources.ts";

const sources = [...someSources(60), ...treeSources("python"), ...treeSources("go")];
const anySource = fc.constantFrom(...sources);
const junk = fc.constantFrom(
  "{",
  "}",
  "(",
  "`",
  "${",
  "/*",
  "<",
  "=>",
  "class ",
  "\u0000",
  "\ud800",
  "\r",
  "\u2028",
  "@",
  "#",
);

/** Ranges within the text by the lines that editors count, names unique. */
function checkOrder(text: string, { symbols, error }: FileFacts, path: string): void {
  const lines = text.split(/\r\n|[\r\n]/);
  const within = ({ line, character }: Position): boolean => character >= 0 && character <= (lines[line]?.length ?? -1);
  const before = (a: Position, b: Position): boolean =>
    a.line < b.line || (a.line === b.line && a.character <= b.character);
  for (const { name, range, nameRange } of symbols) {
    for (const each of [range, nameRange]) {
      assert.ok(within(each.start) && within(each.end), `${path}: ${name} lies within the text`);
      assert.ok(before(each.start, each.end), `${path}: ${name} ends after its start`);
    }
    assert.ok(
      before(range.start, nameRange.start) && before(nameRange.end, range.end),
      `${path}: ${name} is in its range`,
    );
  }
  const names = symbols.map(({ name }) => name);
  assert.equal(new Set(names).size, names.length, `${path}: names are unique`);
  assert.ok(error === null || error.length > 0);
}

function readChecked(path: string, text: string): FileFacts {
  const facts = readFacts(path, text);
  checkOrder(text, facts, path);
  return facts;
}

describe("Any text can be read", function () {
  this.timeout(20_000);

  before(() => readyFor(["a.py", "a.go"]));

  it("real sources", () => {
    for (const { path, text } of sources) readChecked(path, text);
  });

  it("a source cut off anywhere", () => {
    fc.assert(
      fc.property(anySource, fc.double({ min: 0, max: 1, noNaN: true }), ({ path, text }, share) => {
        readChecked(path, text.slice(0, Math.floor(text.length * share)));
      }),
      { numRuns: 150 },
    );
  });

  it("a source with something put in, taken out or repeated", () => {
    const place = fc.double({ min: 0, max: 1, noNaN: true });
    fc.assert(
      fc.property(anySource, place, fc.nat(40), fc.array(junk, { maxLength: 4 }), ({ path, text }, at, length, put) => {
        const from = Math.floor(text.length * at);
        readChecked(path, text.slice(0, from) + put.join("") + text.slice(from + length));
      }),
      { numRuns: 150 },
    );
  });

  it("characters without any sense", () => {
    const path = fc.constantFrom(
      "a.ts",
      "a.tsx",
      "a.js",
      "a.cjs",
      "a.py",
      "a.pyi",
      "a.go",
      "a.md",
      "constructor",
      ".ts",
      "__proto__",
    );
    fc.assert(
      fc.property(path, fc.string({ unit: "binary", maxLength: 200 }), (name, text) => void readChecked(name, text)),
      { numRuns: 300 },
    );
  });

  for (const [what, text] of [
    ["5,000 nested brackets", "const a = " + "[".repeat(5_000)],
    ["5,000 nested and closed brackets", `const a = ${"[".repeat(5_000)}${"]".repeat(5_000)};`],
    ["5,000 nested functions", "function f() {".repeat(5_000)],
    ["5,000 nested namespaces", "namespace a {".repeat(5_000)],
    ["a sum of 20,000 terms", `const a = ${"1 + ".repeat(20_000)}1;`],
    ["a chain of 5,000 assignments", `${"a.b = ".repeat(5_000)}1;`],
    ["a chain of 5,000 calls", `a${".b()".repeat(5_000)};`],
    ["merge markers", "<<<<<<< HEAD\nconst a = 1;\n||||||| base\n=======\nconst a = 2;\n>>>>>>> main\n"],
    ["a byte order mark and a shebang", "\ufeff#!/usr/bin/env node\nexport const a = 1;\n"],
    ["nothing", ""],
  ] as const)
    it(what, () => void readChecked("src/a.ts", text));

  for (const [path, what, text] of [
    ["a.py", "5,000 open brackets", `a = ${"[".repeat(5_000)}`],
    ["a.py", "5,000 nested brackets", `a = ${"[".repeat(5_000)}${"]".repeat(5_000)}\n`],
    ["a.py", "5,000 nested parentheses", `a = ${"(".repeat(5_000)}1${")".repeat(5_000)}\n`],
    ["a.py", "an annotation of 5,000 levels", `a: ${"A[".repeat(5_000)}B${"]".repeat(5_000)} = 1\n`],
    ["a.py", "an annotation in 3,000 quotes", `a: ${"'".repeat(3_000)} = 1\n`],
    ["a.py", "1,000 nested classes", Array.from({ length: 1_000 }, (_, n) => `${" ".repeat(n)}class A:\n`).join("")],
    ["a.py", "a sum of 20,000 terms", `a = ${"1 + ".repeat(20_000)}1\n`],
    ["a.py", "5,000 branches", `if a:\n  b\n${"elif c:\n  d = 1\n".repeat(5_000)}`],
    ["a.py", "quotes without an end", '"""'.repeat(1_001)],
    ["a.py", "an export list of blanks", `__all__${" ".repeat(50_000)}\n`],
    ["a.py", "tabs among blanks", "if a:\n\tb = 1\n        c = 1\n    d = 1\n"],
    ["a.py", "merge markers", "<<<<<<< HEAD\na = 1\n||||||| base\n=======\na = 2\n>>>>>>> main\n"],
    ["a.py", "a byte order mark and a shebang", "\ufeff#!/usr/bin/env python\ndef f(): pass\n"],
    ["a.go", "5,000 nested blocks", `package a\nfunc f() ${"{".repeat(5_000)}${"}".repeat(5_000)}\n`],
    ["a.go", "5,000 open blocks", `package a\nfunc f() ${"{".repeat(5_000)}`],
    ["a.go", "a type of 5,000 levels", `package a\nvar a ${"[]".repeat(5_000)}int\n`],
    ["a.go", "merge markers", "package a\n<<<<<<< HEAD\nvar a = 1\n=======\nvar a = 2\n>>>>>>> main\n"],
    ["a.go", "nothing", ""],
  ] as const)
    it(`${what} in ${path}`, () => void readChecked(path, text));

  for (const [path, text] of [
    ["a.py", `a = [${"1234567,".repeat(260_000)}]\n`],
    ["a.go", `package a\n\nvar a = []int{${"1234567,".repeat(260_000)}}\n`],
  ] as const)
    it(`a line of 2 MB in ${path}, in reasonable time`, () => {
      const started = performance.now();
      assert.equal(readChecked(path, text).symbols.length, 1);
      assert.ok(performance.now() - started < 10_000, "under 10 s");
    });

  it("a file of 1 MB that is no Python at all, in reasonable time", () => {
    const started = performance.now();
    assert.notEqual(readChecked("a.py", "{ ( [ def ".repeat(100_000)).error, null);
    assert.ok(performance.now() - started < 10_000, "under 10 s");
  });

  it("a line of 2 MB, in reasonable time", () => {
    const text = `export const a = [${"1234567,".repeat(260_000)}];`;
    const started = performance.now();
    assert.equal(readChecked("src/a.js", text).symbols.length, 1);
    assert.ok(performance.now() - started < 5_000, "under 5 s");
  });
});
