// Everything that can happen to the core, as data.
import type { Policy, PolicyProblem } from "../../shared/protocol/policyFile.ts";
import type { Checkout, Client } from "../../shared/model/participant.ts";
import type { Deed } from "./lifecycle/transitions.ts";
import type { Answered } from "./questions.ts";
import type { ConflictRecord, Later, Version } from "./state.ts";

/** One path of a checkout, read: null means that it is not there. */
export interface FileReading {
  path: string;
  base: Version | null;
  disk: Version | null;
  /** Milliseconds. */
  touchedAt: number;
}

/** What is about to happen: an edit of these paths, or a shell command that may write them. */
export interface Intended {
  action: "edit" | "shell";
  /** Relative to the checkout's root. */
  paths: readonly string[];
}

export type Event =
  | { type: "checkout_seen"; checkout: Checkout }
  /** The checkout's own commits, which its target has not, each before its parents. */
  | { type: "commits_ahead"; checkout: string; commits: string[] }
  /** `repo` where one of a former identity is meant: the folder itself may be there, as a checkout of another repository. */
  | { type: "checkout_gone"; checkout: string; repo?: string }
  | { type: "checkout_held"; checkout: string; operation: string | null }
  /** `full`: these are all that differ from the base. */
  | { type: "files_read"; checkout: string; full: boolean; files: FileReading[] }
  | { type: "buffer_read"; checkout: string; path: string; version: Version }
  | { type: "buffer_closed"; checkout: string; path: string }
  | { type: "editor_opened"; editor: string; client: Client; checkouts: string[] }
  | { type: "editor_closed"; editor: string }
  | {
      type: "respond";
      request: number;
      repo: string;
      ref: string;
      deed: Deed;
      /** The person's developer name, where `as` is not a participant that speaks for itself. */
      by: string;
      /** Whoever has this machine's token: may be any developer of the repository's checkouts here. */
      anybodyHere?: boolean | undefined;
      as?: string | undefined;
      note?: string | undefined;
    }
  /** May this checkout's session do that? It is judged as if it were done. */
  | { type: "check"; request: number; checkout: string; intended: Intended }
  /** The policy file of a checkout as it is now. Null without an error among the problems: there is none. */
  | { type: "policy_read"; checkout: string; policy: Policy | null; problems: PolicyProblem[] }
  /** The working trees of one clone, and the one whose policy file counts; null: it has no main one. */
  | { type: "household"; main: string | null; checkouts: string[] }
  /** An action that could not be written down did not happen. */
  | { type: "undo"; conflict: ConflictRecord }
  /** What the rim found out. No answer: what was asked about is there no more. */
  | { type: "answered"; repo: string; answers: { key: string; answer?: Answered }[] }
  /** What was shown is out, or nobody has saved for a moment: the detectors that waited for it may take their time. */
  | { type: Later }
  | { type: "time_passed" };
