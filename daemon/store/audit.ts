// The audit log on disk: one JSON line an entry, only ever appended to, each bound to the one before by its hash.
// Follows the journal, whose line numbers it keeps: what a crash left out is appended at the next start.
import { createHash } from "node:crypto";
import fs from "node:fs";
import type { AuditEntry, AuditLine, AuditReading } from "../../shared/model/audit.ts";
import { openJournal } from "./journal.ts";

export interface Numbered {
  n: number;
  entry: AuditEntry;
}

export interface AuditLog {
  /** Number of the last entry in it, 0 for none. */
  readonly last: number;
  /** Resolves when the entries are on disk. What the disk refuses goes with the next ones. */
  follow(entries: Numbered[]): Promise<void>;
  close(): Promise<void>;
}

/** The hash before the first line. */
const origin = "0".repeat(64);

/** Opens for appending; a torn end is cut off. Once `lost` answers true nothing is written any more. */
export function openAudit(file: string, lost: () => boolean): AuditLog {
  const journal = openJournal(file, lost);
  const end = lastLine(file);
  let last = end?.n ?? 0;
  let hash = end?.hash ?? origin;
  let waiting: Numbered[] = [];
  let running: Promise<void> = Promise.resolve();

  async function write(): Promise<void> {
    const entries = waiting.filter(({ n }) => n > last).sort((a, b) => a.n - b.n);
    if (entries.length === 0) return;
    let chained = hash;
    const lines = entries.map(({ n, entry }) => {
      const body = JSON.stringify({ n, ...entry });
      chained = chain(chained, body);
      return withHash(body, chained);
    });
    await journal.append(lines);
    hash = chained;
    last = entries.at(-1)!.n;
    waiting = waiting.filter(({ n }) => n > last);
  }

  return {
    get last() {
      return last;
    },
    follow(entries) {
      waiting.push(...entries);
      const mine = running.then(write);
      running = mine.catch(() => undefined);
      return mine;
    },
    async close() {
      await running;
      await journal.close();
    },
  };
}

function chain(before: string, body: string): string {
  return createHash("sha256").update(before).update(body).digest("hex");
}

function withHash(body: string, hash: string): string {
  return `${body.slice(0, -1)},"hash":"${hash}"}`;
}

const ending = /,"hash":"([0-9a-f]{64})"\}$/;

/** The line's text without its hash, its content, and the hash; null for what is no line of the log. */
function parse(text: string): { body: string; line: AuditLine } | null {
  const found = ending.exec(text);
  if (!found) return null;
  try {
    const line = JSON.parse(text) as AuditLine;
    return Number.isSafeInteger(line.n) ? { body: `${text.slice(0, found.index)}}`, line } : null;
  } catch {
    return null;
  }
}

/** Bytes that surely hold the last line: a note has at most 2,000 characters. */
const tail = 1 << 16;

function lastLine(file: string): AuditLine | null {
  const fd = fs.openSync(file, "r");
  try {
    const { size } = fs.fstatSync(fd);
    const bytes = Buffer.alloc(Math.min(size, tail));
    fs.readSync(fd, bytes, 0, bytes.length, size - bytes.length);
    const lines = bytes.toString("utf8").split("\n").reverse();
    for (const text of lines) {
      const found = parse(text);
      if (found) return found.line;
    }
    return null;
  } finally {
    fs.closeSync(fd);
  }
}

/** Reads the log and tries its chain. `wanted` picks the entries to keep. No file: no entries. */
export async function readAudit(file: string, wanted: (entry: AuditLine) => boolean): Promise<AuditReading> {
  const reading: AuditReading = { entries: [], problems: [] };
  if (!fs.existsSync(file)) return reading;
  let hash = origin;
  let number = 0;
  for await (const text of wholeLines(file)) {
    number += 1;
    const found = parse(text);
    if (!found) {
      reading.problems.push(`Line ${number} is no entry of the log.`);
      continue;
    }
    const { body, line } = found;
    if (chain(hash, body) !== line.hash)
      reading.problems.push(
        `Line ${number} does not follow from the one before it: one of them was changed or is missing.`,
      );
    hash = line.hash;
    if (wanted(line)) reading.entries.push(line);
  }
  return reading;
}

async function* wholeLines(file: string): AsyncGenerator<string> {
  let rest = "";
  for await (const chunk of fs.createReadStream(file, "utf8")) {
    const lines = (rest + (chunk as string)).split("\n");
    rest = lines.pop()!;
    yield* lines;
  }
}
