// What the rim has found out for the core, what was asked, and who waits for which answer.
// Knows no detector.
import { keyOf, type Answered, type AnswerTo, type Question } from "./questions.ts";
import type { Knowledge, Waiting } from "./state.ts";

/** Answers that are kept; the oldest go first and are asked for again. */
const kept = 5000;

/** The answer, or undefined where it is not known yet: then `waiting` hears of it. */
export function ask<Q extends Question>(
  knowledge: Knowledge,
  question: Q,
  waiting: Waiting,
): AnswerTo[Q["type"]] | null | undefined {
  const key = keyOf(question);
  const known = knowledge.answers.get(key);
  if (known !== undefined) return known as AnswerTo[Q["type"]] | null;
  const others = knowledge.waiting.get(key);
  if (others) others.push(waiting);
  else {
    knowledge.waiting.set(key, [waiting]);
    knowledge.open.push(question);
  }
  return undefined;
}

/** Takes an answer in; undefined: what was asked about is there no more. Answers who waited. */
export function learn(knowledge: Knowledge, key: string, answer: Answered | undefined): Waiting[] {
  const waiting = knowledge.waiting.get(key) ?? [];
  knowledge.waiting.delete(key);
  if (answer === undefined) return waiting;
  knowledge.answers.set(key, answer);
  if (knowledge.answers.size > kept) knowledge.answers.delete(knowledge.answers.keys().next().value!);
  return waiting;
}

export function takeOpen(knowledge: Knowledge): Question[] {
  return knowledge.open.splice(0);
}
