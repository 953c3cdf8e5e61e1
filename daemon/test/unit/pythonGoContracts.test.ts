// Contracts of Python and Go over texts that nobody would write: an answer comes soon, and nothing is thrown.
import assert from "node:assert/strict";
import fc from "fast-check";
import { Contracts } from "../../contracts/contracts.ts";
import type { Break } from "../../core/questions.ts";
import { Cancelled, type Work, type WorkFile } from "../../sides/work.ts";
import { treeOf } from "../support/textTree.ts";
import { treeSources } from "../support/treeSources.ts";

type Texts = Record<string, string>;

function workOf(base: Texts, a: Texts, b: Texts): Work {
  const paths = [...new Set([base, a, b].flatMap((texts) => Object.keys(texts)))].sort();
  const files = paths.map((path): WorkFile => {
    const old = base[path] ?? null;
    return { path, base: old, a: a[path] ?? old, b: b[path] ?? old };
  });
  return { tree: treeOf(base), files, renames: { a: [], b: [] } };
}

function breaksOf(work: Work, most: number): Break[] {
  const started = performance.now();
  const breaks = new Contracts().breaks(work, () => undefined);
  const took = performance.now() - started;
  assert.ok(took < most, `${Math.round(took)} ms`);
  return breaks;
}

function times(count: number, line: (n: number) => string): string {
  return Array.from({ length: count }, (_, n) => line(n)).join("");
}

const oldPython = "def f(a):\n    return a\n\n\nclass C:\n    def m(self):\n        return self\n";
const newPython = "def f(a, b):\n    return a\n\n\nclass C:\n    def n(self):\n        return self\n";
const start = "from m import C, f\n\n";

const oldGo = "package m\n\ntype T struct{ A int }\n\nfunc f(a int) *T { return &T{1} }\n";
const newGo = "package m\n\ntype T struct{ A, B int }\n\nfunc f(a, b int) *T { return &T{1, 2} }\n";

describe("Contracts of Python and Go are read in bounded time", function () {
  this.timeout(60_000);

  before(() => new Contracts().ready(workOf({}, { "a.py": "", "a.go": "" }, {})));

  for (const [what, text] of [
    ["30,000 calls", start + times(30_000, () => "f(1)\n")],
    ["a chain of 20,000 calls", `${start}x = C()${".m()".repeat(20_000)}\n`],
    ["a chain of 300 calls", `${start}x = C()${".m()".repeat(300)}\n`],
    ["a call in 5,000 calls", `${start}${"f(".repeat(5_000)}1${")".repeat(5_000)}\n`],
    ["lists of 100,000 levels", `${start}x = ${"[f(1), ".repeat(100_000)}${"]".repeat(100_000)}\n`],
    ["a name that is bound to itself 3,000 times", `${start}def g():\n    x = C()\n${"    x = x.m()\n".repeat(3_000)}`],
    ["5,000 arguments", `${start}f(${times(5_000, (n) => `a${n}=1, `)})\n`],
    [
      "1,000 classes that inherit each other",
      start + times(1_000, (n) => `class D${n}(D${(n + 1) % 1_000}, C): pass\n`),
    ],
    ["a class of 20,000 names", `${start}class D(C):\n${times(20_000, (n) => `    a${n} = f(${n})\n`)}`],
  ] as const)
    it(`Python: ${what}`, () => {
      breaksOf(workOf({ "m.py": oldPython }, { "m.py": newPython }, { "use.py": text }), 8_000);
    });

  it("Python: forty modules that import all of each other", () => {
    const names = Array.from({ length: 40 }, (_, n) => `m${n}`);
    const imports = names.map((name) => `from ${name} import *\n`).join("");
    const base = Object.fromEntries(names.map((name) => [`${name}.py`, imports]));
    const changed = { ...base, "m0.py": `${imports}def f(): pass\n` };
    breaksOf(
      workOf({ ...base, "m0.py": `${imports}def f(a): pass\n` }, changed, { "use.py": `${imports}f(1)\ng(1)\n` }),
      8_000,
    );
  });

  for (const [what, text] of [
    ["30,000 calls", `package m\n\nfunc g() {\n${"\tf(1)\n".repeat(30_000)}}\n`],
    ["a chain of 20,000 selectors", `package m\n\nvar x = f(1)${".A".repeat(20_000)}\n`],
    [
      "20,000 variables, one from the other",
      `package m\n\nvar x0 = f(1)\n${times(20_000, (n) => `var x${n + 1} = x${n}\n`)}`,
    ],
    ["variables that are made of each other", "package m\n\nvar x = y + y\n\nvar y = x + x + f(1).A\n"],
    [
      "300 structs that embed each other",
      `package m\n\n${times(300, (n) => `type S${n} struct {\n${times(300, (k) => `\tS${k}\n`)}}\n`)}\nvar a = S1{}.A + f(1).A\n`,
    ],
    [
      "300 interfaces that embed each other",
      `package m\n\n${times(300, (n) => `type I${n} interface {\n${times(300, (k) => `\tI${k}\n`)}}\n`)}\nvar a I1 = f(1)\n`,
    ],
    ["10,000 blocks in each other", `package m\n\nfunc g() ${"{".repeat(10_000)} f(1) ${"}".repeat(10_000)}\n`],
  ] as const)
    it(`Go: ${what}`, () => {
      breaksOf(workOf({ "m/m.go": oldGo }, { "m/m.go": newGo }, { "m/use.go": text }), 8_000);
    });

  it("an edit of 20,000 lines beside one of each 20 lines", () => {
    const before = start + times(20_000, (n) => `v${n} = ${n}\n`);
    const after = start + times(20_000, (n) => (n % 20 === 0 ? `v${n} = f(${n})\n` : `v${n} = ${n}\n`));
    const base = { "m.py": oldPython, "use.py": before };
    const [found] = breaksOf(workOf(base, { "m.py": newPython }, { "use.py": after }), 8_000);
    assert.equal(found!.uses.length, 1_000);
  });

  it("a question that nobody waits for any more ends", () => {
    const work = workOf({ "m.py": oldPython }, { "m.py": newPython }, { "use.py": start + "f(1)\n".repeat(5_000) });
    let asked = 0;
    const proceed = (): void => {
      if (++asked === 3) throw new Cancelled();
    };
    assert.throws(() => new Contracts().breaks(work, proceed), Cancelled);
  });

  it("sources cut off anywhere, on both sides", () => {
    for (const [path, language] of [
      ["a.py", "python"],
      ["p/a.go", "go"],
    ] as const) {
      const source = fc.constantFrom(...treeSources(language).map(({ text }) => text));
      const share = fc.double({ min: 0, max: 1, noNaN: true });
      const run = (base: string, a: number, b: number): void => {
        const cut = (part: number): string => base.slice(0, Math.floor(base.length * part));
        breaksOf(workOf({ [path]: base }, { [path]: cut(a) }, { [path]: cut(b), [`use/${path}`]: cut(b) }), 8_000);
      };
      fc.assert(fc.property(source, share, share, run), { numRuns: 100 });
    }
  });
});
