// How the main states look in the other themes: pictures to look at, and that nothing depends on the dark one.
// Must not test behaviour.
import assert from "node:assert/strict";
import { placeCursor, runCommand, screenshot } from "../../dev/workbenchPage.ts";
import { edit, refundFile, takeBack } from "./billing.ts";
import { hoverSquiggle, leaveHover, lensTexts, openFile, treeRows, underlined } from "./seen.ts";
import { eventually, type Side, stageSettings, theStage } from "./stage.ts";

const themes = [
  ["high-contrast", "Default High Contrast", ".hc-black"],
  ["high-contrast-light", "Default High Contrast Light", ".hc-light"],
  ["light", "Light 2026", ".vs"],
] as const;

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
  after(async () => {
    await theStage().server.writeSettings(stageSettings);
    for (const { root } of [mine, theirs]) takeBack(root);
  });

  for (const [name, theme, selector] of themes) {
    it(`${name}: squiggle, lens, tree and hover are there`, async () => {
      await theStage().server.writeSettings({ ...stageSettings, "workbench.colorTheme": theme });
      await mine.page.locator(`.monaco-workbench${selector}`).waitFor({ timeout: 20_000 });
      await placeCursor(mine.page, 1, 1);
      await eventually("the squiggle", async () => (await underlined(mine.page)).join() === "issueRefund");
      assert.ok((await treeRows(mine.page)).length >= 2);
      await hoverSquiggle(mine.page, /currency: string/);
      await screenshot(mine.page, `10-${name}`);
      await leaveHover(mine.page);
    });
  }
});
