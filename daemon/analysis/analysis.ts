// Runs syntax and merges in a worker thread: urgent texts overtake the rest; a crash or a hang costs one batch, not the daemon.
// Knows no checkouts and no conflicts.
import { Worker } from "node:worker_threads";
import type { FileFacts } from "../../shared/model/symbol.ts";
import type { Answered } from "../core/questions.ts";
import { createUnpack } from "../syntax/factsOnTheWay.ts";
import type { Answering, BatchDone, Job } from "./jobs.ts";

/** Bulk work is cut so small that an urgent text waits a few milliseconds at most. Characters. */
const bulkBatch = 64_000;
/** Longest that one batch may take before its thread is given up. Milliseconds. */
const patience = 20_000;
/** A thread that ends so often without having answered anything cannot run at all. */
const deathsAllowed = 3;

export interface Analysis {
  /** Facts in the order of the jobs. `urgent` goes before all bulk work that has not begun. Never rejects. */
  read(jobs: Job[], urgent: boolean): Promise<FileFacts[]>;
  /** In order; after all urgent texts, and before bulk ones unless it can wait. Null where nobody can tell. Never rejects. */
  answer(answering: Answering, canWait: boolean): Promise<Answered[]>;
  close(): Promise<void>;
}

/** Texts to be read. */
interface WaitingTexts {
  jobs: Job[];
  answer(facts: FileFacts[]): void;
}

/** Questions to be answered. */
interface WaitingQuestions {
  answering: Answering;
  answer(answered: Answered[]): void;
}

type Waiting = WaitingTexts | WaitingQuestions;

/** `onTrouble` gets a sentence about a text that could not be read; `died` why no thread can run. */
export function startAnalysis(
  threadFile: string,
  onTrouble: (sentence: string) => void,
  died: (failure: Error) => void,
): Analysis {
  return new AnalysisThread(threadFile, onTrouble, died);
}

class AnalysisThread implements Analysis {
  private worker: Worker;
  private readonly urgent: WaitingTexts[] = [];
  private readonly questions: WaitingQuestions[] = [];
  private readonly bulk: WaitingTexts[] = [];
  private readonly later: WaitingQuestions[] = [];
  private unpack = createUnpack();
  private running: (Waiting & { id: number; timer: NodeJS.Timeout }) | null = null;
  private nextId = 1;
  private closed = false;
  /** Threads that ended since the last answer, with nothing to do. */
  private idleDeaths = 0;

  constructor(
    private readonly threadFile: string,
    private readonly onTrouble: (sentence: string) => void,
    private readonly died: (failure: Error) => void,
  ) {
    this.worker = this.start();
  }

  read(jobs: Job[], urgent: boolean): Promise<FileFacts[]> {
    if (jobs.length === 0) return Promise.resolve([]);
    const batches = urgent ? [jobs] : inBatches(jobs);
    const answers = batches.map(
      (batch) => new Promise<FileFacts[]>((answer) => (urgent ? this.urgent : this.bulk).push({ jobs: batch, answer })),
    );
    this.runNext();
    return answers.length === 1 ? answers[0]! : Promise.all(answers).then((facts) => facts.flat());
  }

  answer(answering: Answering, canWait: boolean): Promise<Answered[]> {
    return new Promise((answer) => {
      (canWait ? this.later : this.questions).push({ answering, answer });
      this.runNext();
    });
  }

  async close(): Promise<void> {
    this.closed = true;
    clearTimeout(this.running?.timer);
    await this.worker.terminate();
  }

  private start(): Worker {
    const worker = new Worker(this.threadFile, { resourceLimits: { stackSizeMb: 8 } });
    worker.on("message", (done: BatchDone) => {
      // What a thread that was given up still says is packed for nobody.
      if (worker !== this.worker) return;
      this.idleDeaths = 0;
      this.finish(done);
    });
    worker.on("error", (failure) => this.replace(worker, `stopped: ${failure.message}`));
    worker.on("exit", () => this.replace(worker, "ended unexpectedly"));
    return worker;
  }

  private runNext(): void {
    if (this.running || this.closed) return;
    const next = this.urgent.shift() ?? this.questions.shift() ?? this.bulk.shift() ?? this.later.shift();
    if (!next) return;
    const timer = setTimeout(() => this.replace(this.worker, "took too long"), patience);
    timer.unref();
    this.running = { ...next, id: this.nextId++, timer };
    const { id } = this.running;
    this.worker.postMessage("jobs" in next ? { id, jobs: next.jobs } : { id, answering: next.answering });
  }

  private finish(done: BatchDone): void {
    const { running } = this;
    if (running?.id !== done.id) return;
    clearTimeout(running.timer);
    this.running = null;
    this.runNext();
    if ("jobs" in running && "facts" in done)
      running.answer(done.facts.map((each, index) => this.unpack(running.jobs[index]!.path, each)));
    else if ("answering" in running && "answered" in done) running.answer(done.answered);
  }

  /** A batch of several that brought the thread down is tried again one by one; a single text is marked unreadable. */
  private replace(worker: Worker, why: string): void {
    if (this.closed || worker !== this.worker) return;
    void worker.terminate();
    if (!this.running && ++this.idleDeaths > deathsAllowed) {
      this.closed = true;
      return this.died(new Error(`The analysis thread ${why}.`));
    }
    this.unpack = createUnpack();
    this.worker = this.start();
    const { running } = this;
    this.running = null;
    clearTimeout(running?.timer);
    if (running && "jobs" in running) this.retrySingly(running, why);
    else running?.answer(running.answering.questions.map(() => null));
    this.runNext();
  }

  private retrySingly(failed: WaitingTexts, why: string): void {
    if (failed.jobs.length === 1) {
      this.onTrouble(`The analysis of ${failed.jobs[0]!.path} ${why}; the file counts as a path only.`);
      failed.answer([{ language: null, symbols: [], error: why }]);
      return;
    }
    const singles = failed.jobs.map(
      (job) => new Promise<FileFacts[]>((answer) => this.urgent.push({ jobs: [job], answer })),
    );
    void Promise.all(singles).then((facts) => failed.answer(facts.flat()));
  }
}

function inBatches(jobs: Job[]): Job[][] {
  const batches: Job[][] = [[]];
  let size = 0;
  for (const job of jobs) {
    if (size > bulkBatch) {
      batches.push([]);
      size = 0;
    }
    batches.at(-1)!.push(job);
    size += job.text.length;
  }
  return batches;
}
