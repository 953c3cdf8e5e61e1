// step(state, event, now) → effects: the whole product on one screen.
// Pure but for the state it is given: no clock, no random, no input or output.
import { check } from "./check.ts";
import { detect, forAllRepos, reconcileAll, showAgain, type Step } from "./current.ts";
import { giveUp, indexSubjects, touchedPairs, updatePairs, updateWaiting } from "./detect/pairs.ts";
import { goOn, takeCode } from "./detect/lookAgain.ts";
import type { Effect } from "./effects.ts";
import type { Event, FileReading } from "./events.ts";
import { expired, unclaim } from "./footprint/claims.ts";
import { pathSubject, subjectsIn } from "./footprint/footprint.ts";
import { codeSubject } from "./footprint/code.ts";
import { learnShape } from "./footprint/shapes.ts";
import { forgetFile, keepBuffer, trackBuffer, trackReading } from "./footprint/trackFile.ts";
import { learn, takeOpen } from "./knowledge.ts";
import { closeDue, followed } from "./lifecycle/reconcile.ts";
import { leaving, noticeLanding } from "./lifecycle/landing.ts";
import { respond, undo } from "./lifecycle/respond.ts";
import { readHousehold, readPolicy, rulesFor } from "./policy/inForce.ts";
import {
  newSession,
  repoOf,
  sessionAt,
  type Instant,
  type Repo,
  type Session,
  type State,
  type Waiting,
} from "./state.ts";

export function step(state: State, event: Event, now: Instant): Effect[] {
  const current: Step = {
    state,
    now,
    effects: [],
    changed: new Set(),
    saved: new Set(),
    audit: [],
    repos: new Set(),
    counts: new Set(),
    sessions: new Set(),
    policies: new Set(),
  };
  handle(current, event);
  return finish(current);
}

function handle(current: Step, event: Event): void {
  switch (event.type) {
    case "checkout_seen":
      return seeCheckout(current, event.checkout);
    case "commits_ahead":
      return seeCommits(current, event.checkout, event.commits);
    case "checkout_gone":
      return loseCheckout(current, event.checkout, event.repo);
    case "checkout_held":
      return hold(current, event.checkout, event.operation);
    case "files_read":
      return readFiles(current, event.checkout, event.full, event.files);
    case "buffer_read":
      return readBuffer(current, event);
    case "buffer_closed":
      return closeBuffer(current, event.checkout, event.path);
    case "editor_opened":
    case "editor_closed":
      return changeEditors(current, event);
    case "respond":
      return respond(current, event);
    case "undo":
      return undo(current, event.conflict);
    case "check":
      return check(current, event);
    case "policy_read":
      return readPolicy(current, event);
    case "household":
      return readHousehold(current, event);
    case "answered":
      return takeAnswers(current, event);
    case "shown":
      return forAllRepos(current, goOn);
    case "quiet":
      return current.state.repos.forEach(takeCode);
    case "time_passed":
      for (const repo of current.state.repos.values()) passTime(current, repo);
  }
}

function passTime(current: Step, repo: Repo): void {
  for (const session of repo.sessions.values()) {
    const past = expired(session, current.now.ms);
    if (past.length > 0) detect(current, repo, session, unclaim(session, past), false);
  }
  closeDue(repo, current.now, current);
}

function seeCheckout(current: Step, checkout: Session["checkout"]): void {
  moveBetweenRepos(current, checkout);
  const repo = repoOf(current.state, checkout.repo);
  let session = repo.sessions.get(checkout.path);
  if (!session) {
    session = newSession(repo.nextSession++, checkout);
    repo.sessions.set(checkout.path, session);
    current.sessions.add(session);
  }
  session.rules = rulesFor(current.state, checkout.path);
  const isSomebodyElse = session.checkout.developer !== checkout.developer;
  session.checkout = checkout;
  session.present = true;
  session.gone = false;
  current.repos.add(repo.id);
  // What is protected from one developer may be another one's own.
  if (isSomebodyElse)
    detect(current, repo, session, new Set([...session.footprint.paths.keys()].map(pathSubject)), false);
  showAgain(current, repo, session);
}

/** Where the side parted from others may be elsewhere now. */
function seeCommits(current: Step, path: string, commits: string[]): void {
  const found = sessionAt(current.state, path);
  if (!found) return;
  found.session.ahead = new Set(commits);
  const { footprint } = found.session;
  const code = footprint.codePaths.size > 0 ? [codeSubject] : [];
  detect(current, found.repo, found.session, new Set([...subjectsIn(footprint), ...code]), false);
}

/** A new origin makes the folder a checkout of another repository. */
function moveBetweenRepos(current: Step, checkout: Session["checkout"]): void {
  const known = sessionAt(current.state, checkout.path);
  if (known && known.repo.id !== checkout.repo) loseCheckout(current, checkout.path, known.repo.id);
}

function loseCheckout(current: Step, path: string, repoId = sessionAt(current.state, path)?.repo.id): void {
  for (const repo of current.state.repos.values()) {
    const session = repo.sessions.get(path);
    if (!session || (repoId !== undefined && repo.id !== repoId)) continue;
    const touched = unclaim(session, [...session.footprint.claims.keys()]);
    for (const file of [...session.files.keys()]) for (const subject of forgetFile(session, file)) touched.add(subject);
    session.present = false;
    session.gone = true;
    session.scanned = false;
    session.held = null;
    detect(current, repo, session, touched, true);
    current.repos.add(repo.id);
  }
}

