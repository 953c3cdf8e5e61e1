// What worktree/ tells the engine about checkouts and files, and what it can be asked.
// Knows no symbols, no conflicts: only folders, git and contents.
import type { Checkout } from "../../shared/model/participant.ts";
import type { FileFacts } from "../../shared/model/symbol.ts";

/** Content as it counts for Parley. Text is decoded UTF-8 without a byte order mark. */
export type Content =
  | { kind: "text"; text: string }
  /** Counts as a path and has no symbols. `why`: `binary`, `larger than 1 MB`, `not UTF-8`, `minified`, `generated`, `symbolic link`, `submodule`, `not readable`, `not in this clone`. */
  | { kind: "opaque"; why: string };

/** One path of a checkout, now and in its base. Both null: a file that the base does not have is gone again. Equal `blob`s are equal contents (git blob ids). */
export interface Observation {
  /** Relative to the checkout's root, with `/`. */
  path: string;
  /** `content` is sent with the first observation of a blob in a repository, later ones leave it out. */
  base: { blob: string; content?: Content } | null;
  /** `facts` are there where they were read at once, as those of a save are. */
  head: { blob: string; content: Content; facts?: FileFacts } | null;
  /** When the file was last changed: the older of commit time and file time where both are known. Milliseconds. */
  touchedAt: number;
}

/** What a checkout's policy file holds. */
export type PolicyText = { kind: "text"; text: string } | { kind: "absent" } | { kind: "unreadable"; why: string };

export type WorktreeEvent =
  | { type: "checkout_found"; checkout: Checkout }
  | { type: "checkout_changed"; checkout: Checkout }
  /** The checkout's own commits, which its target has not, each before its parents; the newest 500. */
  | { type: "commits_ahead"; path: string; commits: string[] }
  | { type: "checkout_gone"; path: string }
  /** Everything that differs from the base: replaces what was known of this checkout. */
  | { type: "checkout_scanned"; path: string; observations: Observation[] }
  /** Files that changed on disk since; one equal to its base no longer differs. */
  | { type: "files_observed"; path: string; observations: Observation[] }
  /** A merge, rebase, cherry-pick, revert or bisect is under way (its name), or over (null; a scan follows). */
  | { type: "checkout_held"; path: string; operation: string | null }
  /** The checkout's policy file says something else now; absent where nothing was ever told. */
  | { type: "policy_read"; path: string; policy: PolicyText }
  /** The working trees of one clone, and its main one; null: it has none. */
  | { type: "household"; main: string | null; checkouts: string[] }
  /** What limits the watching now, one sentence each with its remedy; empty when all is well. */
  | { type: "limits_changed"; reasons: string[] };

/** Registration of a folder: the checkout that holds it, or one sentence why not. */
export type WatchAnswer = { ok: true; checkout: Checkout } | { ok: false; reason: string };

/** A content to be read: where it was seen, and its blob id. */
export interface WantedContent {
  path: string;
  blob: string;
}

/** A content as a merge wants it, with what the repository's attributes say of merging it; null: it is too large, or none. */
export type MergeContent = { text: string; driver?: "union" | "binary" | "other" } | { binary: true } | null;

export interface Worktrees {
  /** Registers the checkout that contains `folder`, and every linked worktree of the same repository. */
  watch(folder: string): Promise<WatchAnswer>;
  /** Watches the checkout whose root is `path` no more, and not before somebody asks for it again. Its events end with `checkout_gone`. */
  unwatch(path: string): void;
  /** Looks at one file now and sends `files_observed` for it, changed or not. */
  observe(checkout: string, path: string): void;
  /** Text of a path in the checkout's base and on disk now; null where absent or not text. */
  readTexts(checkout: string, path: string): Promise<{ text: string | null; baseText: string | null }>;
  /** In the order asked for; `gone`: neither the disk nor git has it any more. */
  readContents(checkout: string, wanted: WantedContent[]): Promise<(MergeContent | "gone")[]>;
  /** Paths below a folder in a commit, without those that never count; null where git cannot tell. */
  filesBelow(checkout: string, commit: string, folder: string): Promise<string[] | null>;
  /** A path as a commit has it; null where the path is not there, `gone` where nobody can tell. */
  readVersion(
    checkout: string,
    commit: string,
    path: string,
  ): Promise<{ blob: string; content: Content } | null | "gone">;
  /** Ends watchers, git processes and the thread. */
  close(): Promise<void>;
}
