// What came of the conflicts so far, in figures.
import type { ConflictKind, Severity, Status } from "./conflict.ts";

export interface Stats {
  /** Conflicts by what they are, live and closed. */
  counts: {
    total: number;
    byStatus: Partial<Record<Status, number>>;
    byKind: Partial<Record<ConflictKind, number>>;
    bySeverity: Partial<Record<Severity, number>>;
  };
  timeSaved: TimeSaved;
  falsePositives: FalsePositives;
  /** The most contended first, at most ten of each. */
  contended: { files: Contended[]; symbols: Contended[] };
}

export interface TimeSaved {
  /** Estimate. */
  minutes: number;
  /** Conflicts that count, by severity. */
  counted: Record<Severity, number>;
  minutesEach: Record<Severity, number>;
  /** The same as words. */
  formula: string;
}

export interface FalsePositives {
  /** Resolved as one, or called one by somebody's feedback. */
  marked: number;
  /** Closed conflicts and marked ones. */
  judged: number;
  /** marked / judged, 0 to 1; null where nothing was judged. */
  rate: number | null;
}

export interface Contended {
  /** Path, or subject id. */
  name: string;
  conflicts: number;
  /** Days in UTC as `2026-03-01`, oldest first, with the conflicts that opened on them. */
  days: { day: string; conflicts: number }[];
}
