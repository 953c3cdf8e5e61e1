// The witness's thread: one question after the other, with the compiler in it.
// Knows no conflicts and no state; reads the user's files only through worktree/.
import { parentPort } from "node:worker_threads";
import { openSharedTree, type KeptTexts } from "../worktree/sharedTree.ts";
import type { Job, JobDone } from "./messages.ts";
import { Witness } from "./witness.ts";
import { Cancelled } from "./work.ts";

/** Texts that are kept; all are read anew when there are more. */
const mostTexts = 30_000;

const kept: KeptTexts = new Map();
let witness = new Witness();

function done({ id, tree, files, renames, cancelled, patience }: Job): JobDone {
  const end = performance.now() + patience;
  const proceed = (): void => {
    if (Atomics.load(cancelled, 0) !== 0 || performance.now() > end) throw new Cancelled();
  };
  if (kept.size > mostTexts) kept.clear();
  try {
    return { id, breaks: witness.breaks({ tree: openSharedTree(tree, kept), files, renames }, proceed) };
  } catch (failure) {
    // A compiler that failed on the way may remember half a thing.
    if (!(failure instanceof Cancelled)) witness = new Witness();
    return { id, breaks: null };
  }
}

parentPort!.on("message", (job: Job) => parentPort!.postMessage(done(job)));
