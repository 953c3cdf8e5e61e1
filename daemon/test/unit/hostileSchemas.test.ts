// Schemas, manifests and modules that nobody writes by accident: the readers end quickly, throw nothing and say nothing wrong.
import assert from "node:assert/strict";
import type { Break } from "../../core/questions.ts";
import { Contracts } from "../../contracts/contracts.ts";
import { Cancelled } from "../../sides/work.ts";
import type { Texts } from "../support/twoSides.ts";
import { treeOf } from "../support/textTree.ts";

const head = 'import { z } from "zod";\n';

function breaksOf(base: Texts, left: Texts, right: Texts, proceed = (): void => undefined): Break[] {
  const [a, b] = [
    { ...base, ...left },
    { ...base, ...right },
  ];
  const paths = [...new Set([...Object.keys(a), ...Object.keys(b)])];
  const files = paths
    .map((path) => ({ path, base: base[path] ?? null, a: a[path] ?? null, b: b[path] ?? null }))
    .filter((file) => file.a !== file.base || file.b !== file.base);
  return new Contracts().breaks({ tree: treeOf(base), files, renames: { a: [], b: [] } }, proceed);
}

/** A schema that requires one field more on the left, and code of the right that sends it without. */
function withSchema(before: string, after: string, use: string, base: Texts = {}): Break[] {
  return breaksOf({ ...base, "s.ts": head + before }, { "s.ts": head + after }, { "use.ts": use });
}

function quickly(title: string, run: () => void): void {
  it(title, () => {
    const start = performance.now();
    run();
    assert.ok(performance.now() - start < 4000, "it takes too long");
  }).timeout(20_000);
}

