// The analysis thread: texts in, facts out, and questions about contents answered, one batch after the other.
// Knows no files, no git, no state.
import { parentPort } from "node:worker_threads";
import { createPack, type FactsOnTheWay } from "../syntax/factsOnTheWay.ts";
import { createFactsReader, readyFor } from "../syntax/readFacts.ts";
import { createAnswer } from "./answer.ts";
import type { Batch, BatchDone, Job } from "./jobs.ts";

const readFacts = createFactsReader();
const pack = createPack();
const answer = createAnswer();

/** What is packed is posted at once: the other end unpacks in the same order. */
function read({ path, text }: Job): FactsOnTheWay {
  return pack(path, readFacts(path, text));
}

function done(batch: Batch): BatchDone {
  if ("jobs" in batch) return { id: batch.id, facts: batch.jobs.map(read) };
  const { questions, contents, parts } = batch.answering;
  const contentsOf = (at: number) => parts[at]!.map((n) => contents[n]!);
  return { id: batch.id, answered: questions.map((each, at) => answer(each, contentsOf(at))) };
}

/** The next batch comes when this one is answered. */
async function take(batch: Batch): Promise<void> {
  if ("jobs" in batch) await readyFor(batch.jobs.map(({ path }) => path));
  parentPort!.postMessage(done(batch));
}

parentPort!.on("message", (batch: Batch) => void take(batch));
