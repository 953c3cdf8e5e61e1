// The words about a conflict: who, what, what next; and nothing in them that could deceive.
import assert from "node:assert/strict";
import { clean, nameList } from "../../core/briefing/names.ts";
import { isTestFile } from "../../core/detect/confidence.ts";
import { nameOf, pathOf } from "../../../shared/model/subject.ts";
import { clashing, file, left, right, the } from "../support/clash.ts";
import { World, type Texts } from "../support/twoSides.ts";

describe("A summary", () => {
  it("names both participants, what clashes and what each did", () => {
    assert.equal(
      the(clashing()).summary,
      "SES-1 (left, feat/left) and SES-2 (right, feat/right) both work on issue in src/refund.ts: " +
        "SES-1 changes the body of issue; SES-2 changes the body of issue.",
    );
    assert.equal(
      the(clashing(), "path_overlap").summary,
      "SES-1 (left, feat/left) and SES-2 (right, feat/right) both change the same file: src/refund.ts.",
    );
  });

  it("names at most five things, then how many more", () => {
    const functions = (n: number): string =>
      Array.from({ length: 7 }, (_, at) => `export function f${at}() { return ${n}; }\n`).join("");
    const { summary } = the(compare({ [file]: functions(0) }, { [file]: functions(1) }, { [file]: functions(2) }));
    assert.match(summary, /both work on f0 in \S+, f1 in \S+, f2 in \S+, f3 in \S+, f4 in \S+ and 2 more: /);
    assert.match(summary, /SES-1 changes the body of f0, f1, f2, f3, f4 and 2 more; SES-2/);
    assert.doesNotMatch(summary, /f5|f6/);
  });

  it("counts files", () => {
    const texts = (text: string): Texts => Object.fromEntries(["a", "b", "c"].map((name) => [`${name}.md`, text]));
    const found = the(compare(texts("1"), texts("2"), texts("3")), "path_overlap");
    assert.match(found.summary, /both change the same 3 files: a\.md, b\.md, c\.md\.$/);
  });

  it("says the weightier deeds first", () => {
    const base = "export function a() { return 1; }\nexport function b() { return 2; }\nexport function c() {}\n";
    const mine = "export function a() { return 9; }\nexport function c(n: number) {}\n";
    const theirs = base.replace("1", "3").replace("2", "4").replace("c() {}", "c() { return 5; }");
    const { summary } = the(compare({ [file]: base }, { [file]: mine }, { [file]: theirs }));
    assert.match(summary, /SES-1 removes b and changes the signature of c and changes the body of a; SES-2 /);
  });

  it("says in which lines a merge fails, or what each side did to the file", () => {
    const lines = Array.from({ length: 12 }, (_, n) => `line ${n}\n`);
    const text = (changes: Record<number, string>): string => lines.map((line, n) => changes[n] ?? line).join("");
    const mergeOf = (mine: Texts, theirs: Texts): string =>
      the(compare({ "a.md": text({}) }, mine, theirs), "textual_merge").summary.replace(/^.* cannot be merged in /, "");
    assert.equal(
      mergeOf({ "a.md": text({ 2: "x\ny\n", 9: "z\n" }) }, { "a.md": text({ 2: "X\n", 9: "Z\n" }) }),
      "a.md: a.md at lines 3–4, 11 of SES-1 against lines 3, 10 of SES-2.",
    );
    assert.equal(mergeOf({}, { "a.md": text({ 1: "x\n" }) }), "a.md: SES-2 changes a.md, SES-1 removes it.");
    assert.equal(
      mergeOf({ "b.md": text({}) }, { "c.md": text({}) }),
      "a.md: SES-1 renames a.md to b.md, SES-2 to c.md.",
    );
    assert.equal(mergeOf({ "b.md": text({}) }, {}), "a.md: SES-1 renames a.md to b.md, SES-2 removes it.");
  });

  it("calls a detached checkout so, and leaves out a developer that is not known", () => {
    const world = clashing();
    world.see(right, { branch: null, developer: "" });
    assert.match(the(world).summary, /SES-2 \(detached HEAD\)/);
  });

  it("shows foreign names without control characters and overrides", () => {
    const world = clashing();
    world.see(right, { branch: "feat/\u202egnp.exe\u0007\n", developer: "eve\u2066\u200b@example.com" });
    assert.match(the(world).summary, /SES-2 \(eve��, feat\/�gnp\.exe��\)/);
    assert.doesNotMatch(the(world).summary, /[\p{Cc}\p{Cf}]/u);
  });
});

