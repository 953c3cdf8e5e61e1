// Patterns of paths: what they cover, what is refused, that none of them takes long, and which ones meet.
import assert from "node:assert/strict";
import fc from "fast-check";
import { canMeet, contractGlob, covers, pathGlob, type Glob } from "../../core/policy/glob.ts";

function glob(text: string, of = pathGlob): Glob {
  const found = of(text);
  if ("problem" in found) throw new Error(`${text}: ${found.problem}`);
  return found;
}

/** Pattern, then what it covers, then what it does not. */
const table: [pattern: string, covered: string[], not: string[]][] = [
  ["db/schema.prisma", ["db/schema.prisma"], ["db/schema.prism", "x/db/schema.prisma", "db/schemaxprisma"]],
  ["db/migrations", ["db/migrations", "db/migrations/1.sql", "db/migrations/a/b"], ["db/migrations2/a"]],
  ["db/migrations/**", ["db/migrations/1.sql", "db/migrations/a/b.sql"], ["db/migrations2/a", "a/db/migrations/b"]],
  ["**", ["a", "a/b/.c"], []],
  ["**/*.ts", ["a.ts", "a/b.ts", ".x/.y.ts"], ["a.tsx", "a.ts/b"]],
  ["*.ts", ["a.ts", ".ts"], ["a/b.ts"]],
  ["src/*/index.ts", ["src/a/index.ts"], ["src/index.ts", "src/a/b/index.ts"]],
  ["src/**/index.ts", ["src/index.ts", "src/a/b/index.ts"], ["src/aindex.ts", "lib/index.ts"]],
  ["**/vendor", ["vendor", "a/vendor/b/c", "vendor/x"], ["avendor", "vendors/a"]],
  ["a**b", ["ab", "axxb"], ["a/b"]],
  ["?.md", ["a.md", "é.md", "😀.md"], [".md", "ab.md", "/.md"]],
  ["[a-c]x[!0-9].md", ["axy.md", "cx-.md"], ["dxy.md", "ax1.md", "ax/.md"]],
  ["{src,lib}/**/*.{ts,tsx}", ["src/a.ts", "lib/b/c.tsx"], ["src/a.js", "test/a.ts"]],
  ["a{,.min}.js", ["a.js", "a.min.js"], ["a..js"]],
  ["{a/**,b}/c", ["a/x/c", "b/c"], ["c", "a/x"]],
  ["x{y}", ["x{y}"], ["xy"]],
  ["app/\\[id\\]/page.tsx", ["app/[id]/page.tsx"], ["app/i/page.tsx"]],
  ["a\\*b", ["a*b"], ["axb"]],
];

