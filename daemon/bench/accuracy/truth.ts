// What there really is between two sides: what git cannot merge, what both changed, what no longer compiles.
import { isBuiltInIgnored } from "../../worktree/ignoring.ts";
import { Compiler, type Trouble } from "./compiler.ts";
import { overlapsOf, type Overlap } from "./definitions.ts";
import type { History, Sides } from "./history.ts";

export interface Truth {
  /** Paths that git cannot merge. */
  clashing: string[];
  overlaps: Overlap[];
  /** Null: nothing to compile, for the sides clash. Of TypeScript alone: Python and Go have no oracle. */
  troubles: Trouble[] | null;
}

/** `compiled` is asked for what no longer compiles: by far the longest part. */
export function truthOf(history: History, sides: Sides, compiled: (find: () => Trouble[]) => Trouble[]): Truth {
  const merge = history.merge(sides);
  const troubles = (): Trouble[] => new Compiler(history).newsOf(sides, merge.tree);
  return {
    clashing: merge.clashing.filter((file) => !isBuiltInIgnored(file)),
    overlaps: overlapsOf(history, sides),
    troubles: merge.clashing.length === 0 ? compiled(troubles) : null,
  };
}
