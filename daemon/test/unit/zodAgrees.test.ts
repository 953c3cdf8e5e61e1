// The model of zod against zod itself: what the model says that a schema refuses or lets in, zod does.
import assert from "node:assert/strict";
import { runInThisContext } from "node:vm";
import fc from "fast-check";
import { z } from "zod";
import { z as z3 } from "zod/v3";
import { moduleIn, worldOf } from "../../contracts/modules/world.ts";
import { verdictOn } from "../../contracts/zod/accepts.ts";
import { Evaluator } from "../../contracts/zod/evaluator.ts";
import { topOf } from "../../contracts/zod/scope.ts";
import { Values } from "../../contracts/zod/values.ts";
import { valueOf } from "../../contracts/modules/module.ts";

const { schemas } = fc.letrec<{ schemas: string }>((tie) => ({
  schemas: fc.oneof(
    { maxDepth: 3, depthSize: "small" },
    leaf(),
    fc.tuple(fields(tie("schemas")), ending()).map(([own, end]) => `z.object({ ${own} })${end}`),
    tie("schemas").map((inner) => `z.array(${inner})`),
    tie("schemas").map((inner) => `${inner}.nullable()`),
    tie("schemas").map((inner) => `${inner}.optional()`),
    fc.tuple(tie("schemas"), tie("schemas")).map(([one, other]) => `z.union([${one}, ${other}])`),
    fc.tuple(fields(tie("schemas")), fields(tie("schemas"))).map(([a, b]) => `z.object({ ${a} }).extend({ ${b} })`),
    tie("schemas").map((inner) => `z.record(z.string(), ${inner})`),
  ),
}));

function leaf(): fc.Arbitrary<string> {
  return fc.constantFrom(
    ...["z.string()", "z.string().min(2)", "z.string().max(3)", "z.string().email()", "z.string().trim().length(1)"],
    ...["z.number()", "z.number().int()", "z.number().min(2)", "z.number().positive()", "z.number().multipleOf(2)"],
    ...["z.boolean()", "z.null()", 'z.enum(["a", "b"])', 'z.literal("a")', "z.literal(1)", "z.any()"],
    ...['z.string().default("d")', "z.number().catch(1)", "z.coerce.number()", "z.string().regex(/^a/)"],
    ...['z.discriminatedUnion("a", [z.object({ a: z.literal("a") }), z.object({ a: z.literal("b"), b: z.number() })])'],
  );
}

function ending(): fc.Arbitrary<string> {
  return fc.constantFrom("", "", ".strict()", ".passthrough()", ".partial()", ".required()", ".catchall(z.number())");
}

function fields(inner: fc.Arbitrary<string>): fc.Arbitrary<string> {
  return fc.dictionary(fc.constantFrom("a", "b", "c"), inner, { maxKeys: 3, noNullPrototype: true }).map((all) =>
    Object.entries(all)
      .map(([name, schema]) => `${name}: ${schema}`)
      .join(", "),
  );
}

const { values } = fc.letrec<{ values: unknown }>((tie) => ({
  values: fc.oneof(
    { maxDepth: 3, depthSize: "small" },
    fc.constantFrom("", "a", "b", "abcd", "a@b.co", 1, 2, 2.5, -3, true, null),
    fc.dictionary(fc.constantFrom("a", "b", "c", "d"), tie("values"), { maxKeys: 3, noNullPrototype: true }),
    fc.array(tie("values"), { maxLength: 2 }),
  ),
}));

interface Built {
  safeParse(value: unknown): { success: boolean };
}

/** What the model says: refused for certain, let in for certain, or not known. */
function judged(schema: string, value: unknown, version: 3 | 4): "refused" | "let in" | "unknown" {
  const manifest = JSON.stringify({ dependencies: { zod: `^${version}.0.0` } });
  const text = `import { z } from "zod";\nexport const S = ${schema};\nexport const v = ${JSON.stringify(value)};\n`;
  const files: Record<string, string> = { "a.ts": text, "package.json": manifest };
  const tree = {
    read: (path: string) => files[path] ?? null,
    isFile: (path: string) => path in files,
    files: () => Object.keys(files),
  };
  const module = moduleIn(tree, "a.ts")!;
  const evaluator = new Evaluator(worldOf(tree), { isChanged: () => false, isZod3: () => version === 3 });
  const scope = topOf(module);
  const [S, v] = ["S", "v"].map((name) => valueOf(module.values.get(name)!)!);
  const verdict = verdictOn(evaluator.schema(S, scope), new Values(evaluator).of(v!, scope), "parse");
  if (verdict.issues.some(({ isLoss }) => !isLoss)) return "refused";
  return verdict.unknown.length > 0 ? "unknown" : "let in";
}

describe("The model of zod", () => {
  for (const [version, zod] of [
    [4, z],
    [3, z3],
  ] as const)
    it(`refuses what zod ${version} refuses, and lets in what it lets in`, () => {
      const build = (schema: string): Built =>
        (runInThisContext(`(z) => ${schema}`) as (from: typeof zod) => Built)(zod);
      fc.assert(
        fc.property(schemas, values, (schema, value) => {
          const found = judged(schema, value, version);
          if (found === "unknown") return;
          const { success } = build(schema).safeParse(value);
          assert.equal(found, success ? "let in" : "refused", `${schema} of ${JSON.stringify(value)}`);
        }),
        { numRuns: 1500 },
      );
    }).timeout(60_000);
});
