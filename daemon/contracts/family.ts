// What a family of contracts is: what one side did to its contracts, held against what the other side's new code uses.
// Types only.
import type { Break } from "../core/questions.ts";
import type { Proceed, SideName } from "../sides/work.ts";

/** The files of one version of the tree. Paths are relative, with `/`. */
export interface VersionTree {
  /** Null: there is none, or no text. */
  read(path: string): string | null;
  isFile(path: string): boolean;
  /** All files of code and manifests, sorted; a walk over the whole tree, kept for the question. */
  files(): readonly string[];
}

/** One side: the tree that it started from, the tree as it is now, and what differs. */
export interface Side {
  name: SideName;
  base: VersionTree;
  now: VersionTree;
  /** Files that differ from the base, those that are gone or new among them; sorted. */
  changed: readonly string[];
}

/** Breaks by what `changer` did that `user`'s new code relies on. Asked both ways. Throws what `proceed` throws, nothing else. */
export type Family = (changer: Side, user: Side, proceed: Proceed) => Break[];
