// The analysis thread: texts in, facts out, one batch after the other.
// Knows no files, no git, no state.
import { parentPort } from "node:worker_threads";
import { createFactsReader, readyFor } from "../syntax/readFacts.ts";
import { createPack } from "./factsOnTheWay.ts";
import type { Batch, BatchFacts } from "./jobs.ts";

const readFacts = createFactsReader();
const pack = createPack();

/** The next batch comes when this one is answered. */
async function answer({ id, jobs }: Batch): Promise<void> {
  await readyFor(jobs.map(({ path }) => path));
  const facts = jobs.map(({ path, text }) => pack(path, readFacts(path, text)));
  parentPort!.postMessage({ id, facts } satisfies BatchFacts);
}

parentPort!.on("message", (batch: Batch) => void answer(batch));
