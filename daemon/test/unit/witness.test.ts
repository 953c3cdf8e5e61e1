// The witness: what it says, and that nothing makes it hang, fail or speak without cause.
import assert from "node:assert/strict";
import fc from "fast-check";
import type { Break } from "../../core/questions.ts";
import { linesOf, mergedText } from "../../merge/mergedText.ts";
import { Witness } from "../../witness/witness.ts";
import { Cancelled, type WorkFile } from "../../sides/work.ts";
import { triples } from "../support/mergeWork.ts";
import { treeOf } from "../support/textTree.ts";

type Texts = Record<string, string>;

const refund = "export function refund(id: string) {\n  return id.length;\n}\n";
const stricter = refund.replace("id: string", "id: string, amount: number");
const pay = 'import { refund } from "./refund";\nexport const pay = () => refund("r1");\n';

const witness = new Witness();

function workOf(base: Texts, a: Texts, b: Texts, removed: string[] = []) {
  const paths = [...new Set([...Object.keys(a), ...Object.keys(b), ...removed])].sort();
  const files = paths.map((file): WorkFile => {
    const before = base[file] ?? null;
    return { path: file, base: before, a: removed.includes(file) ? null : (a[file] ?? before), b: b[file] ?? before };
  });
  return { tree: treeOf(base), files, renames: { a: [], b: [] } };
}

function breaks(base: Texts, a: Texts, b: Texts, removed?: string[]): Break[] {
  return witness.breaks(workOf(base, a, b, removed), () => undefined);
}

function named(found: Break[]): string[] {
  return found.map(({ contract, changer, uses }) =>
    [contract, changer, ...uses.map(({ error }) => error?.code)].join(" "),
  );
}

