// What the witness is asked and what it answers with.
// Types only: knows no compiler and no disk.
import type { SharedTree } from "../worktree/sharedTree.ts";

/** A file that at least one side changed; null: it is not there. */
export interface WorkFile {
  path: string;
  base: string | null;
  a: string | null;
  b: string | null;
}

export interface Work {
  tree: SharedTree;
  files: WorkFile[];
  /** Files that a side renamed and the other one touched: old and new path. */
  renames: { a: [from: string, to: string][]; b: [from: string, to: string][] };
}

export type SideName = "a" | "b";

export function otherSide(side: SideName): SideName {
  return side === "a" ? "b" : "a";
}

/** Asked often: whether to go on. Throws `Cancelled`. */
export type Proceed = () => void;

export class Cancelled extends Error {}
