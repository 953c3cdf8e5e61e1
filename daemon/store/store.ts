// The daemon's memory on disk: a lowdb snapshot and journals of what came after it.
// Recovery: the snapshot (or, when it is damaged, the one before), then every journal line of a higher number.
// A journal that has grown too long gives way to a new one, and goes once a snapshot holds what it held.
import fs from "node:fs";
import path from "node:path";
import { Low } from "lowdb";
import type { StateRecord } from "../core/state.ts";
import { openJournal, readLines } from "./journal.ts";
import { isRecord } from "./records.ts";
import { snapshotFile } from "./snapshotFile.ts";

const schema = 1;
/** Beyond this size the journal becomes a snapshot. Bytes. */
const journalLimit = 4 << 20;

interface SnapshotContent {
  schema: number;
  /** Number of the last journal line that is in here. */
  upTo: number;
  records: StateRecord[];
}

interface Line {
  n: number;
  record: StateRecord;
}

/** What stands on disk of each thing, with the line that said it. */
type Latest = Map<string, Line>;

export interface Store {
  /** What was written before, oldest first. */
  readonly records: StateRecord[];
  /** One sentence for each thing that was damaged and set aside. */
  readonly troubles: string[];
  /** Resolves when the records are on disk. */
  save(records: StateRecord[]): Promise<void>;
  close(): Promise<void>;
}

/** Opens the store in `home`. `lost` answers true once another daemon owns the folder: then nothing is written any more. */
export async function openStore(home: string, lost: () => boolean): Promise<Store> {
  const troubles: string[] = [];
  const snapshot = await readSnapshot(path.join(home, "state.json"), troubles);
  const { upTo } = snapshot.data;
  const latest: Latest = new Map(snapshot.data.records.map((record) => [keyOf(record), { n: upTo, record }]));
  const former = journalNumbers(home);
  let number = upTo;
  for (const each of former) number = Math.max(number, replay(journalFile(home, each), upTo, latest, troubles));
  let current = former.at(-1) ?? 1;
  let journal = openJournal(journalFile(home, current), lost);
  let compacting: Promise<void> | null = null;

  async function compact(): Promise<void> {
    const full = journal;
    journal = openJournal(journalFile(home, current + 1), lost);
    current += 1;
    const last = number;
    // What is still on its way into the full journal belongs into the snapshot, unless the disk refuses it.
    await full.close();
    snapshot.data = { schema, upTo: last, records: recordsOf(latest) };
    await snapshot.write();
    for (const each of journalNumbers(home)) if (each < current) fs.rmSync(journalFile(home, each));
  }

  function compactOnce(): void {
    compacting ??= compact()
      .catch(() => undefined)
      .finally(() => (compacting = null));
  }

  if (troubles.length > 0) await compact();
  return {
    records: recordsOf(latest),
    troubles,
    save(records) {
      const lines = records.map((record) => JSON.stringify({ n: ++number, record }));
      if (journal.size() > journalLimit && !lost()) compactOnce();
      // As written: the caller's records may have changed since, and the disk may refuse that.
      return journal.append(lines).then(() => {
        for (const line of lines) keep(JSON.parse(line) as Line, latest);
      });
    },
    async close() {
      await compacting;
      await journal.close();
    },
  };
}

function recordsOf(latest: Latest): StateRecord[] {
  return [...latest.values()].map(({ record }) => record);
}

/** Two journals can be on their way at once: the later line counts, whichever is on disk first. */
function keep({ n, record }: Line, latest: Latest): void {
  const key = keyOf(record);
  if (n > (latest.get(key)?.n ?? 0)) latest.set(key, { n, record });
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
  const empty: SnapshotContent = { schema, upTo: 0, records: [] };
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
      low.data = { ...reading.data, records };
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

/** Applies the journal's lines to `latest`; answers the highest line number. */
function replay(file: string, upTo: number, latest: Latest, troubles: string[]): number {
  let number = upTo;
  const damaged = readLines(file, (line) => {
    try {
      const parsed = parseLine(line);
      if (parsed.n > upTo) keep(parsed, latest);
      number = Math.max(number, parsed.n);
      return true;
    } catch {
      return false;
    }
  });
  if (damaged > 0) setAside(file, troubles, `${damaged} unreadable lines of`, "copy");
  return number;
}

function setAside(file: string, troubles: string[], what = "The unreadable", how: "move" | "copy" = "move"): void {
  let n = 1;
  while (fs.existsSync(`${file}.damaged-${n}`)) n++;
  const aside = `${file}.damaged-${n}`;
  if (how === "move") fs.renameSync(file, aside);
  else fs.copyFileSync(file, aside);
  troubles.push(`${what} ${path.basename(file)} was set aside as ${path.basename(aside)}; the rest was kept.`);
}

function keyOf(record: StateRecord): string {
  if (record.type === "conflict") return `conflict ${record.conflict.repo} ${record.conflict.ref}`;
  if (record.type === "session") return `session ${record.repo} ${record.checkout.path}`;
  return `watch ${record.path}`;
}
