// The editor's channel: JSON-RPC 2.0 over a WebSocket at /v1/rpc. One constant per message, the same name in every layer.
// Knows only the model; validated at the door by the schemas here.
import * as z from "zod";
import type { Conflict } from "../model/conflict.ts";
import { actions, verdicts } from "../model/conflict.ts";
import type { Health } from "../model/health.ts";
import type { Checkout, Participant } from "../model/participant.ts";
import { clients } from "../model/participant.ts";
import type { PolicyProblem } from "./policyFile.ts";

/** Raised when either side would misread the other. */
export const protocolVersion = 1;

const absolutePath = z.string().min(1).max(4096);
const repoId = z.string().min(1).max(1024);
const conflictRef = z.string().regex(/^CF-\d{1,9}$/, "a conflict is written CF-9");
const note = z.string().max(2000).optional();

// ---- editor → daemon, requests -------------------------------------------------------------------------------------

/** First message of a connection: registers the folders' checkouts and answers the state of now. */
export const Initialize = {
  method: "parley/initialize",
  params: z.object({
    protocol: z.number().int(),
    client: z.object({ name: z.enum(clients), version: z.string().max(100) }),
    folders: z.array(absolutePath).max(100),
  }),
} as const;
export type InitializeParams = z.infer<typeof Initialize.params>;
export interface InitializeResult {
  daemon: { pid: number; version: string; protocol: number };
  snapshot: Snapshot;
  /** One sentence for each folder that cannot be watched (not a repository, bare, gone). */
  refused: RefusedFolder[];
}

/** The workspace's folders changed. Answers like initialize. */
export const SetFolders = {
  method: "parley/setFolders",
  params: z.object({ folders: z.array(absolutePath).max(100) }),
} as const;
export interface SetFoldersResult {
  snapshot: Snapshot;
  refused: RefusedFolder[];
}

/** Asks for the state of now, after a gap in revisions. */
export const GetSnapshot = { method: "parley/snapshot", params: z.object({}) } as const;

/** Instead of initialize: follows every repository of this daemon without being anybody's editor. Answers a snapshot. */
export const Follow = { method: "parley/follow", params: z.object({}) } as const;

/** Acts on a conflict. Answered when the action is on disk, with the conflict as it is then. */
export const Respond = {
  method: "parley/respond",
  params: z.object({ repo: repoId, ref: conflictRef, action: z.enum(actions), note }),
} as const;

/** Lets both sides go on despite the conflict. For people; `reason` has 3 to 2,000 characters. Answered like respond. */
export const Override = {
  method: "parley/override",
  params: z.object({ repo: repoId, ref: conflictRef, reason: z.string().max(100_000).optional() }),
} as const;

/** What the window's developer thinks of a conflict, live or closed. Answered like respond. */
export const GiveFeedback = {
  method: "parley/feedback",
  params: z.object({ repo: repoId, ref: conflictRef, verdict: z.enum(verdicts) }),
} as const;

/** Texts behind one clashing thing, for hover and Compare; `side` is the side's ref (`SES-3`). */
export const GetSideText = {
  method: "parley/sideText",
  params: z.object({ repo: repoId, ref: conflictRef, side: z.string().max(40), subject: z.string().max(5000) }),
} as const;
export type GetSideTextParams = z.infer<typeof GetSideText.params>;
export interface SideText {
  /** The file's path on that side, relative to its checkout, and its content now; null when it is gone there. */
  path: string;
  text: string | null;
  /** Content at the side's base; null when the base lacks the file. */
  baseText: string | null;
  /** Lines (zero-based, end exclusive) of the subject in `text` and `baseText`; null when it is not in there. */
  lines: [number, number] | null;
  baseLines: [number, number] | null;
}

// ---- editor → daemon, notifications --------------------------------------------------------------------------------

/** An unsaved buffer: stands over the file on disk until closed. `text` is the whole buffer, at most 1 MB. */
export const Overlay = {
  method: "parley/overlay",
  params: z.object({ path: absolutePath, version: z.number().int(), text: z.string().max(1 << 20) }),
} as const;

/** The buffer was saved, reverted or closed: the disk counts again. */
export const OverlayClosed = { method: "parley/overlayClosed", params: z.object({ path: absolutePath }) } as const;

// ---- daemon → editor, notifications --------------------------------------------------------------------------------

/** What changed since the revision before. A gap between revisions means: ask for a snapshot. */
export const DeltaMessage = { method: "parley/delta" } as const;

/** Everything that one window shows: the repositories of its folders. */
export interface Snapshot {
  revision: number;
  health: Health;
  checkouts: Checkout[];
  participants: Participant[];
  /** Live conflicts only. */
  conflicts: Conflict[];
  /** Policy files in which something is wrong or odd. */
  policies: PolicyReport[];
}

/** What is to be said of a checkout's policy file. */
export interface PolicyReport {
  /** The checkout's root. */
  checkout: string;
  problems: PolicyProblem[];
}

export interface Delta {
  /** Exactly one more than the message before. */
  revision: number;
  health?: Health;
  /** Present when any changed: the whole list. */
  checkouts?: Checkout[];
  participants?: Participant[];
  policies?: PolicyReport[];
  /** New or changed conflicts as they are now; one that is no longer live leaves the model. */
  conflicts?: Conflict[];
}

export interface RefusedFolder {
  folder: string;
  reason: string;
}

/** JSON-RPC error codes of ours; the message is one sentence to show. */
export const errorCodes = { refused: -32010, notFound: -32011, closed: -32012, protocolMismatch: -32013 } as const;