describe("Hostile schemas", () => {
  quickly("end with schemas that contain each other through every spelling", () => {
    const cyclic = (more: string): string =>
      `export const A = z.object({ b: z.lazy(() => B)${more} });\nexport const B = z.object({ a: A, get self() { return B; } });\n` +
      "export const C = C.extend({ c: C.shape.c });\nexport const D = E.partial();\nexport const E = D.required();\n";
    const use =
      'import { A, B, C, D } from "./s";\nexport const x = [A.parse({ b: { a: {} } }), B.parse({}), C.parse({}), D.parse({})];\n';
    const found = withSchema(cyclic(""), cyclic(", n: z.string()"), use);
    assert.deepEqual(
      found.map(({ contract }) => contract),
      ["zod:s.ts#A"],
    );
  });

  quickly("end with modules that export each other in circles", () => {
    const circle = {
      "x.ts": 'export * from "./y";\nexport { N } from "./y";\n',
      "y.ts": 'export * from "./x";\nexport { N } from "./x";\n',
    };
    const use = 'import { M, N } from "./x";\nexport const m = [M.parse({}), N.parse({})];\n';
    assert.deepEqual(
      withSchema("export const S = z.object({});\n", "export const S = z.object({ a: z.string() });\n", use, circle),
      [],
    );
  });

  quickly("end with constants that double what they hold, a hundred times over", () => {
    const lines = Array.from({ length: 100 }, (_, n) => `const v${n + 1} = { l: v${n}, r: v${n}, ...v${n} };`);
    const schemas = Array.from(
      { length: 100 },
      (_, n) => `const s${n + 1} = z.object({ l: s${n}, r: s${n} }).or(s${n});`,
    );
    const before = `const s0 = z.string();\n${schemas.join("\n")}\nexport const S = s100;\n`;
    const use = `import { S } from "./s";\nconst v0 = { a: 1 };\n${lines.join("\n")}\nexport const x = S.parse(v100);\n`;
    withSchema(before, before.replace("z.string()", "z.number()"), use);
  });

  quickly("end with chains of thousands of calls and thousands of nested lists", () => {
    const chain = `export const S = z.string()${".min(1)".repeat(5000)};\nexport const T = ${"z.array(".repeat(3000)}z.string()${")".repeat(3000)};\n`;
    const use = `import { S, T } from "./s";\nexport const x = [S.parse("a"), T.parse(${"[".repeat(3000)}${"]".repeat(3000)})];\n`;
    withSchema(chain, chain.replace("z.string()", "z.string().max(0)"), use);
  });

  quickly("end with functions that call themselves for their schema", () => {
    const before =
      "export const f = (x: z.ZodType) => g(z.array(x));\nexport const g = (x: z.ZodType) => f(f(x));\nexport const S = f(z.string());\n";
    const use =
      'import { S, f } from "./s";\nexport const x = [S.parse(1), f(S).parse(2)];\nexport const h = (y: unknown) => h(h(y)).z;\n';
    withSchema(before, before.replace("z.string()", "z.number()"), use);
  });

  quickly("run no pattern that can take long", () => {
    const before = "export const S = z.string();\n";
    const after = "export const S = z.string().regex(/^(a+)+$/).regex(/(a*)*b/).regex(/^(?:a|a?)+$/);\n";
    assert.deepEqual(
      withSchema(before, after, `import { S } from "./s";\nexport const x = S.parse("${"a".repeat(60)}!");\n`),
      [],
    );
  });

  quickly("read names of Object.prototype as any others", () => {
    const before = "export const S = z.object({ constructor: z.string(), __proto__: z.string() });\n";
    const use =
      'import { S } from "./s";\nexport const x = S.parse({ constructor: "a", toString: 1 }).hasOwnProperty;\nexport const y = S.__proto__.valueOf();\n';
    withSchema(before, before.replace("constructor: z.string()", "constructor: z.number()"), use);
  });

  quickly("read a manifest that is cut off, that lists ten thousand packages, or that is a long line", () => {
    const many = JSON.stringify({
      dependencies: Object.fromEntries(Array.from({ length: 10_000 }, (_, n) => [`p${n}`, "^1.0.0"])),
    });
    const use = { "use.ts": 'import { a } from "p7";\nexport const x = a;\n' };
    const found = breaksOf({ "package.json": many }, { "package.json": many.replace(/\^1/g, "^2") }, use);
    assert.deepEqual(
      found.map(({ contract }) => contract),
      ["dep:package.json#p7"],
    );
    assert.deepEqual(breaksOf({ "package.json": many }, { "package.json": many.slice(0, 50) + '"' }, {}), []);
    const line = `dependencies = [${'"a>=1",'.repeat(50_000)}`;
    assert.deepEqual(
      breaksOf({ "pyproject.toml": `[project]\n${line}` }, { "pyproject.toml": `[project]\n${line}]` }, use),
      [],
    );
  });

  quickly("read settings that are nested too deeply", () => {
    const deep = "[".repeat(100_000);
    const base = { "package.json": deep, "tsconfig.json": deep };
    const use = 'import { S } from "@app/s";\nexport const x = S.parse({});\n';
    assert.deepEqual(withSchema("export const S = z.object({});\n", "export const S = z.string();\n", use, base), []);
    assert.deepEqual(breaksOf(base, { "package.json": `${deep} ` }, { "use.ts": use }), []);
  });

  quickly("follow a tsconfig that extends itself", () => {
    const list = JSON.stringify(Array.from({ length: 100 }, () => "./tsconfig"));
    const config = { "tsconfig.json": `{ "extends": ${list} }` };
    const use = 'import { S } from "@app/s";\nexport const x = S.parse({});\n';
    assert.deepEqual(
      withSchema("export const S = z.object({});\n", "export const S = z.object({ a: z.string() });\n", use, config),
      [],
    );
  });

  it("stop when they are told to", () => {
    const stop = (): never => {
      throw new Cancelled();
    };
    const [before, after] = [
      { "s.ts": `${head}export const S = z.string();\n` },
      { "s.ts": `${head}export const S = z.number();\n` },
    ];
    assert.throws(() => breaksOf(before, after, { "use.ts": 'import { S } from "./s";\n' }, stop), Cancelled);
  });

  it("say the same whichever side is first", () => {
    const [before, after] = ["export const S = z.object({});\n", "export const S = z.object({ a: z.string() });\n"].map(
      (text) => head + text,
    );
    const base = { "s.ts": before! };
    const [left, right] = [
      { "s.ts": after! },
      { "use.ts": 'import { S } from "./s";\nexport const x = S.parse({});\n' },
    ];
    const [one, other] = [breaksOf(base, left, right), breaksOf(base, right, left)];
    assert.equal(one.length, 1);
    assert.deepEqual(
      other,
      one.map((each) => ({ ...each, changer: "b" })),
    );
  });
});
