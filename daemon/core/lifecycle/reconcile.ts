// Findings of now against the conflicts of before: opens, updates, reopens, closes.
// Knows no detector: only what was found or not.
import type { AuditEntry } from "../../../shared/model/audit.ts";
import {
  isLive,
  type Conflict,
  type ConflictKind,
  type Finding,
  type HistoryEntry,
  type Resolution,
} from "../../../shared/model/conflict.ts";
import { familiesFound, findingOf, newcomerOf } from "../detect/finding.ts";
import { clashesOf, pairOf, type PairKind } from "../detect/pairs.ts";
import { isRule, sideOf } from "../policy/ruleSides.ts";
import { enter } from "../sets.ts";
import { familyKey, type ConflictRecord, type Instant, type Pair, type Repo, type Session } from "../state.ts";
import { hasLanded, isOwed, startOwing, stopOwing } from "./landing.ts";
import { feedbackIn, isMutedBy } from "./sayings.ts";
import { next, resolutionOf, type LifeEvent } from "./transitions.ts";

/** A finding that went stays shown this long: what a git checkout or an atomic save takes away comes back. Milliseconds. */
export const flicker = 2000;

const machine = "parley";

/** Evidence key of a conflict whose overlap has gone since: whatever is found next is its return. */
const gone = "";

export interface Outcome {
  /** Conflicts to show anew. */
  changed: Set<ConflictRecord>;
  /** Of these, the ones to write down. */
  saved: Set<ConflictRecord>;
  audit: AuditEntry[];
}

/** Every conflict that the pair has of this kind, or has now. */
export function reconcile(repo: Repo, { pair, kind }: PairKind, now: Instant, outcome: Outcome): void {
  const known = repo.families.get(familyKey({ kind, checkouts: checkoutsOf(pair) })) ?? [];
  for (const family of new Set([...known, ...familiesFound(pair, kind)]))
    reconcileFamily(repo, pair, kind, family, now, outcome);
}

function reconcileFamily(
  repo: Repo,
  pair: Pair,
  kind: ConflictKind,
  family: string,
  now: Instant,
  outcome: Outcome,
): void {
  const key = conflictKey(pair, kind, family);
  const known = repo.conflicts.get(key);
  const newcomer = known && isLive(known.status) ? other(known.incumbent) : newcomerOf(pair, kind, family);
  const found = findingOf(pair, kind, family, newcomer);
  if (!known) return found ? open(repo, pair, { kind, family, key }, other(newcomer), found, now, outcome) : undefined;
  const same = known.evidenceKey === found?.evidenceKey;
  if (!same && !settled(pair, kind)) return;
  if (!found) return canClose(known) ? startClosing(repo, known, now) : undefined;
  if (!isLive(known.status)) {
    const event = reopening(known, same);
    if (event === null) return stopClosing(repo, known);
    known.incumbent = other(newcomer);
    change(known, event, machine, now, outcome);
  } else if (!same || known.finding.severity !== found.finding.severity) {
    known.updatedAt = now.iso;
    outcome.saved.add(known);
  }
  const shown =
    same && known.closingAt === null && looksTheSame(known.finding, found.finding) && !outcome.changed.has(known);
  stopClosing(repo, known);
  if (shown) return;
  known.finding = found.finding;
  known.evidenceKey = found.evidenceKey;
  outcome.changed.add(known);
}

function looksTheSame(before: Finding, after: Finding): boolean {
  return (
    before.summary === after.summary &&
    before.severity === after.severity &&
    before.confidence === after.confidence &&
    before.sides.every((side, index) => {
      const changes = after.sides[index]!.changes;
      return (
        side.changes.length === changes.length &&
        side.changes.every((change, i) => {
          const { path, range } = changes[i]!;
          const { start, end } = change.range;
          return (
            change.path === path &&
            start.line === range.start.line &&
            start.character === range.start.character &&
            end.character === range.end.character
          );
        })
      );
    })
  );
}

