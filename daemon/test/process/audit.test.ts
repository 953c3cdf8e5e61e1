// Who did what to a conflict can be looked up later, with proof that nobody changed it, and notes are sealed on disk.
import assert from "node:assert/strict";
import fs from "node:fs";
import path from "node:path";
import type { AuditEntry, AuditReading } from "../../../shared/model/audit.ts";
import type { Conflict } from "../../../shared/model/conflict.ts";
import { openStore } from "../../store/store.ts";
import { gitScene, type GitScene } from "../gitScene.ts";
import { ask, connect, newHome, parley, startDaemon, type RealDaemon } from "../realDaemon.ts";

const base = "export function f(a: number) {\n  return a;\n}\n";
const note = "after the release of \u2028 Ana's \ud83d\ude00 branch";

async function clash(daemon: RealDaemon, scene: GitScene): Promise<string> {
  const client = await connect(daemon, [scene.main]);
  const live = await client.until("the clash", (all) => all.some(({ kind }) => kind === "symbol_overlap"));
  client.close();
  return live.find(({ kind }) => kind === "symbol_overlap")!.ref;
}

const filesIn = (home: string): string[] => fs.readdirSync(home).map((name) => path.join(home, name));

describe("the audit log of a daemon", () => {
  let scene: GitScene;
  let home: string;
  let daemon: RealDaemon;
  let ref: string;

  before(async () => {
    scene = gitScene({ "f.ts": base });
    const theirs = scene.worktree("other");
    scene.write(scene.main, "f.ts", base.replace("return a", "return a + 1"));
    scene.write(theirs, "f.ts", base.replace("return a", "return a + 2"));
    home = newHome();
    daemon = await startDaemon(home);
    ref = await clash(daemon, scene);
    await ask(daemon, "POST", `/v1/conflicts/${ref}/actions`, { action: "will_rebase", note });
    await daemon.kill();
    daemon = await startDaemon(home);
  });

  after(async () => {
    await daemon.stop();
    scene.remove();
  });

  it("names actor, time and note of each change, also after a kill", async () => {
    const { body } = await ask<AuditReading>(daemon, "GET", `/v1/audit?ref=${ref}`);
    assert.deepEqual(
      body.entries.map(({ event, from, to, by, note }) => ({ event, from, to, by, note })),
      [
        { event: "found", from: null, to: "open", by: "parley", note: undefined },
        { event: "will_rebase", from: "open", to: "resolving", by: body.entries[1]!.by, note },
      ],
    );
    assert.deepEqual(body.problems, []);
    const { body: conflict } = await ask<Conflict>(daemon, "GET", `/v1/conflicts/${ref}`);
    assert.equal(conflict.history.at(-1)?.note, note);
    assert.deepEqual(
      body.entries.map(({ at }) => at),
      conflict.history.map(({ at }) => at),
    );
  });

  it("has one entry for each change of each conflict", async () => {
    const { body } = await ask<AuditReading>(daemon, "GET", "/v1/audit");
    const { body: all } = await ask<{ conflicts: Conflict[] }>(daemon, "GET", "/v1/conflicts?status=all");
    const expected = all.conflicts.flatMap(({ ref, history }) => history.map(({ event }) => `${ref} ${event}`));
    assert.deepEqual(body.entries.map(({ ref, event }) => `${ref} ${event}`).sort(), expected.sort());
  });

  it("holds no note in the clear, nor does any other file of the state folder", () => {
    const plain = filesIn(home).filter((file) => fs.readFileSync(file, "utf8").includes("after the release"));
    assert.deepEqual(plain, []);
    for (const name of ["audit.jsonl", "key.json"])
      assert.equal(fs.statSync(path.join(home, name)).mode & 0o777, 0o600, name);
  });

  it("refuses what is no reference, and has nothing of a conflict that never was", async () => {
    const malformed = await ask<{ detail: string }>(daemon, "GET", "/v1/audit?ref=CF-x");
    assert.deepEqual([malformed.status, malformed.body.detail], [400, "A conflict is written CF-9."]);
    assert.deepEqual((await ask<AuditReading>(daemon, "GET", "/v1/audit?ref=CF-99")).body.entries, []);
  });

  it("is listed and tried on the command line, which tells a change of it", async () => {
    const listed = await parley(home, ["audit", ref], scene.main);
    assert.match(
      listed.stdout,
      new RegExp(`${ref}  found → open  by parley\n.*${ref}  will_rebase → resolving  by .*Ana's`),
    );
    const good = await parley(home, ["audit", "--verify"], scene.main);
    assert.deepEqual([good.code, good.stdout], [0, "The audit log is as it was written.\n"]);
    const file = path.join(home, "audit.jsonl");
    const before = fs.readFileSync(file, "utf8");
    fs.writeFileSync(file, before.replace('"will_rebase"', '"ack"'));
    const bad = await parley(home, ["audit", "--verify"], scene.main);
    fs.writeFileSync(file, before);
    assert.deepEqual([bad.code, bad.stderr], [1, "The audit log is not as it was written.\n"]);
    assert.match(bad.stdout, /^Line \d+ does not follow from the one before it/);
  });
});

