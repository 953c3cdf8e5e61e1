// A conflict as every surface shows it: one JSON shape for CLI, HTTP, editor and agents.
import type { ChangeKind } from "./footprint.ts";
import type { Range } from "./location.ts";
import type { Client } from "./participant.ts";

export const conflictKinds = [
  "path_overlap",
  "symbol_overlap",
  "contract_break",
  "dependency_order",
  "protected_path",
  "textual_merge",
  "duplicate_work",
] as const;
export type ConflictKind = (typeof conflictKinds)[number];

export const severities = ["info", "warn", "block"] as const;
export type Severity = (typeof severities)[number];

export type Evidence = "observed" | "declared" | "inferred";

export const liveStatuses = ["open", "acknowledged", "resolving"] as const;
export const statuses = [...liveStatuses, "resolved", "overridden", "stale"] as const;
export type Status = (typeof statuses)[number];

/** What a participant can do about a live conflict. */
export const actions = [
  "ack",
  "propose_sequence",
  "will_rebase",
  "resolved",
  "false_positive",
  "request_override",
] as const;
export type Action = (typeof actions)[number];

/** What somebody thinks of a conflict, live or closed; changes nothing. */
export const verdicts = ["useful", "false_positive", "too_late"] as const;
export type Verdict = (typeof verdicts)[number];

export interface Feedback {
  by: string;
  /** ISO 8601, UTC. */
  at: string;
  verdict: Verdict;
}

export type Resolution = "evidence_gone" | "merged" | "abandoned" | "ended" | "resolved" | "false_positive";

/** One clashing thing on one side. `range` is the symbol's name; for a path it is the start of the file. */
export interface SideChange {
  subject: string;
  /** `uses`: relies on what the other side changed; `claims`: is about to edit it. */
  change: ChangeKind | "uses" | "claims";
  /** Relative to the checkout's root, with `/`. */
  path: string;
  range: Range;
}

export interface FindingSide {
  ref: string;
  changes: SideChange[];
}

/** What a detector says about two footprints now. `paths` and `subjects` are sorted; ids as in the command line. */
export interface Finding {
  kind: ConflictKind;
  severity: Severity;
  blocking: boolean;
  /** 0 to 1. */
  confidence: number;
  evidence: Evidence;
  subjects: string[];
  paths: string[];
  sides: [FindingSide, FindingSide];
  summary: string;
  suggestion: string;
  /** What a compiler says of both sides together. */
  witness?: Witness;
  /** What a change of a contract comes to, as the end of a sentence: `parameter currency is now required`. */
  reason?: string;
}

/** An error that neither side has alone; `path` and `range` are on the side that uses the contract. */
export interface Witness {
  code: number;
  message: string;
  path: string;
  range: Range;
}

export interface ConflictSide extends FindingSide {
  developer: string;
  client: Client;
  branch: string | null;
  /** Absolute path of the working tree; empty for a rule, which has none. */
  checkout: string;
  role: "incumbent" | "newcomer";
  /** Called it a false positive for itself: it is neither warned nor blocked by it. */
  muted: boolean;
}

export const decisions = ["allow", "warn", "block"] as const;

/** Whether somebody may edit now, and every live conflict that an edit would be in. */
export interface Judgement {
  decision: (typeof decisions)[number];
  conflicts: Conflict[];
  /** One or few sentences. */
  message: string;
}

export interface HistoryEntry {
  /** ISO 8601, UTC. */
  at: string;
  /** A participant's ref, a developer, or `parley`. */
  by: string;
  event: string;
  from: Status | null;
  to: Status;
  note?: string;
}

export interface Conflict extends Omit<Finding, "sides"> {
  /** `CF-n`, numbered per repository; never given to another conflict. */
  ref: string;
  repo: string;
  status: Status;
  sides: [ConflictSide, ConflictSide];
  openedAt: string;
  updatedAt: string;
  resolution?: Resolution;
  history: HistoryEntry[];
  /** The latest of each who gave one. */
  feedback: Feedback[];
}

export function isLive(status: Status): boolean {
  return (liveStatuses as readonly Status[]).includes(status);
}
