// A thread of its own for questions about two sides, which is there while it is needed: bounded in time and memory, one question at a time.
// Loads no parser and no compiler.
import { Worker } from "node:worker_threads";
import type { Break, ChangedFile, ChangedSide } from "../core/questions.ts";
import type { WantedContent } from "../worktree/observations.ts";
import type { Job, JobDone, SideMessage } from "./messages.ts";

/** Longest that one question may take. Milliseconds. */
const patience = 20_000;
/** What the thread does not give up by itself is ended so much later. */
const grace = 5_000;
/** A thread that nobody needed for so long is ended. */
const idleMs = 60_000;
const memoryMb = 1_500;
/** After a question the thread rests as long as it took, but no longer than this: with many worktrees there are many. Milliseconds. */
const longestRest = 5_000;

/** Texts by blob; null: one of them is there no more. */
export type ReadTexts = (wanted: WantedContent[]) => Promise<Map<string, string | null> | null>;

export interface AskedSide extends Omit<ChangedSide, "renames"> {
  /** Called when the question's turn comes, for the texts that the thread has not yet. */
  readTexts: ReadTexts;
}

export interface Asked extends Pick<Job, "tree" | "renames"> {
  a: AskedSide;
  b: AskedSide;
}

export interface PairThread {
  /** Null: not found out. Undefined: what it is about is there no more, or a later question of the same pair took its place. */
  ask(asked: Asked): Promise<Break[] | null | undefined>;
  close(): Promise<void>;
}

interface Waiting {
  pair: string;
  asked: Asked;
  answer(breaks: Break[] | null | undefined): void;
}

interface Running extends Waiting {
  id: number;
  cancelled: Int32Array;
  startedAt: number;
  timer: NodeJS.Timeout;
}

export interface ThreadLimits {
  patience: number;
  idleMs: number;
  memoryMb: number;
}

export function startPairThread(threadFile: string, limits: Partial<ThreadLimits> = {}): PairThread {
  return new OwnThread(threadFile, { patience, idleMs, memoryMb, ...limits });
}

class OwnThread implements PairThread {
  private worker: Worker | null = null;
  private readonly waiting = new Map<string, Waiting>();
  /** The sides as the thread knows them, by checkout. */
  private readonly told = new Map<string, Pick<ChangedSide, "key" | "files">>();
  private running: Running | null = null;
  private idle: NodeJS.Timeout | undefined;
  private rest: NodeJS.Timeout | undefined;
  private nextId = 1;
  private closed = false;

  constructor(
    private readonly threadFile: string,
    private readonly limits: ThreadLimits,
  ) {}

  ask(asked: Asked): Promise<Break[] | null | undefined> {
    const pair = `${asked.a.checkout}\0${asked.b.checkout}`;
    const earlier = this.waiting.get(pair);
    earlier?.answer(undefined);
    if (this.running?.pair === pair) this.cancel(this.running);
    return new Promise((answer) => {
      this.waiting.set(pair, { pair, asked, answer });
      this.runNext();
    });
  }

  async close(): Promise<void> {
    this.closed = true;
    clearTimeout(this.idle);
    clearTimeout(this.rest);
    clearTimeout(this.running?.timer);
    for (const each of [...this.waiting.values(), ...(this.running ? [this.running] : [])]) each.answer(undefined);
    this.waiting.clear();
    await this.worker?.terminate();
  }

  private cancel(running: Running): void {
    Atomics.store(running.cancelled, 0, 1);
    running.answer(undefined);
  }

  private runNext(): void {
    if (this.running || this.rest || this.closed) return;
    const [next] = this.waiting.values();
    clearTimeout(this.idle);
    if (!next) {
      this.idle = setTimeout(() => this.release(), this.limits.idleMs);
      this.idle.unref();
      return;
    }
    this.waiting.delete(next.pair);
    const cancelled = new Int32Array(new SharedArrayBuffer(4));
    const timer = setTimeout(() => this.fail(this.worker), this.limits.patience + grace);
    timer.unref();
    this.running = { ...next, id: this.nextId++, cancelled, startedAt: performance.now(), timer };
    void this.run(this.running, (this.worker ??= this.start()));
  }

  private async run({ id, asked, cancelled }: Running, worker: Worker): Promise<void> {
    const { a, b, tree, renames } = asked;
    for (const side of [a, b]) if (!(await this.tell(worker, side))) return this.finish({ id, breaks: undefined });
    if (this.running?.id !== id) return;
    const job: Job = {
      ...{ id, a: a.checkout, b: b.checkout },
      tree,
      renames,
      cancelled,
      patience: this.limits.patience,
    };
    worker.postMessage(job);
  }

  /** Tells the thread what the side has changed, if it does not know. False: a content is there no more. */
  private async tell(worker: Worker, { checkout, key, files, readTexts }: AskedSide): Promise<boolean> {
    const told = this.told.get(checkout);
    if (told?.key === key) return true;
    const known = new Set((told?.files ?? []).flatMap(({ base, now }) => [base, now]));
    const texts = await readTexts(contentsOf(files).filter(({ blob }) => !known.has(blob)));
    if (texts === null || worker !== this.worker) return false;
    const message: SideMessage = { checkout, files, texts: [...texts] };
    worker.postMessage(message);
    this.told.set(checkout, { key, files });
    return true;
  }

  private start(): Worker {
    const worker = new Worker(this.threadFile, {
      resourceLimits: { stackSizeMb: 16, maxOldGenerationSizeMb: this.limits.memoryMb },
      execArgv: [],
      env: { ...process.env, NODE_OPTIONS: "" },
    });
    worker.on("message", (done: JobDone) => this.finish(done));
    worker.on("error", () => this.fail(worker));
    worker.on("exit", () => this.fail(worker));
    return worker;
  }

  private finish({ id, breaks }: { id: number; breaks: Break[] | null | undefined }): void {
    const { running } = this;
    if (running?.id !== id) return;
    clearTimeout(running.timer);
    this.running = null;
    running.answer(breaks);
    this.restAfter(performance.now() - running.startedAt);
  }

  private restAfter(took: number): void {
    const over = (): void => {
      this.rest = undefined;
      this.runNext();
    };
    this.rest = setTimeout(over, Math.min(took, longestRest));
    this.rest.unref();
  }

  /** The thread ended, ran out of memory, or hangs: its question stays without an answer. */
  private fail(worker: Worker | null): void {
    if (worker === null || worker !== this.worker) return;
    this.release();
    const { running } = this;
    this.running = null;
    clearTimeout(running?.timer);
    running?.answer(null);
    this.runNext();
  }

  private release(): void {
    const worker = this.worker;
    this.worker = null;
    this.told.clear();
    void worker?.terminate();
  }
}

/** Each content once, with a path that it has. */
function contentsOf(files: readonly ChangedFile[]): WantedContent[] {
  const byBlob = new Map<string, string>();
  for (const { path, base, now } of files) for (const blob of [base, now]) if (blob !== null) byBlob.set(blob, path);
  return [...byBlob].map(([blob, path]) => ({ path, blob }));
}
