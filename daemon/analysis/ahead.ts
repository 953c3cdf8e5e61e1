// Texts that the watching thread sends straight to the analysis thread: their facts are on the way before we hear of the
// save. Knows no watching: whoever holds a channel's port may send.
import { MessageChannel, type MessagePort, type Worker } from "node:worker_threads";
import type { FileFacts } from "../../shared/model/symbol.ts";
import type { Ticket } from "../worktree/observations.ts";
import type { Channel, Job } from "./jobs.ts";

export type SendTo = (port: MessagePort, channel: number) => void;

interface Expected {
  job: Job;
  timer: NodeJS.Timeout;
  answer(facts: FileFacts): void;
}

export class Ahead {
  private sendTo: SendTo | null = null;
  private channel = 0;
  /** By number: facts that nobody asked for yet, and who waits for facts that have not come yet. */
  private readonly early = new Map<number, FileFacts>();
  private readonly expected = new Map<number, Expected>();

  /** `readAgain` reads what got lost with its thread; `late` hears of a text that takes longer than `patience` ms. */
  constructor(
    private readonly readAgain: (job: Job) => Promise<FileFacts>,
    private readonly late: () => void,
    private readonly patience: number,
  ) {}

  get isWaiting(): boolean {
    return this.expected.size > 0;
  }

  connect(sendTo: SendTo, worker: Worker): void {
    this.sendTo = sendTo;
    this.open(worker);
  }

  /** A new channel to this thread; what went into the last one and has not come is read again. */
  open(worker: Worker): void {
    if (!this.sendTo) return;
    const { port1, port2 } = new MessageChannel();
    worker.postMessage({ ahead: port1 } satisfies Channel, [port1]);
    this.channel += 1;
    this.sendTo(port2, this.channel);
    this.early.clear();
    const lost = [...this.expected.values()];
    this.expected.clear();
    for (const waiting of lost) {
      clearTimeout(waiting.timer);
      void this.readAgain(waiting.job).then((facts) => waiting.answer(facts));
    }
  }

  arrived(number: number, facts: FileFacts): void {
    const expected = this.expected.get(number);
    if (!expected) return void this.early.set(number, facts);
    this.expected.delete(number);
    clearTimeout(expected.timer);
    expected.answer(facts);
  }

  facts({ channel, number }: Ticket, job: Job): Promise<FileFacts> {
    if (channel !== this.channel) return this.readAgain(job);
    const facts = this.early.get(number);
    if (this.early.delete(number)) return Promise.resolve(facts!);
    return new Promise((answer) => {
      const timer = setTimeout(() => this.late(), this.patience);
      timer.unref();
      this.expected.set(number, { job, timer, answer });
    });
  }
}
