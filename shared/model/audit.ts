// What the audit log holds.
import type { HistoryEntry } from "./conflict.ts";

/** A change of a conflict, with its actor and time. */
export interface AuditEntry extends HistoryEntry {
  repo: string;
  /** `CF-n`. */
  ref: string;
}

/** `hash` is the SHA-256, in hex, of the hash before it and the line's text without its own. */
export type AuditLine = AuditEntry & { n: number; hash: string };

/** Part of the log, oldest first, and what is wrong with all of it. */
export interface AuditReading {
  entries: AuditLine[];
  /** One sentence for each line, counted from 1, that is not as it was written. */
  problems: string[];
}
