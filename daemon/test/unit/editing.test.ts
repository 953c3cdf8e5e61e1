// A reader that remembers what it read last answers as one that reads from nothing, edit after edit.
import assert from "node:assert/strict";
import fc from "fast-check";
import { createFactsReader, readFacts, readyFor } from "../../syntax/readFacts.ts";
import { someSources } from "../support/sources.ts";
import { treeSources } from "../support/treeSources.ts";

const sources = [...someSources(80), ...treeSources("python"), ...treeSources("go")];
const pieces = [
  ...[
    "x",
    " ",
    "\n",
    ";",
    "{",
    "}",
    "(",
    ")",
    "//",
    "/*",
    "*/",
    "`",
    "'",
    "${",
    "=>",
    "await ",
    "import.meta",
    "export ",
  ],
  ...[
    "export {};\n",
    "function f() {}\n",
    "class A { m() {} }\n",
    "const a = 1",
    "\r\n",
    "\u2028",
    "<",
    "@d ",
    "async ",
  ],
  ...["def f():\n  pass\n", "class A:\n", "  ", "if a:\n", "'''", "__all__ = ['f']\n", "@d\n", "x = 1\n", "#"],
  ...["package a\n", "func f() {}\n", "type A struct {\n", "func (a A) f() {}\n", "const (\n", "//go:build a\n"],
];
const edit = fc.record({
  at: fc.double({ min: 0, max: 1, noNaN: true }),
  taken: fc.oneof(fc.constant(0), fc.nat(12), fc.nat(400)),
  put: fc.oneof(
    fc.constantFrom(...pieces),
    fc.array(fc.constantFrom(...pieces), { maxLength: 3 }).map((all) => all.join("")),
  ),
});
type Edit = typeof edit extends fc.Arbitrary<infer T> ? T : never;

function apply(text: string, { at, taken, put }: Edit): string {
  const from = Math.floor(text.length * at);
  return text.slice(0, from) + put + text.slice(from + taken);
}

function check(path: string, texts: string[]): void {
  const read = createFactsReader();
  for (const text of texts) assert.deepEqual(read(path, text), readFacts(path, text));
}

describe("Reading again after an edit", function () {
  this.timeout(60_000);

  before(() => readyFor(["a.py", "a.go"]));

  it("says what a reading from nothing says, whatever is edited", () => {
    fc.assert(
      fc.property(
        fc.constantFrom(...sources),
        fc.array(edit, { minLength: 1, maxLength: 5 }),
        ({ path, text }, edits) => {
          const texts = [text];
          for (const each of edits) texts.push(apply(texts.at(-1)!, each));
          check(path, [...texts, text]);
        },
      ),
      { numRuns: 150 },
    );
  });

  it("says so for small texts of pieces, where an edit changes what stands around it", () => {
    const start = fc.array(fc.constantFrom(...pieces), { maxLength: 12 }).map((all) => all.join(""));
    fc.assert(
      fc.property(
        fc.constantFrom("a.ts", "a.tsx", "a.js", "a.cjs", "a.py", "a.go", "a_linux.go"),
        start,
        fc.array(edit, { maxLength: 6 }),
        (path, text, edits) => {
          const texts = [text];
          for (const each of edits) texts.push(apply(texts.at(-1)!, { ...each, taken: each.taken % 6 }));
          check(path, [...texts, text]);
        },
      ),
      { numRuns: 1500 },
    );
  });

  const base = "export const a = 1;\nfunction f() {\n  return 1;\n}\nfunction g() {\n  return 2;\n}\n";
  const changes: [string, string][] = [
    ["a comment opened and not closed", base.replace("return 1;", "return 1; /*")],
    ["a brace that closes the function early", base.replace("return 1;", "return 1; } function h() {")],
    ["a semicolon that goes", base.replace("= 1;", "= 1")],
    ["await in a module", base.replace("= 1;", "= await (f);")],
    ["another kind of statement", base.replace("function f() {\n  return 1;", "class f {\n  x = 1;")],
    ["lines added", base.replace("return 1;", "const x = 1;\n  return x;")],
    ["a statement added between", base.replace("function g", "function between() {}\nfunction g")],
  ];
  for (const [what, text] of changes) it(`is right after ${what}`, () => check("a.ts", [base, text, base]));

  const python = "class A:\n    def m(self):\n        return 1\n\n    def n(self):\n        return 2\n\nx = 1\n";
  const go = "package a\n\nfunc f() int { return 1 }\n\nfunc g() int { return 2 }\n";
  const treeChanges: [string, string, string, string][] = [
    [
      "a.py",
      "a method that becomes a function",
      python,
      python.replace("    def n", "def n").replace("        return 2", "    return 2"),
    ],
    [
      "a.py",
      "an edit inside a class, twice",
      python,
      python.replace("return 1", "return 3").replace("return 2", "return 4"),
    ],
    ["a.py", "an export list", python, `__all__ = ["x"]\n${python}`],
    ["a.py", "a text that does not parse", python, python.replace("return 1", "return (1")],
    ["a.go", "another package", go, go.replace("package a", "package b")],
    ["a.go", "a build constraint", go, `//go:build linux\n\n${go}`],
    ["a.go", "functions that change places", go, go.replace("f()", "h()").replace("g()", "f()").replace("h()", "g()")],
  ];
  for (const [path, what, one, other] of treeChanges)
    it(`is right after ${what}`, () => check(path, [one, other, one, other]));
});
