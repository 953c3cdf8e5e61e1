// The loop of a thread that answers questions about two sides: one after the other, each within its time.
// Knows no conflicts and no state; reads the user's files only through worktree/.
import { setPriority } from "node:os";
import { parentPort } from "node:worker_threads";
import type { Break } from "../core/questions.ts";
import { openSharedTree, type KeptTexts } from "../worktree/sharedTree.ts";
import { KnownSides } from "./knownSides.ts";
import type { Job, JobDone, SideMessage } from "./messages.ts";
import { Cancelled, type Proceed, type Work } from "./work.ts";

/** What a thread does with its questions. It may remember things from one to the next. */
export interface Answerer {
  /** What has to be loaded first. */
  ready?(work: Work): Promise<void>;
  /** Throws what `proceed` throws. */
  breaks(work: Work, proceed: Proceed): Break[];
}

/** Whoever saves goes before. Where a thread has no priority of its own this would be the whole daemon's. */
const leastPriority = 19;

/** Texts that are kept; all are read anew when there are more. */
const mostTexts = 30_000;

export function serveJobs(start: () => Answerer): void {
  if (process.platform === "linux") setPriority(leastPriority);
  const kept: KeptTexts = new Map();
  const sides = new KnownSides();
  let answerer = start();

  async function answer({ id, a, b, tree, renames, cancelled, patience }: Job): Promise<JobDone> {
    const end = performance.now() + patience;
    const proceed = (): void => {
      if (Atomics.load(cancelled, 0) !== 0 || performance.now() > end) throw new Cancelled();
    };
    if (kept.size > mostTexts) kept.clear();
    try {
      const work = { tree: openSharedTree(tree, kept), files: sides.work(a, b), renames };
      await answerer.ready?.(work);
      return { id, breaks: answerer.breaks(work, proceed) };
    } catch (failure) {
      // What failed on the way may remember half a thing.
      if (!(failure instanceof Cancelled)) answerer = start();
      return { id, breaks: null };
    }
  }

  parentPort!.on("message", (message: SideMessage | Job) => {
    if ("checkout" in message) sides.take(message);
    else void answer(message).then((done) => parentPort!.postMessage(done));
  });
}
