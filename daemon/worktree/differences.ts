// Asks git which paths of a checkout may differ from its base, which it tracks, and when commits changed them.
// Knows no contents and no events: git's answer is a list of candidates to look at.
import { closeSync, openSync, readSync } from "node:fs";
import { join } from "node:path";
import type { ObjectFormat } from "./content.ts";
import { git, type GitSettings, split } from "./git.ts";
import type { Wanted } from "./inspect.ts";

const emptyTrees = {
  sha1: "4b825dc642cb6eb9a060e54bf8d69288fbee4904",
  sha256: "6ef19b41225c5369f1c104d45d8d85efa9b057b53b14b4b9b939dd74decc5321",
};
const none = /^0+$/;
const submoduleMode = "160000";
const mostCommits = 2_000;

export interface Candidate extends Wanted {
  /** Git found no file on disk. */
  deleted: boolean;
}

/** Paths whose index entry or file differs from the base, content unchecked. Throws why when git failed. */
export async function candidates(
  root: string,
  base: string | null,
  format: ObjectFormat,
  filters: GitSettings,
): Promise<Candidate[]> {
  const options = ["-z", "--raw", "--no-abbrev", "--no-renames", "--ignore-submodules=dirty"];
  const args = ["diff-index", ...options, base ?? emptyTrees[format], "--"];
  const { code, stdout, stderr } = await git(root, args, "", filters);
  if (code !== 0) throw new Error(firstLine(stderr) || `git diff-index ended with ${code}`);
  const parts = split(stdout);
  const found: Candidate[] = [];
  for (let at = 0; at + 1 < parts.length; at += 2) {
    const candidate = parse(parts[at] ?? "", parts[at + 1] ?? "");
    if (candidate) found.push(candidate);
  }
  return found;
}

function firstLine(text: string): string {
  return (text.split("\n")[0] ?? "").replace(/^(fatal|error): /, "").replace(/\p{Cc}/gu, "\ufffd");
}

function parse(line: string, path: string): Candidate | null {
  const [, newMode = "", oldOid = "", newOid = "", status = ""] = line.split(" ");
  if (path.includes("\ufffd")) return null;
  if (status === "U") return { path, deleted: false };
  const submodule = newMode === submoduleMode || line.startsWith(`:${submoduleMode}`);
  if (submodule && none.test(newOid) && status !== "D") return null;
  return {
    path,
    base: none.test(oldOid) ? null : oldOid,
    index: none.test(newOid) ? undefined : { oid: newOid, submodule: newMode === submoduleMode },
    deleted: status === "D",
  };
}

/** What git tracks, all or below some folders. */
export async function trackedPaths(root: string, folders: string[] = []): Promise<Set<string>> {
  return new Set(split((await git(root, ["ls-files", "-z", "--", ...folders])).stdout));
}

/** Files below a folder of a commit; null where git has no such commit. */
export async function treePaths(root: string, commit: string, folder: string): Promise<string[] | null> {
  const args = ["ls-tree", "-r", "-z", "--name-only", "--full-tree", commit, "--", `${folder}/`];
  const { code, stdout } = await git(root, args);
  return code === 0 ? split(stdout) : null;
}

/** How many files git tracks: written in the head of the index. */
export function trackedCount(gitDir: string): number {
  const file = openSync(join(gitDir, "index"), "r");
  try {
    const head = Buffer.alloc(12);
    return readSync(file, head) < 12 ? 0 : head.readUInt32BE(8);
  } finally {
    closeSync(file);
  }
}

/** Of these paths, those that a sparse checkout leaves out. */
export async function leftOut(root: string, paths: string[]): Promise<Set<string>> {
  const { stdout } = await git(root, ["ls-files", "-z", "-t", "--", ...paths]);
  return new Set(
    split(stdout)
      .filter((line) => line.startsWith("S "))
      .map((line) => line.slice(2)),
  );
}

/** Path → time of the last commit since the base that touched it, in milliseconds. */
export async function commitTimes(
  root: string,
  base: string | null,
  head: string | null,
): Promise<Map<string, number>> {
  const times = new Map<string, number>();
  if (head === null || base === head) return times;
  const options = ["--format=%x01%ct", "--name-only", "-z", "--no-renames", `--max-count=${mostCommits}`];
  const { stdout } = await git(root, ["log", ...options, base === null ? head : `${base}..${head}`, "--"]);
  let time = 0;
  for (const part of split(stdout)) {
    const text = part.replace(/^\n/, "");
    if (text.startsWith("\x01")) time = Number(text.slice(1)) * 1_000;
    else if (text !== "" && !times.has(text)) times.set(text, time);
  }
  return times;
}

/** Files that git neither tracks nor ignores; nested repositories are left out. */
export async function untrackedPaths(root: string): Promise<string[]> {
  const { stdout } = await git(root, ["ls-files", "-z", "-o", "--exclude-standard"]);
  return split(stdout).filter((path) => !path.endsWith("/") && !path.includes("\ufffd"));
}

/** Every folder that holds a tracked file. */
export function foldersOf(paths: Iterable<string>): Set<string> {
  const folders = new Set<string>();
  let last = "";
  for (const path of paths) {
    let folder = path.slice(0, Math.max(0, path.lastIndexOf("/")));
    if (folder === last) continue;
    last = folder;
    while (folder !== "" && !folders.has(folder)) {
      folders.add(folder);
      folder = folder.slice(0, Math.max(0, folder.lastIndexOf("/")));
    }
  }
  return folders;
}
