// Which facts the watching thread reads by itself, and that they are those of any other reading.
import assert from "node:assert/strict";
import { createUnpack } from "../../syntax/factsOnTheWay.ts";
import { readFacts } from "../../syntax/readFacts.ts";
import type { Observation, WorktreeEvent } from "../../worktree/observations.ts";
import { SavedFacts } from "../../worktree/savedFacts.ts";
import { withinTime } from "../../worktree/withinTime.ts";
import { waitFor } from "../waitFor.ts";

const text = "export function f(a: number) {\n  return a;\n}\n";

function saved(path: string, now: string, change: Partial<Observation> = {}): Observation {
  return { path, base: null, head: { blob: now, content: { kind: "text", text: now } }, touchedAt: 0, ...change };
}

function event(...observations: Observation[]): WorktreeEvent {
  return { type: "files_observed", path: "/repo", observations };
}

describe("Facts of a save, read by the watching thread", () => {
  let facts: SavedFacts;
  beforeEach(async () => {
    facts = new SavedFacts();
    await facts.load();
  });

  it("are those of a reading from nothing, save after save", () => {
    const unpack = createUnpack();
    for (const now of [text, text.replace("number", "string"), `// above\n${text}`, text]) {
      const [read] = facts.of(event(saved("a.ts", now)))!;
      assert.deepEqual(unpack("a.ts", structuredClone(read!)), readFacts("a.ts", now));
    }
  });

  it("leave out a file that is gone, as in its base, no text, or long", () => {
    const others = [
      saved("a.ts", text, { head: null }),
      saved("b.ts", text, { base: { blob: text } }),
      saved("c.ts", text, { head: { blob: "1", content: { kind: "opaque", why: "binary" } } }),
      saved("d.ts", text.repeat(2000)),
    ];
    assert.deepEqual(facts.of(event(...others)), [null, null, null, null]);
  });

  it("are not read for a storm, for a scan, and before the parser is there", () => {
    const many = Array.from({ length: 9 }, (_, n) => saved(`${n}.ts`, text));
    assert.equal(facts.of(event(...many)), undefined);
    assert.equal(facts.of({ type: "checkout_scanned", path: "/repo", observations: [saved("a.ts", text)] }), undefined);
    assert.equal(new SavedFacts().of(event(saved("a.ts", text))), undefined);
  });

  it("wait for the grammar of a language", async () => {
    const read = (): unknown => facts.of(event(saved("a.py", "def f():\n    return 1\n")))![0];
    await waitFor("the grammar", () => Promise.resolve(read() ?? null), 30_000);
    assert.equal((read() as { symbols: unknown[] }).symbols.length, 1);
  });
});

describe("Work within a time", () => {
  it("gives its result, or its failure", () => {
    assert.deepEqual(
      withinTime(1000, () => ({ a: 1 })),
      { a: 1 },
    );
    assert.throws(() => withinTime(1000, () => assert.fail("own")), /own/);
  });

  it("ends when it would not end, and lets the next one run", () => {
    const endless = (): never => {
      for (;;) Math.random();
    };
    assert.equal(withinTime(50, endless), null);
    assert.equal(
      withinTime(1000, () => 2),
      2,
    );
  });
});
