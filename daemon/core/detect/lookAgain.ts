// What a change of one session makes the detectors look at: at once, once that is shown, and once nobody saves.
// Knows no conflicts: answers the pairs and kinds in which something may clash otherwise now.
import { askingDetectors, codeDetectors, quickDetectors, ruleDetectors } from "./detectors.ts";
import { awaitAll, indexSubjects, touchedPairs, updateAwaited, updatePairs, type PairKind } from "./pairs.ts";
import { touchedRules } from "./touchedRules.ts";
import { pairKindsOf } from "../lifecycle/reconcile.ts";
import { folderSubject, pathSubject } from "../footprint/footprint.ts";
import { codeSubject } from "../footprint/code.ts";
import { updateShapes } from "../footprint/shapes.ts";
import { enter } from "../sets.ts";
import type { Repo, Session, TouchedPairs } from "../state.ts";

/** Pairs whose code is looked at in one step: a save that comes meanwhile does not wait for more. */
const pairsAtOnce = 8;

/** `everything`: all that the session changed was read. */
export function lookAgain(repo: Repo, session: Session, touched: Set<string>, everything: boolean): PairKind[] {
  const subjects = withRemoved(session, touched);
  for (const part of updateShapes(repo, session, touched)) subjects.add(part);
  indexSubjects(repo, session, subjects);
  if (subjects.delete(codeSubject)) repo.unquiet.add(session);
  // After a full reading, conflicts that no subject speaks for any more (found before a restart) are looked at too.
  const unproven = everything ? pairKindsOf(repo, session.checkout.path) : [];
  const pairs = touchedPairs(repo, session, subjects);
  const found = updatePairs(repo, pairs, everything ? [...quickDetectors, ...askingDetectors] : quickDetectors);
  found.push(...updatePairs(repo, touchedRules(repo, session, subjects), ruleDetectors));
  const awaited = everything ? updateAwaited(repo, session) : [];
  if (everything) awaitAll(codePairs(repo, session), codeDetectors);
  if (!everything) leaveForLater(repo, pairs);
  return [...found, ...awaited, ...unproven];
}

function codePairs(repo: Repo, session: Session): TouchedPairs {
  return touchedPairs(repo, session, [codeSubject]);
}

/** Somebody waits for what a save clashes with; what asks for contents comes after that is shown. */
function leaveForLater({ unfinished }: Repo, pairs: TouchedPairs): void {
  for (const [pair, subjects] of pairs) for (const subject of subjects) enter(unfinished, pair, subject);
}

/** What was left for later, and the code of the next pairs. */
export function goOn(repo: Repo): PairKind[] {
  const { unfinished } = repo;
  repo.unfinished = new Map();
  const next = [...repo.unread].slice(0, pairsAtOnce);
  for (const pair of next) repo.unread.delete(pair);
  const code: TouchedPairs = new Map(next.map((pair) => [pair, new Set([codeSubject])]));
  return [...updatePairs(repo, unfinished, askingDetectors), ...updatePairs(repo, code, codeDetectors)];
}

/** Whose code is to be looked at now that nobody saves. */
export function takeCode(repo: Repo): void {
  for (const session of repo.unquiet) for (const [pair] of codePairs(repo, session)) repo.unread.add(pair);
  repo.unquiet.clear();
}

/** What a side added may be where something it removed went: those are looked at again. */
function withRemoved({ footprint }: Session, touched: Set<string>): Set<string> {
  if (touched.size === 0 || !footprint.movesChanged) return new Set(touched);
  footprint.movesChanged = false;
  const gone = [...[...footprint.removed].map(pathSubject), ...[...footprint.removedBelow.keys()].map(folderSubject)];
  const subjects = new Set([...touched, ...gone]);
  for (const symbol of footprint.removedSymbols) {
    subjects.add(symbol);
    const container = footprint.symbols.get(symbol)?.container;
    if (container) subjects.add(container);
  }
  return subjects;
}
