// What a user sees and does in a window of VS Code, by the names of its own page. Every wait has a deadline.
// Must not know: Parley.

import { mkdir } from "node:fs/promises";
import { join } from "node:path";
import type { FrameLocator, Locator, Page } from "playwright-core";
import { cacheDir } from "./cache.ts";

export type Severity = "error" | "warning" | "info" | "hint";

const timeout = 60_000;

/** Writes `.vscode-test/screenshots/<name>.png` and returns its path. */
export async function screenshot(page: Page, name: string): Promise<string> {
  const folder = join(cacheDir, "screenshots");
  await mkdir(folder, { recursive: true });
  const path = join(folder, `${name}.png`);
  await page.screenshot({ path });
  return path;
}

export function squiggles(page: Page, severity: Severity): Locator {
  return page.locator(`.monaco-editor .squiggly-${severity}`);
}

export function codeLens(page: Page, text: string): Locator {
  return page.locator(".monaco-editor .codelens-decoration a", { hasText: text });
}

export function statusBarItem(page: Page, text: string): Locator {
  return page.locator(".part.statusbar .statusbar-item", { hasText: text });
}

export function notification(page: Page, text: string): Locator {
  return page.locator(".notifications-toasts .notification-toast", { hasText: text });
}

/** The document inside the webview in front. */
export function webview(page: Page): FrameLocator {
  return page.frameLocator("iframe.webview.ready").last().frameLocator("iframe#active-frame");
}

/** Runs a command by its whole title, `Category: Title`, from the command palette. */
export async function runCommand(page: Page, title: string): Promise<void> {
  const input = await fillQuickInput(page, "F1", `>${title}`);
  // Another command that matches as well may come first.
  const rows = page.locator(".quick-input-list .monaco-list-row");
  await rows.getByText(title, { exact: true }).first().click({ timeout });
  // What lies below the list must not take the pointer for somebody who asks.
  await page.mouse.move(0, 0);
  await input.waitFor({ state: "hidden", timeout });
}

/** Puts the cursor of the active editor at a 1-based line and column. */
export async function placeCursor(page: Page, line: number, column: number): Promise<void> {
  const input = await fillQuickInput(page, "Control+g", `:${String(line)}:${String(column)}`);
  await page.keyboard.press("Enter");
  await input.waitFor({ state: "hidden", timeout });
}

export async function fillQuickInput(page: Page, key: string, text: string): Promise<Locator> {
  const input = page.locator(".quick-input-widget input").first();
  // A window in which nothing has the focus yet gets it by a click beside everything.
  await pressUntil(page, key, input, () => page.locator(".part.statusbar").click({ timeout }));
  await input.fill(text);
  return input;
}

/** A workbench that is still busy may miss a key, so it is pressed until it shows. */
async function pressUntil(
  page: Page,
  key: string,
  what: Locator,
  between: () => Promise<void> = () => Promise.resolve(),
): Promise<void> {
  await page.bringToFront();
  for (const deadline = Date.now() + timeout; Date.now() < deadline;) {
    await page.keyboard.press(key);
    if (await isShown(what, 5_000)) return;
    await between();
  }
  const picture = await screenshot(page, "no-answer");
  throw new Error(`${key} shows nothing within ${String(timeout)} ms (${picture}):\n${await onScreen(page)}`);
}

/** What has the focus, and all that can be read in the window: the only witness where no picture can be looked at. */
function onScreen(page: Page): Promise<string> {
  return page.evaluate(() => {
    const focus = document.activeElement;
    const text = document.body.innerText.replace(/\s*\n\s*/g, " | ").slice(0, 1500);
    return `focus in <${focus?.tagName.toLowerCase() ?? "nothing"} class="${focus?.className ?? ""}">\n${text}`;
  });
}

/** Whether it comes to be seen within so many milliseconds. */
export function isShown(what: Locator, ms: number): Promise<boolean> {
  return what.waitFor({ timeout: ms }).then(
    () => true,
    () => false,
  );
}

/** Opens the light bulb's menu at the cursor, and returns its entries. */
export async function openCodeActions(page: Page): Promise<string[]> {
  await pressUntil(page, "Control+.", page.locator(".action-widget .monaco-list-row").first());
  return page.locator(".action-widget .monaco-list-row.action").allInnerTexts();
}

/** Takes an entry of the open light bulb's menu by keyboard: the menu's overlay swallows clicks. */
export async function acceptCodeAction(page: Page, title: string): Promise<void> {
  const rows = page.locator(".action-widget .monaco-list-row.action");
  const wanted = page.locator(".action-widget .monaco-list-row.action.focused", { hasText: title });
  const count = await rows.count();
  for (let pressed = 0; (await wanted.count()) === 0; pressed += 1) {
    if (pressed > count) throw new Error(`No code action "${title}" in the menu`);
    await page.keyboard.press("ArrowDown");
  }
  await page.keyboard.press("Enter");
  await rows.first().waitFor({ state: "hidden", timeout });
}

/** Leaves Restricted Mode, as a user does by its banner. */
export async function trustFolder(page: Page): Promise<void> {
  const banner = page.locator(".part.banner", { hasText: "Restricted Mode" });
  await banner.getByText("Manage").click({ timeout });
  const trust = page.locator(".workspace-trust-editor .monaco-button", { hasText: /^Trust$/ });
  await trust.click({ timeout });
  await banner.waitFor({ state: "hidden", timeout });
  // The page about trust lies over the editors until it is closed.
  const cover = page.locator(".monaco-modal-editor-block");
  await cover.locator(".codicon-close").first().click({ timeout });
  await cover.waitFor({ state: "hidden", timeout });
}
