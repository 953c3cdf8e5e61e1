// Who takes part: a checkout of a repository and the session that works in it.

export const clients = ["vscode", "claude_code", "codex", "cursor", "gemini_cli", "copilot", "unknown"] as const;
export type Client = (typeof clients)[number];

/** A working tree on this machine. Its identity is the folder; the branch is a label. */
export interface Checkout {
  /** Absolute real path of the working tree's root, with `/` as separator. */
  path: string;
  /** Repository identity: `host/owner/name` from the origin's URL, else `root:<commit>`. */
  repo: string;
  /** Branch name; null when HEAD is detached. */
  branch: string | null;
  /** Commit ids; null before the first commit. */
  head: string | null;
  base: string | null;
  /** Branch or commit that the base was taken against, e.g. `origin/main`; null when there is none. */
  target: string | null;
  /** git `user.email`; empty when not configured. */
  developer: string;
  /** True for the repository's main working tree. */
  main: boolean;
  /** A sentence about what limits the comparison (no common base, shallow clone), else null. */
  note: string | null;
}

/** One side of a conflict as everybody sees it. */
export interface Participant {
  /** `SES-n`, numbered per repository. */
  ref: string;
  repo: string;
  developer: string;
  client: Client;
  branch: string | null;
  checkout: string;
  /** Numbers of changed files and symbols. */
  paths: number;
  symbols: number;
  /** The policy lets its developer override conflicts. */
  mayOverride: boolean;
}
