// Waits for git's lock on the index of one checkout, and says when one was left behind.
// Knows no files of the user's.
import { statSync } from "node:fs";
import { join } from "node:path";
import type { Surroundings } from "./house.ts";
import { delay } from "./watcher.ts";

const lookMs = 20;
const patienceMs = 10_000;
/** While many files change, a long git command is at work. */
const busyPatienceMs = 120_000;

export class IndexLock {
  private closed = false;
  private readonly file: string;
  private readonly index: string;

  constructor(
    private readonly root: string,
    gitDir: string,
    private readonly around: Pick<Surroundings, "limit">,
    private readonly isBusy: () => boolean,
  ) {
    this.file = join(gitDir, "index.lock");
    this.index = join(gitDir, "index");
  }

  /** True while git holds the index; a lock that was left behind does not count. */
  isHeld(): boolean {
    if (this.closed) return false;
    const stats = statSync(this.file, { throwIfNoEntry: false });
    const patience = this.isBusy() ? busyPatienceMs : patienceMs;
    const isStale = stats !== undefined && Date.now() - stats.mtimeMs >= patience;
    const reason = `A git lock was left behind in ${this.root}; if no git command runs there, delete ${this.file}.`;
    this.around.limit(`lock ${this.root}`, isStale ? reason : null);
    return stats !== undefined && !isStale;
  }

  /** Tells one state of the index from the next. */
  mark(): string {
    const stats = statSync(this.index, { throwIfNoEntry: false });
    return stats ? `${stats.mtimeMs} ${stats.ino} ${stats.size}` : "";
  }

  async released(): Promise<void> {
    while (this.isHeld()) await delay(lookMs);
  }

  close(): void {
    this.around.limit(`lock ${this.root}`, null);
    this.closed = true;
  }
}
