// `npm start -- A B` on two worktrees of a public code base of 300 files: one function, two windows, one conflict.
// Must not use the stage's windows or daemon: what `npm start` started is what is looked at, and how it ends.
import assert from "node:assert/strict";
import { type ChildProcess, spawn } from "node:child_process";
import { cp, mkdtemp, readdir, realpath, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join, resolve } from "node:path";
import { openWindow, type VscodeWindow } from "../../dev/vscodeBrowser.ts";
import { acceptCodeAction, openCodeActions, placeCursor, runCommand, screenshot } from "../../dev/workbenchPage.ts";
import { edit, git } from "./billing.ts";
import { lensTexts, openFile, treeIcons, treeRows, underlined } from "./seen.ts";
import { daemonOf, eventually, type Side, stopDaemon, theStage } from "./stage.ts";

const root = resolve(import.meta.dirname, "../../..");
const file = "src/v4/core/util.ts";
const name = "floatSafeRemainder";
const declaration = `export function ${name}(val: number, step: number): number {`;

/** The sources that the package `zod` ships, on two branches. */
async function makeWorktrees(folder: string): Promise<[string, string]> {
  const [a, b] = [join(folder, "zod"), join(folder, "zod-digits")];
  await cp(join(root, "node_modules/zod/src"), join(a, "src"), { recursive: true });
  const sources = (await readdir(a, { recursive: true })).filter((path) => path.endsWith(".ts"));
  assert.ok(sources.length >= 300, `${sources.length} files`);
  git(a, "init", "--quiet", "--initial-branch=main");
  git(a, "config", "user.name", "Ana");
  git(a, "config", "user.email", "ana@example.com");
  git(a, "config", "commit.gpgsign", "false");
  git(a, "add", "-A");
  git(a, "commit", "--quiet", "--message=As published");
  git(a, "worktree", "add", "--quiet", "-b", "feat/digits", b);
  git(a, "switch", "--quiet", "-c", "feat/fast-remainder");
  return [a, b];
}

class Started {
  private said = "";
  private readonly child: ChildProcess;
  readonly ended: Promise<number | null>;

  /** In a process group of its own, as a terminal starts it. */
  constructor(folders: string[], home: string) {
    this.child = spawn(process.execPath, ["--import=tsx", "extension/dev/start.ts", ...folders], {
      cwd: root,
      detached: true,
      env: { ...process.env, PARLEY_HOME: home },
      stdio: ["ignore", "pipe", "pipe"],
    });
    const take = (data: Buffer): void => void (this.said += data.toString());
    this.child.stdout?.on("data", take);
    this.child.stderr?.on("data", take);
    this.ended = new Promise((exit) => this.child.once("close", exit));
  }

  saying(what: RegExp): Promise<string[]> {
    const look = (): Promise<string[] | null> => Promise.resolve(this.said.match(what));
    return eventually(String(what), look, 60_000, () => this.said);
  }

  pressControlC(): void {
    const { pid } = this.child;
    if (pid !== undefined && this.child.exitCode === null) process.kill(-pid, "SIGINT");
  }
}

describe("npm start on two worktrees of a public code base", () => {
  let folder: string;
  let home: string;
  let started: Started;
  const sides: Side[] = [];
  const windows: VscodeWindow[] = [];

  before(async () => {
    folder = await realpath(await mkdtemp(join(tmpdir(), "parley-real-")));
    home = join(folder, "home");
    const [a, b] = await makeWorktrees(folder);
    started = new Started([a, b], home);
    await started.saying(/(http\S+\s+){2}/);
    const urls = await started.saying(/http:\/\/127\.0\.0\.1:\d+\/\S+/g);
    await Promise.all(
      [a, b].map(async (path, at) => {
        const url = urls[at] ?? "";
        const server = { port: Number(new URL(url).port), url: () => url };
        const window = await openWindow(theStage().browser, server, { folder: path });
        windows.push(window);
        sides[at] = { page: window.page, root: path };
      }),
    );
  });

  after(async () => {
    await Promise.all(windows.map((window) => window.close().catch(() => undefined)));
    started.pressControlC();
    await started.ended;
    await stopDaemon(home);
    await rm(folder, { recursive: true, force: true, maxRetries: 5, retryDelay: 200 });
  });

  async function bothSee(what: string, look: (side: Side) => Promise<boolean>): Promise<void> {
    for (const side of sides) await eventually(what, () => look(side), 30_000);
  }

  it("underlines the function that both change, in both windows, and feeds it to the terminal", async () => {
    const [mine, theirs] = sides;
    assert.ok(mine && theirs);
    for (const { page } of sides) {
      await openFile(page, file, "util.ts");
      await runCommand(page, "Parley: Focus on Conflicts View");
    }
    await edit(theirs.root, file, (text) =>
      text.replace(declaration, declaration.replace("step: number", "$&, digits = 10")),
    );
    const line = lineOf(mine.root);
    await placeCursor(theirs.page, line, 20);
    await placeCursor(mine.page, line + 1, 3);
    await mine.page.keyboard.insertText("if (step === 1) return val % 1; ");
    await bothSee(`${name} is underlined`, async ({ page }) => (await underlined(page)).includes(name));
    await started.saying(new RegExp(`warn +CF-\\d+ .*${name}`));
    await eventually("the lens", async () => (await lensTexts(mine.page)).length === 4);
    await screenshot(mine.page, "09-real-code");
  });

  it("shows an answer of one window in the other", async () => {
    const [mine, theirs] = sides;
    assert.ok(mine && theirs);
    await placeCursor(mine.page, lineOf(mine.root), 20);
    await openCodeActions(mine.page);
    await acceptCodeAction(mine.page, "Acknowledge");
    await bothSee("the eye in the tree", async ({ page }) => (await treeIcons(page)).includes("eye"));
    assert.ok((await treeRows(theirs.page)).some((row) => row.startsWith(name)));
  });

  it("ends with Ctrl-C, all but the daemon", async () => {
    const [url = ""] = await started.saying(/http:\/\/127\.0\.0\.1:\d+\//);
    started.pressControlC();
    assert.equal(await started.ended, 0);
    await assert.rejects(fetch(url));
    const daemon = await daemonOf(home);
    assert.ok(daemon);
    assert.equal((await fetch(`http://127.0.0.1:${daemon.port}/v1/health`)).status, 401);
  });
});

/** Where the function is declared, 1-based; the same in both. */
function lineOf(worktree: string): number {
  const committed = git(worktree, "show", `HEAD:${file}`).split("\n");
  const at = committed.indexOf(declaration);
  assert.ok(at >= 0);
  return at + 1;
}
