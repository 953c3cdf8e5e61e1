// What the witness is asked and what it answers with.
// Types only: knows no compiler and no disk.

/** A tree of files that both sides share, but for what either of them changed. Paths are relative, with `/`; "" is the root. */
export interface SharedTree {
  /** Two trees of one name hold the same, but for changes since; left out: nothing is known of earlier ones. */
  name?: string;
  /** Text of a file, or null where there is none that can be read. */
  read(path: string): string | null;
  isFile(path: string): boolean;
  isFolder(path: string): boolean;
  /** Names of the folders in a folder. */
  foldersIn(path: string): string[];
  /** Where a path leads, links followed; the path itself where it leads out. */
  realPath(path: string): string;
  /** Files of the project, installed packages left out; at most so many as can be looked through. */
  files(): string[];
}

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
