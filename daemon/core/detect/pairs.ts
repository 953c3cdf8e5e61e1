// Which pairs a change concerns, found through the inverted index, and what clashes in them now.
// The cost is the number of changed subjects times who else holds them.
import type { ConflictKind } from "../../../shared/model/conflict.ts";
import { holds } from "../footprint/footprint.ts";
import type { Pair, Repo, Session } from "../state.ts";
import { enter, leave } from "../sets.ts";
import type { Clash, Detector } from "./detector.ts";
import { detectors } from "./detectors.ts";

/** Enters the session's hold on each subject in the index, or takes it out. */
export function indexSubjects(repo: Repo, session: Session, subjects: Iterable<string>): void {
  for (const subject of subjects) {
    const holders = repo.holders.get(subject) ?? new Set<Session>();
    if (holds(session.footprint, subject)) repo.holders.set(subject, holders.add(session));
    else if (holders.delete(session) && holders.size === 0) repo.holders.delete(subject);
  }
}

export interface PairKind {
  pair: Pair;
  kind: ConflictKind;
}

/** Looks again at what the subjects touch in every pair of the session. Answers the pairs and kinds that changed. */
export function updatePairs(repo: Repo, session: Session, subjects: Iterable<string>): PairKind[] {
  const changed = new Map<string, PairKind>();
  for (const subject of subjects) {
    for (const other of repo.holders.get(subject) ?? []) {
      if (other === session) continue;
      const pair = pairOf(repo, session, other);
      for (const detector of detectors) {
        const things = new Set([
          ...detector.related(subject, pair.a, pair.b),
          ...standing(pair, detector.kind, subject),
        ]);
        for (const thing of things)
          if (lookAgain(pair, detector, thing))
            changed.set(`${pairKey(pair)} ${detector.kind}`, { pair, kind: detector.kind });
      }
    }
  }
  return [...changed.values()];
}

/** Things that clashed in the subject until now: a side may not hold any more what they hung on. */
function standing(pair: Pair, kind: ConflictKind, subject: string): Iterable<string> {
  return pair.standing.get(`${kind} ${subject}`) ?? [];
}

/** Answers whether there was or is a clash. */
function lookAgain(pair: Pair, detector: Detector, thing: string): boolean {
  const clashes = clashesOf(pair, detector.kind);
  const before = clashes.get(thing);
  const clash = detector.clash(thing, pair.a, pair.b);
  for (const subject of before?.subjects ?? []) leave(pair.standing, `${detector.kind} ${subject}`, thing);
  for (const subject of clash?.subjects ?? []) enter(pair.standing, `${detector.kind} ${subject}`, thing);
  if (clash) clashes.set(thing, clash);
  else clashes.delete(thing);
  return Boolean(before ?? clash);
}

export function clashesOf(pair: Pair, kind: ConflictKind): Map<string, Clash> {
  let clashes = pair.clashes.get(kind);
  if (!clashes) pair.clashes.set(kind, (clashes = new Map<string, Clash>()));
  return clashes;
}

export function pairOf(repo: Repo, one: Session, other: Session): Pair {
  const [a, b] = one.number < other.number ? [one, other] : [other, one];
  const key = `${a.number} ${b.number}`;
  let pair = repo.pairs.get(key);
  if (!pair) repo.pairs.set(key, (pair = { a, b, clashes: new Map(), standing: new Map() }));
  return pair;
}

export function pairKey(pair: Pair): string {
  return `${pair.a.number} ${pair.b.number}`;
}
