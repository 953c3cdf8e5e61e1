// Estimated time saved: minutes for every conflict that its sides settled before either of them merged.
import { severities, type Conflict, type Resolution, type Severity } from "../../../shared/model/conflict.ts";
import type { TimeSaved } from "../../../shared/model/stats.ts";

/** Closed before a merge, by what the sides did. */
const settled: readonly (Resolution | undefined)[] = ["evidence_gone", "resolved", "abandoned", "ended"];

export function timeSaved(conflicts: readonly Conflict[], minutesEach: Record<Severity, number>): TimeSaved {
  const counting = conflicts.filter(counts);
  const numberOf = (severity: Severity): number => counting.filter((each) => each.severity === severity).length;
  const counted = { info: numberOf("info"), warn: numberOf("warn"), block: numberOf("block") };
  const minutes = severities.reduce((sum, severity) => sum + counted[severity] * minutesEach[severity], 0);
  const terms = severities.map((severity) => `${counted[severity]} ${severity} × ${minutesEach[severity]}`);
  return { minutes, counted, minutesEach, formula: `${terms.join(" + ")} = ${minutes} minutes` };
}

function counts({ status, resolution, sides, feedback }: Conflict): boolean {
  const [one, other] = sides;
  return (
    status === "resolved" &&
    settled.includes(resolution) &&
    !feedback.some(({ verdict }) => verdict === "too_late" || verdict === "false_positive") &&
    !(one.developer !== "" && one.developer === other.developer)
  );
}