/** What is overridden waits for other evidence: that its overlap went is none. */
function canClose(known: ConflictRecord): boolean {
  return known.evidenceKey !== gone && known.status !== "overridden";
}

/** What was settled by hand stays so while its evidence stands; what only went away is back. */
function reopening(known: ConflictRecord, same: boolean): LifeEvent | null {
  const byHand =
    known.resolution === "resolved" || known.resolution === "false_positive" || known.status === "overridden";
  if (byHand && known.evidenceKey !== gone) return same ? null : "evidence_changed";
  return "overlap_returned";
}

function open(
  repo: Repo,
  pair: Pair,
  { kind, family, key }: { kind: ConflictKind; family: string; key: string },
  incumbent: 0 | 1,
  found: Pick<ConflictRecord, "finding" | "evidenceKey">,
  now: Instant,
  outcome: Outcome,
): void {
  const at = now.iso;
  const record: ConflictRecord = {
    key,
    repo: repo.id,
    ref: `CF-${repo.nextConflict++}`,
    kind,
    ...(family === "" ? {} : { family }),
    checkouts: checkoutsOf(pair),
    incumbent,
    status: "open",
    openedAt: at,
    updatedAt: at,
    history: [],
    ...found,
    closingAt: null,
  };
  enterHistory(record, { at, by: machine, event: "found", from: null, to: "open" }, outcome);
  repo.conflicts.set(key, record);
  enter(repo.families, familyKey(record), family);
  repo.conflictsByRef.set(record.ref, record);
  outcome.changed.add(record);
  outcome.saved.add(record);
}

function startClosing(repo: Repo, record: ConflictRecord, now: Instant): void {
  if (record.closingAt !== null) return;
  record.closingAt = now.ms + flicker;
  repo.closing.add(record);
}

function stopClosing(repo: Repo, record: ConflictRecord): void {
  record.closingAt = null;
  repo.closing.delete(record);
}

/** Closes what is still gone after its time. */
export function closeDue(repo: Repo, now: Instant, outcome: Outcome): void {
  for (const record of [...repo.closing]) {
    if (record.closingAt !== null && record.closingAt > now.ms) continue;
    stopClosing(repo, record);
    outcome.saved.add(record);
    if (isLive(record.status) && (isOwed(repo, record) || startOwing(repo, record))) continue;
    const wasOwed = stopOwing(repo, record);
    record.evidenceKey = gone;
    closeGone(repo, record, now, outcome, wasOwed);
  }
}

/** Conflicts of the checkout that wait for the other side to follow a merge, and need not any more. */
export function followed(repo: Repo, checkout: string): PairKind[] {
  const over = [...repo.owed].filter((record) => record.checkouts.includes(checkout) && !isOwed(repo, record));
  return over.length === 0 ? [] : pairKindsOf(repo, checkout).filter(({ kind }) => kind === "contract_break");
}

function closeGone(repo: Repo, record: ConflictRecord, now: Instant, outcome: Outcome, wasOwed = false): void {
  const sides = record.checkouts.map((name) => sideOf(repo, name));
  const isGone = sides.every((session) => !session?.present);
  const isMerged = wasOwed || sides.some((session, side) => session && hasLanded(session, record, side as 0 | 1));
  change(record, isGone ? "both_gone" : isMerged ? "side_merged" : "evidence_gone", machine, now, outcome);
}

/** Takes the action that followed `before` out of the history; what happened since stands. */
export function strikeOut(
  repo: Repo,
  record: ConflictRecord,
  before: ConflictRecord,
  now: Instant,
  outcome: Outcome,
): void {
  const at = before.history.length;
  record.history.splice(at, 1);
  const since = record.history.slice(at);
  record.status = before.status;
  for (const entry of since) {
    entry.from = record.status;
    entry.to = next(record.status, entry.event as LifeEvent) ?? entry.to;
    record.status = entry.to;
  }
  if (since.length === 0) record.updatedAt = before.updatedAt;
  if (isLive(record.status)) setResolution(record, undefined);
  outcome.changed.add(record);
  if (isLive(record.status) && record.evidenceKey === gone) closeGone(repo, record, now, outcome);
}

