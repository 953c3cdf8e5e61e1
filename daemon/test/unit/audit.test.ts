// The audit log: what is in it, that it shows every change made to it later, and that a crash loses nothing of it.
import assert from "node:assert/strict";
import fs from "node:fs";
import os from "node:os";
import path from "node:path";
import type { AuditEntry } from "../../../shared/model/audit.ts";
import { openAudit, readAudit, type Numbered } from "../../store/audit.ts";

let folder: string;
let file: string;

const entry = (ref: string, note?: string): AuditEntry => {
  const what = { event: "ack", from: "open", to: "acknowledged" } as const;
  return { at: "2026-01-02T03:04:05.000Z", repo: "r", ref, by: "ana@example.com", ...what, ...(note ? { note } : {}) };
};
const numbered = (...numbers: number[]): Numbered[] => numbers.map((n) => ({ n, entry: entry(`CF-${n}`) }));

async function write(...entries: Numbered[]): Promise<void> {
  const log = openAudit(file, () => false);
  await log.follow(entries);
  await log.close();
}

const all = (): ReturnType<typeof readAudit> => readAudit(file, () => true);
const refs = async (): Promise<string[]> => (await all()).entries.map(({ ref }) => ref);
const lines = (): string[] => fs.readFileSync(file, "utf8").split("\n").slice(0, -1);
const replace = (changed: string[]): void => fs.writeFileSync(file, changed.map((line) => `${line}\n`).join(""));

describe("The audit log", () => {
  beforeEach(() => {
    folder = fs.mkdtempSync(path.join(os.tmpdir(), "parley-audit-"));
    file = path.join(folder, "audit.jsonl");
  });

  it("holds each entry once, in order, over restarts", async () => {
    await write(...numbered(3, 7));
    await write(...numbered(3, 7, 9));
    const { entries, problems } = await all();
    assert.deepEqual([entries.map(({ n, ref }) => `${n} ${ref}`), problems], [["3 CF-3", "7 CF-7", "9 CF-9"], []]);
    assert.deepEqual(entries[0], { n: 3, ...entry("CF-3"), hash: entries[0]!.hash });
  });

  it("orders what came out of order, and keeps any text of a note", async () => {
    const note = '\u2028 ","hash":"\n\r"} \ud83d\ude00';
    await write({ n: 5, entry: entry("CF-5", note) }, { n: 4, entry: entry("CF-4") });
    const { entries, problems } = await all();
    assert.deepEqual([entries.map(({ n }) => n), entries[1]?.note, problems], [[4, 5], note, []]);
  });

  it("is readable by its owner alone, and empty where there is none", async () => {
    assert.deepEqual(await all(), { entries: [], problems: [] });
    await write(...numbered(1));
    assert.equal(fs.statSync(file).mode & 0o777, 0o600);
  });

  it("goes on behind a line that a crash tore", async () => {
    await write(...numbered(1, 2));
    const [first, second] = lines();
    fs.writeFileSync(file, `${first}\n${second!.slice(0, 50)}`);
    await write(...numbered(2, 3));
    assert.deepEqual([await refs(), (await all()).problems], [["CF-1", "CF-2", "CF-3"], []]);
  });

  it("goes on behind a line that somebody broke, and says which", async () => {
    await write(...numbered(1, 2));
    replace([lines()[0]!, "garbage"]);
    await write(...numbered(2, 3));
    const { entries, problems } = await all();
    assert.deepEqual(
      entries.map(({ n }) => n),
      [1, 2, 3],
    );
    assert.deepEqual(problems, ["Line 2 is no entry of the log."]);
  });

  for (const [what, change] of Object.entries({
    "a changed word": ([a, b, c]: string[]) => [a!, b!.replace("ana@", "bob@"), c!],
    "a changed last line": ([a, b, c]: string[]) => [a!, b!, c!.replace('"ack"', '"resolved"')],
    "a line left out": ([a, , c]: string[]) => [a!, c!],
    "lines in another order": ([a, b, c]: string[]) => [a!, c!, b!],
    "a line taken twice": ([a, b, c]: string[]) => [a!, b!, b!, c!],
    "a first line left out": ([, b, c]: string[]) => [b!, c!],
  }))
    it(`shows ${what}`, async () => {
      await write(...numbered(1, 2, 3));
      assert.deepEqual((await all()).problems, []);
      replace(change(lines()));
      assert.match((await all()).problems.join(), /^Line \d does not follow/);
    });

  it("takes what the disk refused with what comes next", async () => {
    const log = openAudit(file, () => fs.existsSync(path.join(folder, "full")));
    fs.writeFileSync(path.join(folder, "full"), "");
    await assert.rejects(log.follow(numbered(1)));
    assert.equal(log.last, 0);
    fs.rmSync(path.join(folder, "full"));
    await log.follow(numbered(2));
    await log.close();
    assert.deepEqual(await refs(), ["CF-1", "CF-2"]);
  });
});
