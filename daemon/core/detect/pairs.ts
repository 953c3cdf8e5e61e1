// Which pairs a change concerns, found through the inverted index, and what clashes in them now.
// The cost is the number of changed subjects times who else holds them.
import type { ConflictKind } from "../../../shared/model/conflict.ts";
import { holds } from "../footprint/footprint.ts";
import { ask } from "../knowledge.ts";
import type { Pair, Repo, Session, TouchedPairs, Waiting } from "../state.ts";
import { enter, leave } from "../sets.ts";
import type { Clash, Detector, Inquiry } from "./detector.ts";
import { detectors } from "./detectors.ts";
import { isFromBefore } from "./forkPoint.ts";

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

/** The subjects in which each of the session's pairs may clash otherwise now. */
export function touchedPairs(repo: Repo, session: Session, subjects: Iterable<string>): TouchedPairs {
  const touched: TouchedPairs = new Map();
  for (const subject of subjects)
    for (const other of repo.holders.get(subject) ?? [])
      if (other !== session) enter(touched, pairOf(repo, session, other), subject);
  return touched;
}

/** Looks again at these. Answers the pairs and kinds that changed. */
export function updatePairs(repo: Repo, touched: TouchedPairs, wanted: readonly Detector[] = detectors): PairKind[] {
  const look = new Looking(repo);
  for (const [pair, subjects] of touched)
    for (const { detector, thing } of thingsIn(pair, subjects, wanted)) look.again(pair, detector, thing);
  return look.changed();
}

/** Until these detectors have looked at them, what was found of these stands. */
export function awaitAll(touched: TouchedPairs, wanted: readonly Detector[]): void {
  for (const [pair, subjects] of touched)
    for (const { detector, thing } of thingsIn(pair, subjects, wanted)) enter(pair.awaited, detector.kind, thing);
}

/** Each thing that hangs on the subjects once, in the order of these. */
function* thingsIn(
  pair: Pair,
  subjects: Iterable<string>,
  wanted: readonly Detector[],
): Generator<{ detector: Detector; thing: string }> {
  const met = new Map(wanted.map((detector) => [detector, new Set<string>()]));
  for (const subject of subjects)
    for (const [detector, things] of met)
      for (const thing of [...detector.related(subject, pair.a, pair.b), ...standing(pair, detector.kind, subject)]) {
        if (things.has(thing)) continue;
        things.add(thing);
        yield { detector, thing };
      }
}

/** Looks again at what waited for an answer. */
export function updateWaiting(repo: Repo, waiting: readonly Waiting[]): PairKind[] {
  const look = new Looking(repo);
  for (const each of waiting) if ("pair" in each) look.again(each.pair, detectorOf(each.kind), each.thing);
  return look.changed();
}

/** Looks again at all of the session's things about which an answer is awaited. */
export function updateAwaited(repo: Repo, session: Session): PairKind[] {
  const look = new Looking(repo);
  for (const pair of repo.pairs.values()) {
    if (pair.a !== session && pair.b !== session) continue;
    for (const [kind, things] of pair.awaited)
      for (const thing of [...things]) look.again(pair, detectorOf(kind), thing);
  }
  return look.changed();
}

/** No answer will come: what was found of these things stands until they change. */
export function giveUp(waiting: readonly Waiting[]): PairKind[] {
  return waiting.flatMap((each) => {
    if (!("pair" in each)) return [];
    leave(each.pair.awaited, each.kind, each.thing);
    return [{ pair: each.pair, kind: each.kind }];
  });
}

function detectorOf(kind: ConflictKind): Detector {
  return detectors.find((detector) => detector.kind === kind)!;
}

/** Things that clashed in the subject until now: a side may not hold any more what they hung on. */
function standing(pair: Pair, kind: ConflictKind, subject: string): Iterable<string> {
  return pair.standing.get(`${kind} ${subject}`) ?? [];
}

/** One round of looking: nothing changes meanwhile, so what is common to several things is made once. */
class Looking {
  private readonly found = new Map<string, PairKind>();
  private readonly made = new Map<string, unknown>();

  constructor(private readonly repo: Repo) {}

  again(pair: Pair, detector: Detector, thing: string): void {
    const { kind } = detector;
    const clashes = clashesOf(pair, kind);
    const before = clashes.get(thing);
    const { found, isAwaited } = this.look(pair, detector, thing);
    const wasAwaited = pair.awaited.get(kind)?.has(thing) ?? false;
    if (isAwaited) return enter(pair.awaited, kind, thing);
    leave(pair.awaited, kind, thing);
    for (const subject of hangsOn(before)) leave(pair.standing, `${kind} ${subject}`, thing);
    for (const subject of hangsOn(found)) enter(pair.standing, `${kind} ${subject}`, thing);
    if (found.length > 0) clashes.set(thing, found);
    else clashes.delete(thing);
    if (before || found.length > 0 || wasAwaited) this.found.set(`${pairKey(pair)} ${kind}`, { pair, kind });
  }

  /** Pairs and kinds in which there was or is a clash, or something was not known. */
  changed(): PairKind[] {
    return [...this.found.values()];
  }

  private look(pair: Pair, detector: Detector, thing: string): { found: Clash[]; isAwaited: boolean } {
    let isAwaited = false;
    const wait = (): null => {
      isAwaited = true;
      return null;
    };
    const inquiry: Inquiry = {
      ask: (question) => {
        const answer = ask(this.repo.knowledge, question, { pair, kind: detector.kind, thing });
        if (answer === undefined) wait();
        return answer;
      },
      wait,
      once: <T>(name: string, make: () => T) => {
        const key = `${pairKey(pair)} ${name}`;
        if (!this.made.has(key)) this.made.set(key, make());
        return this.made.get(key) as T;
      },
    };
    const clash = detector.clash(thing, pair.a, pair.b, inquiry);
    const found = Array.isArray(clash) ? clash : clash ? [clash] : [];
    return { found: found.filter((each) => !isFromBefore(each, pair.a, pair.b, inquiry)), isAwaited };
  }
}

function hangsOn(clashes: readonly Clash[] = []): string[] {
  return clashes.flatMap((clash) => [...clash.subjects, ...(clash.hangsOn ?? [])]);
}

export function clashesOf(pair: Pair, kind: ConflictKind): Map<string, Clash[]> {
  let clashes = pair.clashes.get(kind);
  if (!clashes) pair.clashes.set(kind, (clashes = new Map<string, Clash[]>()));
  return clashes;
}

export function pairOf(repo: Repo, one: Session, other: Session): Pair {
  const [a, b] = one.number < other.number ? [one, other] : [other, one];
  const key = pairKey({ a, b });
  let pair = repo.pairs.get(key);
  if (!pair) repo.pairs.set(key, (pair = { a, b, clashes: new Map(), standing: new Map(), awaited: new Map() }));
  return pair;
}

/** Of two sides in this order. */
export function pairKey({ a, b }: Pick<Pair, "a" | "b">): string {
  return `${a.number} ${b.number}`;
}