describe("A suggestion", () => {
  it("tells the newcomer the next step and the action to call", () => {
    const world = clashing();
    assert.match(the(world).suggestion, /^Let SES-2 rebase after SES-1 has merged \(will_rebase\)/);
    assert.match(
      the(compare({ "a.md": "1\n" }, { "a.md": "2\n" }, { "a.md": "3\n" }), "textual_merge").suggestion,
      /^Let SES-1 merge first: SES-2 rebases after it \(will_rebase\) and settles a\.md:1\.$/,
    );
    assert.match(the(world, "path_overlap").suggestion, /^Keep SES-2 out .* SES-1 on an order \(propose_sequence\)/);
  });
});

describe("Foreign text", () => {
  for (const [what, text] of [
    ["line breaks", "a\nb\r\u2028c\u2029"],
    ["escape sequences", "\u001b[31mred\u0000\u007f\u009b"],
    ["bidirectional overrides", "\u202a\u202e\u2066\u2069\u200e\u200f\u061c"],
    ["characters without width", "\u200b\u2060\ufeff\u00ad\u{e0041}"],
    ["halves of characters", "\ud800x\udfff"],
  ] as const)
    it(`loses its ${what}`, () => {
      assert.doesNotMatch(clean(text), /[\p{Cc}\p{Cf}\p{Cs}\u2028\u2029]/u);
    });

  it("keeps every other character", () => {
    const text = "feat/größe-日本語-🙂 (v2) <b>&`*_[]";
    assert.equal(clean(text), text);
  });

  it("is bounded, and no character is cut in two", () => {
    for (const text of ["x".repeat(1000), "🙂".repeat(500), `x${"🙂".repeat(500)}`]) {
      assert.ok(clean(text).length <= 200);
      assert.doesNotMatch(clean(text), /\p{Cs}/u);
      assert.ok(clean(text).endsWith("…"));
    }
  });

  it("is cleaned in lists too", () => {
    assert.equal(nameList(["a\n", "b", "c", "d", "e"]), "a�, b, c, d, e");
    assert.equal(nameList(["a", "b", "c", "d", "e", "f"]), "a, b, c, d, e and 1 more");
  });
});

describe("A subject", () => {
  for (const [subject, path, name] of [
    ["sym:ts:src/refund.ts#Refund.issue", "src/refund.ts", "Refund.issue"],
    ["sym:ts:src/c#/refund.ts#Refund.#post", "src/c#/refund.ts", "Refund.#post"],
    ["sym:js:a:b.cjs#exports.a#b", "a:b.cjs", "exports.a#b"],
    ["sym:ts:src/a.test.tsx#default", "src/a.test.tsx", "default"],
    ["path:src/c#/a.md", "src/c#/a.md", "src/c#/a.md"],
  ] as const)
    it(`${subject} is ${name} in ${path}`, () => assert.deepEqual([pathOf(subject), nameOf(subject)], [path, name]));
});

describe("A test file", () => {
  const yes = [
    "test/a.ts",
    "src/__tests__/a.ts",
    "a.test.tsx",
    "src/a.spec.mjs",
    "specs/a.js",
    "a_test.ts",
    "a-test.cjs",
  ];
  const no = ["src/testing.ts", "src/contest.ts", "latest/a.ts", "src/spec.ts", "src/test.ts", "attest/x.ts"];
  for (const path of yes) it(`is ${path}`, () => assert.ok(isTestFile(path)));
  for (const path of no) it(`is not ${path}`, () => assert.ok(!isTestFile(path)));
});

function compare(base: Texts, mine: Texts, theirs: Texts): World {
  const world = new World();
  for (const [checkout, texts] of [
    [left, mine],
    [right, theirs],
  ] as const) {
    world.see(checkout);
    world.read(checkout, base, texts);
  }
  world.answer();
  return world;
}