/** While git works in a checkout its footprint stands still; a full reading follows when it is done. */
function hold(current: Step, path: string, operation: string | null): void {
  const found = sessionAt(current.state, path);
  if (found) found.session.held = operation;
}

function readFiles(current: Step, path: string, full: boolean, files: FileReading[]): void {
  const found = sessionAt(current.state, path);
  if (!found) return;
  const { repo, session } = found;
  const touched = new Set<string>();
  const merge = (subjects: Set<string>): void => subjects.forEach((subject) => touched.add(subject));
  noticeLanding(session, files);
  if (full) {
    const named = new Set(files.map((file) => file.path));
    const unnamed = [...session.files.keys()].filter((known) => !named.has(known));
    const isHeld = (known: string): boolean => !!session.files.get(known)?.overlay;
    const forgotten = unnamed.filter((known) => !isHeld(known));
    for (const known of [...unnamed.filter(isHeld), ...leaving(repo, session, forgotten)])
      current.effects.push({ type: "observe", checkout: path, path: known });
    for (const known of forgotten) merge(forgetFile(session, known));
    session.scanned = true;
    // The base may be another one, with the same changes.
    if (session.footprint.codePaths.size > 0) touched.add(codeSubject);
  }
  for (const file of files) merge(trackReading(session, file));
  detect(current, repo, session, touched, full);
  reconcileAll(current, repo, followed(repo, path));
}

function readBuffer(current: Step, event: Extract<Event, { type: "buffer_read" }>): void {
  const found = sessionAt(current.state, event.checkout);
  if (!found) return;
  const { repo, session } = found;
  if (session.held !== null) return keepBuffer(session, event.path, event.version);
  const touched = trackBuffer(session, event.path, event.version, current.now.ms);
  if (!session.files.get(event.path)?.known)
    current.effects.push({ type: "observe", checkout: event.checkout, path: event.path });
  detect(current, repo, session, touched, false);
}

/** The disk counts again, once it has been read: between the two nothing flickers. */
function closeBuffer(current: Step, checkout: string, path: string): void {
  const overlay = sessionAt(current.state, checkout)?.session.files.get(path)?.overlay;
  if (!overlay) return;
  overlay.closing = true;
  current.effects.push({ type: "observe", checkout, path });
}

/** Everything that waited for the answers is looked at again. */
function takeAnswers(current: Step, { repo: id, answers }: Extract<Event, { type: "answered" }>): void {
  const repo = current.state.repos.get(id);
  if (!repo) return;
  const waiting: Waiting[] = [];
  for (const { key, answer } of answers) {
    const waited = learn(repo.knowledge, key, answer);
    if (answer === undefined) reconcileAll(current, repo, giveUp(waited));
    else waiting.push(...waited);
  }
  const found = updateWaiting(repo, waiting);
  for (const each of waiting) {
    if (!("symbol" in each)) continue;
    const parts = learnShape(repo, each.session, each.symbol);
    indexSubjects(repo, each.session, parts);
    found.push(...updatePairs(repo, touchedPairs(repo, each.session, parts)));
  }
  reconcileAll(current, repo, found);
}

function changeEditors(current: Step, event: Extract<Event, { type: "editor_opened" | "editor_closed" }>): void {
  for (const repo of current.state.repos.values()) {
    for (const session of repo.sessions.values()) {
      const open = event.type === "editor_opened" && event.checkouts.includes(session.checkout.path);
      const had = session.editors.delete(event.editor);
      if (open) session.editors.set(event.editor, event.client);
      else if (!had) continue;
      session.client = [...session.editors.values()].at(-1) ?? "unknown";
      current.repos.add(repo.id);
      showAgain(current, repo, session);
    }
  }
}

function finish(current: Step): Effect[] {
  const { changed, saved, audit, sessions, policies, repos, counts, state } = current;
  const effects: Effect[] = [];
  const records = [
    ...[...sessions].map(({ checkout, number }) => ({
      type: "session" as const,
      repo: checkout.repo,
      checkout,
      number,
    })),
    ...[...policies].map((checkout) => ({
      type: "policy" as const,
      checkout,
      policy: state.policies.get(checkout)!.rules.policy,
    })),
    ...[...saved].map(({ closingAt: _, ...conflict }) => ({ type: "conflict" as const, conflict })),
    ...audit.map((entry) => ({ type: "audit" as const, entry })),
  ];
  if (records.length > 0) effects.push({ type: "save", records });
  if (changed.size + repos.size + counts.size > 0)
    effects.push({ type: "publish", conflicts: [...changed], repos: [...repos], counts: [...counts] });
  const wake = nextClosing(state);
  if (wake !== null) effects.push({ type: "wake", at: wake });
  const all = [...state.repos.values()];
  if (all.some(({ unfinished, unread }) => unfinished.size + unread.size > 0))
    current.effects.push({ type: "go_on", when: "shown" });
  if (all.some(({ unquiet }) => unquiet.size > 0)) current.effects.push({ type: "go_on", when: "quiet" });
  for (const repo of all) {
    const questions = takeOpen(repo.knowledge);
    if (questions.length > 0) current.effects.push({ type: "ask", repo: repo.id, questions });
  }
  return [...effects, ...current.effects];
}

function nextClosing(state: State): number | null {
  const due = [...state.repos.values()].flatMap((repo) => [
    ...[...repo.closing].map((record) => record.closingAt ?? 0),
    ...[...repo.sessions.values()].flatMap(({ footprint }) => [...footprint.claims.values()]),
  ]);
  return due.length === 0 ? null : Math.min(...due);
}
