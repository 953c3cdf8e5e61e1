// Says what git is doing in a checkout now: an operation under way, a lock that stands, an index not yet there.
// Knows no contents; reads names and ages of a few files in the git folder.
import { existsSync, statSync } from "node:fs";
import { join } from "node:path";
import { readText } from "./discovery.ts";

/** The name of the merge, rebase, cherry-pick, revert or bisect under way; null when there is none. */
export function operationIn(gitDir: string): string | null {
  const has = (name: string): boolean => existsSync(join(gitDir, name));
  if (has("rebase-merge")) return "rebase";
  if (has("rebase-apply")) return has("rebase-apply/applying") ? "am" : "rebase";
  if (has("MERGE_HEAD")) return "merge";
  if (has("CHERRY_PICK_HEAD")) return "cherry-pick";
  if (has("REVERT_HEAD")) return "revert";
  if (has("BISECT_LOG")) return "bisect";
  if (has("sequencer")) return /^revert /m.test(readText(join(gitDir, "sequencer/todo")) ?? "") ? "revert" : "cherry-pick";
  return null;
}

/** Age of `index.lock` in milliseconds; null when there is none. */
export function lockAge(gitDir: string, now: number): number | null {
  const stats = statSync(join(gitDir, "index.lock"), { throwIfNoEntry: false });
  return stats ? now - stats.mtimeMs : null;
}

/** A checkout with a commit but without an index is still being made. */
export function lacksIndex(gitDir: string): boolean {
  return !existsSync(join(gitDir, "index"));
}
