// The demo's repository: a little billing code, a branch of yours and one of somebody else's.
import { execFileSync } from "node:child_process";
import fs from "node:fs";
import os from "node:os";
import path from "node:path";
import { gitEnvironment } from "../worktree/git.ts";
import { CommandError } from "./exit.ts";

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

/** Says of a folder that the two in it are the demo's: only those are ever removed. */
const markName = ".parley-demo";
const mark = "The folders billing and billing-partial-refunds are made anew by each demo here.\n";

const readme = "# Billing\n\nA demo of two people in one function.\n";

/**
 * Makes the repository below `parent`, or in a new temporary folder. A demo that stands there already is made anew;
 * throws one sentence when what stands there is none.
 */
export function makeDemo(parent?: string): Demo {
  const folder = parent ? path.resolve(parent) : fs.mkdtempSync(path.join(os.tmpdir(), "parley-demo-"));
  const mine = path.join(folder, "billing");
  const theirs = path.join(folder, "billing-partial-refunds");
  makeRoom(folder, [mine, theirs]);
  fs.mkdirSync(path.join(mine, "src"), { recursive: true });
  fs.writeFileSync(path.join(mine, file), refund);
  fs.writeFileSync(path.join(mine, "README.md"), readme);
  const environment = gitEnvironment(process.env);
  const git = (...args: string[]): void =>
    void execFileSync("git", ["-c", "core.hooksPath=/dev/null", "-C", mine, ...args], {
      stdio: "ignore",
      env: environment,
    });
  git("init", "--quiet", "--initial-branch=main");
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

function makeRoom(folder: string, wanted: string[]): void {
  const isThere = (file: string): boolean => fs.lstatSync(file, { throwIfNoEntry: false }) !== undefined;
  const marked = isThere(path.join(folder, markName));
  for (const old of wanted.filter(isThere)) {
    if (!marked) throw new CommandError(`${old} is not of a demo and stays: choose another folder for this one.`);
    fs.rmSync(old, { recursive: true });
  }
  fs.mkdirSync(folder, { recursive: true });
  if (!marked) fs.writeFileSync(path.join(folder, markName), mark);
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
