// A day with Parley in two windows: a save there, unsaved typing here, and what both people see and do about it.
// Must not look inside the extension: only what is on the screen counts.
import assert from "node:assert/strict";
import { readFile, readdir } from "node:fs/promises";
import { join } from "node:path";
import {
  acceptCodeAction,
  openCodeActions,
  placeCursor,
  runCommand,
  screenshot,
  statusBarItem,
} from "../../dev/workbenchPage.ts";
import { edit, refundFile, takeBack, write } from "./billing.ts";
import {
  explorerRow,
  hoverSquiggle,
  leaveHover,
  lensTexts,
  problems,
  statusText,
  toasts,
  treeIcons,
  treeRows,
  underlined,
  watchSquiggles,
} from "./seen.ts";
import { bothSee, daemonOf, eventually, type Side, theStage } from "./stage.ts";

const onIssueRefund = { line: 7, column: 20 };

async function lightBulb({ page }: Side, title: string): Promise<string[]> {
  const [word] = await eventually("the name is underlined", async () => {
    const words = await underlined(page);
    return words.length > 0 && words;
  });
  assert.equal(word, "issueRefund");
  const titles = await openCodeActions(page);
  await acceptCodeAction(page, title);
  return titles;
}

describe("two windows on two worktrees", () => {
  let mine: Side;
  let theirs: Side;
  before(() => ({ mine, theirs } = theStage()));
  afterEach(async () => {
    for (const { page } of [mine, theirs]) assert.deepEqual(await toasts(page), []);
  });

  it("run out of the installed package and share the daemon that it started", async () => {
    const { extensionsDir, home } = theStage();
    const [installed = ""] = (await readdir(extensionsDir)).filter((name) => name.startsWith("parley.parley-"));
    const daemon = await eventually("a daemon", () => daemonOf(home));
    const [, program] = (await readFile(`/proc/${daemon.pid}/cmdline`, "utf8")).split("\0");
    assert.equal(program, join(extensionsDir, installed, "dist/parley.cjs"));
  });

  it("say that nothing clashes, with an icon alone in the status bar", async () => {
    for (const { page } of [mine, theirs]) {
      await runCommand(page, "Parley: Focus on Conflicts View");
      await page.getByText("Nobody's unmerged work clashes with yours.").waitFor({ timeout: 30_000 });
      assert.deepEqual([await treeRows(page), await statusText(page), await underlined(page)], [[], "", []]);
    }
    await screenshot(mine.page, "01-welcome");
  });

  it("underline the function's name in both, for a save there and unsaved typing here", async () => {
    await placeCursor(theirs.page, 7, 55);
    await theirs.page.keyboard.type(", currency: string");
    await theirs.page.keyboard.press("Control+s");
    await placeCursor(mine.page, 11, 3);
    await mine.page.keyboard.type("console.log(id);\n");
    await bothSee("issueRefund is underlined", async ({ page }) => (await underlined(page)).join() === "issueRefund");
  });

  it("say who does what above it, and how much in the status bar", async () => {
    const lens = /^\w+ on feat\/partial-refunds changes this signature · CF-\d+$/;
    await eventually("our lens", async () => lens.test((await lensTexts(mine.page))[0] ?? ""));
    assert.deepEqual((await lensTexts(mine.page)).slice(1), ["Compare", "Acknowledge", "Will rebase"]);
    await eventually("their lens", async () => (await lensTexts(theirs.page))[0]?.includes("on feat/refund-log"));
    await bothSee("the count", async ({ page }) => (await statusText(page)).startsWith("1 warn"));
  });

  it("list it by how grave it is, with the other side's place below", async () => {
    const [group, conflict] = await eventually("the tree", async () => {
      const rows = await treeRows(mine.page);
      return rows.length >= 2 && rows;
    });
    assert.match(group ?? "", /^Warnings ?1$/);
    assert.match(conflict ?? "", /^issueRefund ?CF-\d+ · \w+ on feat\/partial-refunds$/);
    await screenshot(mine.page, "02-clash");
    await screenshot(theirs.page, "03-clash-theirs");
  });

  it("mark the file in the Explorer, and list the clash in Problems", async () => {
    await runCommand(mine.page, "View: Show Explorer");
    const row = explorerRow(mine.page, "refund.ts");
    await eventually("the file's mark", async () => (await row.innerHTML()).includes("CF-"));
    await runCommand(mine.page, "Problems: Focus on Problems View");
    const rows = await eventually("Problems", async () => {
      const seen = await problems(mine.page);
      return seen.some((one) => / parley CF-\d+ /.test(one)) && seen;
    });
    assert.equal(rows.filter((one) => one.includes("CF-")).length, 1, rows.join("\n"));
    assert.ok(rows.some((one) => /^issueRefund: \w+ on feat\/partial-refunds changes this signature/.test(one)));
    await screenshot(mine.page, "04-explorer-problems");
    await runCommand(mine.page, "View: Toggle Panel Visibility");
    await runCommand(mine.page, "Parley: Focus on Conflicts View");
  });

  it("tell in the hover what each side changed", async () => {
    const said = await hoverSquiggle(mine.page, /currency: string/);
    assert.match(said, /CF-\d+ · Same code · open/);
    assert.match(said, /\+export function issueRefund\(id: string, amount: number, currency: string\)/);
    assert.match(said, /\+ {2}console\.log\(id\);/);
    assert.match(said, /Acknowledge · I will rebase · Compare · Open conflict/);
    await screenshot(mine.page, "05-hover");
    await leaveHover(mine.page);
  });

  it("add no text to the code's lines, and are the same after a reload", async () => {
    const lines = mine.page.locator(".monaco-editor .view-line", { hasText: "issueRefund" });
    const code = "export function issueRefund(id: string, amount: number): Refund {";
    await eventually("the line", async () => (await lines.first().innerText()).replaceAll("\u00a0", " ") === code);
    await theirs.page.reload();
    await eventually("the name", async () => (await underlined(theirs.page)).join() === "issueRefund", 60_000);
    await eventually("the count", async () => (await statusText(theirs.page)).startsWith("1 warn"));
    await eventually("the tree", async () => (await treeRows(theirs.page)).length >= 2);
  });

  it("keep the name underlined while lines are typed above it", async () => {
    const stop = await watchSquiggles(mine.page);
    await placeCursor(mine.page, 5, 1);
    await mine.page.keyboard.type("// one\n// two\n// three\n");
    await eventually("it is where the name is", async () => (await underlined(mine.page)).join() === "issueRefund");
    await eventually("and so is the lens", async () => (await lensTexts(mine.page)).length === 4);
    await placeCursor(mine.page, 5, 1);
    for (let line = 0; line < 3; line += 1) await mine.page.keyboard.press("Control+Shift+k");
    await eventually("and back again", async () => (await underlined(mine.page)).join() === "issueRefund");
    const { frames, without } = await stop();
    assert.ok(frames > 20, `${frames} frames`);
    assert.equal(without, 0);
  });

  it("keep the name underlined when a program rewrites the file around it", async () => {
    const whole = await readFile(join(theirs.root, refundFile), "utf8");
    await edit(
      theirs.root,
      refundFile,
      (text) => `${text.replace("Refund {", "Refund { // first").trimEnd()} // last\n`,
    );
    await theirs.page.locator(".view-line", { hasText: "// last" }).waitFor({ timeout: 20_000 });
    await eventually("it is where the name is", async () => (await underlined(theirs.page)).join() === "issueRefund");
    await write(theirs.root, refundFile, whole);
    await theirs.page.locator(".view-line", { hasText: "// last" }).waitFor({ state: "hidden", timeout: 20_000 });
    await eventually("and back again", async () => (await underlined(theirs.page)).join() === "issueRefund");
  });
});

