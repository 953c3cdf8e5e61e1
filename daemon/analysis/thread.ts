// The analysis thread: texts in, facts out, one batch after the other.
// Knows no files, no git, no state.
import { parentPort } from "node:worker_threads";
import { readFacts } from "../syntax/readFacts.ts";
import type { Batch, BatchFacts } from "./jobs.ts";

parentPort!.on("message", ({ id, jobs }: Batch) => {
  const facts = jobs.map(({ path, text }) => readFacts(path, text));
  parentPort!.postMessage({ id, facts } satisfies BatchFacts);
});
