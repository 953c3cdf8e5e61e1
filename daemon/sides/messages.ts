// The messages between the daemon and a thread that answers questions about two sides.
// Types only.
import type { Break, ChangedFile } from "../core/questions.ts";
import type { TreeSource } from "../worktree/sharedTree.ts";
import type { Work } from "./work.ts";

/** What a side changed, in the place of what it had changed before. */
export interface SideMessage {
  checkout: string;
  files: readonly ChangedFile[];
  /** By blob: the texts that the thread has not from this side before; null: no text. */
  texts: [blob: string, text: string | null][];
}

/** A question about two sides that the thread knows. */
export interface Job {
  id: number;
  a: string;
  b: string;
  tree: TreeSource;
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
