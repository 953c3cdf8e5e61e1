// The demo's repository: a little billing code, a branch of yours and one of somebody else's.
import { execFileSync } from "node:child_process";
import fs from "node:fs";
import os from "node:os";
import path from "node:path";

export interface Demo {
  /** Absolute folders of the two worktrees. */
  mine: string;
  theirs: string;
  /** File that both change, relative. */
  file: string;
}

const file = "src/refund.ts";

const refund = `export interface Refund {
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
`;

const readme = "# Billing\n\nA demo of two people in one function.\n";

/** Makes the repository below `parent`, or in a new temporary folder. A demo that stands there already is made anew. */
export function makeDemo(parent?: string): Demo {
  const folder = parent ? path.resolve(parent) : fs.mkdtempSync(path.join(os.tmpdir(), "parley-demo-"));
  const mine = path.join(folder, "billing");
  const theirs = path.join(folder, "billing-partial-refunds");
  for (const old of [mine, theirs]) fs.rmSync(old, { recursive: true, force: true });
  fs.mkdirSync(path.join(mine, "src"), { recursive: true });
  fs.writeFileSync(path.join(mine, file), refund);
  fs.writeFileSync(path.join(mine, "README.md"), readme);
  const git = (...args: string[]): void => void execFileSync("git", ["-C", mine, ...args], { stdio: "ignore" });
  execFileSync("git", ["init", "--quiet", "--initial-branch=main", mine]);
  git("config", "user.email", "you@example.com");
  git("config", "user.name", "You");
  git("config", "commit.gpgsign", "false");
  git("add", "-A");
  git("commit", "--quiet", "-m", "Start billing");
  git("worktree", "add", "--quiet", "-b", "feat/partial-refunds", theirs);
  git("config", "extensions.worktreeConfig", "true");
  git("-C", theirs, "config", "--worktree", "user.email", "jordan@example.com");
  git("switch", "--quiet", "-c", "feat/refund-log");
  edit(mine, (text) =>
    text.replace("  return { id, amount };", '  console.log("refund", id, amount);\n  return { id, amount };'),
  );
  return { mine: fs.realpathSync(mine), theirs: fs.realpathSync(theirs), file };
}

/** The other side's edits, a few seconds apart: the body first, then the signature. Ends with the process. */
export function playOtherSide(demo: Demo): void {
  const edits = [
    (text: string) => text.replace("amount <= 0", "!(amount > 0)"),
    (text: string) =>
      text.replace("(id: string, amount: number)", '(id: string, amount: number, currency: string = "EUR")'),
  ];
  for (const [index, change] of edits.entries())
    setTimeout(() => edit(demo.theirs, change), 1000 + index * 4000).unref();
}

function edit(checkout: string, change: (text: string) => string): void {
  const target = path.join(checkout, file);
  fs.writeFileSync(target, change(fs.readFileSync(target, "utf8")));
}
