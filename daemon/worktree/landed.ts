// Whether the target has a HEAD's own work although not its commits: squashed, rebased or picked one by one.
// Knows commits alone, no working tree.
import { git, split } from "./git.ts";

/** More than a branch that somebody still works on. */
const mostCommits = 200;

/**
 * True where what HEAD changed since the base stands in the target as it is, or each of its commits does as a patch.
 * Costs two looks at trees where it did not land.
 */
export async function hasLanded(commonDir: string, base: string, head: string, target: string): Promise<boolean> {
  const [mine, theirs] = await Promise.all([changes(commonDir, base, head), changes(commonDir, base, target)]);
  if (!mine || !theirs || mine.size === 0) return false;
  if ([...mine.keys()].some((path) => !theirs.has(path))) return false;
  return [...mine].every(([path, entry]) => theirs.get(path) === entry) || (await isPicked(commonDir, head, target));
}

/** Path → mode and blob that a commit has there since the base. */
async function changes(commonDir: string, base: string, commit: string): Promise<Map<string, string> | null> {
  const { code, stdout } = await git(commonDir, ["diff-tree", "-r", "-z", "--no-renames", base, commit, "--"]);
  if (code !== 0) return null;
  const parts = split(stdout, "\0");
  const entries = new Map<string, string>();
  for (let at = 0; at + 1 < parts.length; at += 2) {
    const [, mode, , blob] = parts[at]!.split(" ");
    entries.set(parts[at + 1]!, `${mode} ${blob}`);
  }
  return entries;
}

async function isPicked(commonDir: string, head: string, target: string): Promise<boolean> {
  const { code, stdout } = await git(commonDir, ["cherry", target, head]);
  const commits = split(stdout, "\n");
  return (
    code === 0 && commits.length > 0 && commits.length <= mostCommits && commits.every((line) => line.startsWith("-"))
  );
}
