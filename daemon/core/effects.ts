// What the core asks the rim to do, as data.
import type { Conflict, Judgement } from "../../shared/model/conflict.ts";
import type { Question } from "./questions.ts";
import type { ConflictRecord, Later, StateRecord } from "./state.ts";

export type Refusal = { code: "not_found" | "closed" | "forbidden" | "against_rule" | "not_written"; message: string };
export type Answer = { ok: true; conflict: Conflict } | { ok: false; refusal: Refusal };

export type CheckAnswer = { ok: true; judgement: Judgement } | { ok: false; refusal: Refusal };

export type Effect =
  /** To be on disk before the answers of the same step go out. */
  | { type: "save"; records: StateRecord[] }
  /** Conflicts that changed, repositories whose checkouts or participants did, and those where only the counts of changes did. */
  | { type: "publish"; conflicts: ConflictRecord[]; repos: string[]; counts: string[] }
  /** `undo` is the conflict before the action, for a disk that refuses it. */
  | { type: "answer"; request: number; answer: Answer; undo?: ConflictRecord }
  /** What a check comes to. */
  | { type: "judge"; request: number; answer: CheckAnswer }
  /** Read one file of a checkout anew, with its base. */
  | { type: "observe"; checkout: string; path: string }
  /** To be found out, after everything else; each is answered by an `answered`. */
  | { type: "ask"; repo: string; questions: Question[] }
  /** Dispatch `shown` once the rest of these effects is out, or `quiet` once nobody saves for a moment. */
  | { type: "go_on"; when: Later }
  /** Dispatch `time_passed` at this time, in milliseconds. */
  | { type: "wake"; at: number };
