// The door for what a daemon says: shapes are checked once, here; a conflict that does not fit is left out and named.
// Must not know sockets or vscode.
import * as z from "zod";
import { type Conflict, conflictKinds, severities, statuses } from "../../shared/model/conflict.ts";
import type { Checkout, Participant } from "../../shared/model/participant.ts";
import type {
  Delta,
  InitializeResult,
  PolicyReport,
  RefusedFolder,
  SideText,
  Snapshot,
} from "../../shared/protocol/editor.ts";
import type { Log } from "../log.ts";

const position = z.object({ line: z.number().int().min(0), character: z.number().int().min(0) });
const change = z.looseObject({
  subject: z.string(),
  change: z.string(),
  path: z.string(),
  range: z.object({ start: position, end: position }),
});
const side = z.looseObject({
  ref: z.string(),
  developer: z.string(),
  client: z.string(),
  branch: z.string().nullable(),
  checkout: z.string(),
  changes: z.array(change),
});
const conflict = z.looseObject({
  ref: z.string(),
  repo: z.string(),
  kind: z.enum(conflictKinds),
  severity: z.enum(severities),
  status: z.enum(statuses),
  blocking: z.boolean(),
  subjects: z.array(z.string()),
  paths: z.array(z.string()),
  sides: z.array(side).length(2),
  summary: z.string(),
  suggestion: z.string(),
  reason: z.string().optional(),
  updatedAt: z.string(),
});
const health = z.union([
  z.object({ state: z.enum(["starting", "ready", "stopped"]) }),
  z.object({ state: z.literal("degraded"), reasons: z.array(z.string()) }),
]);
const checkout = z.looseObject({ path: z.string(), repo: z.string(), branch: z.string().nullable() });
const participant = z.looseObject({ ref: z.string(), repo: z.string(), checkout: z.string() });
const refusedFolder = z.object({ folder: z.string(), reason: z.string() });

/** A daemon that knows no policies says nothing of them. */
const policies = z.array(
  z.object({
    checkout: z.string(),
    problems: z.array(
      z.object({
        severity: z.enum(["error", "warning"]),
        message: z.string(),
        range: z.object({ start: position, end: position }),
      }),
    ),
  }),
);

const snapshotShape = z.looseObject({
  revision: z.number().int(),
  health,
  checkouts: z.array(checkout),
  participants: z.array(participant),
  conflicts: z.array(z.unknown()),
  policies: policies.default([]),
});
const deltaShape = z.looseObject({
  revision: z.number().int(),
  health: health.optional(),
  checkouts: z.array(checkout).optional(),
  participants: z.array(participant).optional(),
  conflicts: z.array(z.unknown()).optional(),
  policies: policies.optional(),
});
const daemonShape = z.looseObject({ pid: z.number(), version: z.string(), protocol: z.number() });
const stateShape = z.looseObject({ snapshot: z.unknown(), refused: z.array(refusedFolder).catch([]) });

/** Throws when it is no snapshot at all. */
export function readSnapshot(value: unknown, log: Log): Snapshot {
  const read = snapshotShape.parse(value);
  return {
    revision: read.revision,
    health: read.health,
    checkouts: read.checkouts as unknown as Checkout[],
    participants: read.participants as unknown as Participant[],
    conflicts: readConflicts(read.conflicts, log),
    policies: read.policies satisfies PolicyReport[],
  };
}

/** Null when it is no delta: the caller asks for a snapshot then. */
export function readDelta(value: unknown, log: Log): Delta | null {
  const read = deltaShape.safeParse(value);
  if (!read.success) {
    log.warn(`A delta that cannot be read: ${z.prettifyError(read.error)}`);
    return null;
  }
  const delta: Delta = { revision: read.data.revision };
  if (read.data.health) delta.health = read.data.health;
  if (read.data.checkouts) delta.checkouts = read.data.checkouts as unknown as Checkout[];
  if (read.data.participants) delta.participants = read.data.participants as unknown as Participant[];
  if (read.data.policies) delta.policies = read.data.policies;
  if (read.data.conflicts) delta.conflicts = readConflicts(read.data.conflicts, log);
  return delta;
}

/** Answers of `initialize` (with the daemon) and `setFolders` (without). Throws when unreadable. */
export function readState(value: unknown, log: Log): { snapshot: Snapshot; refused: RefusedFolder[] } {
  const read = stateShape.parse(value);
  return { snapshot: readSnapshot(read.snapshot, log), refused: read.refused };
}

export function readInitialized(value: unknown, log: Log): InitializeResult {
  const { daemon } = z.looseObject({ daemon: daemonShape }).parse(value);
  return { daemon: { pid: daemon.pid, version: daemon.version, protocol: daemon.protocol }, ...readState(value, log) };
}

const lines = z.tuple([z.number().int(), z.number().int()]).nullable();
const sideText = z.object({
  path: z.string(),
  text: z.string().nullable(),
  baseText: z.string().nullable(),
  lines,
  baseLines: lines,
});

/** Throws when unreadable. */
export function readSideText(value: unknown): SideText {
  return sideText.parse(value);
}

function readConflicts(values: readonly unknown[], log: Log): Conflict[] {
  return values.flatMap((value) => {
    const read = conflict.safeParse(value);
    if (read.success) return [read.data as unknown as Conflict];
    log.warn(`A conflict that cannot be read was left out: ${z.prettifyError(read.error)}`);
    return [];
  });
}