function enterHistory(record: ConflictRecord, entry: HistoryEntry, outcome: Outcome): void {
  record.history.push(entry);
  outcome.audit.push({ repo: record.repo, ref: record.ref, ...entry });
}

/** Moves a conflict by the table. False where the event does not apply to its status. */
export function change(
  record: ConflictRecord,
  event: LifeEvent,
  by: string,
  now: Instant,
  outcome: Outcome,
  note?: string,
): boolean {
  const to = next(record.status, event);
  if (to === null) return false;
  const at = now.iso;
  const entry = { at, by, event, from: record.status, to, ...(note ? { note } : {}) };
  enterHistory(record, entry, outcome);
  record.status = to;
  record.updatedAt = at;
  if (entry.from !== to) setResolution(record, resolutionOf(event, to));
  outcome.changed.add(record);
  outcome.saved.add(record);
  return true;
}

function setResolution(record: ConflictRecord, resolution: Resolution | undefined): void {
  if (resolution) record.resolution = resolution;
  else delete record.resolution;
}

/** Both sides as they are now: a conflict with somebody who was not read yet, or about which an answer is awaited, is left alone. */
function settled(pair: Pair, kind: ConflictKind): boolean {
  if (pair.awaited.has(kind)) return false;
  return [pair.a, pair.b].every((side) => (side.present ? side.scanned : side.gone));
}

/**
 * Conflicts of a session whose overlap stands as far as is known, and those that ended and whose overlap is there again: when
 * a side was read or went, they may have to change.
 */
export function pairKindsOf(repo: Repo, checkout: string): PairKind[] {
  const ofSession = [...repo.conflicts.values()].filter(({ checkouts }) => checkouts.includes(checkout));
  return ofSession.flatMap((record) => {
    const [a, b] = record.checkouts.map((name) => sideOf(repo, name));
    if (!a || !b) return [];
    const { kind } = record;
    const pair = pairOf(repo, a, b);
    return canClose(record) || clashesOf(pair, kind).size > 0 ? [{ pair, kind }] : [];
  });
}

function conflictKey(pair: Pair, kind: ConflictKind, family: string): string {
  return [kind, pair.a.ref, pair.b.ref, ...(family === "" ? [] : [family])].join(" ");
}

function checkoutsOf({ a, b }: Pair): [string, string] {
  return [a.checkout.path, b.checkout.path];
}

function other(side: 0 | 1): 0 | 1 {
  return side === 0 ? 1 : 0;
}

/** Stands in for a side whose own record was damaged on disk: its conflicts are still shown. */
function lostSession(repo: Repo, path: string): Pick<Session, "checkout" | "client"> {
  const nothing = { branch: null, head: null, base: null, target: null, note: null };
  return { checkout: { path, repo: repo.id, developer: "", main: false, ...nothing }, client: "unknown" };
}

/** The conflict as every surface shows it. */
export function viewOf(repo: Repo, record: ConflictRecord): Conflict {
  const { finding } = record;
  const side = (index: 0 | 1): Conflict["sides"][0] => {
    const session = sideOf(repo, record.checkouts[index]) ?? lostSession(repo, record.checkouts[index]);
    return {
      ...finding.sides[index],
      developer: session.checkout.developer,
      client: session.client,
      branch: session.checkout.branch,
      checkout: isRule(finding.sides[index]) ? "" : session.checkout.path,
      role: record.incumbent === index ? "incumbent" : "newcomer",
      muted: isMutedBy(record.history, finding.sides[index].ref),
    };
  };
  return {
    ...finding,
    ref: record.ref,
    repo: repo.id,
    status: record.status,
    sides: [side(0), side(1)],
    openedAt: record.openedAt,
    updatedAt: record.updatedAt,
    ...(record.resolution ? { resolution: record.resolution } : {}),
    history: record.history,
    feedback: feedbackIn(record.history),
  };
}
