// What the daemon keeps in order besides conflicts: its health, its log, its folder, and what it is told to forget.
import assert from "node:assert/strict";
import { execFileSync } from "node:child_process";
import fs from "node:fs";
import http from "node:http";
import type { AddressInfo } from "node:net";
import os from "node:os";
import path from "node:path";
import { mock } from "node:test";
import type { DaemonStatus } from "../../../shared/protocol/status.ts";
import { call } from "../../cli/daemonCalls.ts";
import { findDaemon } from "../../singleton.ts";
import { createTroubles } from "../../troubles.ts";
import { gitScene } from "../gitScene.ts";
import { ask, connect, newHome, parley, post, startDaemon, type RealDaemon } from "../realDaemon.ts";
import { waitFor } from "../waitFor.ts";

const logLimit = 5 << 20;
const base = "export function f(a: number) {\n  return a;\n}\n";
const edited = (n: number): string => base.replace("return a", `return a + ${n}`);

async function statusOf(daemon: RealDaemon): Promise<DaemonStatus> {
  return (await ask<DaemonStatus>(daemon, "GET", "/v1/status")).body;
}

describe("the daemon's health", () => {
  it("is well again once the disk takes what it is given", async () => {
    const scene = gitScene({ "f.ts": base, "g.ts": base });
    const theirs = scene.worktree("other");
    const home = newHome();
    // A file system of 1 MB stands for a disk that fills up.
    execFileSync("mount", ["-t", "tmpfs", "-o", "size=1m", "tmpfs", home]);
    const daemon = await startDaemon(home);
    try {
      await post(daemon, "/v1/watch", { path: scene.main });
      const client = await connect(daemon, null);
      await waitFor("both checkouts", async () => (await statusOf(daemon)).repos[0]?.checkouts.length === 2);
      const filler = path.join(home, "filler");
      assert.throws(() => fs.writeFileSync(filler, Buffer.alloc(2 << 20)), /ENOSPC/);
      // The journal's last block may still have room: the notes of some actions fill it.
      scene.write(scene.main, "f.ts", edited(1));
      scene.write(theirs, "f.ts", edited(2));
      const [live] = await client.until("the clash", (all) => all.length > 0);
      const refused = await waitFor("the full disk", async () => {
        const reply = await ask(daemon, "POST", `/v1/conflicts/${live!.ref}/actions`, {
          action: "ack",
          note: "n".repeat(400),
        });
        return reply.status !== 200 && reply;
      });
      assert.match(JSON.stringify(refused.body), /ENOSPC/);
      scene.write(scene.main, "g.ts", edited(1));
      scene.write(theirs, "g.ts", edited(2));
      const { health } = await waitFor("the trouble", async () => {
        const { daemon: about } = await statusOf(daemon);
        return about.health.state === "degraded" && about;
      });
      assert.match(JSON.stringify(health), /cannot be written to disk: ENOSPC/);
      fs.rmSync(filler);
      await post(daemon, `/v1/conflicts/${live!.ref}/actions`, { action: "ack", note: "there is room again" });
      assert.deepEqual((await statusOf(daemon)).daemon.health, { state: "ready" });
      client.close();
    } finally {
      await daemon.stop();
      execFileSync("umount", [home]);
      scene.remove();
    }
  });

  it("keeps the latest reasons, one for each thing, and no more than twenty", () => {
    const troubles = createTroubles(() => undefined);
    for (let n = 0; n < 30; n++) troubles.add(`thing ${n}`, `Sentence ${n}.`);
    troubles.add("thing 29", "Another sentence.");
    troubles.setLimits(["A limit."]);
    const health = troubles.health();
    assert.ok(health.state === "degraded");
    assert.equal(health.reasons.length, 21);
    assert.deepEqual(
      [health.reasons[0], ...health.reasons.slice(-2)],
      ["Sentence 10.", "Another sentence.", "A limit."],
    );
    troubles.clear(...Array.from({ length: 30 }, (_, n) => `thing ${n}`));
    troubles.setLimits([]);
    assert.deepEqual(troubles.health(), { state: "ready" });
  });
});

