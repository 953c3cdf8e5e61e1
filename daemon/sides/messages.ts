// The messages between the daemon and the witness's thread.
// Types only.
import type { Break } from "../core/questions.ts";
import type { TreeSource } from "../worktree/sharedTree.ts";
import type { Work, WorkFile } from "./work.ts";

export interface Job {
  id: number;
  tree: TreeSource;
  files: WorkFile[];
  renames: Work["renames"];
  /** Not zero: nobody wants the answer any more. */
  cancelled: Int32Array;
  /** Milliseconds. */
  patience: number;
}

/** Null: not found out. */
export interface JobDone {
  id: number;
  breaks: Break[] | null;
}
