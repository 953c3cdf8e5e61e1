// The analysis thread: texts in, facts out, one batch after the other, and between them those that are sent ahead.
// Knows no files, no git, no state.
import { parentPort } from "node:worker_threads";
import { createFactsReader } from "../syntax/readFacts.ts";
import { createPack, type FactsOnTheWay } from "./factsOnTheWay.ts";
import type { TextAhead } from "../worktree/observations.ts";
import type { Batch, BatchFacts, Channel, FactsAhead, Job } from "./jobs.ts";

const readFacts = createFactsReader();
const pack = createPack();

function read({ path, text }: Job): FactsOnTheWay {
  return pack(path, readFacts(path, text));
}

function readAhead(job: TextAhead): void {
  parentPort!.postMessage({ number: job.number, path: job.path, facts: read(job) } satisfies FactsAhead);
}

parentPort!.on("message", (message: Batch | Channel) => {
  if ("ahead" in message) message.ahead.on("message", readAhead);
  else parentPort!.postMessage({ id: message.id, facts: message.jobs.map(read) } satisfies BatchFacts);
});
