// The client against a daemon that really listens: connect, reconnect, gaps, replacing an older one, refusing a foreign one.
import assert from "node:assert/strict";
import { mkdtemp, rm, writeFile } from "node:fs/promises";
import { createServer } from "node:net";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { Respond } from "../../../shared/protocol/editor.ts";
import { DaemonClient } from "../../connection/daemonClient.ts";
import { silentLog } from "../../log.ts";
import { type Reach, reachDaemon } from "../../connection/reachDaemon.ts";
import { SnapshotModel } from "../../model/snapshot.ts";
import { FakeDaemon, type FakeOptions } from "../fakeDaemon.ts";
import { conflict, repo, snapshot, until } from "../scene.ts";

const timing = { offlineMs: 300, backoffMs: 20, backoffMaxMs: 100, graceMs: 100 };
const folder = { path: "/w/mine", real: "/w/mine" };

describe("daemon client", () => {
  let home: string;
  const ends: (() => unknown)[] = [];
  beforeEach(async () => {
    home = await mkdtemp(join(tmpdir(), "parley-client-"));
  });
  afterEach(async () => {
    for (const end of ends.splice(0).reverse()) await end();
    await rm(home, { recursive: true, force: true });
  });

  async function fake(options: Partial<FakeOptions> = {}): Promise<FakeDaemon> {
    const daemon = await FakeDaemon.start({ home, snapshot: snapshot([conflict(9)]), ...options });
    ends.push(() => daemon.stop());
    return daemon;
  }
  function client(over: Partial<Reach> = {}) {
    const model = new SnapshotModel();
    const reach: Reach = {
      home,
      version: "0.1.0",
      bundle: join(home, "parley.cjs"),
      client: "vscode",
      mayStart: () => false,
      idleMinutes: () => undefined,
      log: silentLog,
      channel: { openMs: 500, answerMs: 1000, heartbeatMs: 60 },
      startMs: 3000,
      ...over,
    };
    const own = new DaemonClient(
      model,
      (paths, graceMs, signal) => reachDaemon(reach, paths, graceMs, signal),
      silentLog,
      timing,
    );
    ends.push(() => own.dispose());
    model.setFolders([folder]);
    own.setFolders([folder.real]);
    return { model, client: own };
  }

  it("connects, shows the snapshot, follows deltas, asks anew after a gap", async () => {
    const daemon = await fake();
    const { model, client: own } = client();
    await until("ready", () => own.state.state === "ready");
    assert.equal(model.conflicts.length, 1);
    assert.deepEqual(daemon.of("parley/initialize")[0]?.params.folders, ["/w/mine"]);
    daemon.delta({ conflicts: [conflict(10)] });
    await until("delta", () => model.conflicts.length === 2);
    daemon.delta({ conflicts: [conflict(11)] }, daemon.snapshot.revision + 5);
    await until("snapshot after a gap", () => model.conflicts.length === 3);
    assert.equal(daemon.of("parley/snapshot").length, 1);
  });

  it("comes back after a cut without duplicates, and clears after a while without a daemon", async () => {
    const daemon = await fake();
    const { model, client: own } = client();
    await until("ready", () => own.state.state === "ready");
    for (let round = 2; round <= 4; round++) {
      daemon.drop();
      await until("again", () => daemon.initialized === round && own.state.state === "ready");
      assert.equal(model.conflicts.length, 1);
    }
    await daemon.stop();
    const states: string[] = [];
    own.onDidChangeState(({ state }) => states.push(state));
    await until("offline", () => own.state.state === "offline");
    assert.equal(model.known, false);
    await fake();
    await until("ready again", () => own.state.state === "ready");
    assert.deepEqual(
      states.filter((state) => state === "offline"),
      ["offline"],
    );
    assert.equal(model.conflicts.length, 1);
  });

  it("notices a daemon that hangs", async () => {
    const daemon = await fake();
    const { client: own } = client();
    await until("ready", () => own.state.state === "ready");
    daemon.freeze();
    await until("cut and back", () => daemon.initialized === 2 && own.state.state === "ready");
  });

  it("says why a request is refused", async () => {
    const daemon = await fake();
    const { client: own } = client();
    await until("ready", () => own.state.state === "ready");
    daemon.refuseWith = "Only its participants may act.";
    await assert.rejects(own.request(Respond, { repo, ref: "CF-9", action: "ack" }), /Only its participants may act\./);
  });

  it("asks an older daemon to leave and starts its own", async () => {
    const old = await fake({ version: "0.0.9" });
    await writeProgram(home);
    const { model, client: own } = client({ mayStart: () => true });
    await until("new daemon", () => own.version === "0.1.0", 15_000);
    assert.equal(old.shutdowns, 1);
    assert.equal(old.initialized, 0);
    assert.equal(model.known, true);
  }).timeout(20_000);

  it("uses a newer daemon of the same protocol, and says so when the protocol is another", async () => {
    const newer = await fake({ version: "9.0.0" });
    const { client: own } = client({ mayStart: () => true });
    await until("ready", () => own.state.state === "ready");
    assert.equal(newer.shutdowns, 0);
    own.dispose();
    await newer.stop();
    await fake({ version: "9.0.0", protocol: 99 });
    const second = client({ mayStart: () => true });
    const state = await until(
      "incompatible",
      () => second.client.state.state === "incompatible" && second.client.state,
    );
    assert.match(state.reason, /9\.0\.0 speaks protocol 99/);
  });

  it("does not take a foreign program on the recorded port, or a living pid, for a daemon", async () => {
    const foreign = createServer((socket) => socket.end("SSH-2.0-x\r\n").on("error", () => {}));
    await new Promise<void>((resolve) => foreign.listen(0, "127.0.0.1", resolve));
    ends.push(() => foreign.close());
    const port = (foreign.address() as { port: number }).port;
    await writeFile(join(home, "token"), "f".repeat(64));
    await writeFile(
      join(home, "daemon.json"),
      JSON.stringify({ pid: process.pid, port, version: "0.1.0", protocol: 1, startedAt: "2026-11-30T00:00:00Z" }),
    );
    await writeProgram(home);
    const { client: own } = client({ mayStart: () => true });
    await until("own daemon", () => own.state.state === "ready", 15_000);
  }).timeout(20_000);

  it("says once per failure that its daemon cannot be started", async () => {
    const { client: own } = client({ mayStart: () => true });
    const reason = await new Promise<string>((resolve) => own.onDidFailToStart(resolve));
    assert.match(reason, /program is missing/);
    assert.doesNotMatch(reason, /[0-9a-f]{64}/);
  });

  it("says which folders are open as they come and go", async () => {
    const daemon = await fake({
      refused: (folders) =>
        folders.filter((one) => one === "/w/plain").map((one) => ({ folder: one, reason: "no repository" })),
    });
    const { client: own, model } = client();
    await until("ready", () => own.state.state === "ready");
    own.setFolders([folder.real, "/w/plain"]);
    await until("told", () => daemon.of("parley/setFolders").length === 1);
    assert.deepEqual(daemon.of("parley/setFolders")[0]?.params.folders, ["/w/mine", "/w/plain"]);
    await until("refused", () => model.refused.length === 1);
    assert.equal(model.refused[0]?.reason, "no repository");
  });

  it("says nothing and starts nothing without a folder", async () => {
    const daemon = await fake();
    const { client: own, model } = client();
    await until("ready", () => own.state.state === "ready");
    own.setFolders([]);
    assert.equal(own.state.state, "idle");
    assert.equal(model.known, false);
    await assert.rejects(own.request(Respond, {}), /not connected/);
    assert.equal(daemon.initialized, 1);
  });

  /** A program that answers like a daemon for a few seconds, started by the client as the real one is. */
  async function writeProgram(folderOf: string): Promise<void> {
    const lines = [
      `const { WebSocketServer } = require(${JSON.stringify(join(process.cwd(), "node_modules/ws"))});`,
      `const fs = require("fs"), home = process.env.PARLEY_HOME;`,
      `const s = new WebSocketServer({ port: 0, host: "127.0.0.1" }, () => {`,
      `fs.writeFileSync(home + "/token", "t");`,
      `fs.writeFileSync(home + "/daemon.json", JSON.stringify({ pid: process.pid, port: s.address().port,`,
      `version: "0.1.0", protocol: 1, startedAt: new Date().toISOString() })); });`,
      `s.on("connection", (c) => { c.on("close", () => process.exit(0)); c.on("message", (m) => { const r = JSON.parse(m);`,
      `c.send(JSON.stringify({ jsonrpc: "2.0", id: r.id, result: { daemon: { pid: process.pid, version: "0.1.0",`,
      `protocol: 1 }, refused: [], snapshot: { revision: 1, health: { state: "ready" }, checkouts: [], participants: [],`,
      `conflicts: [] } } })); }); });`,
      `setTimeout(() => process.exit(0), 15000);`,
    ];
    await writeFile(join(folderOf, "parley.cjs"), lines.join("\n"));
  }
});
