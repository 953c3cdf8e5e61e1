// What people and agents do about a conflict: checked, entered in its history, answered.
// Knows no detection: the status moves by the table alone.
import { clean } from "../briefing/names.ts";
import type { Step } from "../current.ts";
import type { Answer } from "../effects.ts";
import type { Event } from "../events.ts";
import type { ConflictRecord, Repo } from "../state.ts";
import { change, strikeOut, viewOf } from "./reconcile.ts";
import { refusalOf } from "./rights.ts";
import { isMutedBy } from "./sayings.ts";
import type { LifeEvent } from "./transitions.ts";

type Request = Extract<Event, { type: "respond" }>;

export function respond(current: Step, request: Request): void {
  const answer = (answer: Answer, undo?: ConflictRecord): void =>
    void current.effects.push({ type: "answer", request: request.request, answer, ...(undo ? { undo } : {}) });
  const repo = current.state.repos.get(request.repo);
  const record = repo?.conflictsByRef.get(request.ref);
  if (!repo || !record) {
    const message = `There is no conflict ${clean(request.ref)} in ${clean(request.repo)}.`;
    return answer({ ok: false, refusal: { code: "not_found", message } });
  }
  const refusal = refusalOf(repo, record, request);
  if (refusal) return answer({ ok: false, refusal });
  const before = { ...record, history: [...record.history] };
  const { by, as, note } = request;
  if (!change(record, lifeEventOf(repo, record, request), as ?? by, current.now, current, note?.trim())) {
    const message = `${request.ref} is ${record.status}: only a live conflict can be acted on.`;
    return answer({ ok: false, refusal: { code: "closed", message } });
  }
  answer({ ok: true, conflict: viewOf(repo, record) }, before);
}

/** An action that could not be written down did not happen. */
export function undo(current: Step, before: ConflictRecord): void {
  const repo = current.state.repos.get(before.repo);
  const record = repo?.conflictsByRef.get(before.ref);
  if (repo && record) strikeOut(repo, record, before, current.now, current);
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
