// An answered action is on disk: after a kill at any moment it stands, and no damage of a file loses the rest.
import assert from "node:assert/strict";
import { execFileSync } from "node:child_process";
import fs from "node:fs";
import path from "node:path";
import { mock } from "node:test";
import type { Action, Conflict } from "../../../shared/model/conflict.ts";
import type { DaemonStatus } from "../../../shared/protocol/status.ts";
import type { StateRecord } from "../../core/state.ts";
import { openStore } from "../../store/store.ts";
import { gitScene, type GitScene } from "../gitScene.ts";
import { ask, connect, newHome, startDaemon, type RealDaemon } from "../realDaemon.ts";

const kills = 100;
const base = "export function f(a: number) {\n  return a;\n}\n";
const statusAfter: Partial<Record<Action, string>> = { ack: "acknowledged", will_rebase: "resolving" };

async function liveOverlap(daemon: RealDaemon): Promise<Conflict> {
  const client = await connect(daemon, null);
  const live = await client.until("the clash", (all) => all.some(({ kind }) => kind === "symbol_overlap"));
  client.close();
  return live.find(({ kind }) => kind === "symbol_overlap")!;
}

function clashingScene(): GitScene {
  const scene = gitScene({ "f.ts": base });
  const theirs = scene.worktree("other");
  scene.write(scene.main, "f.ts", base.replace("return a", "return a + 1"));
  scene.write(theirs, "f.ts", base.replace("return a", "return a + 2"));
  return scene;
}

async function onSmallDisk(folder: string, size: string, work: () => Promise<void>): Promise<void> {
  execFileSync("mount", ["-t", "tmpfs", "-o", `size=${size}`, "tmpfs", folder]);
  try {
    await work();
  } finally {
    execFileSync("umount", [folder]);
  }
}

/** Fills the file system of `file` to its last byte. */
function fillDisk(file: string): void {
  const fd = fs.openSync(file, "w");
  try {
    for (const block = Buffer.alloc(4096, 32); ;) fs.writeSync(fd, block);
  } catch (failure) {
    assert.equal((failure as NodeJS.ErrnoException).code, "ENOSPC");
  } finally {
    fs.closeSync(fd);
  }
}

