// Finds what a folder belongs to, and the working trees of a repository, by asking git.
// Knows no watching and no contents.
import { existsSync, readFileSync, realpathSync, statSync } from "node:fs";
import { dirname, isAbsolute, join, resolve } from "node:path";
import type { ObjectFormat } from "./content.ts";
import { git, split } from "./git.ts";
import { configValue, type GitConfig, originIdentity, parseConfig } from "./identity.ts";

export interface Located {
  root: string;
  commonDir: string;
  format: ObjectFormat;
}

export interface ListedTree {
  root: string;
  gitDir: string;
  branch: string | null;
  head: string | null;
  main: boolean;
}

/** Where a folder's checkout and repository are, or one sentence why there is none. */
export async function locate(folder: string): Promise<Located | string> {
  const found = await ask(folder);
  // A path can hold anything; a sentence is one line.
  return typeof found === "string" ? found.replace(/\p{Cc}/gu, "\ufffd") : found;
}

async function ask(folder: string): Promise<Located | string> {
  const problem = folderProblem(folder);
  if (problem !== null) return problem;
  const questions = ["--show-toplevel", "--git-common-dir", "--show-object-format"];
  const answer = await git(folder, ["rev-parse", "--path-format=absolute", ...questions]);
  if (answer.code !== 0) return refusal(folder, answer.stderr);
  const lines = split(answer.stdout, "\n");
  if (lines.length !== questions.length) return `The path of ${folder} holds a line break, which Parley cannot watch.`;
  const [top = "", commonDir = "", format] = lines;
  return { root: realPath(top), commonDir: realPath(commonDir), format: format === "sha256" ? "sha256" : "sha1" };
}

function folderProblem(folder: string): string | null {
  if (!isAbsolute(folder)) return `${folder} is not an absolute path.`;
  try {
    return statSync(folder).isDirectory() ? null : `${folder} is a file, not a folder.`;
  } catch (error) {
    const denied = (error as NodeJS.ErrnoException).code === "EACCES";
    return denied ? `There is no permission to read ${folder}.` : `The folder ${folder} does not exist.`;
  }
}

function refusal(folder: string, message: string): string {
  if (/dubious ownership/.test(message)) {
    return `Git refuses to read ${folder} because another user owns it; run: git config --global --add safe.directory ${folder}`;
  }
  if (/not a git repository/.test(message)) return `${folder} is not in a git repository.`;
  if (/must be run in a work tree/.test(message))
    return `${folder} is a bare repository or git's own folder, not a checkout.`;
  if (/[Pp]ermission denied/.test(message)) return `There is no permission to read ${folder}.`;
  if (/ENOENT/.test(message)) return "The git program was not found; install git and see that it is in the PATH.";
  return `Git cannot read ${folder}: ${message.split("\n")[0]?.replace(/^fatal: /, "") ?? "unknown error"}.`;
}

/** The working trees that git lists and that are there. Bare and prunable entries are left out. */
export async function listTrees(repository: Located): Promise<ListedTree[] | null> {
  const { code, stdout } = await git(repository.commonDir, ["worktree", "list", "--porcelain", "-z"]);
  if (code !== 0) return null;
  const records = stdout
    .toString("utf8")
    .split("\0\0")
    .filter((record) => record !== "");
  const trees = records.map((record, index) => listed(record, index === 0, repository));
  return trees.filter((tree) => tree !== null);
}

function listed(record: string, first: boolean, repository: Located): ListedTree | null {
  const values = new Map(record.split("\0").map((line) => cut(line)));
  if (values.has("bare") || values.has("prunable")) return null;
  const root = treeRoot(values.get("worktree") ?? "", first, repository);
  const gitDir = root === null ? null : gitDirOf(root);
  if (root === null || gitDir === null) return null;
  const head = values.get("HEAD") ?? "";
  const branch = values.get("branch")?.replace(/^refs\/heads\//, "") ?? null;
  return { root, gitDir, branch, head: /^0*$/.test(head) ? null : head, main: gitDir === repository.commonDir };
}

/** Git gives the git folder itself as the main tree of a submodule; its configuration knows better. */
function treeRoot(path: string, first: boolean, repository: Located): string | null {
  if (!existsSync(path)) return null;
  const real = realPath(path);
  if (!first || real !== repository.commonDir) return real;
  return gitDirOf(repository.root) === repository.commonDir ? repository.root : configuredTree(repository.commonDir);
}

function configuredTree(commonDir: string): string | null {
  const text = readText(join(commonDir, "config"));
  const path = /^\s*worktree\s*=\s*(.+)$/m.exec(text ?? "")?.[1]?.trim();
  const tree = path === undefined ? null : resolve(commonDir, path);
  return tree !== null && existsSync(tree) ? realPath(tree) : null;
}

/** The git folder of a working tree: `.git` itself, or what the file `.git` points to. */
export function gitDirOf(root: string): string | null {
  const dotGit = join(root, ".git");
  try {
    if (statSync(dotGit).isDirectory()) return realPath(dotGit);
    const target = /^gitdir: (.+)$/m.exec(readText(dotGit) ?? "")?.[1];
    return target === undefined ? null : realPath(resolve(root, target));
  } catch {
    return null;
  }
}

export async function readConfig(folder: string): Promise<GitConfig> {
  const { stdout } = await git(folder, ["config", "--list", "-z", "--includes"]);
  return parseConfig(split(stdout));
}

/** How the name of a repository without commits begins. */
export const withoutCommits = "root:none:";

/** `host/owner/name`, else `root:<first commit>`, else a name for a repository without commits. */
export async function repositoryIdentity(repository: Located, config: GitConfig, commits: string[]): Promise<string> {
  const origin = originIdentity(config);
  if (origin !== null) return origin;
  const { stdout } = await git(repository.commonDir, ["rev-list", "--max-parents=0", ...commits.slice(0, 1), "--"]);
  const oldest = commits.length === 0 ? undefined : split(stdout, "\n").at(-1);
  return oldest === undefined ? `${withoutCommits}${dirname(repository.commonDir)}` : `root:${oldest}`;
}

/** Files with ignore rules for the whole checkout, the stronger first. */
export function generalIgnoreFiles(commonDir: string, config: GitConfig, environment: NodeJS.ProcessEnv): string[] {
  const home = environment["HOME"] ?? environment["USERPROFILE"] ?? "";
  const standard = join(environment["XDG_CONFIG_HOME"] || join(home, ".config"), "git", "ignore");
  const excludes = configValue(config, "core.excludesfile")?.replace(/^~(?=\/)/, home) ?? standard;
  return [join(commonDir, "info", "exclude"), ...(isAbsolute(excludes) ? [excludes] : [])];
}

export function readText(file: string): string | null {
  try {
    return readFileSync(file, "utf8");
  } catch {
    return null;
  }
}

function realPath(path: string): string {
  try {
    return realpathSync.native(path);
  } catch {
    return path;
  }
}

function cut(line: string): [string, string] {
  const space = line.indexOf(" ");
  return space < 0 ? [line, ""] : [line.slice(0, space), line.slice(space + 1)];
}
