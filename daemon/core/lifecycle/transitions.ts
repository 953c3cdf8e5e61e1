// The life of a conflict as a table: status × event → status.
// Source: the product's table of statuses and events.
import {
  isLive,
  liveStatuses,
  statuses,
  verdicts,
  type Action,
  type Resolution,
  type Status,
  type Verdict,
} from "../../../shared/model/conflict.ts";

export type FeedbackEvent = `feedback_${Verdict}`;

/** What can be done from outside; `override` by people alone. */
export type Deed = Action | "override" | FeedbackEvent;

/** `muted`: one side calls it a false positive for itself; `false_positive`: it is none for anybody. */
export type LifeEvent =
  Deed | "muted" | "evidence_gone" | "side_merged" | "both_gone" | "overlap_returned" | "evidence_changed";

type Row = Partial<Record<Status, Status>>;

const fromLive = (to: Status): Row => Object.fromEntries(liveStatuses.map((status) => [status, to]));
const unchanged = (from: readonly Status[]): Row => Object.fromEntries(from.map((status) => [status, status]));

export function feedbackEvent(verdict: Verdict): FeedbackEvent {
  return `feedback_${verdict}`;
}

const feedback = Object.fromEntries(verdicts.map((verdict) => [feedbackEvent(verdict), unchanged(statuses)])) as Record<
  FeedbackEvent,
  Row
>;

export const transitions: Record<LifeEvent, Row> = {
  ack: fromLive("acknowledged"),
  propose_sequence: fromLive("resolving"),
  will_rebase: fromLive("resolving"),
  resolved: fromLive("resolved"),
  muted: unchanged(liveStatuses),
  false_positive: fromLive("resolved"),
  request_override: unchanged(liveStatuses),
  override: fromLive("overridden"),
  ...feedback,
  evidence_gone: fromLive("resolved"),
  side_merged: fromLive("resolved"),
  both_gone: fromLive("stale"),
  overlap_returned: { resolved: "open", stale: "open" },
  evidence_changed: { resolved: "open", overridden: "open" },
};

/** The status after the event, or null where the event does not apply. */
export function next(from: Status, event: LifeEvent): Status | null {
  return transitions[event][from] ?? null;
}

const resolutions: Partial<Record<LifeEvent, Resolution>> = {
  resolved: "resolved",
  false_positive: "false_positive",
  evidence_gone: "evidence_gone",
  side_merged: "merged",
  both_gone: "ended",
};

/** Why a conflict that the event closed is closed. */
export function resolutionOf(event: LifeEvent, to: Status): Resolution | undefined {
  return isLive(to) ? undefined : resolutions[event];
}
