// May this side edit these paths now? Its answer names every live conflict that the edit would be in.
// Judged as if it were done, and for the asking side alone.
import { isLive, type Conflict, type Severity, type Judgement } from "../../shared/model/conflict.ts";
import { pathOf } from "../../shared/model/subject.ts";
import { clean } from "./briefing/names.ts";
import { judgementInWords } from "./briefing/judgementWords.ts";
import { detect, type Step } from "./current.ts";
import { indexSubjects } from "./detect/pairs.ts";
import type { CheckAnswer } from "./effects.ts";
import type { Event, Intended } from "./events.ts";
import { claim, unclaim } from "./footprint/claims.ts";
import { pathIn } from "./footprint/footprint.ts";
import { viewOf } from "./lifecycle/reconcile.ts";
import { sessionAt, type ConflictRecord, type Pair, type Repo, type Session } from "./state.ts";

/** The paths are claimed for it; of those that clash with nothing the claim is taken back at once. */
export function check(current: Step, { request, checkout, intended }: Extract<Event, { type: "check" }>): void {
  const answer = (answer: CheckAnswer): void => void current.effects.push({ type: "judge", request, answer });
  const found = sessionAt(current.state, checkout);
  if (!found) {
    const message = `${clean(checkout)} is not watched any more.`;
    return answer({ ok: false, refusal: { code: "not_found", message } });
  }
  const { repo, session } = found;
  const claimed = claim(session, intended.paths, current.now.ms);
  if (claimed.size > 0) detect(current, repo, session, claimed, false);
  answer({ ok: true, judgement: judge(repo, session, intended) });
  const free = [...claimed].flatMap((subject) => (isFree(repo, session, subject) ? [pathIn(subject)!] : []));
  indexSubjects(repo, session, unclaim(session, free));
}

/** Whether nothing was found in the path. */
function isFree(repo: Repo, session: Session, subject: string): boolean {
  const isClashing = ({ a, b, standing }: Pair): boolean =>
    (a === session || b === session) &&
    (standing.has(`protected_path ${subject}`) || standing.has(`path_overlap ${subject}`));
  return ![...repo.pairs.values()].some(isClashing);
}

function judge(repo: Repo, session: Session, intended: Intended): Judgement {
  const concerned = concernedBy(repo, session, intended);
  const decision = concerned.some(blocks) ? "block" : concerned.some(isWarning) ? "warn" : "allow";
  const conflicts = concerned.sort(gravestFirst).map(({ conflict }) => conflict);
  return { decision, conflicts, message: judgementInWords(decision, concerned.filter(blocks).length, conflicts) };
}

interface Seen {
  conflict: Conflict;
  mine: Conflict["sides"][0];
}

/** Live ones that this side has not muted. A side can have hundreds: only those that are asked about are looked at as a whole. */
function concernedBy(repo: Repo, session: Session, { action, paths }: Intended): Seen[] {
  const asked = new Set(paths);
  const seen: Seen[] = [];
  for (const record of repo.conflicts.values()) {
    const side = record.checkouts.indexOf(session.checkout.path) as 0 | 1 | -1;
    if (side === -1 || !isLive(record.status)) continue;
    if (!isAbout(record, side, asked) && !(action === "shell" && mayBlock(record, side))) continue;
    const conflict = viewOf(repo, record);
    const mine = conflict.sides[side];
    if (!mine.muted) seen.push({ conflict, mine });
  }
  return seen;
}

function isAbout({ finding }: ConflictRecord, side: 0 | 1, paths: ReadonlySet<string>): boolean {
  return finding.sides[side].changes.some(({ path, subject }) => paths.has(path) || paths.has(pathOf(subject)));
}

/** A command can do anything: whatever blocks the side stops it, whichever path that is about. */
function mayBlock({ finding, incumbent }: ConflictRecord, side: 0 | 1): boolean {
  return finding.blocking && incumbent !== side;
}

/** Only the newcomer is blocked. */
function blocks({ conflict, mine }: Seen): boolean {
  return conflict.blocking && mine.role === "newcomer";
}

function isWarning({ conflict }: Seen): boolean {
  return conflict.severity !== "info";
}

const order: Severity[] = ["block", "warn", "info"];

function gravestFirst(x: Seen, y: Seen): number {
  const rank = (each: Seen): number => (blocks(each) ? -1 : order.indexOf(each.conflict.severity));
  return rank(x) - rank(y) || Number(x.conflict.ref.slice(3)) - Number(y.conflict.ref.slice(3));
}
