// The analysis thread: texts in, facts out, and questions about contents answered, one batch after the other.
// Knows no files, no git, no state.
import { parentPort } from "node:worker_threads";
import { createFactsReader } from "../syntax/readFacts.ts";
import { createAnswer } from "./answer.ts";
import { createPack } from "./factsOnTheWay.ts";
import type { Batch, BatchDone } from "./jobs.ts";

const readFacts = createFactsReader();
const pack = createPack();
const answer = createAnswer();

function done(batch: Batch): BatchDone {
  if ("answering" in batch) {
    const { questions, contents, parts } = batch.answering;
    return {
      id: batch.id,
      answered: questions.map((each, at) =>
        answer(
          each,
          parts[at]!.map((n) => contents[n]!),
        ),
      ),
    };
  }
  return { id: batch.id, facts: batch.jobs.map(({ path, text }) => pack(path, readFacts(path, text))) };
}

parentPort!.on("message", (batch: Batch) => parentPort!.postMessage(done(batch)));