describe("The witness", function () {
  this.timeout(20_000);

  it("tells the contract, who changed it, and the place and the compiler's words on the other side", () => {
    const [found] = breaks({ "src/refund.ts": refund }, { "src/refund.ts": stricter }, { "src/pay.ts": pay });
    assert.equal(found!.contract, "sym:ts:src/refund.ts#refund");
    assert.equal(found!.changer, "a");
    assert.deepEqual(found!.uses, [
      {
        ...{ subject: "sym:ts:src/pay.ts#pay", path: "src/pay.ts" },
        range: { start: { line: 1, character: 25 }, end: { line: 1, character: 31 } },
        error: { code: 2554, message: "Expected 2 arguments, but got 1." },
      },
    ]);
  });

  it("says the same the other way round", () => {
    const [base, a, b] = [{ "src/refund.ts": refund }, { "src/refund.ts": stricter }, { "src/pay.ts": pay }];
    assert.deepEqual(named(breaks(base, b, a)), ["sym:ts:src/refund.ts#refund b 2554"]);
  });

  it("finds what breaks in a file that nobody changed", () => {
    const base = {
      "src/left.ts": "export const left = (): number | string => 1;\n",
      "src/right.ts": "export const right = (n: number | string | boolean) => n;\n",
      "src/both.ts":
        'import { left } from "./left";\nimport { right } from "./right";\nexport const both = right(left());\n',
    };
    const a = { "src/left.ts": "export const left = (): number | boolean => 1;\n" };
    const b = { "src/right.ts": "export const right = (n: number | string) => n;\n" };
    const [found, ...others] = breaks(base, a, b);
    assert.equal(found?.uses[0]?.path, "src/both.ts");
    assert.deepEqual(others, []);
  });

  it("reads a text of the merge where both sides edit one file", () => {
    const lines = "\nexport const a = 1;\nexport const b = 2;\nexport const c = 3;\n";
    const base = { "src/refund.ts": refund + lines };
    const b = { "src/refund.ts": `${refund}${lines}export const pay = () => refund("r1");\n` };
    const [found] = breaks(base, { "src/refund.ts": stricter + lines }, b);
    assert.deepEqual(found?.uses[0]?.range.start, { line: 7, character: 25 });
  });

  it("gives up when told to, and answers the next question", () => {
    const work = workOf({ "src/refund.ts": refund }, { "src/refund.ts": stricter }, { "src/pay.ts": pay });
    let left = 5;
    const proceed = (): void => {
      if (left-- === 0) throw new Cancelled();
    };
    assert.throws(() => witness.breaks(work, proceed), Cancelled);
    assert.equal(witness.breaks(work, () => undefined).length, 1);
  });

  it("is not led around by modules, types and configurations that go in circles", () => {
    const base = {
      "tsconfig.json": '{ "extends": "./other.json", "compilerOptions": { "strict": true } }',
      "other.json": '{ "extends": "./tsconfig.json" }',
      "src/index.ts": 'export * from "./index";\nexport * from "./refund";\n',
      "src/refund.ts": `import type { Pay } from "./pay";\nexport type Refund = { of: Pay };\n${refund}`,
      "src/pay.ts": 'import type { Refund } from "./refund";\nexport type Pay = { back: Refund };\n',
    };
    const a = { "src/refund.ts": base["src/refund.ts"].replace("id: string", "id: string, amount: number") };
    const b = { "src/new.ts": 'import { refund } from ".";\nexport const pay = refund("r1");\n' };
    assert.deepEqual(named(breaks(base, a, b)), ["sym:ts:src/refund.ts#refund a 2554"]);
  });

  it("reads a configuration that extends a missing or damaged one as far as it goes", () => {
    const base = {
      "tsconfig.json": '{ "extends": "./gone.json", "compilerOptions": { "paths": { "@/*": ["./src/*"] }, ',
    };
    const b = { "app/pay.ts": pay.replace("./refund", "@/refund") };
    const found = breaks({ ...base, "src/refund.ts": refund }, { "src/refund.ts": stricter }, b);
    assert.deepEqual(named(found), ["sym:ts:src/refund.ts#refund a 2554"]);
  });

  it("says nothing of brackets nested by the thousand", () => {
    const nested = `export const deep = ${"[".repeat(5000)}${"]".repeat(5000)};\n`;
    const quiet = (): Break[] => {
      try {
        return breaks({ "src/refund.ts": refund }, { "src/refund.ts": `${refund}${nested}` }, { "src/pay.ts": pay });
      } catch (failure) {
        assert.ok(failure instanceof RangeError, String(failure));
        return [];
      }
    };
    assert.deepEqual(quiet(), []);
  });

  it("checks the types of JavaScript only where somebody wants it", () => {
    const base = { "src/refund.js": "/** @param {string} id */\nexport function refund(id) { return id; }\n" };
    const a = { "src/refund.js": base["src/refund.js"].replace("string", "number") };
    const use = 'import { refund } from "./refund.js";\nexport const pay = refund("r1");\n';
    assert.deepEqual(breaks(base, a, { "src/pay.js": use }), []);
    assert.equal(breaks(base, a, { "src/pay.js": `// @ts-check\n${use}` }).length, 1);
    const config = { "tsconfig.json": '{ "compilerOptions": { "allowJs": true, "checkJs": true } }' };
    assert.equal(breaks({ ...base, ...config }, a, { "src/pay.js": use }).length, 1);
  });

  it("sees a stricter configuration meet new code", () => {
    const config = (strict: boolean): Texts => ({ "tsconfig.json": `{ "compilerOptions": { "strict": ${strict} } }` });
    const found = breaks(config(false), config(true), { "src/pay.ts": "export const pay = (id) => id;\n" });
    assert.deepEqual(named(found), ["path:tsconfig.json a 7006"]);
  });

  it("does not say again what both sides declare under one name", () => {
    const a = { "src/a.ts": "export const one = 1;\n\n\n\nexport const two = 2;\n" };
    const b = { "src/a.ts": "export const one = 1;\nexport const more = 3;\n\n\n\nexport const two = 2;\n" };
    const both = { "src/a.ts": `${a["src/a.ts"]}export const more = 4;\n` };
    assert.deepEqual(breaks(a, both, b), []);
  });
});

describe("A merged text", () => {
  it("has each of its lines from where it says, and where nothing clashes is the same for both orders", () => {
    const other = { a: "b", b: "a" } as const;
    fc.assert(
      fc.property(triples, fc.constantFrom("a" as const, "b" as const), ([base, a, b], preferred) => {
        const merged = mergedText(base, a, b, preferred);
        const [lines, ofA, ofB] = [linesOf(merged.text), linesOf(a), linesOf(b)];
        lines.forEach((line, at) => {
          const [inA, inB] = [merged.a[at]!, merged.b[at]!];
          assert.ok(inA >= 0 || inB >= 0);
          if (inA >= 0) assert.equal(ofA[inA], line);
          if (inB >= 0) assert.equal(ofB[inB], line);
        });
        if (!merged.clashes) assert.equal(mergedText(base, b, a, other[preferred]).text, merged.text);
        assert.equal(mergedText(base, a, base, preferred).text, a);
      }),
      { numRuns: 2000 },
    );
  });
});
