// The clashes of one pair and kind → one finding with its words.
import type { ConflictKind, Finding } from "../../../shared/model/conflict.ts";
import { suggestionOf, summaryOf } from "../briefing/sentences.ts";
import { nameOf, pathOf } from "../../../shared/model/subject.ts";
import { defaultPolicy } from "../policy/policy.ts";
import type { Pair, Session } from "../state.ts";
import type { Clash } from "./detector.ts";
import { clashesOf } from "./pairs.ts";

export interface PairFinding {
  finding: Finding;
  evidenceKey: string;
}

/** The finding of a pair, or null where nothing clashes. The sides stand in the order of the pair. */
export function findingOf(pair: Pair, kind: ConflictKind, newcomer: 0 | 1): PairFinding | null {
  const clashes = toldOf(pair, kind).sort((x, y) => (x.key < y.key ? -1 : 1));
  if (clashes.length === 0) return null;
  const strongest = clashes.reduce((best, clash) => (clash.confidence > best.confidence ? clash : best));
  const a = { session: pair.a, changes: distinct(clashes.flatMap((clash) => clash.a)) };
  const b = { session: pair.b, changes: distinct(clashes.flatMap((clash) => clash.b)) };
  const subjects = [...new Set(clashes.flatMap((clash) => clash.subjects))].sort();
  const merges = clashes.flatMap(({ merge }) => merge ?? []);
  const [late, early] = newcomer === 0 ? [pair.a, pair.b] : [pair.b, pair.a];
  return {
    finding: {
      kind,
      severity: clashes.every(({ isQuiet }) => isQuiet) ? "info" : defaultPolicy.severity[kind],
      blocking: false,
      confidence: strongest.confidence,
      evidence: strongest.evidence,
      subjects,
      paths: [...new Set(clashes.flatMap((clash) => clash.paths))].sort(),
      sides: [
        { ref: pair.a.ref, changes: a.changes },
        { ref: pair.b.ref, changes: b.changes },
      ],
      summary: summaryOf(kind, a, b, places(subjects), merges),
      suggestion: suggestionOf(kind, late, early, merges, newcomer),
    },
    evidenceKey: clashes.map((clash) => clash.key).join("\n"),
  };
}

/** Quiet ones are told where there is nothing louder: they would be as loud as the rest. */
function toldOf(pair: Pair, kind: ConflictKind): Clash[] {
  const clashes = [...clashesOf(pair, kind).values()];
  const loud = clashes.filter(({ isQuiet }) => !isQuiet);
  return loud.length > 0 ? loud : clashes;
}

function distinct<T extends { subject: string }>(changes: T[]): T[] {
  return [...new Map(changes.map((change) => [change.subject, change])).values()];
}

/** Names with their file where a name alone would not tell. */
function places(subjects: string[]): string[] {
  return subjects.map((subject) =>
    subject.startsWith("sym:") ? `${nameOf(subject)} in ${pathOf(subject)}` : nameOf(subject),
  );
}

/** Which side touched the clashing subjects later: 0 for the pair's first. A tie makes the higher number the newcomer. */
export function newcomerOf(pair: Pair, kind: ConflictKind): 0 | 1 {
  const clashes = toldOf(pair, kind);
  const [a, b] = [clashes.flatMap((clash) => clash.a), clashes.flatMap((clash) => clash.b)];
  return firstTouch(pair.a, a) > firstTouch(pair.b, b) ? 0 : 1;
}

function firstTouch(session: Session, changes: Clash["a"]): number {
  return Math.min(...changes.map(({ subject }) => session.firstTouch.get(subject) ?? Number.POSITIVE_INFINITY));
}
