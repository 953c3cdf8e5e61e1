// A reader that remembers what it read last answers as one that reads from nothing, edit after edit.
import assert from "node:assert/strict";
import fc from "fast-check";
import { createFactsReader, readFacts } from "../../syntax/readFacts.ts";
import { someSources } from "../support/sources.ts";

const sources = someSources(80);
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
  this.timeout(30_000);

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
        fc.constantFrom("a.ts", "a.tsx", "a.js", "a.cjs"),
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
});
