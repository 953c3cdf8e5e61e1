// Python and Go: layout alone is no change, and small changes are changes.
import assert from "node:assert/strict";
import { readFacts, readyFor } from "../../syntax/readFacts.ts";
import { treeSources } from "../support/treeSources.ts";
import type { Source } from "../support/sources.ts";

function fingerprints({ path, text }: Source): string[] {
  const { symbols, error } = readFacts(path, text);
  assert.equal(error, null, `${path}: ${text}`);
  return symbols.map(({ name, kind, signature, body }) => `${name} ${kind} ${signature} ${body}`);
}

const py = (text: string): string[] => fingerprints({ path: "a.py", text: `${text}\n` });
const go = (text: string): string[] => fingerprints({ path: "a.go", text: `package a\n${text}\n` });

type Layout = (text: string) => string;

/** What may be done to any text without comments and without a string of several lines. */
const layouts: Record<string, { python?: Layout; go?: Layout }> = {
  "line ends of Windows": {
    python: (text) => text.replace(/\n/g, "\r\n"),
    go: (text) => text.replace(/\n/g, "\r\n"),
  },
  "line ends of old Macs": { python: (text) => text.replace(/\n/g, "\r"), go: (text) => text.replace(/\n/g, "\r") },
  "blank lines": { python: (text) => text.replace(/\n/g, "\n\n"), go: (text) => text.replace(/\n/g, "\n\n") },
  "comments behind lines": {
    python: (text) => text.replace(/\n/g, "  # a\n"),
    go: (text) => text.replace(/\n/g, " // a\n"),
  },
  "comments between lines": {
    python: (text) => text.replace(/\n/g, "\n# a\n"),
    go: (text) => text.replace(/\n/g, "\n/* a */\n"),
  },
  "other indentation": {
    python: (text) => text.replace(/^ +/gm, "$&$&"),
    go: (text) => text.replace(/^\t+/gm, "    "),
  },
  tabs: { python: (text) => text.replace(/^(?: {4})+/gm, (all) => "\t".repeat(all.length / 4)) },
  "a byte order mark": { python: (text) => `\ufeff${text}` },
};
const delicate = /"""[^"]*\n|`[^`]*\n[^`]*`|#|\/\/|\\$/m;

/** Pairs that are one code. */
const samePython: [string, string][] = [
  ["def f(a, b): return a", "def f(\n    a,\n    b,\n):\n    return a"],
  ["x = a + b", "x = (\n    a\n    + b\n)"],
  ["x = a + \\\n  b", "x = a + b"],
  ["x = (1, 2)", "x = 1, 2"],
  ["def f():\n  for (a) in b: pass", "def f():\n  for a in (b): pass"],
  ["def f():\n  for (a, b) in c: pass", "def f():\n  for a, b in c: pass"],
  ["def f():\n  with (open(a)) as b: pass", "def f():\n  with open(a) as b: pass"],
  ["def f():\n  with (a as b, c as d): pass", "def f():\n  with a as b, c as d: pass"],
  ["class A(): pass", "class A: pass"],
  ["def f():\n  a = 1; b = 2", "def f():\n  a = 1\n  b = 2"],
  ["if a: x = 1", "if a:\n    x = 1"],
  ["x = [1, 2, ]", "x = [1, 2]"],
  ["x = f(a, b=1, )", "x = f(a, b=1)"],
  ["x = D[str, int, ]", "x = D[str, int]"],
  ["x = 'a'", 'x = "a"'],
  ["x = 'it\\'s'", 'x = "it\'s"'],
  ["x = u'a'", "x = '''a'''"],
  ["x = B'a'", "x = b'a'"],
  ["x = r'\\d'", "x = '\\\\d'"],
  ["x = '\\xFF\\uABCD'", "x = '\\xff\\uabcd'"],
  ["x = ('a'\n  'b')", "x = 'ab'"],
  ["x = 'a{' f'{b}'", "x = f'a{{{b}'"],
  ["x = f'{a[\"b\"]}'", "x = f\"{a['b']}\""],
  ["x = f'{ a !r:>{ b } }'", "x = f'{a!r:>{b}}'"],
  ["x = 0XFF + 1E5 + 2J + .5 + 1.", "x = 0xff + 1e5 + 2j + 0.5 + 1.0"],
  ["def f():\n  '''A.'''\n  return 1", "def f():\n  return 1"],
  ["class A:\n  '''A.'''\n  x = 1", "class A:\n  x = 1\n  'of A'"],
  ["def f(a: Optional[int]): pass", "def f(a: 'int | None'): pass"],
  ["def f(a: typing.Union[str, None, int]): pass", "def f(a: int | str | None): pass"],
  ["def f(a: Optional[Union[A, B]]): pass", "def f(a: Union[B, Optional[A]]): pass"],
  ["def f(a: 'List[\"A\"]'): pass", "def f(a: list[A]): pass"],
  ["def f(a: Literal['x', \"y\"]): pass", "def f(a: Literal[\"x\", 'y',]): pass"],
  ["def f(a: Callable[[int,], str]): pass", "def f(a: Callable[\n  [int], # in\n  str\n]): pass"],
  ["def f(a: Annotated[Optional[int], Query('a')]): pass", 'def f(a: Annotated[int | None, Query("a")]): pass'],
];

const sameGo: [string, string][] = [
  ["func f(a int, b int) (int) { return a }", "func f(a, b int) int { return a }"],
  ["func f() { a := 1; b(a) }", "func f() {\n\ta := 1\n\tb(a)\n}"],
  ["var a = f(1, 2)", "var a = f(\n\t1,\n\t2,\n)"],
  ["var a = (b + c) * (d)", "var a = (b + c) * d"],
  ["var a = 0XFF + 1E5", "var a = 0xff + 1e5"],
  ["func f() { if (a) { b() } }", "func f() {\n\tif a {\n\t\tb()\n\t}\n}"],
  ["const (\n\tA = 1\n\tB = 2\n)", "const A = 1\nconst B = 2"],
  ["var a interface{}", "var a any"],
  ["type S struct { a int; b string }", "type S struct {\n\ta int    // a\n\tb string // b\n}"],
];

/** Pairs that are not. */
const differentPython: [string, string][] = [
  ["def f():\n  if a:\n    b()\n  c()", "def f():\n  if a:\n    b()\n    c()"],
  ["x = 1", "x = (1,)"],
  ["x = a[1]", "x = a[1,]"],
  ["x = a[1:]", "x = a[:1]"],
  ["x = a - (b - c)", "x = a - b - c"],
  ["x = a not in b", "x = a in b"],
  ["x = (a < b) < c", "x = a < b < c"],
  ["x = 'a'", "x = b'a'"],
  ["x = '{a}'", "x = f'{a}'"],
  ["x = '\\d'", "x = '\\\\\\\\d'"],
  ["x = 'a b'", "x = 'ab'"],
  ["x = f'{a} b'", "x = f'{a}b'"],
  ["x = ['a', 'b']", "x = ['a' 'b']"],
  ["x = [1]", "x = {1}"],
  ["def f(): return 'x'", "def f(): 'x'"],
  ["def f(*a): pass", "def f(**a): pass"],
  ["def f(a, *, b): pass", "def f(a, b): pass"],
  ["def f(a, /): pass", "def f(a): pass"],
  ["def f(a): pass", "def f(a=1): pass"],
  ["def f(a=1): pass", "def f(a=2): pass"],
  ["def f(a): yield a", "def f(a): return a"],
  ["async def f(a): await a", "async def f(a): a"],
  ["async def f(): pass", "def f(): pass"],
  ["def f() -> int: pass", "def f() -> str: pass"],
  ["def f(a: Literal['A']): pass", "def f(a: A): pass"],
  ["def f(a: Optional[int]): pass", "def f(a: int): pass"],
  ["def f(a: List[int]): pass", "def f(a: Tuple[int]): pass"],
  ["@cached\ndef f(): pass", "def f(): pass"],
  ["class A(B): pass", "class A(metaclass=B): pass"],
  ["class A: x = 1", "class A: x = 2"],
  ["class A:\n  def f(self): pass", "class A:\n  @property\n  def f(self): pass"],
  ["x: int = 1", "x: str = 1"],
  ["a, b = c", "b, a = c"],
  ["x += 1", "x -= 1"],
  ["if a:\n  def f(): return 1\nelse:\n  def f(): return 2", "if a:\n  def f(): return 1\nelse:\n  def f(): return 3"],
];

const differentGo: [string, string][] = [
  ["func (a A) f() {}", "func (a *A) f() {}"],
  ["func f(a ...int) {}", "func f(a int) {}"],
  ["func f(a, b int) {}", "func f(a int) {}"],
  ["func f() { for a; ; {} }", "func f() { for ; ; a {} }"],
  ["func f() { if a(); b {} }", "func f() { a(); if b {} }"],
  ["func f() { switch a(); { } }", "func f() { switch a() { } }"],
  ["func f() { go a() }", "func f() { defer a() }"],
  ["func f() { a := 1 }", "func f() { a = 1 }"],
  ["var a = b - (c - d)", "var a = b - c - d"],
  ["var a chan<- int", "var a <-chan int"],
  ["var a [2]int", "var a [3]int"],
  ['var a = "a"', "var a = 'a'"],
  ["var a = 1", "const a = 1"],
  ["var a, b = 1, 2", "var a, b = 2, 1"],
  ["type A = B", "type A B"],
  ["type A struct { B }", "type A struct { b B }"],
  ["type A struct { *B }", "type A struct { B }"],
  ["type A struct { b int `x` }", "type A struct { b int `y` }"],
  ["type A interface { ~int }", "type A interface { int }"],
  ["type A[T any] struct{}", "type A[T comparable] struct{}"],
  ["func f[T any]() {}", "func f() {}"],
  ["var a any", "var a interface{ any }"],
];

/** Pairs that differ in what others do not see. */
const inside: [string, string, string][] = [
  ["a.py", "def f(a, /, b=1): return a", "def f(c, /, b=2): return c"],
  ["a.py", "class A:\n  x = 1\n", "class A:\n  x = 2\n"],
  ["a.py", "x = 1", "x = 2"],
  ["a.go", "func (a A) f(b int) (c int) { return b }", "func (x A) f(y int) (z int) { return y }"],
  ["a.go", "var a int = 1", "var a int = 2"],
];

describe("Layout alone is no change in Python and Go", () => {
  before(() => readyFor(["a.py", "a.go"]));

  for (const [what, byLanguage] of Object.entries(layouts))
    it(`where it is ${what}`, () => {
      for (const language of ["python", "go"] as const) {
        const layout = byLanguage[language];
        const sources = treeSources(language).filter(({ text }) => !delicate.test(text));
        assert.ok(sources.length > 2, `${sources.length} sources of ${language}`);
        for (const { path, text } of layout ? sources : [])
          assert.deepEqual(fingerprints({ path, text: layout!(text) }), fingerprints({ path, text }), text);
      }
    });

  for (const [read, pairs] of [
    [py, samePython],
    [go, sameGo],
  ] as const)
    for (const [one, other] of pairs)
      it(`${JSON.stringify(one)} = ${JSON.stringify(other)}`, () => assert.deepEqual(read(other), read(one)));
});

describe("Small changes are changes in Python and Go", () => {
  before(() => readyFor(["a.py", "a.go"]));

  for (const language of ["python", "go"] as const)
    it(`whichever name inside a definition of real ${language} is another`, () => {
      const source = treeSources(language).at(-1)!;
      const { symbols } = readFacts(source.path, source.text);
      const known = fingerprints(source);
      const lines = source.text.split("\n");
      let changed = 0;
      for (const { range } of symbols)
        for (let line = range.start.line; line <= range.end.line; line += 3) {
          const code = lines[line]!;
          // Names in texts and comments are no code.
          const name = /["'`#]|\/\//.test(code) ? undefined : /\b[a-z]{2,}(?=\[|\()/.exec(code)?.[0];
          if (name === undefined) continue;
          const edited = [...lines.slice(0, line), code.replace(name, `${name}Z`), ...lines.slice(line + 1)];
          const text = edited.join("\n");
          // It was a keyword.
          if (readFacts(source.path, text).error !== null) continue;
          assert.notDeepEqual(fingerprints({ path: source.path, text }), known, `line ${line + 1}: ${code}`);
          changed++;
        }
      assert.ok(changed > 10, `${changed} names`);
    });

  for (const [read, pairs] of [
    [py, differentPython],
    [go, differentGo],
  ] as const)
    for (const [one, other] of pairs)
      it(`${JSON.stringify(one)} → ${JSON.stringify(other)}`, () => assert.notDeepEqual(read(other), read(one)));

  for (const [path, one, other] of inside)
    it(`others do not see ${JSON.stringify(one)} → ${JSON.stringify(other)}`, () => {
      const [a, b] = [one, other].map((text) => readFacts(path, `${text}\n`).symbols.map(({ signature }) => signature));
      assert.deepEqual(a, b);
    });
});
