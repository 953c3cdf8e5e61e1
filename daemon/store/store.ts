// The daemon's memory on disk: a lowdb snapshot and journals of what came after it.
// Recovery: the snapshot (or, when it is damaged, the one before), then every journal line of a higher number.
// A journal that has grown too long gives way to a new one, and goes once a snapshot and the audit log hold what it held.
import fs from "node:fs";
import path from "node:path";
import { Low } from "lowdb";
import type { AuditLine, AuditReading } from "../../shared/model/audit.ts";
import type { StateRecord } from "../core/state.ts";
import { openAudit, readAudit, type Numbered } from "./audit.ts";
import { openJournal, readLines } from "./journal.ts";
import { sealNotes, unsealNote, unsealNotes } from "./notes.ts";
import { isRecord } from "./records.ts";
import { openSeal } from "./seal.ts";
import { setAside } from "./setAside.ts";
import { snapshotFile } from "./snapshotFile.ts";

const schema = 1;
const auditFile = "audit.jsonl";
/** Beyond this size the journal becomes a snapshot. Bytes. */
const journalLimit = 4 << 20;

interface SnapshotContent {
  schema: number;
  /** Number of the last journal line that is in here. */
  upTo: number;
  /** Number of the last entry of the audit log when this was written. */
  audited: number;
  records: Kept[];
}

/** What stands until it is written anew. */
type Kept = Exclude<StateRecord, { type: "audit" }>;

interface Line {
  n: number;
  record: StateRecord;
}

/** What stands on disk of each thing, with the line that said it. */
type Latest = Map<string, Line & { record: Kept }>;

export interface Store {
  /** What was written before, oldest first. */
  readonly records: StateRecord[];
  /** One sentence for each thing that was damaged and set aside. */
  readonly troubles: string[];
  /** Resolves when the records are on disk. */
  save(records: StateRecord[]): Promise<void>;
  /** The entries of the audit log that are wanted, and what is wrong with it. */
  audit(wanted: (entry: AuditLine) => boolean): Promise<AuditReading>;
  close(): Promise<void>;
}

/** Opens the store in `home`. `lost` answers true once another daemon owns the folder: then nothing is written any more. */
export async function openStore(home: string, lost: () => boolean): Promise<Store> {
  const troubles: string[] = [];
  const snapshot = await readSnapshot(path.join(home, "state.json"), troubles);
  const seal = await openSeal(home, troubles);
  const audit = openAudit(path.join(home, auditFile), lost);
  const { upTo, audited } = snapshot.data;
  if (audit.last < audited) troubles.push(`${auditFile} has lost entries that were in it: the rest was kept.`);
  const latest: Latest = new Map(snapshot.data.records.map((record) => [keyOf(record), { n: upTo, record }]));
  const lines = journalNumbers(home).flatMap((each) => readJournal(journalFile(home, each), troubles));
  for (const line of lines) if (line.n > upTo) keep(line, latest);
  let number = lines.reduce((highest, { n }) => Math.max(highest, n), Math.max(upTo, audit.last));
  /** Resolves when all that was written so far is in the audit log, or waits for what comes next. */
  let following = follow(lines);
  let current = journalNumbers(home).at(-1) ?? 1;
  let journal = openJournal(journalFile(home, current), lost);
  let compacting: Promise<void> | null = null;

  /** What the disk refuses goes with what comes next. */
  function follow(written: Line[]): Promise<void> {
    return audit.follow(auditOf(written)).catch(() => undefined);
  }

  async function compact(): Promise<void> {
    const full = journal;
    journal = openJournal(journalFile(home, current + 1), lost);
    current += 1;
    const last = number;
    // What is still on its way into the full journal belongs into the snapshot, unless the disk refuses it.
    await full.close();
    await following;
    await audit.follow([]);
    snapshot.data = { schema, upTo: last, audited: audit.last, records: recordsOf(latest) };
    await snapshot.write();
    for (const each of journalNumbers(home)) if (each < current) fs.rmSync(journalFile(home, each));
  }

  function compactOnce(): void {
    compacting ??= compact()
      .catch(() => undefined)
      .finally(() => (compacting = null));
  }

  await following;
  if (troubles.length > 0) await compact();
  return {
    records: recordsOf(latest).map((record) => unsealNotes(record, seal)),
    troubles,
    save(records) {
      const lines = records.map((record) => JSON.stringify({ n: ++number, record: sealNotes(record, seal) }));
      if (journal.size() > journalLimit && !lost()) compactOnce();
      // As written: the caller's records may have changed since, and the disk may refuse that.
      const written = journal.append(lines).then(() => lines.map((line) => JSON.parse(line) as Line));
      const before = following;
      // In the order of their numbers, also while two journals are on their way.
      following = written.then(
        (lines) => before.then(() => follow(lines)),
        () => before,
      );
      return written.then((lines) => lines.forEach((line) => keep(line, latest)));
    },
    async audit(wanted) {
      await following;
      const { entries, problems } = await readAudit(path.join(home, auditFile), wanted);
      return { entries: entries.map((entry) => unsealNote(entry, seal)), problems };
    },
    async close() {
      await compacting;
      await following;
      await audit.close();
      await journal.close();
    },
  };
}