describe("the daemon's log", () => {
  it("is left to the daemon that runs by one that only finds it", async () => {
    const daemon = await startDaemon();
    const file = path.join(daemon.home, "daemon.log");
    const former = fs.statSync(file).ino;
    fs.appendFileSync(file, "x".repeat(logLimit));
    const second = await parley(daemon.home, ["daemon", "run"]);
    assert.deepEqual([second.code, second.stdout], [0, "A daemon runs already.\n"]);
    assert.equal(fs.existsSync(`${file}.1`), false);
    assert.equal(fs.statSync(file).ino, former);
    await daemon.stop();
    const next = await startDaemon(daemon.home);
    assert.equal(fs.statSync(`${file}.1`).ino, former);
    await next.stop();
    assert.match(fs.readFileSync(file, "utf8"), /"stopped"/);
  });

  it("gives way to a new one while the daemon runs", async () => {
    const home = newHome();
    const file = path.join(home, "daemon.log");
    fs.writeFileSync(file, "x".repeat(logLimit - 10));
    const daemon = await startDaemon(home);
    await waitFor("the full log's move", () => fs.existsSync(`${file}.1`));
    await daemon.stop();
    assert.match(fs.readFileSync(`${file}.1`, "utf8").slice(logLimit - 10), /"listening"/);
    assert.match(fs.readFileSync(file, "utf8"), /"stopped"/);
  });
});

describe("the command line", () => {
  it("starts a daemon that holds no folder of its caller, also where its home is named from there", async () => {
    const folder = fs.realpathSync(fs.mkdtempSync(path.join(os.tmpdir(), "parley-caller-")));
    const started = await parley("home", ["daemon", "start"], folder);
    assert.equal(started.code, 0, started.stderr);
    const home = path.join(folder, "home");
    const daemon = (await findDaemon(home))!;
    assert.equal(fs.readlinkSync(`/proc/${daemon.pid}/cwd`), home);
    assert.deepEqual(fs.readdirSync(folder), ["home"]);
    assert.equal((await parley(home, ["daemon", "stop"])).code, 0);
    fs.rmSync(folder, { recursive: true });
  });

  it("waits a minute for an answer, and says that there was none", async () => {
    const silent = http.createServer(() => undefined).listen(0, "127.0.0.1");
    await new Promise((listening) => silent.once("listening", listening));
    const { port } = silent.address() as AddressInfo;
    const limits: number[] = [];
    const timeout = AbortSignal.timeout.bind(AbortSignal);
    const hurry = mock.method(AbortSignal, "timeout", (limit: number) => {
      limits.push(limit);
      return timeout(20);
    });
    try {
      const daemon = { port, token: "t", pid: 1, version: "0", protocol: 1, startedAt: "" };
      await assert.rejects(call(daemon, "GET", "/v1/status"), /^Error: The daemon did not answer within 60 s\.$/);
      assert.deepEqual(limits, [60_000]);
    } finally {
      hurry.mock.restore();
      silent.closeAllConnections();
      silent.close();
    }
  });

  it("unwatches a checkout that was deleted, by any path that led to it, before and after a restart", async () => {
    const scene = gitScene({ "f.ts": base });
    const roots = ["one", "two"].map((branch) => scene.worktree(branch));
    const link = path.join(scene.folder, "link");
    fs.symlinkSync(scene.folder, link);
    let daemon = await startDaemon();
    for (const root of roots) await post(daemon, "/v1/watch", { path: root });
    for (const [index, root] of roots.entries()) {
      fs.rmSync(root, { recursive: true });
      await waitFor("the checkout's end", async () => {
        const paths = (await statusOf(daemon)).repos.flatMap(({ checkouts }) => checkouts.map((each) => each.path));
        return !paths.includes(root);
      });
      if (index === 1) {
        await daemon.stop();
        daemon = await startDaemon(daemon.home);
      }
      const result = await parley(daemon.home, ["unwatch", path.join(link, path.basename(root))]);
      assert.deepEqual([result.code, result.stdout], [0, `No longer watching ${root}.\n`], result.stderr);
    }
    await daemon.stop();
    scene.remove();
  });
});
