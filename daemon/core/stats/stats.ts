// Figures over all conflicts of some repositories: what they were, what they saved, where they gather.
// Changes nothing.
import { isLive, type Conflict, type Severity } from "../../../shared/model/conflict.ts";
import type { Contended, FalsePositives, Stats } from "../../../shared/model/stats.ts";
import { timeSaved } from "./timeSaved.ts";

const mostContended = 10;

/** `minutesEach`: what one closed conflict of a severity is worth. */
export function statsOf(conflicts: readonly Conflict[], minutesEach: Record<Severity, number>): Stats {
  return {
    counts: {
      total: conflicts.length,
      byStatus: countBy(conflicts, ({ status }) => status),
      byKind: countBy(conflicts, ({ kind }) => kind),
      bySeverity: countBy(conflicts, ({ severity }) => severity),
    },
    timeSaved: timeSaved(conflicts, minutesEach),
    falsePositives: falsePositives(conflicts),
    contended: {
      files: contended(conflicts, ({ paths }) => paths),
      symbols: contended(conflicts, ({ subjects }) => subjects.filter((subject) => subject.startsWith("sym:"))),
    },
  };
}

function countBy<K extends string>(
  conflicts: readonly Conflict[],
  keyOf: (conflict: Conflict) => K,
): Partial<Record<K, number>> {
  const counts: Partial<Record<K, number>> = {};
  for (const conflict of conflicts) {
    const key = keyOf(conflict);
    counts[key] = (counts[key] ?? 0) + 1;
  }
  return counts;
}

function isFalsePositive({ resolution, feedback }: Conflict): boolean {
  return resolution === "false_positive" || feedback.some(({ verdict }) => verdict === "false_positive");
}

function falsePositives(conflicts: readonly Conflict[]): FalsePositives {
  const marked = conflicts.filter(isFalsePositive).length;
  const judged = conflicts.filter((conflict) => !isLive(conflict.status) || isFalsePositive(conflict)).length;
  return { marked, judged, rate: judged === 0 ? null : marked / judged };
}

function contended(conflicts: readonly Conflict[], namesOf: (conflict: Conflict) => readonly string[]): Contended[] {
  const days = new Map<string, Map<string, number>>();
  for (const conflict of conflicts)
    for (const name of new Set(namesOf(conflict))) {
      const ofName = days.get(name) ?? new Map<string, number>();
      const day = conflict.openedAt.slice(0, 10);
      days.set(name, ofName.set(day, (ofName.get(day) ?? 0) + 1));
    }
  return [...days]
    .map(([name, ofName]) => ({
      name,
      conflicts: [...ofName.values()].reduce((sum, each) => sum + each, 0),
      days: [...ofName].sort().map(([day, count]) => ({ day, conflicts: count })),
    }))
    .sort((x, y) => y.conflicts - x.conflicts || (x.name < y.name ? -1 : 1))
    .slice(0, mostContended);
}
