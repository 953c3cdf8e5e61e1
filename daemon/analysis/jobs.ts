// What goes to the analysis thread and what comes back.
import type { MessagePort } from "node:worker_threads";
import type { Answered } from "../core/questions.ts";
import type { MergeContent } from "../worktree/observations.ts";
import type { ContentQuestion } from "./answer.ts";
import type { FactsOnTheWay } from "./factsOnTheWay.ts";

export interface Job {
  path: string;
  text: string;
}

/** Questions, the contents that answer them, and which of these belong to each question. */
export interface Answering {
  questions: ContentQuestion[];
  contents: MergeContent[];
  parts: number[][];
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

export type Batch = { id: number; jobs: Job[] } | { id: number; answering: Answering };

export type BatchDone =
  /** In the order of the jobs. */
  { id: number; facts: FactsOnTheWay[] } | { id: number; answered: Answered[] };