function recordsOf(latest: Latest): Kept[] {
  return [...latest.values()].map(({ record }) => record);
}

/** Two journals can be on their way at once: the later line counts, whichever is on disk first. */
function keep({ n, record }: Line, latest: Latest): void {
  if (record.type === "audit") return;
  const key = keyOf(record);
  if (n > (latest.get(key)?.n ?? 0)) latest.set(key, { n, record });
}

function auditOf(lines: Line[]): Numbered[] {
  return lines.flatMap(({ n, record }) => (record.type === "audit" ? [{ n, entry: record.entry }] : []));
}

function parseLine(line: string): Line {
  const { n, record } = JSON.parse(line) as { n: unknown; record: unknown };
  if (!Number.isSafeInteger(n) || !isRecord(record)) throw new Error("not a line of a journal");
  return { n: n as number, record };
}

function journalFile(home: string, n: number): string {
  return path.join(home, `journal-${n}.jsonl`);
}

function journalNumbers(home: string): number[] {
  const numbers = fs.readdirSync(home).map((name) => Number(/^journal-(\d+)\.jsonl$/.exec(name)?.[1]));
  return numbers.filter((n) => n > 0).sort((a, b) => a - b);
}

async function readSnapshot(file: string, troubles: string[]): Promise<Low<SnapshotContent>> {
  const empty: SnapshotContent = { schema, upTo: 0, audited: 0, records: [] };
  const low = new Low<SnapshotContent>(snapshotFile(file), empty);
  for (const candidate of [file, `${file}.bak`]) {
    const reading = new Low<SnapshotContent | null>(snapshotFile(candidate), null);
    try {
      await reading.read();
      if (reading.data === null) continue;
      check(reading.data);
      const records = reading.data.records.filter(isRecord);
      const damaged = reading.data.records.length - records.length;
      if (damaged > 0) setAside(candidate, troubles, `${damaged} unreadable records of`, "copy");
      low.data = { ...empty, ...reading.data, records };
      return low;
    } catch (failure) {
      if (failure instanceof NewerState) throw failure;
      setAside(candidate, troubles);
    }
  }
  return low;
}

export class NewerState extends Error {}

function check(content: SnapshotContent): void {
  if (content.schema > schema)
    throw new NewerState(
      "The saved state is of a newer Parley: update this one, or set PARLEY_HOME to another folder.",
    );
  if (!Array.isArray(content.records) || !Number.isSafeInteger(content.upTo)) throw new Error("not a snapshot");
}

/** Its whole lines. */
function readJournal(file: string, troubles: string[]): Line[] {
  const lines: Line[] = [];
  const damaged = readLines(file, (text) => {
    try {
      lines.push(parseLine(text));
      return true;
    } catch {
      return false;
    }
  });
  if (damaged > 0) setAside(file, troubles, `${damaged} unreadable lines of`, "copy");
  return lines;
}

function keyOf(record: Kept): string {
  if (record.type === "conflict") return `conflict ${record.conflict.repo} ${record.conflict.ref}`;
  if (record.type === "session") return `session ${record.repo} ${record.checkout.path}`;
  if (record.type === "policy") return `policy ${record.checkout}`;
  return `watch ${record.path}`;
}
