// One fresh VS Code with the packed extension installed, and two windows on two worktrees, shared by all these tests.
// Must not test anything; ends the daemon that the extension started, and nothing else.
import assert from "node:assert/strict";
import { mkdir, mkdtemp, readFile, realpath, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import type { Browser, Page } from "playwright-core";
import { daemonFileName, daemonFileSchema, tokenFileName } from "../../../shared/protocol/daemonFile.ts";
import { buildPackage } from "../../dev/package.ts";
import { launchBrowser, openWindow, type VscodeWindow } from "../../dev/vscodeBrowser.ts";
import { startVscodeServer, type VscodeServer } from "../../dev/vscodeServer.ts";
import { screenshot } from "../../dev/workbenchPage.ts";
import { makeBilling, refundFile, type Worktrees } from "./billing.ts";

/** A window and the worktree that it shows. */
export interface Side {
  page: Page;
  root: string;
}

export interface Stage {
  browser: Browser;
  server: VscodeServer;
  mine: Side;
  theirs: Side;
  /** Where VS Code keeps what is installed. */
  extensionsDir: string;
  home: string;
}

/** Dark, as most work; and nothing that types along with the test. */
export const stageSettings = {
  "workbench.colorTheme": "Dark 2026",
  "editor.quickSuggestions": { other: "off" },
  "editor.autoClosingBrackets": "never",
};

let stage: Stage | undefined;
let folder = "";
const windows: VscodeWindow[] = [];
const closers: (() => Promise<unknown>)[] = [];

export function theStage(): Stage {
  assert.ok(stage, "The stage is not set up.");
  return stage;
}

export async function setUp(): Promise<void> {
  folder = await realpath(await mkdtemp(join(tmpdir(), "parley-windows-")));
  closers.push(() => rm(folder, { recursive: true, force: true, maxRetries: 5, retryDelay: 200 }));
  const [home, dataDir] = [join(folder, "home"), join(folder, "code")];
  await mkdir(home);
  await mkdir(dataDir);
  const worktrees = await makeBilling(join(folder, "work"));
  const server = await startVscodeServer({
    dataDir,
    extensions: [await buildPackage()],
    env: { PARLEY_HOME: home },
    settings: stageSettings,
  });
  closers.push(() => server.stop());
  closers.push(() => stopDaemon(home));
  const browser = await launchBrowser();
  closers.push(() => browser.close());
  const [mine, theirs] = await openBoth(browser, server, worktrees);
  stage = { browser, server, mine, theirs, extensionsDir: join(dataDir, "extensions"), home };
}

async function openBoth(browser: Browser, server: VscodeServer, worktrees: Worktrees): Promise<[Side, Side]> {
  const open = async (root: string): Promise<Side> => {
    const files = [join(root, refundFile)];
    const window = await openWindow(browser, server, { folder: root, files, size: { width: 1400, height: 800 } });
    windows.push(window);
    return { page: window.page, root };
  };
  return Promise.all([open(worktrees.mine), open(worktrees.theirs)]);
}

/** In the opposite order of the set-up, whatever came of it. */
export async function tearDown(): Promise<void> {
  await Promise.all(windows.map((window) => window.close().catch(() => undefined)));
  for (const close of closers.reverse()) await close();
}

/** What the daemon of `home` says of itself; null when none has run there. */
export async function daemonOf(home: string) {
  const text = await readFile(join(home, daemonFileName), "utf8").catch(() => null);
  return text === null ? null : daemonFileSchema.parse(JSON.parse(text));
}

/** Asks it to leave. */
export async function stopDaemon(home: string): Promise<void> {
  const daemon = await daemonOf(home);
  if (daemon === null) return;
  const token = (await readFile(join(home, tokenFileName), "utf8")).trim();
  await fetch(`http://127.0.0.1:${daemon.port}/v1/shutdown`, {
    method: "POST",
    headers: { Authorization: `Bearer ${token}` },
  });
  await eventually("the daemon has left", async () => (await daemonOf(home)) === null, 10_000);
}

/** Of every window as it is now, as `failed-1.png` and so on: before anything is taken back. */
export async function takePictures(): Promise<void> {
  const pages = stage?.browser.contexts().flatMap((context) => context.pages()) ?? [];
  for (const [at, page] of pages.entries()) await screenshot(page, `failed-${at + 1}`).catch(() => undefined);
}

const deadlineMs = 20_000;

/** Waits for a state, never for a time; fails with `what` and what it saw last. */
export async function eventually<T>(
  what: string,
  look: () => Promise<T | false | null | undefined>,
  ms = deadlineMs,
  seen: () => unknown = () => "",
): Promise<T> {
  const deadline = Date.now() + ms;
  for (;;) {
    const found = await look();
    if (found !== false && found !== null && found !== undefined) return found;
    if (Date.now() > deadline) {
      await takePictures();
      throw new Error(`Not within ${ms} ms: ${what}. ${String(await seen())}`);
    }
    await new Promise((resolve) => setTimeout(resolve, 50));
  }
}

/** Waits until both windows show it. */
export async function bothSee(what: string, look: (side: Side) => Promise<boolean | undefined>): Promise<void> {
  const { mine, theirs } = theStage();
  await eventually(`here: ${what}`, () => look(mine));
  await eventually(`there: ${what}`, () => look(theirs));
}
