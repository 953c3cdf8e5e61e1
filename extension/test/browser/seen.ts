// What of Parley a user sees in a window: underlined words, lenses, tree, status, Problems, Explorer.
// Must not know what should be seen.
import type { Locator, Page } from "playwright-core";
import { fillQuickInput, isShown, type Severity } from "../../dev/workbenchPage.ts";

/** The words that squiggles of this severity stand under, as they are on the screen now. */
export function underlined(page: Page, severity: Severity = "warning"): Promise<string[]> {
  return page.evaluate(wordsUnder, `.monaco-editor .squiggly-${severity}`);
}

/** Runs inside the page. */
function wordsUnder(selector: string): string[] {
  const under = (mark: DOMRect, line: Element): string => {
    const letters = document.createTreeWalker(line, NodeFilter.SHOW_TEXT);
    const range = document.createRange();
    let word = "";
    for (let node = letters.nextNode(); node; node = letters.nextNode()) {
      const text = node.textContent ?? "";
      for (let at = 0; at < text.length; at += 1) {
        range.setStart(node, at);
        range.setEnd(node, at + 1);
        const { left, right } = range.getBoundingClientRect();
        const centre = (left + right) / 2;
        if (centre > mark.left && centre < mark.right) word += text[at];
      }
    }
    return word;
  };
  return [...document.querySelectorAll(selector)].map((squiggle) => {
    const mark = squiggle.getBoundingClientRect();
    const lines = [...(squiggle.closest(".monaco-editor")?.querySelectorAll(".view-line") ?? [])];
    const line = lines.find((one) => Math.abs(one.getBoundingClientRect().top - mark.top) < mark.height / 2);
    return line ? under(mark, line) : "";
  });
}

/** Counts, from now on, the frames in which nothing is underlined; `stop` tells how many of how many. */
export async function watchSquiggles(page: Page): Promise<() => Promise<{ frames: number; without: number }>> {
  const handle = await page.evaluateHandle(countFrames);
  return async () => {
    const seen = await handle.evaluate((one) => {
      one.stop();
      return { frames: one.frames, without: one.without };
    });
    await handle.dispose();
    return seen;
  };
}

/** Runs inside the page. The editor draws in a frame's own callbacks, so a probe's size tells when they have all run. */
function countFrames() {
  const probe = document.body.appendChild(document.createElement("div"));
  probe.style.cssText = "position: fixed; height: 1px; width: 1px; opacity: 0; pointer-events: none";
  const seen = { frames: 0, without: 0, stop: (): void => probe.remove() };
  new ResizeObserver(() => {
    seen.frames += 1;
    if (document.querySelector(".monaco-editor .squiggly-warning") === null) seen.without += 1;
  }).observe(probe);
  const toggle = (): void => {
    probe.style.width = probe.style.width === "1px" ? "2px" : "1px";
    if (probe.isConnected) requestAnimationFrame(toggle);
  };
  toggle();
  return seen;
}

/** The text of the one status item; empty while it shows its icon alone. */
export async function statusText(page: Page): Promise<string> {
  return (await statusItem(page).innerText()).trim();
}

export function statusItem(page: Page): Locator {
  return page.locator('.part.statusbar .statusbar-item[id="parley.parley.parley.status"]');
}

/** The rows of the Conflicts view, from top to bottom, each in one line. */
export async function treeRows(page: Page): Promise<string[]> {
  const rows = await page.locator(".part.sidebar .pane-body .monaco-list-row").allInnerTexts();
  return rows.map((row) => row.replace(/\s+/g, " ").trim());
}

export async function lensTexts(page: Page): Promise<string[]> {
  const texts = await page.locator(".monaco-editor .codelens-decoration a").allInnerTexts();
  return texts.map((text) => text.replaceAll("\u00a0", " ").trim());
}

export function hoverBox(page: Page): Locator {
  return page.locator(".monaco-hover:visible").filter({ hasText: "CF-" }).first();
}

/** The first squiggle on the screen, to point at. */
export function squiggle(page: Page, severity: Severity = "warning"): Locator {
  return page.locator(`.monaco-editor .squiggly-${severity}`).first();
}

export function toasts(page: Page): Promise<string[]> {
  return page.locator(".notifications-toasts .notification-toast").allInnerTexts();
}

/** The rows of the Problems panel. */
export async function problems(page: Page): Promise<string[]> {
  const rows = await page.locator(".part.panel .monaco-list-row").allInnerTexts();
  return rows.map((row) => row.replace(/\s+/g, " ").trim());
}

/** The name and decorations of a file in the Explorer, as its row says them to a screen reader and shows them. */
export function explorerRow(page: Page, name: string): Locator {
  return page.locator(".explorer-viewlet .monaco-list-row", { hasText: name }).first();
}

/** The icons of the Conflicts view, from top to bottom, without twisties: `warning`, `git-compare`, `eye`, … */
export async function treeIcons(page: Page): Promise<string[]> {
  const icons = page.locator(".part.sidebar .pane-body .monaco-list-row .custom-view-tree-node-item-icon");
  const classes = await icons.evaluateAll((all) => all.map((icon) => icon.getAttribute("class") ?? ""));
  return classes.map((text) => /codicon-(?!\[)([a-z-]+)/.exec(text)?.[1] ?? "");
}

/** Points at the squiggle until the hover with the conflict is there, and tells what it says. */
export async function hoverSquiggle(page: Page, expected: RegExp): Promise<string> {
  await page.bringToFront();
  const box = hoverBox(page).filter({ hasText: expected });
  // As a hand does: what was drawn anew under a pointer at rest is not hovered.
  for (let tries = 0; tries < 5; tries += 1) {
    await page.mouse.move(900, 650);
    await squiggle(page).hover({ force: true });
    if (await isShown(box, 4_000)) break;
  }
  return (await box.innerText()).replaceAll("\u00a0", " ");
}

/** Takes the pointer off, where it means nothing. */
export async function leaveHover(page: Page): Promise<void> {
  await page.mouse.move(900, 650);
  await page.keyboard.press("Escape");
  await page.locator(".monaco-hover:visible").first().waitFor({ state: "hidden", timeout: 10_000 });
}

/** Opens a file of the window's folder by its path or name, as `Ctrl+P` does. */
export async function openFile(page: Page, path: string, name = path): Promise<void> {
  const row = page.locator(".quick-input-list .monaco-list-row", { hasText: name }).first();
  let input = await fillQuickInput(page, "Control+p", path);
  for (let tries = 0; tries < 8 && !(await isShown(row, 3_000)); tries += 1) {
    // The list of files is kept for a while: a new one is asked for when the box opens again.
    await page.keyboard.press("Escape");
    await input.waitFor({ state: "hidden", timeout: 20_000 });
    input = await fillQuickInput(page, "Control+p", path);
  }
  // By a click: what Enter takes may still be the first of the whole list.
  await row.click({ timeout: 20_000 });
  await page.mouse.move(0, 0);
  await input.waitFor({ state: "hidden", timeout: 20_000 });
  await page.locator(".tab.active", { hasText: name }).first().waitFor({ timeout: 20_000 });
}
