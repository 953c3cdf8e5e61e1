// What people and agents do about a conflict: checked, entered in its history, answered.
// Knows no detection: the status moves by the table alone.
import { isLive } from "../../../shared/model/conflict.ts";
import { clean } from "../briefing/names.ts";
import type { Answer, Effect, Refusal } from "../effects.ts";
import type { Event } from "../events.ts";
import type { ConflictRecord, Instant, Repo, State } from "../state.ts";
import { change, strikeOut, viewOf, type Outcome } from "./reconcile.ts";
import { isMutedBy } from "./sayings.ts";
import type { LifeEvent } from "./transitions.ts";

type Request = Extract<Event, { type: "respond" }>;

interface Current extends Outcome {
  state: State;
  now: Instant;
  effects: Effect[];
}

const shortestReason = 3;
const longestReason = 2000;

export function respond(current: Current, request: Request): void {
  const answer = (answer: Answer, undo?: ConflictRecord): void =>
    void current.effects.push({ type: "answer", request: request.request, answer, ...(undo ? { undo } : {}) });
  const repo = current.state.repos.get(request.repo);
  const record = repo?.conflictsByRef.get(request.ref);
  if (!repo || !record) {
    const message = `There is no conflict ${clean(request.ref)} in ${clean(request.repo)}.`;
    return answer({ ok: false, refusal: { code: "not_found", message } });
  }
  const refusal = refusalOf(record, request);
  if (refusal) return answer({ ok: false, refusal });
  const before = { ...record, history: [...record.history] };
  const { by, as, note } = request;
  if (!change(record, lifeEventOf(repo, record, request), as ?? by, current.now, current, note?.trim()))
    return answer({ ok: false, refusal: closed(record) });
  answer({ ok: true, conflict: viewOf(repo, record) }, before);
}

/** An action that could not be written down did not happen. */
export function undo(current: Current, before: ConflictRecord): void {
  const repo = current.state.repos.get(before.repo);
  const record = repo?.conflictsByRef.get(before.ref);
  if (repo && record) strikeOut(repo, record, before, current.now, current);
}

function closed({ ref, status }: ConflictRecord): Refusal {
  return { code: "closed", message: `${ref} is ${status}: only a live conflict can be acted on.` };
}

function refusalOf(record: ConflictRecord, { deed, as, note }: Request): Refusal | null {
  if (as !== undefined && !refsOf(record).includes(as)) {
    const message = `${clean(as)} is no side of ${record.ref}: ${refsOf(record).join(" and ")} are.`;
    return { code: "forbidden", message };
  }
  if (deed !== "override") return null;
  if (as !== undefined)
    return { code: "forbidden", message: "Only people override a conflict: ask with request_override." };
  return isLive(record.status) ? reasonRefusal(note) : closed(record);
}

function reasonRefusal(reason = ""): Refusal | null {
  const { length } = reason.trim();
  if (length >= shortestReason && length <= longestReason) return null;
  return {
    code: "against_rule",
    message: `The reason of an override has 3 to 2,000 characters; this one has ${length}.`,
  };
}

/** An agent speaks for its own side: a conflict that is no clash for one may be one for the other. */
function lifeEventOf(repo: Repo, record: ConflictRecord, { deed, as }: Request): LifeEvent {
  if (deed !== "false_positive" || as === undefined) return deed;
  const others = refsOf(record).filter((ref) => ref !== as);
  const isAgreed = others.every((ref) => isMutedBy(record.history, ref));
  return isAgreed || isOneDevelopers(repo, record) ? "false_positive" : "muted";
}

function isOneDevelopers(repo: Repo, record: ConflictRecord): boolean {
  const [one, other] = viewOf(repo, record).sides;
  return one.developer !== "" && one.developer === other.developer;
}

function refsOf({ finding }: ConflictRecord): string[] {
  return finding.sides.map(({ ref }) => ref);
}
