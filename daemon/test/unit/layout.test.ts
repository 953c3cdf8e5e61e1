// Layout is no change: the same code printed in other ways has the same fingerprints.
import assert from "node:assert/strict";
import prettier from "prettier";
import ts from "typescript";
import { readFacts } from "../../syntax/readFacts.ts";
import { someSources, type Source } from "../support/sources.ts";

const sources = someSources(110).filter(({ path, text }) => readFacts(path, text).error === null);
const component: Source = {
  path: "src/Note.tsx",
  text: `export const Note = ({ items }: { items: readonly string[] }) => {
  return <section className="note" data-x='1'>Please read <b>this</b> and <i>that</i>, then sign {items.length} times
    and <em>send</em> it {"back"} to us. <>{items.map((item) => <li key={item}>{item} is very long indeed, is it</li>)}</>
  </section>;
};`,
};

function fingerprints({ path, text }: Source): string[] {
  const { symbols, error } = readFacts(path, text);
  assert.equal(error, null, path);
  return symbols.map(({ name, kind, signature, body }) => `${name} ${kind} ${signature} ${body}`);
}

function printed({ path, text }: Source): Source {
  const kind = /x$/.test(path) ? ts.ScriptKind.TSX : undefined;
  const file = ts.createSourceFile(path, text, ts.ScriptTarget.Latest, true, kind);
  return { path, text: ts.createPrinter({ removeComments: true }).printFile(file) };
}

async function pretty({ path, text }: Source, options: prettier.Options): Promise<Source> {
  const parser = /\.[cm]?tsx?$/.test(path) ? "typescript" : "babel";
  return { path, text: await prettier.format(text, { parser, embeddedLanguageFormatting: "off", ...options }) };
}

describe("Layout alone is no change", function () {
  this.timeout(30_000);

  it("when the compiler prints the code without its comments", () => {
    assert.ok(sources.length > 60, `${sources.length} sources`);
    for (const source of [...sources, component])
      assert.deepEqual(fingerprints(printed(source)), fingerprints(source), source.path);
  });

  it("when a formatter narrows it and changes quotes, semicolons, commas and parentheses", async () => {
    const style = {
      printWidth: 50,
      semi: false,
      singleQuote: true,
      arrowParens: "avoid",
      trailingComma: "none",
    } as const;
    for (const source of [...sources.filter((_, index) => index % 2 === 0), component])
      assert.deepEqual(fingerprints(await pretty(source, style)), fingerprints(source), source.path);
  });

  it("when a formatter widens it and quotes keys", async () => {
    const style = { printWidth: 200, quoteProps: "consistent", jsxSingleQuote: true, bracketSameLine: true } as const;
    for (const source of [...sources.filter((_, index) => index % 2 === 1), component])
      assert.deepEqual(fingerprints(await pretty(source, style)), fingerprints(source), source.path);
  });

  it("when line ends are those of Windows", () => {
    for (const { path, text } of [...sources, component])
      assert.deepEqual(
        fingerprints({ path, text: text.replace(/\r?\n/g, "\r\n") }),
        fingerprints({ path, text }),
        path,
      );
  });
});

describe("Small changes are changes", () => {
  const pairs: [string, string][] = [
    ["function f<T extends U>() {}", "function f<T = U>() {}"],
    ["function f({ a: b }) {}", "function f({ a = b }) {}"],
    ["function f() { for (a; ; ) {} }", "function f() { for (; a; ) {} }"],
    ["function f() { for (; ; a) {} }", "function f() { for (; a; ) {} }"],
    ["type T = { [K in A as B]: C }", "type T = { [K in A]: B }"],
    ["function f() { if (a) ; else b(); }", "function f() { if (a) b(); }"],
    ["function f() { return (a?.b).c; }", "function f() { return a?.b.c; }"],
    ["function f() { return (a?.b)(); }", "function f() { return a?.b(); }"],
    ["function f() { return a - (b - c); }", "function f() { return a - b - c; }"],
    ["function f() { return a && (b || c); }", "function f() { return (a && b) || c; }"],
    ["function f() { return a && b && c; }", "function f() { return a && b || c; }"],
    ["function f() { return a && b && c; }", "function f() { return a && c && b; }"],
    ["function f(a: string) {}", "function f(a?: string) {}"],
    ["function f(a: string) {}", "function f(...a: string) {}"],
    ["class A { readonly f = () => 1; }", "class A { f = () => 1; }"],
    ["class A { f: Handler = () => 1; }", "class A { f: Other = () => 1; }"],
    ["class A { get a() { return 1; } }", "class A { a() { return 1; } }"],
    ["class A extends B {}", "class A implements B {}"],
    ["const a = {} as const;", "const a = {};"],
    ["const a = () => 1;", "const a = (() => 1) as Handler;"],
    ["const a = 1;", "let a = 1;"],
    ["const a = 1;", "const a = 1n;"],
    ["const a = '1';", "const a = 1;"],
    ["const a = -b;", "const a = +b;"],
    ["const a = /x/g;", "const a = /x/i;"],
    ["const a = `x${b}`;", "const a = `x ${b}`;"],
    ["const a = tag`\\u`;", "const a = tag`\\x`;"],
    ["async function f() {}", "function f() {}"],
    ["function* f() {}", "function f() {}"],
    ["type A = keyof B;", "type A = readonly B;"],
    ["type A = typeof import('b');", "type A = import('b');"],
    ["type A = [a?: string];", "type A = [a: string];"],
    ["abstract class A {}", "class A {}"],
    ["const enum A {}", "enum A {}"],
    ["function f() { let a; }", "function f() { var a; }"],
    ["const a = <p>a b</p>;", "const a = <p>ab</p>;"],
    ["const a = <p><b>a</b> b</p>;", "const a = <p><b>a</b>b</p>;"],
    ["const a = <p>{b}</p>;", "const a = <p>b</p>;"],
  ];
  for (const [before, after] of pairs)
    it(`${before} → ${after}`, () => {
      const [a, b] = [before, after].map((text) => fingerprints({ path: "src/a.tsx", text }));
      assert.notDeepEqual(a, b);
    });
});