describe("an answer in one window", () => {
  let mine: Side;
  let theirs: Side;
  before(() => ({ mine, theirs } = theStage()));

  it("by keyboard alone is seen in the other: acknowledged", async () => {
    await runCommand(mine.page, "Parley: Go to Next Conflict");
    await statusBarItem(mine.page, "Ln 7, Col 28 (11 selected)").waitFor({ timeout: 20_000 });
    const titles = await openCodeActions(mine.page);
    assert.match(titles[0] ?? "", /^Acknowledge \(CF-\d+\)$/);
    await screenshot(mine.page, "06-light-bulb");
    await acceptCodeAction(mine.page, "Acknowledge");
    await bothSee("the eye in the tree", async ({ page }) => (await treeIcons(page)).includes("eye"));
    await bothSee("no lens Acknowledge", async ({ page }) => !(await lensTexts(page)).includes("Acknowledge"));
    assert.match(await hoverSquiggle(theirs.page, /acknowledged/), /CF-\d+ · Same code · acknowledged/);
    await screenshot(theirs.page, "07-acknowledged-theirs");
    await leaveHover(theirs.page);
  });

  it("will rebase, from the other side's light bulb", async () => {
    await placeCursor(theirs.page, onIssueRefund.line, onIssueRefund.column);
    await lightBulb(theirs, "I will rebase");
    await bothSee("the arrows in the tree", async ({ page }) => (await treeIcons(page)).includes("sync"));
    assert.match(await hoverSquiggle(mine.page, /being resolved/), /being resolved/);
    await leaveHover(mine.page);
  });

  it("compares: theirs on the left, mine on the right", async () => {
    await placeCursor(mine.page, onIssueRefund.line, onIssueRefund.column);
    await lightBulb(mine, "Compare with");
    const diff = mine.page.locator(".monaco-diff-editor").first();
    await diff.waitFor({ timeout: 20_000 });
    const text = (half: string): Promise<string> => diff.locator(`.editor.${half} .view-lines`).innerText();
    await eventually("theirs", async () => (await text("original")).replaceAll("\u00a0", " ").includes("currency"));
    assert.ok((await text("modified")).includes("console"));
    await screenshot(mine.page, "08-compare");
    await runCommand(mine.page, "View: Close Editor");
  });

  it("is gone from both with the edit", async () => {
    await runCommand(mine.page, "File: Revert File");
    await bothSee("nothing", async ({ page }) => {
      const seen = [...(await underlined(page)), ...(await treeRows(page)), await statusText(page)];
      return seen.join("") === "" && (await lensTexts(page)).length === 0;
    });
    assert.equal(await statusBarItem(mine.page, "warn").count(), 0);
    takeBack(theirs.root);
  });
});
