// Takes the pictures of the README and of the walkthrough: the demo, as a user sees it, into `media/`.
// Must not test anything, nor touch the user's own daemon.
import { spawn } from "node:child_process";
import { mkdtemp, realpath, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import type { Page } from "playwright-core";
import { repositoryRoot, run } from "./cache.ts";
import { buildPackage } from "./package.ts";
import { launchBrowser, openWindow } from "./vscodeBrowser.ts";
import { startVscodeServer } from "./vscodeServer.ts";
import { acceptCodeAction, codeLens, openCodeActions, placeCursor, runCommand } from "./workbenchPage.ts";

const program = join(repositoryRoot, "dist/parley.cjs");
const timeout = 60_000;
const settings = {
  "workbench.colorTheme": "Dark 2026",
  "window.title": "${activeEditorShort}${separator}${rootName}",
  "editor.minimap.enabled": false,
  "editor.scrollbar.vertical": "hidden",
  "editor.scrollbar.horizontal": "hidden",
  "git.blame.statusBarItem.enabled": false,
};

async function takePictures(): Promise<void> {
  const folder = await realpath(await mkdtemp(join(tmpdir(), "parley-pictures-")));
  const env = { PARLEY_HOME: join(folder, "home") };
  const demo = spawn(process.execPath, [program, "demo", "--folder", join(folder, "demo")], {
    env: { ...process.env, ...env },
    stdio: "ignore",
  });
  const server = await startVscodeServer({ dataDir: folder, extensions: [await buildPackage()], env, settings });
  const browser = await launchBrowser();
  try {
    const checkout = join(folder, "demo/billing");
    const files = [join(checkout, "src/refund.ts")];
    const size = { width: 1400, height: 800 };
    const window = await openWindow(browser, server, { folder: checkout, files, size });
    await takeAll(window.page);
    await window.close();
  } finally {
    await browser.close();
    await server.stop();
    demo.kill();
    await run(process.execPath, [program, "daemon", "stop"], repositoryRoot, { ...process.env, ...env });
    await rm(folder, { recursive: true, force: true, maxRetries: 5, retryDelay: 200 });
  }
}

async function takeAll(page: Page): Promise<void> {
  await codeLens(page, "changes this signature").first().waitFor({ timeout });
  await runCommand(page, "Parley: Focus on Conflicts View");
  const conflict = page.locator(".part.sidebar .monaco-list-row", { hasText: "issueRefund" }).first();
  await conflict.locator(".monaco-tl-twistie").click({ timeout });
  await page.locator(".part.sidebar .monaco-list-row", { hasText: "This checkout" }).first().waitFor({ timeout });
  await take(page, "walkthrough-view", { x: 0, y: 30, width: 700, height: 420 });
  await placeCursor(page, 16, 1);
  await take(page, "walkthrough-squiggle", { x: 350, y: 30, width: 760, height: 420 });
  await page.locator(".monaco-editor .squiggly-warning").first().hover({ force: true });
  await page.locator(".monaco-hover:visible", { hasText: "currency" }).first().waitFor({ timeout });
  await take(page, "screenshot");
  await page.mouse.move(0, 0);
  await placeCursor(page, 7, 20);
  await openCodeActions(page);
  await take(page, "walkthrough-light-bulb", { x: 350, y: 30, width: 760, height: 380 });
  await acceptCodeAction(page, "Compare with");
  await page.locator(".monaco-diff-editor .char-delete, .monaco-diff-editor .line-delete").first().waitFor({ timeout });
  await take(page, "walkthrough-compare", { x: 350, y: 30, width: 1050, height: 420 });
}

async function take(page: Page, name: string, clip?: { x: number; y: number; width: number; height: number }) {
  await page.screenshot({ path: join(repositoryRoot, "media", `${name}.png`), ...(clip ? { clip } : {}) });
}

await takePictures();
