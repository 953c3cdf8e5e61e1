// What the other worktree changes breaks a new use here: the use is underlined with the reason, the change with who relies on it.
// Must not look inside the extension: only what is on the screen counts.
import assert from "node:assert/strict";
import { basename } from "node:path";
import { runCommand, screenshot } from "../../dev/workbenchPage.ts";
import { edit, payoutFile, ratesFile, schemasFile, serverFile, takeBack, write } from "./billing.ts";
import { hoverSquiggle, leaveHover, lensTexts, openFile, toasts, treeRows, underlined } from "./seen.ts";
import { bothSee, eventually, type Side, theStage } from "./stage.ts";

interface Break {
  /** There: the file of the contract, what becomes of it, and the words that are underlined. */
  contract: string;
  change: (text: string) => string;
  changed: string;
  /** Here: a new file that uses it, and the words that are underlined. */
  file: string;
  text: string;
  used: string;
  /** How the tree names it. */
  name: string;
  /** What the lens says that is done to it. */
  deed: string;
  reason: RegExp;
}

const breaks: Record<string, Break> = {
  "a call of a function that takes more": {
    contract: ratesFile,
    change: (text) => text.replace("feeOf(amount: number)", "feeOf(amount: number, currency: string)"),
    changed: "feeOf",
    file: "src/statement.ts",
    text: 'import { feeOf } from "./rates.ts";\n\nexport function statementOf(amount: number): string {\n  return `Fee: ${feeOf(amount)}`;\n}\n',
    used: "feeOf",
    name: "feeOf",
    deed: "changes the signature of",
    reason: /Expected 2 arguments, but got 1/,
  },
  "a request to a route that moved": {
    contract: serverFile,
    change: (text) => text.replace('"/refunds/:id"', '"/v2/refunds/:id"'),
    changed: '"/v2/refunds/:id"',
    file: "src/web/load.ts",
    text: "export async function loadRefund(id: string): Promise<unknown> {\n  const response = await fetch(`/refunds/${id}`);\n  return response.json();\n}\n",
    used: "`/refunds/${id}`",
    name: "GET /refunds/:id",
    deed: "moves",
    reason: /it is GET \/v2\/refunds\/:id now/,
  },
  "a payload that lacks a field that is required now": {
    contract: schemasFile,
    change: (text) => text.replace("  amount: z.number(),\n", "  amount: z.number(),\n  currency: z.string(),\n"),
    changed: "RefundInput",
    file: "src/intake.ts",
    text: 'import { RefundInput } from "./schemas.ts";\n\nexport const first = RefundInput.parse({ id: "r-1", amount: 20 });\n',
    used: "RefundInput.parse",
    name: "RefundInput",
    deed: "changes",
    reason: /currency/,
  },
  "a field that a schema has no more": {
    contract: schemasFile,
    change: (text) => text.replace("  amount: z.number(),\n", ""),
    changed: "RefundInput",
    file: "src/amount.ts",
    text: 'import { RefundInput } from "./schemas.ts";\n\nexport function amountOf(body: unknown): number {\n  const input = RefundInput.parse(body);\n  return input.amount;\n}\n',
    used: "amount",
    name: "RefundInput",
    deed: "changes",
    reason: /amount/,
  },
  "a Python call of a function that takes more": {
    contract: payoutFile,
    change: (text) => text.replace("payout_of(amount)", "payout_of(amount, currency)"),
    changed: "payout_of",
    file: "jobs/nightly.py",
    text: "from jobs.payout import payout_of\n\n\ndef nightly(amounts):\n    return [payout_of(amount) for amount in amounts]\n",
    used: "payout_of",
    name: "payout_of",
    deed: "changes the signature of",
    reason: /currency/,
  },
};

describe("a contract that the other worktree breaks", () => {
  let mine: Side;
  let theirs: Side;
  before(async () => {
    ({ mine, theirs } = theStage());
    for (const { page } of [mine, theirs]) await runCommand(page, "Parley: Focus on Conflicts View");
  });
  afterEach(async () => {
    for (const { page, root } of [mine, theirs]) {
      assert.deepEqual(await toasts(page), []);
      takeBack(root);
    }
    await bothSee("nothing", async ({ page }) => (await treeRows(page)).length === 0);
  });
  after(async () => {
    for (const { page } of [mine, theirs]) {
      await runCommand(page, "View: Close All Editors");
      await openFile(page, "refund.ts");
    }
  });

  async function underlines({ page }: Side, word: string): Promise<void> {
    const seen = async (): Promise<string> => [...(await underlined(page)), ...(await treeRows(page))].join(" | ");
    await eventually(`${word} underlined`, async () => (await underlined(page)).join() === word, 20_000, seen);
  }

  async function lensSays({ page }: Side, what: RegExp): Promise<void> {
    await eventually(
      String(what),
      async () => what.test((await lensTexts(page))[0] ?? ""),
      20_000,
      () => lensTexts(page),
    );
  }

  for (const [at, [title, one]] of Object.entries(breaks).entries()) {
    it(`${title}: use and change are underlined with the reason, until it is taken back`, async () => {
      await edit(theirs.root, one.contract, one.change);
      await write(mine.root, one.file, one.text);
      await openFile(theirs.page, basename(one.contract));
      await openFile(mine.page, basename(one.file));
      await underlines(mine, one.used);
      await underlines(theirs, one.changed);
      await lensSays(mine, new RegExp(`^\\w+ on feat/partial-refunds ${one.deed} ${one.name} · CF-\\d+$`));
      await lensSays(theirs, /^\w+ on feat\/refund-log relies on this · CF-\d+$/);
      const rows = await treeRows(mine.page);
      assert.equal(rows.length, 2, rows.join("\n"));
      assert.ok(rows[1]?.startsWith(one.name), rows[1]);
      const said = await hoverSquiggle(mine.page, /Contract break/);
      assert.match(said.split("\n")[0] ?? "", one.reason);
      await screenshot(mine.page, `11-contract-${at + 1}`);
      await leaveHover(mine.page);
      await screenshot(theirs.page, `11-contract-${at + 1}-theirs`);
      takeBack(theirs.root);
      await bothSee("nothing underlined", async ({ page }) => (await underlined(page)).length === 0);
    });
  }
});
