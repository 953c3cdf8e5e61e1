// One daemon per home, whoever starts it, however the last one ended.
import assert from "node:assert/strict";
import { spawn, type ChildProcess } from "node:child_process";
import { once } from "node:events";
import fs from "node:fs";
import net from "node:net";
import path from "node:path";
import { findDaemon } from "../../singleton.ts";
import { gitScene } from "../gitScene.ts";
import { ask, bundle, newHome, parley, startDaemon } from "../realDaemon.ts";
import { waitFor } from "../waitFor.ts";

const starters = 10;
const rounds = 3;

function startOne(home: string): ChildProcess {
  const env = { ...process.env, PARLEY_HOME: home };
  return spawn(process.execPath, [bundle, "daemon", "run"], { env, stdio: "ignore" });
}

function stillRunning(children: ChildProcess[]): ChildProcess[] {
  return children.filter((child) => child.exitCode === null && child.signalCode === null);
}

describe("the daemon of a home", () => {
  it(`is one, however many start it at once (${starters}, ${rounds} times)`, async () => {
    for (let round = 0; round < rounds; round++) {
      const home = newHome();
      const children = Array.from({ length: starters }, () => startOne(home));
      const [last] = await waitFor("all but one to give way", () => {
        const left = stillRunning(children);
        return left.length === 1 && left;
      });
      const running = await waitFor("an answer of the one that stayed", () => findDaemon(home));
      assert.equal(running.pid, last?.pid);
      last?.kill();
      await waitFor("its end", () => stillRunning(children).length === 0);
    }
  });

  it("starts although a file names a living process and a port that somebody else listens on", async () => {
    const home = newHome();
    const stranger = net.createServer((socket) => socket.destroy()).listen(0, "127.0.0.1");
    await once(stranger, "listening");
    const { port } = stranger.address() as net.AddressInfo;
    const stale = { pid: process.pid, port, version: "0.0.1", protocol: 1, startedAt: new Date().toISOString() };
    fs.writeFileSync(path.join(home, "daemon.json"), JSON.stringify(stale));
    fs.writeFileSync(path.join(home, "token"), "old");
    const daemon = await startDaemon(home);
    assert.notEqual(daemon.port, port);
    await daemon.stop();
    stranger.close();
  });

  it("starts again after a kill -9, also of one that was just starting", async () => {
    const home = newHome();
    const daemon = await startDaemon(home);
    await daemon.kill();
    fs.mkdirSync(path.join(home, "start.lock"));
    const again = await startDaemon(home);
    assert.notEqual(again.pid, daemon.pid);
    await again.stop();
  });

  it("leaves when it is asked to, takes its announcement back, and gives a new token to the next one", async () => {
    const first = await startDaemon();
    assert.equal((await ask(first, "POST", "/v1/shutdown", {})).status, 200);
    await waitFor("its end", () => first.child.exitCode === 0);
    assert.equal(fs.existsSync(path.join(first.home, "daemon.json")), false);
    const second = await startDaemon(first.home);
    assert.notEqual(second.token, first.token);
    await second.stop();
  });

  it("leaves by itself when nobody has used it for the time given", async () => {
    const daemon = await startDaemon(newHome(), { args: ["--idle-minutes", "0.005"] });
    await waitFor("its end", () => daemon.child.exitCode === 0);
  });

  it("is found, started and stopped from the command line", async () => {
    const home = newHome();
    const before = await parley(home, ["daemon", "status"]);
    assert.deepEqual([before.code, before.stderr], [1, "No daemon is running: start it with `parley daemon start`.\n"]);
    const started = await parley(home, ["daemon", "start", "--json"]);
    const { pid } = JSON.parse(started.stdout) as { pid: number };
    const again = await parley(home, ["daemon", "start", "--json"]);
    assert.equal((JSON.parse(again.stdout) as { pid: number }).pid, pid);
    assert.equal((await parley(home, ["daemon", "stop"])).code, 0);
    assert.equal((await parley(home, ["daemon", "status"])).code, 1);
  });

  it("ends when its home is taken from it", async () => {
    const scene = gitScene({ "a.ts": "export const a = 1;\n" });
    const daemon = await startDaemon();
    fs.rmSync(daemon.home, { recursive: true });
    // The next thing to be written down shows it.
    await ask(daemon, "POST", "/v1/watch", { path: scene.main }).catch(() => undefined);
    await waitFor("its end", () => daemon.child.exitCode !== null);
    scene.remove();
  });

  it("keeps its files to the user alone", async () => {
    const daemon = await startDaemon();
    for (const name of ["token", "daemon.json", "daemon.log", "journal-1.jsonl"])
      assert.equal(fs.statSync(path.join(daemon.home, name)).mode & 0o077, 0, name);
    assert.ok(Buffer.from(daemon.token, "base64url").length >= 16);
    await daemon.stop();
  });
});
