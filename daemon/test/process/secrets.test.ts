// The token is in one file of the user's own and nowhere else, whatever happens.
import assert from "node:assert/strict";
import fs from "node:fs";
import net from "node:net";
import path from "node:path";
import { WebSocket } from "ws";
import { gitScene } from "../gitScene.ts";
import { ask, connect, newHome, openSocket, parley, post, startDaemon } from "../realDaemon.ts";
import { waitFor } from "../waitFor.ts";

const base = "export function f(a: number) {\n  return a;\n}\n";

function filesBelow(folder: string): string[] {
  return fs
    .readdirSync(folder, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile())
    .map((entry) => path.join(entry.parentPath, entry.name));
}

describe("the token", () => {
  it("is in no log, argument, environment, answer or state file, after a session full of errors", async () => {
    const scene = gitScene({ "f.ts": base });
    const other = scene.worktree("other");
    scene.write(scene.main, "f.ts", base.replace("return a", "return a + 1"));
    scene.write(other, "f.ts", base.replace("return a", "return a + 2"));
    const home = path.join(newHome(), "state");
    const daemon = await startDaemon(home, { before: ["env", "PARLEY_LOG=trace"] });
    const said: string[] = [];
    const { token, port } = daemon;
    await post(daemon, "/v1/watch", { path: scene.main });
    const client = await connect(daemon, [scene.main]);
    const { ref } = (await client.until("the clash", (all) => all.length > 0))[0]!;
    for (const [method, route, body] of [
      ["POST", `/v1/conflicts/${ref}/actions`, { action: "ack", note: "n" }],
      ["POST", `/v1/conflicts/${ref}/actions`, { action: "explode" }],
      ["POST", "/v1/watch", { path: "/nowhere" }],
      ["GET", `/v1/${token}`, undefined],
      ["GET", "/v1/health", undefined],
      ["GET", "/v1/status", undefined],
    ] as const) {
      const { body: answer } = await ask(daemon, method, route, body);
      if (!route.includes(token)) said.push(JSON.stringify(answer));
    }
    for (const authorization of [undefined, "Bearer wrong", `Bearer ${token}x`]) {
      const headers: Record<string, string> = authorization === undefined ? {} : { authorization };
      const reply = await fetch(`http://127.0.0.1:${port}/v1/health`, { headers });
      said.push(await reply.text(), JSON.stringify([...reply.headers]));
      const socket = new WebSocket(`ws://127.0.0.1:${port}/v1/rpc`, { headers });
      said.push(await new Promise((done) => socket.once("error", (failure) => done(failure.message))));
    }
    const garbage = await openSocket(daemon);
    garbage.on("error", () => undefined).send("garbage");
    await new Promise((closed) => garbage.once("close", closed));
    const raw = net.connect(port, "127.0.0.1");
    raw.end(`GET /v1/health HTTP/1.1\r\nAuthorization: Bearer ${token}\r\nbroken\r\n\r\n`);
    await new Promise((closed) => raw.on("data", (text) => said.push(text.toString())).once("close", closed));
    client.close();
    for (const args of [["status"], ["daemon", "status"], ["doctor"], ["conflicts"], ["daemon", "start"]])
      for (const form of [[], ["--json"]]) {
        const { stdout, stderr } = await parley(home, [...args, ...form], scene.main, { PARLEY_LOG: "trace" });
        said.push(stdout, stderr);
      }
    for (const name of fs.readdirSync("/proc").filter((each) => /^\d+$/.test(each))) {
      for (const what of ["cmdline", "environ"]) {
        try {
          said.push(fs.readFileSync(`/proc/${name}/${what}`, "utf8"));
        } catch {
          // It ended meanwhile.
        }
      }
    }
    await waitFor("a log of the session", () =>
      /"listening"/.test(fs.readFileSync(path.join(home, "daemon.log"), "utf8")),
    );
    for (const text of said) assert.ok(!text.includes(token), text.slice(0, 500));
    for (const file of filesBelow(home))
      if (path.basename(file) !== "token") assert.ok(!fs.readFileSync(file).includes(token), file);
    for (const file of filesBelow(home)) assert.equal(fs.statSync(file).mode & 0o777, 0o600, file);
    assert.equal(fs.statSync(home).mode & 0o777, 0o700);
    assert.ok(Buffer.from(token, "base64url").length >= 16);
    await daemon.stop();
    scene.remove();
  });
});
