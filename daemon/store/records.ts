// What a record on disk must look like before anything is built on it.
// Knows no file. Unknown fields are kept: a newer version of the same schema may have written them.
import * as z from "zod";
import { conflictKinds, severities, statuses } from "../../shared/model/conflict.ts";
import { policySchema } from "../../shared/protocol/policyFile.ts";
import type { StateRecord } from "../core/state.ts";

const text = z.string();
const place = z.object({ line: z.number(), character: z.number() });
const change = z.object({ subject: text, change: text, path: text, range: z.object({ start: place, end: place }) });
const side = z.object({ ref: text, changes: z.array(change) });

const checkout = z.object({
  path: text.min(1),
  repo: text,
  branch: text.nullable(),
  head: text.nullable(),
  base: text.nullable(),
  target: text.nullable(),
  developer: text,
  main: z.boolean(),
  note: text.nullable(),
});

const finding = z.object({
  kind: z.enum(conflictKinds),
  severity: z.enum(severities),
  blocking: z.boolean(),
  confidence: z.number(),
  evidence: text,
  subjects: z.array(text),
  paths: z.array(text),
  sides: z.tuple([side, side]),
  summary: text,
  suggestion: text,
});

const status = z.enum(statuses);
const history = z.object({
  at: text,
  by: text,
  event: text,
  from: status.nullable(),
  to: status,
  note: text.optional(),
});

const conflict = z.object({
  key: text,
  repo: text,
  ref: text.regex(/^CF-\d{1,15}$/),
  kind: z.enum(conflictKinds),
  checkouts: z.tuple([text, text]),
  incumbent: z.literal([0, 1]),
  status,
  openedAt: text,
  updatedAt: text,
  resolution: text.optional(),
  history: z.array(history),
  finding,
  evidenceKey: text,
});

const record = z.discriminatedUnion("type", [
  z.object({ type: z.literal("session"), repo: text, checkout, number: z.number().int().positive() }),
  z.object({ type: z.literal("conflict"), conflict }),
  z.object({ type: z.literal("audit"), entry: history.extend({ repo: text, ref: text }) }),
  z.object({ type: z.literal("policy"), checkout: text.min(1), policy: policySchema }),
  z.object({ type: z.literal("watch"), path: text.min(1), watched: z.boolean(), at: z.number() }),
]);

export function isRecord(value: unknown): value is StateRecord {
  return record.safeParse(value).success;
}
