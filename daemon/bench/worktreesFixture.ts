// Repositories with many worktrees and files, made for a measurement and removed after it.
import { execFileSync } from "node:child_process";
import fs from "node:fs";
import os from "node:os";
import path from "node:path";

export interface Fixture {
  /** Absolute roots; the first is the main checkout. */
  checkouts: string[];
  remove(): void;
}

/** The file in which all sides meet, about 10 KB. */
export const sharedFile = "src/shared.ts";

/** `variant` changes the body of `target`; `signature` its parameters. */
export function sharedText(variant: number, signature: boolean): string {
  const functions = Array.from({ length: 60 }, (_, n) => fillerFunction(n)).join("\n");
  const parameters = signature ? "id: string, amount: number, currency?: string" : "id: string, amount: number";
  return `${functions}\nexport function target(${parameters}): string {\n  return id + amount + ${variant};\n}\n`;
}

function fillerFunction(n: number): string {
  return `export function filler${n}(value: number): number {\n  const doubled = value * ${n + 2};\n  if (doubled > 100) {\n    return doubled - 1;\n  }\n  return doubled;\n}\n`;
}

export function makeWorktrees(worktrees: number, files: number): Fixture {
  const folder = fs.realpathSync(fs.mkdtempSync(path.join(os.tmpdir(), "parley-bench-")));
  const main = path.join(folder, "main");
  fs.mkdirSync(path.join(main, "src"), { recursive: true });
  fs.writeFileSync(path.join(main, sharedFile), sharedText(0, false));
  for (let n = 0; n < files - 1; n++) writeFile(main, n);
  const git = (...args: string[]): void => void execFileSync("git", ["-C", main, ...args], { stdio: "ignore" });
  execFileSync("git", ["init", "--quiet", "--initial-branch=main", main]);
  git("config", "user.email", "bench@example.com");
  git("config", "user.name", "Bench");
  git("config", "gc.auto", "0");
  git("add", "-A");
  git("commit", "--quiet", "-m", "Base");
  const checkouts = [main];
  for (let n = 1; n < worktrees; n++) {
    const worktree = path.join(folder, `w${n}`);
    git("worktree", "add", "--quiet", "-b", `feature-${n}`, worktree);
    checkouts.push(worktree);
  }
  return { checkouts, remove: () => fs.rmSync(folder, { recursive: true, force: true }) };
}

/** Ten files a folder, as in a code base of small modules. */
export function ordinaryFile(n: number): string {
  return `src/area${Math.floor(n / 100)}/module${Math.floor(n / 10)}/file${n}.ts`;
}

function writeFile(root: string, n: number): void {
  const file = path.join(root, ordinaryFile(n));
  fs.mkdirSync(path.dirname(file), { recursive: true });
  fs.writeFileSync(file, fillerFunction(n));
}

/** Changes `count` ordinary files of a checkout (or adds them, where it has fewer), other ones for each `seed`. */
export function changeFiles(root: string, seed: number, count: number): void {
  for (let n = 0; n < count; n++) {
    const file = path.join(root, ordinaryFile(seed * count + n));
    fs.mkdirSync(path.dirname(file), { recursive: true });
    fs.appendFileSync(file, `\nexport const added${seed} = ${n};\n`);
  }
}

/** Changes the shared function, in another way for each `seed`. */
export function changeShared(root: string, seed: number): void {
  fs.writeFileSync(path.join(root, sharedFile), sharedText(seed + 1, false));
}
