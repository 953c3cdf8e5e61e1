// The analysis thread: texts in, facts out, one batch after the other.
// Knows no files, no git, no state.
import { parentPort } from "node:worker_threads";
import { createFactsReader } from "../syntax/readFacts.ts";
import { createPack } from "./factsOnTheWay.ts";
import type { Batch, BatchFacts } from "./jobs.ts";

const readFacts = createFactsReader();
const pack = createPack();

parentPort!.on("message", ({ id, jobs }: Batch) => {
  const facts = jobs.map(({ path, text }) => pack(path, readFacts(path, text)));
  parentPort!.postMessage({ id, facts } satisfies BatchFacts);
});
