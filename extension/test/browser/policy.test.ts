// The team's policy in two windows: it blocks, who may overrides, both see it; a bad line is underlined.
// Must not look inside the extension: only what is on the screen counts.
import assert from "node:assert/strict";
import { rm } from "node:fs/promises";
import { join } from "node:path";
import type { Page } from "playwright-core";
import { acceptCodeAction, notification, openCodeActions, placeCursor, screenshot } from "../../dev/workbenchPage.ts";
import { edit, ratesFile, takeBack, write } from "./billing.ts";
import { openFile, toasts, treeRows, underlined } from "./seen.ts";
import { bothSee, eventually, type Side, theStage } from "./stage.ts";

const policyFile = ".parley/policy.yaml";
const policy = `contract_criticality:
  - { match: "sym:ts:src/rates.ts#**", criticality: frozen }
members:
  - { email: "ana@example.com", role: owner }
  - { email: "jordan@example.com", role: member }
`;
const statement =
  'import { feeOf } from "./rates.ts";\n\nexport function statementOf(amount: number): string {\n  return `Fee: ${feeOf(amount)}`;\n}\n';

async function answer(page: Page, title: RegExp, text: string): Promise<void> {
  const box = page.locator(".quick-input-widget:visible", { hasText: title });
  await box.waitFor({ timeout: 20_000 });
  await page.keyboard.type(text);
  await page.keyboard.press("Enter");
  await box.waitFor({ state: "hidden", timeout: 20_000 });
}

describe("a policy of the team", () => {
  let mine: Side;
  let theirs: Side;
  before(async () => {
    ({ mine, theirs } = theStage());
    await write(mine.root, policyFile, policy);
  });
  after(async () => {
    await rm(join(mine.root, ".parley"), { recursive: true, force: true });
    for (const { root } of [mine, theirs]) takeBack(root);
    await bothSee("nothing", async ({ page }) => (await treeRows(page)).length === 0);
  });

  it("makes the break of a frozen contract an error, in both windows", async () => {
    await edit(theirs.root, ratesFile, (text) =>
      text
        .replace("feeOf(amount: number)", "feeOf(amount: number, tax: number)")
        .replace("feeOf(amount);", "feeOf(amount, 0);"),
    );
    await write(mine.root, "src/statement.ts", statement);
    await openFile(theirs.page, "rates.ts");
    await openFile(mine.page, "statement.ts");
    await bothSee("an error", async ({ page }) => (await underlined(page, "error")).includes("feeOf"));
  });

  it("is overridden on request by whoever may, with a reason, and the other window says so", async () => {
    await placeCursor(theirs.page, 1, 19);
    const offered = await openCodeActions(theirs.page);
    assert.ok(!offered.some((title) => title.startsWith("Override")), offered.join("\n"));
    await acceptCodeAction(theirs.page, "Request override");
    await answer(theirs.page, /Request override of CF-\d+/, "The tax office wants it on Monday");

    const asked = notification(mine.page, "jordan asks to override CF-");
    await asked.waitFor({ timeout: 20_000 });
    assert.match(await asked.innerText(), /: The tax office wants it on Monday/);
    await screenshot(mine.page, "12-override-asked");
    await asked.getByRole("button", { name: "Override…" }).click();
    await answer(mine.page, /Override CF-\d+/, "Ana moves the statement next");

    const told = notification(theirs.page, "ana overrode CF-");
    await told.waitFor({ timeout: 20_000 });
    assert.match(await told.innerText(), /: Ana moves the statement next/);
    await bothSee("no error", async ({ page }) => (await underlined(page, "error")).length === 0);
    await told.getByRole("button", { name: "Open" }).click();
    const page = theirs.page.locator(".monaco-editor .view-lines", { hasText: "overridden" });
    await page.first().waitFor({ timeout: 20_000 });
    await screenshot(theirs.page, "12-overridden-theirs");
    for (const side of [mine, theirs]) assert.deepEqual(await toasts(side.page), []);
  });

  it("with a bad line is underlined there, says what would be right, and stays in force as it was", async () => {
    await write(mine.root, policyFile, `severity:\n  symbol_overlap: loud\n${policy}`);
    await openFile(mine.page, "policy.yaml");
    await eventually(
      "the word underlined",
      async () => (await underlined(mine.page, "error")).join() === "loud",
      20_000,
      () => underlined(mine.page, "error"),
    );
    await screenshot(mine.page, "13-policy-line");
    await write(mine.root, policyFile, policy);
    await eventually("nothing underlined", async () => (await underlined(mine.page, "error")).length === 0);
  });
});
