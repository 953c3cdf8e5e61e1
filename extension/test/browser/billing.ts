// The repository that the windows show: a little billing code, a branch of ours, and a linked worktree of another's.
// Must not know VS Code or Parley.
import { execFileSync } from "node:child_process";
import { mkdir, readFile, writeFile } from "node:fs/promises";
import { dirname, join } from "node:path";

export const refundFile = "src/refund.ts";
export const ratesFile = "src/rates.ts";
export const serverFile = "src/server.ts";
export const schemasFile = "src/schemas.ts";
export const payoutFile = "jobs/payout.py";

const files: Record<string, string> = {
  [refundFile]: `export interface Refund {
  id: string;
  amount: number;
}

/** Gives a customer's money back. */
export function issueRefund(id: string, amount: number): Refund {
  if (amount <= 0) {
    throw new Error("nothing to refund");
  }
  return { id, amount };
}

export function describeRefund(refund: Refund): string {
  return \`\${refund.id}: \${refund.amount.toFixed(2)}\`;
}
`,
  [ratesFile]: `export function feeOf(amount: number): number {
  return Math.max(0.3, amount * 0.029);
}

export function netOf(amount: number): number {
  return amount - feeOf(amount);
}
`,
  "src/customer.ts": "export interface Customer {\n  id: string;\n  name: string;\n}\n",
  [serverFile]: `import express from "express";
import { issueRefund } from "./refund.ts";

export const app = express();

app.get("/refunds/:id", (request, response) => response.json(issueRefund(request.params.id, 1)));
app.post("/refunds", (request, response) => response.sendStatus(201));
`,
  [schemasFile]: `import { z } from "zod";

export const RefundInput = z.object({
  id: z.string(),
  amount: z.number(),
});
`,
  [payoutFile]: `def payout_of(amount):
    return amount - 1


def describe(amount):
    return f"{amount:.2f}"
`,
  "README.md": "# Billing\n",
};

/** Absolute roots: ours on feat/refund-log, theirs on feat/partial-refunds, both at main. */
export interface Worktrees {
  mine: string;
  theirs: string;
}

export async function makeBilling(folder: string): Promise<Worktrees> {
  const [mine, theirs] = [join(folder, "billing"), join(folder, "billing-partial-refunds")];
  for (const [path, text] of Object.entries(files)) await write(mine, path, text);
  git(mine, "init", "--quiet", "--initial-branch=main");
  git(mine, "config", "user.name", "Ana");
  git(mine, "config", "user.email", "ana@example.com");
  git(mine, "config", "commit.gpgsign", "false");
  git(mine, "add", "-A");
  git(mine, "commit", "--quiet", "--message=Start billing");
  git(mine, "worktree", "add", "--quiet", "-b", "feat/partial-refunds", theirs);
  git(mine, "config", "extensions.worktreeConfig", "true");
  git(theirs, "config", "--worktree", "user.email", "jordan@example.com");
  git(mine, "switch", "--quiet", "-c", "feat/refund-log");
  return { mine, theirs };
}

export function git(root: string, ...args: string[]): string {
  return execFileSync("git", ["-C", root, ...args], { encoding: "utf8", stdio: ["ignore", "pipe", "pipe"] });
}

export async function write(root: string, path: string, text: string): Promise<void> {
  const file = join(root, path);
  await mkdir(dirname(file), { recursive: true });
  await writeFile(file, text);
}

/** Writes what `change` makes of the file's text. */
export async function edit(root: string, path: string, change: (text: string) => string): Promise<void> {
  const before = await readFile(join(root, path), "utf8");
  const after = change(before);
  if (after === before) throw new Error(`The edit changes nothing in ${path}.`);
  await write(root, path, after);
}

/** All files as they were committed, nothing else. */
export function takeBack(root: string): void {
  git(root, "reset", "--quiet", "--hard");
  git(root, "clean", "--quiet", "-fd");
}
