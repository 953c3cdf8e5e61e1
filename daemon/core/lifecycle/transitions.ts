// The life of a conflict as a table: status × event → status.
// Source: the product's table of statuses and events.
import { isLive, liveStatuses, type Action, type Resolution, type Status } from "../../../shared/model/conflict.ts";

export type LifeEvent = Action | "evidence_gone" | "both_gone" | "overlap_returned" | "evidence_changed";

const fromLive = (to: Status): Partial<Record<Status, Status>> =>
  Object.fromEntries(liveStatuses.map((status) => [status, to]));

export const transitions: Record<LifeEvent, Partial<Record<Status, Status>>> = {
  ack: fromLive("acknowledged"),
  propose_sequence: fromLive("resolving"),
  will_rebase: fromLive("resolving"),
  resolved: fromLive("resolved"),
  evidence_gone: fromLive("resolved"),
  both_gone: fromLive("stale"),
  overlap_returned: { resolved: "open", stale: "open" },
  evidence_changed: { resolved: "open", overridden: "open" },
};

/** The status after the event, or null where the event does not apply. */
export function next(from: Status, event: LifeEvent): Status | null {
  return transitions[event][from] ?? null;
}

/** Why a conflict that the event closed is closed. */
export function resolutionOf(event: LifeEvent, to: Status): Resolution | undefined {
  if (isLive(to)) return undefined;
  return event === "resolved" ? "resolved" : event === "evidence_gone" ? "evidence_gone" : "ended";
}
