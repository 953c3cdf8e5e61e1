// Several editors, starts and identities: what one does must not undo what another one has.
import assert from "node:assert/strict";
import path from "node:path";
import type { Conflict } from "../../../shared/model/conflict.ts";
import type { Participant } from "../../../shared/model/participant.ts";
import type { DaemonStatus } from "../../../shared/protocol/status.ts";
import { Initialize, OverlayClosed, protocolVersion } from "../../../shared/protocol/editor.ts";
import { connectionOver } from "../../editors/wire.ts";
import { gitScene } from "../gitScene.ts";
import { ask, connect, newHome, openSocket, post, startDaemon, type RealDaemon } from "../realDaemon.ts";
import { waitFor } from "../waitFor.ts";

const price = "export function net(a: number) {\n  return a;\n}\n";
const clashes = (conflicts: Conflict[]): Conflict[] => conflicts.filter(({ kind }) => kind === "symbol_overlap");

async function participants(daemon: RealDaemon): Promise<Participant[]> {
  return (await ask<{ participants: Participant[] }>(daemon, "GET", "/v1/participants")).body.participants;
}

describe("several editors", () => {
  it("keep an unsaved text of one window when another closes the same file", async () => {
    const scene = gitScene({ "price.ts": price });
    const theirs = scene.worktree("other");
    scene.write(theirs, "price.ts", price.replace("return a", "return a * 3"));
    const daemon = await startDaemon();
    const [first, second, other] = [
      await connect(daemon, [scene.main]),
      await connect(daemon, [scene.main]),
      await connect(daemon, [theirs]),
    ];
    const file = path.join(scene.main, "price.ts");
    first.overlay(file, 1, price.replace("return a", "return a * 2"));
    await other.until("the clash with the first window", (all) => clashes(all).length === 1);
    second.overlay(file, 1, price.replace("a: number", "a: string"));
    await other.until(
      "the second window's text",
      (all) => clashes(all)[0]?.sides[0].changes[0]?.change === "signature",
    );
    void second.connection.sendNotification(OverlayClosed.method, { path: file });
    await other.until(
      "the first window's text again",
      (all) => clashes(all)[0]?.sides[0].changes[0]?.change === "modified",
    );
    for (const client of [first, second, other]) client.close();
    await daemon.stop();
    scene.remove();
  });

  it("leave no trace of one that went while it was being let in", async () => {
    const scene = gitScene({ "price.ts": price });
    const daemon = await startDaemon();
    const socket = await openSocket(daemon);
    const connection = connectionOver(socket);
    connection.listen();
    const params = { protocol: protocolVersion, client: { name: "vscode", version: "0" }, folders: [scene.main] };
    connection.sendRequest(Initialize.method, params).catch(() => undefined);
    await new Promise((sent) => setImmediate(sent));
    socket.terminate();
    const [mine] = await waitFor("the checkout", async () => {
      const all = await participants(daemon);
      return all.length === 1 && all;
    });
    const follower = await connect(daemon, [scene.main]);
    follower.close();
    await waitFor("nobody's editor", async () => (await participants(daemon))[0]?.client === "unknown");
    assert.equal(mine?.checkout, scene.main);
    await daemon.stop();
    scene.remove();
  });
});

describe("a start", () => {
  it("keeps a checkout whose repository has got another identity", async () => {
    const scene = gitScene({ "price.ts": price });
    const home = newHome();
    let daemon = await startDaemon(home);
    await post(daemon, "/v1/watch", { path: scene.main });
    await daemon.stop();
    scene.git(scene.main, "remote", "add", "origin", "https://example.com/acme/shop.git");
    daemon = await startDaemon(home);
    const status = await waitFor("the checkout under its new name", async () => {
      const { body } = await ask<DaemonStatus>(daemon, "GET", "/v1/status");
      return body.repos.some(({ repo }) => repo === "example.com/acme/shop") && body;
    });
    assert.deepEqual(
      status.repos.flatMap(({ checkouts }) => checkouts.map((checkout) => checkout.path)),
      [scene.main],
    );
    await daemon.stop();
    scene.remove();
  });

  it("never takes a base that another worktree is still reading for an empty one", async () => {
    const files = Object.fromEntries(
      Array.from({ length: 40 }, (_, n) => [
        `file${n}.ts`,
        Array.from({ length: 60 }, (_, i) => `export function f${i}() {\n  return ${i};\n}\n`).join(""),
      ]),
    );
    const scene = gitScene(files);
    const [many, one] = [scene.worktree("many"), scene.worktree("one")];
    for (const name of Object.keys(files)) scene.write(many, name, files[name]!.replace("return 1;", "return 1 + 1;"));
    scene.write(one, "file7.ts", files["file7.ts"]!.replace("return 50;", "return 51;"));
    for (let round = 0; round < 3; round++) {
      const daemon = await startDaemon();
      const client = await connect(daemon, null);
      await post(daemon, "/v1/watch", { path: scene.main });
      await client.until("the shared file", (all) => all.some(({ kind }) => kind === "path_overlap"));
      await waitFor("all that was changed", async () => {
        const all = await participants(daemon);
        return all.some(({ symbols }) => symbols === 40) && all.some(({ symbols }) => symbols === 1);
      });
      assert.deepEqual(clashes(client.shown), []);
      client.close();
      await daemon.stop();
    }
    scene.remove();
  });
});

describe("a branch that was squashed into main", () => {
  it("is no work beside that of somebody who starts from it", async () => {
    const scene = gitScene({ "price.ts": price, "other.ts": "export const other = 1;\n" });
    const merged = scene.worktree("merged");
    scene.write(merged, "price.ts", price.replace("return a", "return a * 2"));
    scene.git(merged, "commit", "--quiet", "-am", "Double");
    scene.write(scene.main, "price.ts", scene.read(merged, "price.ts"));
    scene.git(scene.main, "commit", "--quiet", "-am", "Double (squashed)");
    const next = scene.worktree("next");
    scene.write(next, "price.ts", price.replace("return a", "return a * 2 + 1"));
    for (const root of [merged, next]) scene.write(root, "other.ts", `export const other = ${root.length} + 1;\n`);
    const daemon = await startDaemon();
    const client = await connect(daemon, null);
    await post(daemon, "/v1/watch", { path: scene.main });
    const live = await client.until("the clash that is one", (all) => clashes(all).length > 0);
    assert.deepEqual(clashes(live)[0]?.subjects, ["sym:ts:other.ts#other"]);
    client.close();
    await daemon.stop();
    scene.remove();
  });
});
