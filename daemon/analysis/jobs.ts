// What goes to the analysis thread and what comes back.
import type { FactsOnTheWay } from "./factsOnTheWay.ts";

export interface Job {
  path: string;
  text: string;
}

export interface Batch {
  id: number;
  jobs: Job[];
}

export interface BatchFacts {
  id: number;
  /** In the order of the jobs. */
  facts: FactsOnTheWay[];
}
