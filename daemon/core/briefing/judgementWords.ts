// The words of a check's answer: what it is, and why.
import type { Conflict, Judgement } from "../../../shared/model/conflict.ts";

const told = 3;

/** The first `blocking` of the conflicts are those that block. */
export function judgementInWords(
  decision: Judgement["decision"],
  blocking: number,
  conflicts: readonly Conflict[],
): string {
  if (conflicts.length === 0) return "Nothing stands against it.";
  if (decision === "allow") return `Nothing stands against it; to know: ${reasons(conflicts)}`;
  if (decision === "warn")
    return `Go on with care: ${reasons(conflicts.filter(({ severity }) => severity !== "info"))}`;
  return `Not now: ${reasons(conflicts.slice(0, blocking))}`;
}

function reasons(conflicts: readonly Conflict[]): string {
  const sentences = conflicts.slice(0, told).map(({ ref, summary, suggestion }) => `${ref}: ${summary} ${suggestion}`);
  const rest = conflicts.length - told;
  return [...sentences, ...(rest > 0 ? [`And ${rest} more.`] : [])].join(" ");
}
