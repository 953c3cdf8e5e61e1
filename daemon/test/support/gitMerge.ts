// What git says of merging two sides over a base: the oracle for merges. All merges of one test run in one repository.
// Knows nothing of Parley.
import { execFileSync } from "node:child_process";
import fs from "node:fs";
import os from "node:os";
import path from "node:path";
import type { Texts } from "./twoSides.ts";

export interface Sides {
  base: Texts;
  left: Texts;
  right: Texts;
}

/** True where `git merge-tree --write-tree` has a conflict, null where it fails an assertion of its own. In the order asked. */
export function conflictsInGit(merges: Sides[]): (boolean | null)[] {
  const folder = fs.mkdtempSync(path.join(os.tmpdir(), "parley-oracle-"));
  const env = { ...process.env, GIT_CONFIG_GLOBAL: "/dev/null", GIT_CONFIG_SYSTEM: "/dev/null" };
  const git = (args: string[], input = ""): string =>
    execFileSync("git", ["-C", folder, ...args], { input, env, encoding: "utf8", maxBuffer: 1 << 28 });
  try {
    git(["init", "--quiet", "--bare", "."]);
    git(["fast-import", "--quiet", "--done"], `${merges.map(commits).join("")}done\n`);
    return merges.map((_, n) => hasConflict(folder, env, `left${n}`, `right${n}`));
  } finally {
    fs.rmSync(folder, { recursive: true, force: true });
  }
}

function hasConflict(folder: string, env: NodeJS.ProcessEnv, left: string, right: string): boolean | null {
  try {
    execFileSync("git", ["-C", folder, "merge-tree", "--write-tree", left, right], { env, stdio: "pipe" });
    return false;
  } catch (failure) {
    const { status, stderr } = failure as { status: number | null; stderr: Buffer };
    if (status === null && stderr.includes("Assertion")) return null;
    if (status !== 1) throw new Error(stderr.toString(), { cause: failure });
    return true;
  }
}

function commits({ base, left, right }: Sides, n: number): string {
  const parent = `from refs/heads/base${n}\n`;
  return commit(`base${n}`, "", base) + commit(`left${n}`, parent, left) + commit(`right${n}`, parent, right);
}

function commit(branch: string, parent: string, files: Texts): string {
  const contents = Object.entries(files).map(([file, text]) => `M 100644 inline ${file}\n${data(text)}`);
  const head = `commit refs/heads/${branch}\ncommitter Ana <ana@example.com> 0 +0000\n${data("work")}${parent}`;
  return `${head}deleteall\n${contents.join("")}\n`;
}

function data(text: string): string {
  return `data ${Buffer.byteLength(text)}\n${text}\n`;
}
