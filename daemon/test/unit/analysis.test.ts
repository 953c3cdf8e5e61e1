// The way to the analysis thread: order, urgency, what travels, and a thread that breaks.
import assert from "node:assert/strict";
import fs from "node:fs";
import os from "node:os";
import path from "node:path";
import { startAnalysis } from "../../analysis/analysis.ts";
import { createPack, createUnpack } from "../../syntax/factsOnTheWay.ts";
import { createFactsReader, readFacts } from "../../syntax/readFacts.ts";

/** A thread that answers each text with it as an error, and breaks where a text says so. */
const thread = `
const { parentPort } = require("node:worker_threads");
const read = ({ text }) => {
  if (text === "exit") process.exit(1);
  if (text === "throw") throw new Error("broken");
  return { language: null, symbols: [], error: text };
};
parentPort.on("message", ({ id, jobs }) => {
  if (jobs) parentPort.postMessage({ id, facts: jobs.map(read) });
});
`;

describe("The way to the analysis thread", () => {
  const file = path.join(fs.mkdtempSync(path.join(os.tmpdir(), "parley-thread-")), "thread.cjs");
  before(() => fs.writeFileSync(file, thread));

  const errors = (facts: { error: string | null }[]): (string | null)[] => facts.map(({ error }) => error);
  const jobs = (...texts: string[]): { path: string; text: string }[] => texts.map((text) => ({ path: "a.ts", text }));

  it("lets a save overtake a storm that waits", async () => {
    const analysis = startAnalysis(file, assert.fail, assert.fail);
    const done: string[] = [];
    const storm = analysis.read(jobs(...Array.from({ length: 9 }, (_, n) => `${n}`.repeat(70_000))), false);
    const save = analysis.read(jobs("save"), true);
    await Promise.all([storm.then(() => done.push("storm")), save.then(() => done.push("save"))]);
    assert.deepEqual(done, ["save", "storm"]);
    await analysis.close();
  });

  for (const how of ["exit", "throw"])
    it(`survives a text that brings the thread down (${how}), and says which`, async () => {
      const troubles: string[] = [];
      const analysis = startAnalysis(file, (sentence) => troubles.push(sentence), assert.fail);
      const facts = await analysis.read(
        [
          { path: "good.ts", text: "good" },
          { path: "bad.ts", text: how },
          { path: "also.ts", text: "also good" },
        ],
        false,
      );
      assert.deepEqual([errors(facts)[0], errors(facts)[2]], ["good", "also good"]);
      assert.match(errors(facts)[1]!, /stopped|ended/);
      assert.equal(troubles.length, 1);
      assert.match(troubles[0]!, /^The analysis of bad\.ts .*; the file counts as a path only\.$/);
      assert.deepEqual(errors(await analysis.read(jobs("next"), true)), ["next"]);
      await analysis.close();
    });

  it("gives up where no thread can run, and says why", async () => {
    const why = await new Promise<Error>((died) => startAnalysis(`${file}.missing`, assert.fail, died));
    assert.match(why.message, /^The analysis thread stopped: Cannot find module/);
  });

  it("carries the same facts, whatever changed since the last ones", () => {
    const [read, pack, unpack] = [createFactsReader(), createPack(), createUnpack()];
    const base = "export function a() {\n  return 1;\n}\nexport class B {\n  m() {}\n}\n";
    const texts = [base, base.replace("1", "2"), `// above\n${base}`, base.replace("class B", "class C"), "", base];
    for (const text of texts) {
      const arrived = unpack("a.ts", structuredClone(pack("a.ts", read("a.ts", text))));
      assert.deepEqual(arrived, readFacts("a.ts", text));
    }
  });

  it("carries little where little changed", () => {
    const [read, pack] = [createFactsReader(), createPack()];
    const text = Array.from({ length: 60 }, (_, n) => `export function f${n}() {\n  return ${n};\n}\n`).join("");
    pack("a.ts", read("a.ts", text));
    const { symbols } = pack("a.ts", read("a.ts", text.replace("return 30;", "return 31;")));
    assert.equal(symbols.filter((symbol) => typeof symbol !== "number").length, 1);
  });
});