describe("the audit log of a store", () => {
  const what = { by: "parley", event: "found", from: null, to: "open" } as const;
  const entry = (n: number): AuditEntry => ({ at: "2026-01-02T03:04:05.000Z", repo: "r", ref: `CF-${n}`, ...what });
  const open = (home: string) => openStore(home, () => false);
  const save = async (home: string, ...numbers: number[]): Promise<void> => {
    const store = await open(home);
    for (const n of numbers) await store.save([{ type: "audit", entry: entry(n) }]);
    await store.close();
  };
  const refs = async (home: string): Promise<string[]> => {
    const store = await open(home);
    const { entries, problems } = await store.audit(() => true);
    await store.close();
    assert.deepEqual(problems, []);
    return entries.map(({ ref }) => ref);
  };

  it("gets at the next start what a crash kept from it, at any byte of its last line", async () => {
    const home = newHome();
    await save(home, 1, 2, 3);
    const file = path.join(home, "audit.jsonl");
    const whole = fs.readFileSync(file);
    for (let end = whole.lastIndexOf("\n", whole.length - 2); end <= whole.length; end += 7) {
      fs.writeFileSync(file, whole.subarray(0, end));
      assert.deepEqual(await refs(home), ["CF-1", "CF-2", "CF-3"], `cut at byte ${end}`);
    }
    fs.rmSync(file);
    assert.deepEqual(await refs(home), ["CF-1", "CF-2", "CF-3"]);
  });

  it("goes on where all else was removed", async () => {
    const home = newHome();
    await save(home, 1, 2);
    for (const file of filesIn(home)) if (!file.endsWith("audit.jsonl")) fs.rmSync(file);
    await save(home, 3);
    assert.deepEqual(await refs(home), ["CF-1", "CF-2", "CF-3"]);
  });

  it("tells that entries were taken from its end once the journal no longer has them", async () => {
    const home = newHome();
    await save(home, 1, 2);
    const file = path.join(home, "audit.jsonl");
    const [first] = fs.readFileSync(file, "utf8").split("\n");
    // What is unreadable makes a snapshot at once, and the journal goes.
    fs.appendFileSync(path.join(home, "journal-1.jsonl"), "garbage\n");
    await save(home);
    fs.writeFileSync(file, `${first}\n`);
    const store = await open(home);
    assert.deepEqual(store.troubles, ["audit.jsonl has lost entries that were in it: the rest was kept."]);
    await store.close();
    await save(home, 3);
    assert.deepEqual(await refs(home), ["CF-1", "CF-3"]);
  });

  it("says that a note cannot be read once its key is gone, and goes on with another key", async () => {
    const home = newHome();
    const store = await open(home);
    await store.save([{ type: "audit", entry: { ...entry(1), note } }]);
    assert.equal((await store.audit(() => true)).entries[0]?.note, note);
    await store.close();
    fs.writeFileSync(path.join(home, "key.json"), "{");
    const again = await open(home);
    assert.deepEqual(again.troubles, [
      "The unreadable key.json was set aside as key.json.damaged-1; the rest was kept.",
    ]);
    await again.save([{ type: "audit", entry: { ...entry(2), note } }]);
    const notes = (await again.audit(() => true)).entries.map((each) => each.note);
    assert.deepEqual(notes, ["(This note cannot be read: its key is gone.)", note]);
    await again.close();
  });
});
