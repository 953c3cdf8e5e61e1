// The analysis thread: texts in, facts out, one batch after the other, and between them those that are sent ahead.
// Knows no files, no git, no state.
import { parentPort } from "node:worker_threads";
import { createFactsReader, readyFor } from "../syntax/readFacts.ts";
import type { TextAhead } from "../worktree/observations.ts";
import { createPack, type FactsOnTheWay } from "./factsOnTheWay.ts";
import type { Batch, BatchFacts, Channel, FactsAhead, Job } from "./jobs.ts";

const readFacts = createFactsReader();
const pack = createPack();

/** What is packed is posted at once: the other end unpacks in the same order. */
function read({ path, text }: Job): FactsOnTheWay {
  return pack(path, readFacts(path, text));
}

/** The next batch comes when this one is answered. */
async function answer({ id, jobs }: Batch): Promise<void> {
  await readyFor(jobs.map(({ path }) => path));
  parentPort!.postMessage({ id, facts: jobs.map(read) } satisfies BatchFacts);
}

async function answerAhead(job: TextAhead): Promise<void> {
  await readyFor([job.path]);
  parentPort!.postMessage({ number: job.number, path: job.path, facts: read(job) } satisfies FactsAhead);
}

parentPort!.on("message", (message: Batch | Channel) => {
  if ("ahead" in message) message.ahead.on("message", (job: TextAhead) => void answerAhead(job));
  else void answer(message);
});
