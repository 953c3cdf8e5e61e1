// The daemon's status as `parley status --json` prints it.
import type { Severity } from "../model/conflict.ts";
import type { Health } from "../model/health.ts";

export interface DaemonStatus {
  daemon: { pid: number; version: string; port: number; health: Health };
  repos: {
    repo: string;
    checkouts: { path: string; branch: string | null; base: string | null; participant: string; note: string | null }[];
  }[];
  /** Live conflicts by severity. */
  counts: Record<Severity, number>;
}
