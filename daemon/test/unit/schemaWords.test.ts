// What is said of a use that a changed schema breaks: one sentence that names the field and what is so now.
import assert from "node:assert/strict";
import { Contracts } from "../../contracts/contracts.ts";
import { treeOf } from "../support/textTree.ts";

const head = 'import { z } from "zod";\nexport const S = ';

/** The reason why the use breaks. */
function reason(before: string, now: string, use: string): string | undefined {
  const [schema, text] = [`${head}${before};\n`, `import { S } from "./s";\nexport const x = ${use};\n`];
  const files = [
    { path: "s.ts", base: schema, a: `${head}${now};\n`, b: schema },
    { path: "use.ts", base: null, a: null, b: text },
  ];
  const work = { tree: treeOf({ "s.ts": schema }), files, renames: { a: [], b: [] } };
  return new Contracts().breaks(work, () => undefined)[0]?.reason;
}

const said: [before: string, now: string, use: string, reason: string][] = [
  ["z.object({})", "z.object({ id: z.string() })", "S.parse({})", "`id` is required now"],
  ["z.object({ id: z.string() })", "z.object({})", "S.parse(y).id", "`id` is no longer in the parsed value"],
  [
    "z.object({ id: z.string() })",
    "z.object({})",
    'S.parse({ id: "a" })',
    "`id` is dropped by parsing now, without an error",
  ],
  [
    "z.object({ id: z.string() })",
    "z.strictObject({})",
    'S.parse({ id: "a" })',
    "`id` is not a known key any more, and unknown keys are rejected",
  ],
  ["z.object({ n: z.number() })", "z.object({ n: z.string() })", "S.parse({ n: 1 })", "`n` must be a string now"],
  ["z.object({ n: z.number() })", "z.object({ n: z.object({}) })", "S.parse(y).n + 1", "`n` is an object now"],
  ['z.enum(["a", "b"])', 'z.enum(["a"])', 'S.parse("b")', 'the value can no longer be "b"'],
  ["z.array(z.string())", "z.array(z.string()).min(2)", 'S.parse(["a"])', "the value needs at least 2 entries now"],
  ["z.array(z.object({}))", "z.array(z.object({ id: z.string() }))", "S.parse([{}])", "`[0].id` is required now"],
  [
    "z.object({ id: z.string() })",
    "z.object({})",
    "S.pick({ id: true })",
    "the schema has no `id` any more, which .pick() names",
  ],
];

describe("The reason of a schema's break", () => {
  for (const [before, now, use, words] of said)
    it(`is "${words}"`, () => assert.equal(reason(before, now, use), words));

  it("is not there where nothing breaks", () => {
    assert.equal(reason("z.object({})", "z.object({ id: z.string().optional() })", "S.parse({})"), undefined);
  });
});
