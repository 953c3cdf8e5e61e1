// How the main states look in the other themes: pictures to look at, and that nothing depends on the dark one.
// Must not test behaviour.
import assert from "node:assert/strict";
import type { Page } from "playwright-core";
import { runCommand, screenshot } from "../../dev/workbenchPage.ts";
import { edit, refundFile, takeBack } from "./billing.ts";
import { hoverSquiggle, leaveHover, lensTexts, openFile, toasts, treeRows, underlined } from "./seen.ts";
import { eventually, type Side, stageSettings, theStage } from "./stage.ts";

const themes = [
  ["high-contrast", "Default High Contrast", "hc-black"],
  ["light", "Light 2026", "vs"],
] as const;

/** With another setting, and anew: so a window takes it for sure. */
async function showIn(page: Page, theme: string, kind: string): Promise<void> {
  await theStage().server.writeSettings({ ...stageSettings, "workbench.colorTheme": theme });
  await page.reload();
  await page.locator(`.monaco-workbench.${kind}`).waitFor({ timeout: 60_000 });
}

describe("in other themes", () => {
  let mine: Side;
  let theirs: Side;
  before(async () => {
    ({ mine, theirs } = theStage());
    await openFile(mine.page, "refund.ts");
    await runCommand(mine.page, "Parley: Focus on Conflicts View");
    await edit(theirs.root, refundFile, (text) =>
      text.replace("amount: number): R", "amount: number, currency: string): R"),
    );
    await edit(mine.root, refundFile, (text) => text.replace("amount <= 0", "!(amount > 0)"));
    await eventually("the squiggle", async () => (await underlined(mine.page)).join() === "issueRefund");
    await eventually("the lens", async () => (await lensTexts(mine.page)).length === 4);
  });
  // The windows are closed next, so they stay in the last theme.
  after(() => {
    for (const { root } of [mine, theirs]) takeBack(root);
  });

  for (const [name, theme, kind] of themes) {
    it(`${name}: squiggle, lens, tree and hover are there`, async () => {
      await showIn(mine.page, theme, kind);
      await eventually("the squiggle", async () => (await underlined(mine.page)).join() === "issueRefund", 60_000);
      await eventually("the tree", async () => (await treeRows(mine.page)).length >= 2);
      await eventually("the lens", async () => (await lensTexts(mine.page)).length === 4);
      assert.deepEqual(await toasts(mine.page), []);
      await hoverSquiggle(mine.page, /currency: string/);
      await screenshot(mine.page, `10-${name}`);
      await leaveHover(mine.page);
    });
  }
});
