// A thread of its own for questions about two sides, which is there while it is needed: bounded in time and memory, one question at a time.
// Loads no parser and no compiler.
import { Worker } from "node:worker_threads";
import type { Break } from "../core/questions.ts";
import type { Job, JobDone } from "./messages.ts";

/** Longest that one question may take. Milliseconds. */
const patience = 20_000;
/** What the thread does not give up by itself is ended so much later. */
const grace = 5_000;
/** A thread that nobody needed for so long is ended. */
const idleMs = 60_000;
const memoryMb = 1_500;
/** After a question the thread rests as long as it took, but no longer than this: with many worktrees there are many. Milliseconds. */
const longestRest = 5_000;

export type Asked = Omit<Job, "id" | "cancelled" | "patience">;

export interface PairThread {
  /** Null: not found out. A later question of the same pair takes the place of an earlier one, which gets undefined. */
  ask(pair: string, asked: Asked): Promise<Break[] | null | undefined>;
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
  private waiting: Waiting[] = [];
  private running: Running | null = null;
  private idle: NodeJS.Timeout | undefined;
  private rest: NodeJS.Timeout | undefined;
  private nextId = 1;
  private closed = false;

  constructor(
    private readonly threadFile: string,
    private readonly limits: ThreadLimits,
  ) {}

  ask(pair: string, asked: Asked): Promise<Break[] | null | undefined> {
    for (const old of this.waiting.filter((each) => each.pair === pair)) old.answer(undefined);
    this.waiting = this.waiting.filter((each) => each.pair !== pair);
    if (this.running?.pair === pair) this.cancel(this.running);
    return new Promise((answer) => {
      this.waiting.push({ pair, asked, answer });
      this.runNext();
    });
  }

  async close(): Promise<void> {
    this.closed = true;
    clearTimeout(this.idle);
    clearTimeout(this.rest);
    clearTimeout(this.running?.timer);
    for (const each of [...this.waiting.splice(0), ...(this.running ? [this.running] : [])]) each.answer(undefined);
    await this.worker?.terminate();
  }

  private cancel(running: Running): void {
    Atomics.store(running.cancelled, 0, 1);
    running.answer(undefined);
  }

  private runNext(): void {
    if (this.running || this.rest || this.closed) return;
    const next = this.waiting.shift();
    clearTimeout(this.idle);
    if (!next) {
      this.idle = setTimeout(() => this.release(), this.limits.idleMs);
      this.idle.unref();
      return;
    }
    const cancelled = new Int32Array(new SharedArrayBuffer(4));
    const timer = setTimeout(() => this.fail(this.worker), this.limits.patience + grace);
    timer.unref();
    this.running = { ...next, id: this.nextId++, cancelled, startedAt: performance.now(), timer };
    this.worker ??= this.start();
    const job: Job = { ...next.asked, id: this.running.id, cancelled, patience: this.limits.patience };
    this.worker.postMessage(job);
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

  private finish({ id, breaks }: JobDone): void {
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
    void worker?.terminate();
  }
}
