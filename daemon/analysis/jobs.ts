// What goes to the analysis thread and what comes back.
import type { MessagePort } from "node:worker_threads";
import type { FactsOnTheWay } from "./factsOnTheWay.ts";

export interface Job {
  path: string;
  text: string;
}

export interface Batch {
  id: number;
  jobs: Job[];
}

/** A port on which another thread sends texts ahead. */
export interface Channel {
  ahead: MessagePort;
}

export interface FactsAhead {
  number: number;
  path: string;
  facts: FactsOnTheWay;
}

export interface BatchFacts {
  id: number;
  /** In the order of the jobs. */
  facts: FactsOnTheWay[];
}
