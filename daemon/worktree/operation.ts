// Says which operation of git is under way in a checkout.
// Knows no contents; reads names of a few files in the git folder.
import { existsSync, readdirSync } from "node:fs";
import { join } from "node:path";
import { readText } from "./discovery.ts";

/** The name of the merge, rebase, am, cherry-pick, revert or bisect under way; null when there is none. */
export function operationIn(gitDir: string): string | null {
  const names = new Set(namesIn(gitDir));
  const has = (name: string): boolean => names.has(name);
  if (has("rebase-merge")) return "rebase";
  if (has("rebase-apply")) return existsSync(join(gitDir, "rebase-apply/applying")) ? "am" : "rebase";
  if (has("MERGE_HEAD")) return "merge";
  if (has("CHERRY_PICK_HEAD")) return "cherry-pick";
  if (has("REVERT_HEAD")) return "revert";
  if (has("BISECT_LOG")) return "bisect";
  if (!has("sequencer")) return null;
  return /^revert /m.test(readText(join(gitDir, "sequencer/todo")) ?? "") ? "revert" : "cherry-pick";
}

/** One look at the folder costs less than one for each name. */
function namesIn(folder: string): string[] {
  try {
    return readdirSync(folder);
  } catch {
    return [];
  }
}
