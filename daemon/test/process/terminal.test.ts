// What others named commands no terminal: names, notes and sentences come out harmless, on every way out.
import assert from "node:assert/strict";
import fs from "node:fs";
import os from "node:os";
import path from "node:path";
import type { Conflict } from "../../../shared/model/conflict.ts";
import { gitScene, type GitScene } from "../gitScene.ts";
import { connect, parley, post, startDaemon, type CommandResult, type RealDaemon } from "../realDaemon.ts";

const titled = "\u001b]0;owned\u0007.ts";
const note = "see \u001b[2J\u009b2J\u202etxt.exe";
const base = "export function f(a: number) {\n  return a;\n}\n";

/** Line breaks apart, nothing that a terminal obeys, and no text that runs backwards. */
function assertHarmless({ stdout, stderr }: CommandResult): void {
  assert.doesNotMatch((stdout + stderr).replaceAll("\n", ""), /[\p{Cc}\p{Cf}\u2028\u2029]/u);
}

describe("a terminal", () => {
  let scene: GitScene;
  let daemon: RealDaemon;
  let ref: string;
  const here = (...args: string[]): Promise<CommandResult> => parley(daemon.home, args, scene.main);

  before(async () => {
    scene = gitScene({ [titled]: base });
    scene.git(scene.main, "config", "user.email", "ana\u001b[31m@example.com");
    const theirs = scene.worktree("other");
    scene.write(scene.main, titled, base.replace("return a", "return a + 1"));
    scene.write(theirs, titled, base.replace("return a", "return a + 2"));
    daemon = await startDaemon();
    await post(daemon, "/v1/watch", { path: scene.main });
    const client = await connect(daemon, null);
    const live = await client.until("the clash", (all) => all.some(({ kind }) => kind === "symbol_overlap"));
    client.close();
    ref = live.find(({ kind }) => kind === "symbol_overlap")!.ref;
    await post(daemon, `/v1/conflicts/${ref}/actions`, { action: "ack", note });
  });

  after(async () => {
    await daemon.stop();
    scene.remove();
  });

  it("is not commanded by file names, notes and people", async () => {
    const results = await Promise.all([here("conflict", ref), here("conflicts"), here("participants"), here("status")]);
    for (const result of results) {
      assert.equal(result.code, 0, result.stderr);
      assertHarmless(result);
    }
    assert.match(results[0].stdout, /\]0;owned\ufffd\.ts:1$/m);
    assert.match(results[0].stdout, /: see \ufffd\[2J/);
    assert.match(results[2].stdout, /ana\ufffd\[31m@example\.com/);
  });

  it("is not commanded by JSON, which still says exactly what is", async () => {
    const result = await here("conflict", ref, "--json");
    assertHarmless(result);
    const conflict = JSON.parse(result.stdout) as Conflict;
    assert.ok(conflict.paths.includes(titled));
    assert.equal(conflict.history.at(-1)!.note, note);
  });

  it("is not commanded by a comparison", async () => {
    const folder = fs.mkdtempSync(path.join(os.tmpdir(), "parley-terminal-"));
    for (const [side, text] of Object.entries({ base, a: base.replace("return a", "return ("), b: base + base }))
      for (const name of [titled, "other\u202e.ts"]) {
        fs.mkdirSync(path.join(folder, side), { recursive: true });
        fs.writeFileSync(path.join(folder, side, name), text);
      }
    const result = await parley(daemon.home, ["compare", "--base", "base", "--a", "a", "--b", "b"], folder);
    assert.match(result.stdout, /\]0;owned/);
    assertHarmless(result);
    fs.rmSync(folder, { recursive: true });
  });

  it("is not commanded by the sentence of an error", async () => {
    const folder = path.join(scene.folder, "no\u001b[2J\nrepository");
    fs.mkdirSync(folder);
    for (const command of ["watch", "unwatch"]) {
      const result = await here(command, folder);
      assert.notEqual(result.code, 0);
      assert.match(result.stderr, /^[^\n]*\ufffd\[2J[^\n]*\n$/);
      assertHarmless(result);
    }
  });
});
