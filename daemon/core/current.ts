// What one step has gathered so far, and what every event can lead to: looking again, and conflicts that change by it.
// Knows no event.
import { withHolds } from "./detect/exclusive.ts";
import { lookAgain } from "./detect/lookAgain.ts";
import type { PairKind } from "./detect/pairs.ts";
import type { Effect } from "./effects.ts";
import { pairKindsOf, reconcile, type Outcome } from "./lifecycle/reconcile.ts";
import type { Instant, Repo, Session, State } from "./state.ts";

/** What one step gathers before it becomes effects. */
export interface Step extends Outcome {
  state: State;
  now: Instant;
  effects: Effect[];
  /** Repositories whose checkouts or participants changed. */
  repos: Set<string>;
  /** Repositories where somebody changed more or less than before. */
  counts: Set<string>;
  sessions: Set<Session>;
  /** Checkouts whose policy is to be written down. */
  policies: Set<string>;
}

/** All that follows from touched subjects of one session. */
export function detect(current: Step, repo: Repo, session: Session, touched: Set<string>, everything: boolean): void {
  reconcileAll(current, repo, lookAgain(repo, session, withHolds(session, touched), everything));
  if (touched.size > 0) current.counts.add(repo.id);
}

export function forAllRepos(current: Step, look: (repo: Repo) => PairKind[]): void {
  for (const repo of current.state.repos.values()) reconcileAll(current, repo, look(repo));
}

export function reconcileAll(current: Step, repo: Repo, found: PairKind[]): void {
  const affected = new Map(found.map((each) => [`${each.pair.a.number} ${each.pair.b.number} ${each.kind}`, each]));
  for (const each of affected.values()) reconcile(repo, each, current.now, current);
}

/** Branch and client stand in the words about a conflict. */
export function showAgain(current: Step, repo: Repo, session: Session): void {
  reconcileAll(current, repo, pairKindsOf(repo, session.checkout.path));
}
