// What goes to the analysis thread and what comes back.
import type { Answered } from "../core/questions.ts";
import type { MergeContent } from "../worktree/observations.ts";
import type { ContentQuestion } from "./answer.ts";
import type { FactsOnTheWay } from "../syntax/factsOnTheWay.ts";

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

export type Batch = { id: number; jobs: Job[] } | { id: number; answering: Answering };

export type BatchDone =
  /** In the order of the jobs. */
  { id: number; facts: FactsOnTheWay[] } | { id: number; answered: Answered[] };
