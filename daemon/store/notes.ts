// Records as they stand on disk: what people wrote in their own words is sealed there, and nowhere else.
import type { StateRecord } from "../core/state.ts";
import type { Seal } from "./seal.ts";

/** Stands for a note that can no longer be read. */
const lostNote = "(This note cannot be read: its key is gone.)";

interface Noted {
  note?: string;
}

/** The record with its notes sealed. */
export function sealNotes(record: StateRecord, seal: Seal): StateRecord {
  return mapNotes(record, (note) => seal.seal(note));
}

export function unsealNotes(record: StateRecord, seal: Seal): StateRecord {
  return mapNotes(record, (note) => opened(note, seal));
}

export function unsealNote<T extends Noted>(entry: T, seal: Seal): T {
  return mapNote(entry, (note) => opened(note, seal));
}

function opened(note: string, seal: Seal): string {
  return seal.unseal(note) ?? lostNote;
}

function mapNotes(record: StateRecord, map: (note: string) => string): StateRecord {
  if (record.type === "audit") return { ...record, entry: mapNote(record.entry, map) };
  if (record.type !== "conflict") return record;
  const history = record.conflict.history.map((entry) => mapNote(entry, map));
  return { ...record, conflict: { ...record.conflict, history } };
}

function mapNote<T extends Noted>(entry: T, map: (note: string) => string): T {
  return entry.note === undefined ? entry : { ...entry, note: map(entry.note) };
}
