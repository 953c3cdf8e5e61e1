// The clashes of one pair and kind → one finding with its words.
import type { ConflictKind, Finding, Witness } from "../../../shared/model/conflict.ts";
import { suggestionOf, summaryOf } from "../briefing/sentences.ts";
import { nameOf, pathOf } from "../../../shared/model/subject.ts";
import { isRule } from "../policy/ruleSides.ts";
import { severityOf } from "../policy/severity.ts";
import type { Pair, Session } from "../state.ts";
import type { BrokenContract, Clash } from "./detector.ts";
import { clashesOf } from "./pairs.ts";

export interface PairFinding {
  finding: Finding;
  evidenceKey: string;
}

/** The families in which the pair clashes. */
export function familiesFound(pair: Pair, kind: ConflictKind): string[] {
  return [...clashesOf(pair, kind).values()].flat().map(({ family = "" }) => family);
}

function clashesIn(pair: Pair, kind: ConflictKind, family: string): Clash[] {
  return [...clashesOf(pair, kind).values()].flat().filter((clash) => (clash.family ?? "") === family);
}

/** The finding of a pair, or null where nothing clashes. The sides stand in the order of the pair. */
export function findingOf(pair: Pair, kind: ConflictKind, family: string, newcomer: 0 | 1): PairFinding | null {
  const clashes = toldOf(pair, kind, family).sort((x, y) => (x.key < y.key ? -1 : 1));
  if (clashes.length === 0) return null;
  const strongest = clashes.reduce((best, clash) => (clash.confidence > best.confidence ? clash : best));
  const a = { session: pair.a, changes: distinct(clashes.flatMap((clash) => clash.a)) };
  const b = { session: pair.b, changes: distinct(clashes.flatMap((clash) => clash.b)) };
  const subjects = [...new Set(clashes.flatMap((clash) => clash.subjects))].sort();
  const merges = clashes.flatMap(({ merge }) => merge ?? []);
  const { broken, holder, confidence, evidence } = strongest;
  const [late, early] = newcomer === 0 ? [pair.a, pair.b] : [pair.b, pair.a];
  const particulars = { merges, broken, holder };
  const isQuiet = clashes.every((clash) => clash.isQuiet);
  const judged = { kind, confidence, evidence, subjects, isQuiet, isExclusive: holder !== undefined };
  const severity = severityOf({ ...judged, isBehaviour: broken?.isBehaviour }, late.rules);
  return {
    finding: {
      kind,
      severity,
      blocking: severity === "block",
      confidence,
      evidence,
      subjects,
      paths: [...new Set(clashes.flatMap((clash) => clash.paths))].sort(),
      sides: [
        { ref: pair.a.ref, changes: a.changes },
        { ref: pair.b.ref, changes: b.changes },
      ],
      summary: summaryOf(kind, a, b, places(subjects), particulars),
      suggestion: suggestionOf(kind, late, early, particulars, newcomer),
      ...reasonOf(broken),
    },
    evidenceKey: clashes.map((clash) => clash.key).join("\n"),
  };
}

/** Quiet ones are told where there is nothing louder: they would be as loud as the rest. */
function toldOf(pair: Pair, kind: ConflictKind, family: string): Clash[] {
  const clashes = clashesIn(pair, kind, family);
  const loud = clashes.filter(({ isQuiet }) => !isQuiet);
  return loud.length > 0 ? loud : clashes;
}

/** What a compiler says, else what the readers say. */
function reasonOf(broken: BrokenContract | undefined): { witness?: Witness; reason?: string } {
  const use = broken?.uses.find(({ error }) => error);
  if (use?.error) return { witness: { ...use.error, path: use.path, range: use.range } };
  return broken?.reason === undefined ? {} : { reason: broken.reason };
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
export function newcomerOf(pair: Pair, kind: ConflictKind, family: string): 0 | 1 {
  if (isRule(pair.b)) return 0;
  const clashes = toldOf(pair, kind, family);
  const [a, b] = [clashes.flatMap((clash) => clash.a), clashes.flatMap((clash) => clash.b)];
  return firstTouch(pair.a, a) > firstTouch(pair.b, b) ? 0 : 1;
}

function firstTouch(session: Session, changes: Clash["a"]): number {
  const touched = changes.map(
    ({ subject, path }) => session.firstTouch.get(subject) ?? session.firstTouch.get(`path:${path}`),
  );
  return Math.min(...touched.map((at) => at ?? Number.POSITIVE_INFINITY));
}