describe("an answered action", () => {
  it(`stands after ${kills} kills at random moments`, async function () {
    this.timeout(300_000);
    const scene = clashingScene();
    const home = newHome();
    let daemon = await startDaemon(home);
    await ask(daemon, "POST", "/v1/watch", { path: scene.main });
    const { ref } = await liveOverlap(daemon);
    // What was only detected is written down after it was shown; an answer tells that it is there.
    assert.equal((await ask(daemon, "POST", `/v1/conflicts/${ref}/actions`, { action: "ack" })).status, 200);
    let answered: Action | null = "ack";
    for (let kill = 0; kill < kills; kill++) {
      const deadline = Date.now() + Math.random() * 40;
      let underWay: Action | null = null;
      const work = (async () => {
        for (let n = 0; ; n++) {
          underWay = n % 2 === 0 ? "ack" : "will_rebase";
          const { status } = await ask(daemon, "POST", `/v1/conflicts/${ref}/actions`, { action: underWay });
          if (status === 200) answered = underWay;
        }
      })().catch(() => undefined);
      await new Promise((later) => setTimeout(later, Math.max(0, deadline - Date.now())));
      await daemon.kill();
      await work;
      daemon = await startDaemon(home);
      const after = (await ask<Conflict>(daemon, "GET", `/v1/conflicts/${ref}`)).body;
      // The one under way may or may not have been written; the answered one must have been.
      const possible: (Action | null)[] = [answered, underWay];
      const allowed = possible.map((action) => (action ? statusAfter[action] : "open"));
      assert.ok(allowed.includes(after.status), `kill ${kill}: ${after.status}, allowed ${allowed.join()}`);
      answered = after.status === "open" ? null : after.status === "resolving" ? "will_rebase" : "ack";
    }
    await daemon.stop();
    scene.remove();
  });

  it("was synced before it was answered", async () => {
    const scene = clashingScene();
    const home = newHome();
    const trace = path.join(home, "trace");
    const tracer = [
      "strace",
      "-f",
      "-y",
      "-s",
      "100000",
      "-e",
      "trace=write,writev,pwrite64,fdatasync,fsync,sendto,sendmsg",
      "-o",
      trace,
    ];
    const daemon = await startDaemon(home, { before: tracer });
    await ask(daemon, "POST", "/v1/watch", { path: scene.main });
    const { ref } = await liveOverlap(daemon);
    assert.equal((await ask(daemon, "POST", `/v1/conflicts/${ref}/actions`, { action: "ack" })).status, 200);
    await daemon.stop();
    const calls = fs.readFileSync(trace, "utf8").split("\n");
    const isWrite = (call: string): boolean => /write(v|64)?\(/.test(call) && call.includes("journal-1.jsonl");
    const written = calls.findIndex((call) => isWrite(call) && call.includes("acknowledged"));
    const synced = calls.findIndex((call, index) => index > written && /fdatasync/.test(call) && / = 0$/.test(call));
    const answered = calls.findLastIndex((call) => /TCP|socket/.test(call) && call.includes("200 OK"));
    assert.ok(written >= 0, "the action was written");
    assert.ok(synced > written, "the journal was synced after the write");
    assert.ok(answered > synced, "the answer went out after the sync");
    scene.remove();
  });
});

describe("the store", () => {
  const record = (n: number): StateRecord => ({ type: "watch", path: `/checkout-${n}`, watched: true, at: n });
  const open = (home: string) => openStore(home, () => false);

  async function written(count: number): Promise<string> {
    const home = newHome();
    const store = await open(home);
    for (let n = 0; n < count; n++) await store.save([record(n)]);
    await store.close();
    return home;
  }

  it("loses only the last record where the journal ends at any byte of it", async () => {
    const home = await written(3);
    const file = path.join(home, "journal-1.jsonl");
    const whole = fs.readFileSync(file);
    const lastStart = whole.lastIndexOf("\n", whole.length - 2) + 1;
    for (let end = lastStart; end <= whole.length; end++) {
      fs.writeFileSync(file, whole.subarray(0, end));
      const store = await open(home);
      const expected = end === whole.length ? 3 : 2;
      assert.equal(store.records.length, expected, `cut at byte ${end}`);
      await store.save([record(9)]);
      await store.close();
      const again = await open(home);
      assert.equal(again.records.length, expected + 1, `written after the cut at byte ${end}`);
      await again.close();
    }
  });

  it("sets a damaged line aside, says so, and keeps the others", async () => {
    const home = await written(3);
    const file = path.join(home, "journal-1.jsonl");
    const lines = fs.readFileSync(file, "utf8").split("\n");
    fs.writeFileSync(file, [lines[0], "{damaged", lines[2], ""].join("\n"));
    const store = await open(home);
    assert.deepEqual(
      store.records.map((each) => each.type === "watch" && each.path),
      ["/checkout-0", "/checkout-2"],
    );
    assert.match(store.troubles[0]!, /1 unreadable lines? of journal-1\.jsonl was set aside/);
    await store.close();
    const again = await open(home);
    assert.deepEqual([again.troubles, again.records.length], [[], 2]);
    await again.close();
  });

  it("falls back to the snapshot before when the last one is damaged", async () => {
    const home = await written(3);
    const lines = fs.readFileSync(path.join(home, "journal-1.jsonl"), "utf8");
    const snapshot = { schema: 1, upTo: 0, records: [record(7)] };
    fs.writeFileSync(path.join(home, "state.json.bak"), JSON.stringify(snapshot));
    fs.writeFileSync(path.join(home, "state.json"), "{");
    fs.writeFileSync(path.join(home, "journal-1.jsonl"), lines);
    const store = await open(home);
    assert.equal(store.records.length, 4);
    assert.match(store.troubles[0]!, /state\.json was set aside as state\.json\.damaged-1/);
    await store.close();
  });

  it("stays small: a long journal becomes a snapshot, and nothing is lost on the way", async function () {
    this.timeout(60_000);
    const home = newHome();
    const store = await open(home);
    const long = "x".repeat(20_000);
    for (let n = 0; n < 600; n++)
      await store.save([{ ...record(n % 10), path: `/checkout-${n % 10}/${long}` } as StateRecord]);
    await store.close();
    const size = fs.readdirSync(home).reduce((sum, name) => sum + fs.statSync(path.join(home, name)).size, 0);
    assert.ok(size < 9 << 20, `${size} bytes`);
    const again = await open(home);
    assert.equal(again.records.length, 10);
    await again.close();
  });

  it("refuses the state of a newer version and leaves it as it is", async () => {
    const home = newHome();
    const newer = JSON.stringify({ schema: 99, upTo: 0, records: [] });
    fs.writeFileSync(path.join(home, "state.json"), newer);
    await assert.rejects(open(home), /of a newer Parley/);
    assert.equal(fs.readFileSync(path.join(home, "state.json"), "utf8"), newer);
  });

  it("writes nothing into the files of a daemon that took over, and still closes", async () => {
    const home = newHome();
    let lost = false;
    const former = await openStore(home, () => lost);
    await former.save([record(1)]);
    lost = true;
    const next = await open(home);
    await next.save([record(2)]);
    await assert.rejects(former.save([record(3)]), /another daemon has taken over/);
    await former.close();
    await next.close();
    const again = await open(home);
    assert.deepEqual(
      again.records.map((each) => each.type === "watch" && each.at),
      [1, 2],
    );
    await again.close();
  });

  it("sets malformed records of snapshot and journal aside, says so, and keeps the others", async () => {
    const home = await written(2);
    const journal = path.join(home, "journal-1.jsonl");
    const half = { type: "conflict", conflict: { repo: "r", ref: "CF-1", key: "k" } };
    const lines = [{ n: 3, record: half }, { n: "4", record: record(4) }, { n: 5, record: null }, { n: 6 }];
    fs.appendFileSync(journal, lines.map((line) => `${JSON.stringify(line)}\n`).join(""));
    const records = [null, record(7), half, { type: "watch", path: 5, watched: true, at: 0 }, { type: "nonsense" }];
    fs.writeFileSync(path.join(home, "state.json"), JSON.stringify({ schema: 1, upTo: 0, records }));
    const store = await open(home);
    assert.deepEqual(
      store.records.map((each) => each.type === "watch" && each.path),
      ["/checkout-7", "/checkout-0", "/checkout-1"],
    );
    assert.deepEqual(store.troubles, [
      "4 unreadable records of state.json was set aside as state.json.damaged-1; the rest was kept.",
      "4 unreadable lines of journal-1.jsonl was set aside as journal-1.jsonl.damaged-1; the rest was kept.",
    ]);
    assert.match(fs.readFileSync(path.join(home, "state.json.damaged-1"), "utf8"), /nonsense/);
    await store.close();
    const again = await open(home);
    assert.deepEqual([again.troubles, again.records.length], [[], 3]);
    await again.close();
  });

  it("does not keep a daemon with malformed records from starting", async () => {
    const home = newHome();
    const conflict = { repo: "r", ref: "CF-1", key: "k" };
    const records = [null, { type: "session", repo: "r", number: 1 }, { type: "conflict", conflict }];
    fs.writeFileSync(path.join(home, "state.json"), JSON.stringify({ schema: 1, upTo: 0, records }));
    const daemon = await startDaemon(home);
    const { body } = await ask<DaemonStatus>(daemon, "GET", "/v1/status");
    assert.equal(body.daemon.health.state, "degraded");
    assert.equal((await ask(daemon, "GET", "/v1/conflicts?status=all")).status, 200);
    await daemon.stop();
  });

  it("writes a record that the disk refused nowhere later", async function () {
    this.timeout(60_000);
    const home = newHome();
    // A file system of 8 MB stands for a disk that fills up.
    await onSmallDisk(home, "8m", async () => {
      const store = await open(home);
      const long = "x".repeat(40_000);
      const fill = (n: number) => store.save([{ ...record(n), path: `/checkout-1/${long}` } as StateRecord]);
      for (let n = 0; n < 60; n++) await fill(n);
      const filler = path.join(home, "filler");
      fillDisk(filler);
      await assert.rejects(store.save([{ ...record(666), path: `/refused/${long}` } as StateRecord]), /ENOSPC/);
      fs.rmSync(filler);
      // Until the journal has become a snapshot.
      for (let n = 60; !fs.existsSync(path.join(home, "state.json")); n++) await fill(n);
      await store.close();
      const again = await open(home);
      assert.deepEqual(
        again.records.map((each) => each.type === "watch" && each.path),
        [`/checkout-1/${long}`],
      );
      await again.close();
    });
  });

  it("keeps everything that was on its way when the journal became a snapshot", async () => {
    const home = newHome();
    const store = await open(home);
    const long = "x".repeat(50_000);
    const saves: Promise<void>[] = [];
    for (let n = 0; n < 300; n++) {
      saves.push(store.save([{ ...record(n), path: `/checkout-${n % 7}/${long}` } as StateRecord]));
      if (n % 20 === 0) await saves.at(-1);
    }
    await Promise.all(saves);
    await store.close();
    const again = await open(home);
    const ats = again.records.map((each) => (each.type === "watch" ? each.at : -1)).sort((a, b) => a - b);
    assert.deepEqual(ats, [293, 294, 295, 296, 297, 298, 299]);
    await again.close();
  });

  it("loses nothing that was answered after a refused line could not be cut off", async () => {
    const home = newHome();
    await onSmallDisk(home, "256k", async () => {
      const store = await open(home);
      await store.save([record(1)]);
      const filler = path.join(home, "filler");
      fillDisk(filler);
      const cut = mock.method(fs, "ftruncateSync", () => {
        throw new Error("EIO");
      });
      try {
        const long = "x".repeat(100_000);
        await assert.rejects(store.save([{ ...record(2), path: `/refused/${long}` } as StateRecord]), /ENOSPC/);
        fs.rmSync(filler);
        await assert.rejects(store.save([record(3)]), /EIO/);
      } finally {
        cut.mock.restore();
      }
      await store.save([record(4)]);
      await store.close();
      const again = await open(home);
      assert.deepEqual([again.troubles, again.records.map((each) => each.type === "watch" && each.at)], [[], [1, 4]]);
      await again.close();
    });
  });

  it("answers a full disk with one sentence and loses nothing", async () => {
    const home = newHome();
    // A file system of 256 KB stands for a disk that fills up.
    await onSmallDisk(home, "256k", async () => {
      const store = await open(home);
      let kept = 0;
      await assert.rejects(async () => {
        for (; ; kept++)
          await store.save([{ ...record(kept), path: `/checkout-${kept}/${"x".repeat(9_000)}` } as StateRecord]);
      }, /ENOSPC/);
      await store.close();
      const again = await open(home);
      assert.equal(again.records.length, kept);
      await again.close();
    });
  });
});