/** Pattern, then what its refusal says. */
const refused: [string, RegExp][] = [
  ["", /empty/],
  ["/db/x", /take the first \/ away/],
  ["db/", /write db\/\*\* /],
  ["a//b", /two \//],
  ["./a", /from the repository's root/],
  ["a/../b", /from the repository's root/],
  ["!a", /takes nothing out/],
  ["db\\migrations", /write \/ between folders/],
  ["a\\", /write \/ between folders/],
  ["[a", /write \\\[/],
  ["[a/b]", /write \\\[/],
  ["[]", /matches nothing/],
  ["[!\u0000-\u{10ffff}]", /matches nothing/],
  ["[z-a]", /backwards/],
  ["[[:alpha:]]", /write the range/],
  ["{a,b", /write \\\{/],
  ["@(a|b)", /write \{a,b\}/],
  ["a".repeat(201), /longer than 200/],
  ["*a".repeat(11), /more than 10 stars/],
  ["{a,".repeat(6) + "b" + "}".repeat(6), /nested/],
];

describe("A pattern of paths", () => {
  for (const [pattern, covered, not] of table)
    it(`${pattern} covers what it says`, () => {
      const compiled = glob(pattern);
      for (const path of covered) assert.ok(covers(compiled, path), `covers ${path}`);
      for (const path of not) assert.ok(!covers(compiled, path), `does not cover ${path}`);
    });

  for (const [pattern, why] of refused)
    it(`${pattern.slice(0, 30) || "(nothing)"} is refused with what would be right`, () => {
      const answer = pathGlob(pattern);
      assert.ok("problem" in answer, "refused");
      assert.match(answer.problem, why);
    });

  it("of contracts covers the address itself and what is below it, and an exact one nothing more", () => {
    const payments = glob("http:POST /v1/payments/**", contractGlob);
    for (const id of ["http:POST /v1/payments", "http:POST /v1/payments/:id/refunds"]) assert.ok(covers(payments, id));
    for (const id of ["http:GET /v1/payments", "http:POST /v1/paymentsx"]) assert.ok(!covers(payments, id));
    const exact = glob("http:GET /v1/users", contractGlob);
    assert.ok(covers(exact, "http:GET /v1/users"));
    assert.ok(!covers(exact, "http:GET /v1/users/:id"));
    assert.ok(covers(glob("sym:ts:src/api/**", contractGlob), "sym:ts:src/api/pay.ts#Payments.issue"));
  });

  it("takes no long time, however evil it is", () => {
    const patterns = [
      "*a".repeat(10),
      "**/".repeat(10) + "b",
      "{a,b,{c,{d,{e,*}}}}*".repeat(4).slice(0, 200),
      `{${"a*,".repeat(9)}a}`,
      "[a-z]".repeat(40),
      `${"?".repeat(199)}b`,
      `**/{${"a,".repeat(80)}a}/**`,
    ];
    const texts = ["a".repeat(4000), "a/".repeat(2000) + "x", "ab".repeat(2000)];
    const started = performance.now();
    const compiled = patterns.flatMap((pattern) => {
      const found = pathGlob(pattern);
      return "problem" in found ? [] : [found];
    });
    assert.ok(compiled.length >= 6);
    for (const one of compiled) {
      for (const text of texts) covers(one, text);
      for (const other of compiled) canMeet(one, other);
    }
    assert.ok(performance.now() - started < 3000, `${performance.now() - started} ms`);
  });
});

/** All paths of up to this many characters of a small alphabet. */
function pathsUpTo(length: number): string[] {
  let open = [""];
  const all: string[] = [];
  for (let n = 0; n < length; n++) {
    open = open.flatMap((start) => ["a", "b", "/"].map((next) => start + next));
    all.push(...open.filter((path) => !/^\/|\/$|\/\//.test(path)));
  }
  return all;
}

/** Tries every way: the meaning of a pattern, as plainly as it can be said. */
function plainly(pattern: string, path: string): boolean {
  const names = path.split("/");
  const above = names.map((_, at) => names.slice(0, at + 1).join("/"));
  const namesFolder = !/[*?[]/.test(pattern.slice(pattern.lastIndexOf("/") + 1));
  return (namesFolder ? above : [path]).some((each) => matchGroups(pattern, each));
}

function matchGroups(pattern: string, path: string): boolean {
  const group = /\{([^{}]*,[^{}]*)\}/.exec(pattern);
  if (group)
    return group[1]!
      .split(",")
      .some((one) =>
        matchGroups(pattern.slice(0, group.index) + one + pattern.slice(group.index + group[0].length), path),
      );
  return matchParts(pattern.split("/"), path.split("/"));
}

function matchParts([part, ...parts]: string[], names: string[]): boolean {
  if (part === undefined) return names.length === 0;
  if (part === "**") return names.some((_, at) => matchParts(parts, names.slice(at))) || matchParts(parts, []);
  return names.length > 0 && matchPart(part, names[0]!) && matchParts(parts, names.slice(1));
}

function matchPart(part: string, name: string): boolean {
  if (part === "") return name === "";
  if (part[0] === "*") return matchPart(part.slice(1), name) || (name !== "" && matchPart(part, name.slice(1)));
  if (part[0] === "[") return name[0] === "b" && matchPart(part.slice(4), name.slice(1));
  return name !== "" && (part[0] === "?" || part[0] === name[0]) && matchPart(part.slice(1), name.slice(1));
}

const part = fc.oneof(
  { weight: 3, arbitrary: fc.constantFrom("a", "b", "ab", "*", "**", "a*", "*b", "?", "[!a]", "a?") },
  { weight: 1, arbitrary: fc.constantFrom("{a,b}", "{a,*b}", "a{a,b}", "{ab,?}") },
);
const patterns = fc.array(part, { minLength: 1, maxLength: 3 }).map((parts) => parts.join("/"));
const paths = pathsUpTo(6);
/** Where two of these meet, they do so in a path of eight characters at most. */
const shortPart = fc.constantFrom("a", "b", "*", "**", "a*", "*b", "?", "[!a]", "{a,b}", "{a,*b}");
const shortPatterns = fc.array(shortPart, { minLength: 1, maxLength: 2 }).map((parts) => parts.join("/"));

describe("Patterns agree with trying every way", () => {
  it("about every path", () => {
    fc.assert(
      fc.property(patterns, (pattern) => {
        const compiled = glob(pattern);
        for (const path of paths) assert.equal(covers(compiled, path), plainly(pattern, path), `${pattern} ${path}`);
      }),
      { numRuns: 150 },
    );
  });

  it("about whether two of them can meet", () => {
    const all = pathsUpTo(8);
    const covered = new Map<string, Set<string>>();
    const coveredBy = (pattern: string): Set<string> => {
      if (!covered.has(pattern)) covered.set(pattern, new Set(all.filter((path) => covers(glob(pattern), path))));
      return covered.get(pattern)!;
    };
    let met = 0;
    fc.assert(
      fc.property(shortPatterns, shortPatterns, (one, other) => {
        const known = coveredBy(other);
        const isThere = [...coveredBy(one)].some((path) => known.has(path));
        met += Number(isThere);
        assert.equal(canMeet(glob(one), glob(other)), isThere, `${one} ${other}`);
        assert.equal(canMeet(glob(other), glob(one)), isThere, `${other} ${one}`);
      }),
      { numRuns: 300 },
    );
    assert.ok(met > 20 && met < 290, `${met} of 300 meet`);
  });
});
