// The analysis thread: texts in, facts out, and questions about contents answered, one batch after the other; between them
// the texts that are sent ahead. Knows no files, no git, no state.
import { parentPort } from "node:worker_threads";
import { createFactsReader, readyFor } from "../syntax/readFacts.ts";
import type { TextAhead } from "../worktree/observations.ts";
import { createAnswer } from "./answer.ts";
import { createPack, type FactsOnTheWay } from "./factsOnTheWay.ts";
import type { Batch, BatchDone, Channel, FactsAhead, Job } from "./jobs.ts";

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

async function takeAhead(job: TextAhead): Promise<void> {
  await readyFor([job.path]);
  parentPort!.postMessage({ number: job.number, path: job.path, facts: read(job) } satisfies FactsAhead);
}

parentPort!.on("message", (message: Batch | Channel) => {
  if ("ahead" in message) message.ahead.on("message", (job: TextAhead) => void takeAhead(job));
  else void take(message);
});
