// The demo makes its two folders and touches nothing else of anybody.
import assert from "node:assert/strict";
import { spawn } from "node:child_process";
import fs from "node:fs";
import os from "node:os";
import path from "node:path";
import { gitScene } from "../gitScene.ts";
import { bundle, newHome, parley } from "../realDaemon.ts";
import { waitFor } from "../waitFor.ts";

function newFolder(): string {
  return fs.realpathSync(fs.mkdtempSync(path.join(os.tmpdir(), "parley-demo-test-")));
}

/** Runs the demo until it shows conflicts, and ends it. */
async function playDemo(home: string, folder: string, env: NodeJS.ProcessEnv = {}): Promise<void> {
  const child = spawn(process.execPath, [bundle, "demo", "--folder", folder], {
    env: { ...process.env, PARLEY_HOME: home, ...env },
    stdio: ["ignore", "pipe", "inherit"],
  });
  const ended = new Promise((exit) => child.once("exit", exit));
  let out = "";
  child.stdout.setEncoding("utf8").on("data", (text: string) => (out += text));
  await waitFor("the demo's conflict", () => out.includes("symbol_overlap") || out.includes("both work on"));
  child.kill();
  await ended;
}

describe("parley demo", () => {
  for (const name of ["billing", "billing-partial-refunds"])
    it(`leaves a folder ${name} that it did not make, and says so`, async () => {
      const folder = newFolder();
      const precious = path.join(folder, name, "precious.txt");
      fs.mkdirSync(path.dirname(precious));
      fs.writeFileSync(precious, "years of work");
      const { code, stdout, stderr } = await parley(newHome(), ["demo", "--folder", folder]);
      assert.deepEqual([code, stdout], [1, ""]);
      assert.equal(
        stderr,
        `${path.dirname(precious)} is not of a demo and stays: choose another folder for this one.\n`,
      );
      assert.equal(fs.readFileSync(precious, "utf8"), "years of work");
      assert.deepEqual(fs.readdirSync(folder), [name]);
    });

  it("makes its own anew, and no variable of git leads it into another repository", async () => {
    const scene = gitScene({ "a.ts": "export const a = 1;\n" });
    const before = [scene.git(scene.main, "for-each-ref"), scene.git(scene.main, "config", "--list", "--local")];
    const home = newHome();
    const folder = path.join(newFolder(), "demo");
    const astray = {
      GIT_DIR: path.join(scene.main, ".git"),
      GIT_WORK_TREE: scene.main,
      GIT_INDEX_FILE: path.join(scene.folder, "index"),
    };
    await playDemo(home, folder, astray);
    fs.writeFileSync(path.join(folder, "billing", "left-over.txt"), "");
    await playDemo(home, folder);
    assert.equal(fs.existsSync(path.join(folder, "billing", "left-over.txt")), false);
    assert.equal((await parley(home, ["daemon", "stop"])).code, 0);
    const after = [scene.git(scene.main, "for-each-ref"), scene.git(scene.main, "config", "--list", "--local")];
    assert.deepEqual(after, before);
    assert.equal(scene.git(scene.main, "status", "--porcelain"), "");
    scene.remove();
  });
});
