// What was said of a conflict without changing its status, read from its history: who muted it, what everybody thinks of it.
import { verdicts, type Feedback, type HistoryEntry } from "../../../shared/model/conflict.ts";
import { feedbackEvent, type LifeEvent } from "./transitions.ts";

const openings: readonly string[] = ["found", "overlap_returned", "evidence_changed"] satisfies (LifeEvent | "found")[];
const mutings: readonly string[] = ["muted", "false_positive"] satisfies LifeEvent[];

/** Whether the side called it a false positive since it opened last. */
export function isMutedBy(history: readonly HistoryEntry[], side: string): boolean {
  const opened = history.findLastIndex(({ event }) => openings.includes(event));
  return history.slice(opened + 1).some(({ by, event }) => by === side && mutings.includes(event));
}

/** The latest verdict of each. */
export function feedbackIn(history: readonly HistoryEntry[]): Feedback[] {
  const latest = new Map<string, Feedback>();
  for (const { by, at, event } of history) {
    const verdict = verdicts.find((each) => feedbackEvent(each) === event);
    if (verdict) latest.set(by, { by, at, verdict });
  }
  return [...latest.values()];
}
