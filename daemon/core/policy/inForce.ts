// Which policy governs whom: the file of a clone's main checkout governs all its working trees, so that no branch unprotects itself.
// A file that is broken leaves the last valid one in force.
import { detect, showAgain, type Step } from "../current.ts";
import type { Event } from "../events.ts";
import { recount } from "../footprint/trackFile.ts";
import { pathSubject } from "../footprint/footprint.ts";
import { sessionAt, type Repo, type Session, type State } from "../state.ts";
import { defaultRules, rulesOf, type Rules } from "./rules.ts";

export function readPolicy(current: Step, event: Extract<Event, { type: "policy_read" }>): void {
  const isOther = takeFile(current.state, event);
  const found = sessionAt(current.state, event.checkout);
  if (found) current.repos.add(found.repo.id);
  if (!isOther || !governs(current.state, event.checkout)) return;
  current.policies.add(event.checkout);
  adoptAll(current);
}

/** The trees of a clone, and whose policy counts there. */
export function readHousehold(current: Step, event: Extract<Event, { type: "household" }>): void {
  takeHousehold(current.state, event);
  adoptAll(current);
}

/** Everybody goes by the policy that governs them now. */
function adoptAll(current: Step): void {
  for (const [repo, session] of outdated(current.state)) {
    const touched = adopt(session, rulesFor(current.state, session.checkout.path), current.now.ms);
    detect(current, repo, session, touched, false);
    showAgain(current, repo, session);
  }
}

export function rulesFor(state: State, checkout: string): Rules {
  const main = state.households.get(checkout);
  return (main !== undefined && state.policies.get(main)?.rules) || defaultRules;
}

/** Whether the checkout's policy file counts: only that of a main one does. */
export function governs(state: State, checkout: string): boolean {
  return state.households.get(checkout) === checkout;
}

/** Takes what a checkout's file says now. True where another policy is in force than before. */
function takeFile(state: State, { checkout, policy, problems }: Extract<Event, { type: "policy_read" }>): boolean {
  const before = state.policies.get(checkout)?.rules ?? defaultRules;
  const isBroken = problems.some(({ severity }) => severity === "error");
  const isSame = isBroken || JSON.stringify(policy ?? defaultRules.policy) === JSON.stringify(before.policy);
  const rules = isSame ? before : policy ? rulesOf(policy) : defaultRules;
  state.policies.set(checkout, { rules, problems });
  return !isSame;
}

function takeHousehold(state: State, { main, checkouts }: Extract<Event, { type: "household" }>): void {
  for (const checkout of checkouts)
    if (main === null) state.households.delete(checkout);
    else state.households.set(checkout, main);
}

/** Sessions that another policy governs than the one they go by. */
function outdated(state: State): [Repo, Session][] {
  return [...state.repos.values()].flatMap((repo) =>
    [...repo.sessions.values()]
      .filter((session) => session.rules !== rulesFor(state, session.checkout.path))
      .map((session): [Repo, Session] => [repo, session]),
  );
}

/** The session goes by these rules from now on. Answers the subjects to be looked at again. */
function adopt(session: Session, rules: Rules, now: number): Set<string> {
  session.rules = rules;
  const touched = new Set<string>();
  for (const path of [...session.files.keys()]) for (const subject of recount(session, path, now)) touched.add(subject);
  const { footprint } = session;
  footprint.exclusives = new Set([...footprint.paths.keys()].filter((path) => rules.isExclusive(path)));
  for (const path of [...footprint.paths.keys(), ...footprint.claims.keys()]) touched.add(pathSubject(path));
  return touched;
}
