// What must not be shown, and what must although the file has another name over there.
// Must not wait for nothing to happen: another clash, made afterwards, shows that all before it was looked at.
import assert from "node:assert/strict";
import { readFile } from "node:fs/promises";
import { join } from "node:path";
import { runCommand } from "../../dev/workbenchPage.ts";
import { edit, git, ratesFile, refundFile, takeBack, write } from "./billing.ts";
import { openFile, toasts, treeRows, underlined } from "./seen.ts";
import { bothSee, type Side, theStage } from "./stage.ts";

const customerFile = "src/customer.ts";

describe("edits that are no clash", () => {
  let mine: Side;
  let theirs: Side;
  before(() => ({ mine, theirs } = theStage()));
  afterEach(async () => {
    for (const { page, root } of [mine, theirs]) {
      assert.deepEqual(await toasts(page), []);
      takeBack(root);
    }
    await bothSee("nothing", async ({ page }) => (await treeRows(page)).length === 0);
  });

  it("formatting alone, on both sides, underlines nothing", async () => {
    for (const side of [mine, theirs]) await openFile(side.page, "rates.ts");
    await edit(mine.root, ratesFile, (text) => text.replaceAll("  return", "      return"));
    await edit(theirs.root, ratesFile, (text) => `// Fees.\n${text.replaceAll(";\n", ";\n\n")}`);
    await edit(mine.root, customerFile, (text) => text.replace("name: string", "name: string | null"));
    await edit(theirs.root, customerFile, (text) => text.replace("name: string", "name?: string"));
    await bothSee("the other clash", async ({ page }) =>
      (await treeRows(page)).some((row) => row.includes("Customer")),
    );
    for (const { page } of [mine, theirs]) {
      for (const severity of ["info", "warning", "error"] as const)
        assert.deepEqual(await underlined(page, severity), []);
      const rows = (await treeRows(page)).join("\n");
      assert.doesNotMatch(rows, /feeOf|netOf/);
    }
  });

  it("fifty saves are no notice, without a clash and with one", async () => {
    const saveOften = async (): Promise<void> => {
      const text = await readFile(join(mine.root, refundFile), "utf8");
      for (let save = 0; save < 50; save += 1) await write(mine.root, refundFile, `${text}\n// ${save}\n`);
    };
    await saveOften();
    await edit(mine.root, ratesFile, (now) => now.replace("0.029", "0.03"));
    await edit(theirs.root, ratesFile, (now) => now.replace("0.3", "0.4"));
    await bothSee("the clash after them", async ({ page }) => (await underlined(page)).join() === "feeOf");
    await saveOften();
    await edit(theirs.root, ratesFile, (now) => now.replace("amount - ", "amount - 2 * "));
    await edit(mine.root, ratesFile, (now) => now.replace("amount - ", "amount - 3 * "));
    await bothSee("the next", async ({ page }) => (await underlined(page)).join() === "feeOf,netOf");
  });

  it("a file renamed there and edited here is one", async () => {
    git(theirs.root, "mv", ratesFile, "src/pricing.ts");
    await edit(theirs.root, "src/pricing.ts", (text) =>
      text.replace("feeOf(amount: number)", "feeOf(amount: number, rate = 0.029)"),
    );
    await edit(mine.root, ratesFile, (text) => text.replace("0.029", "0.031"));
    await openFile(theirs.page, "pricing.ts");
    await bothSee("feeOf in the tree", async ({ page }) =>
      (await treeRows(page)).some((row) => row.startsWith("feeOf")),
    );
    await bothSee("feeOf underlined", async ({ page }) => (await underlined(page)).includes("feeOf"));
    await runCommand(theirs.page, "View: Close All Editors");
  });
});
