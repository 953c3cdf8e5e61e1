// An append-only file of lines, each on disk before its write is answered. Torn and damaged lines are set aside.
// Knows no meaning of the lines.
import fs from "node:fs";
import { promisify } from "node:util";

const writeBytes = promisify(fs.write);
const sync = promisify(fs.fdatasync);

export interface Journal {
  /** Resolves when the lines are on disk; rejects when the disk refused them, and then none of them is there. */
  append(lines: string[]): Promise<void>;
  /** Bytes. */
  size(): number;
  /** Waits for appends under way. */
  close(): Promise<void>;
}

/** Reads whole lines and answers how many `parse` refused. A last line without its end was never answered: it is left out. */
export function readLines(file: string, parse: (line: string) => boolean): number {
  const lines = fs.readFileSync(file, "utf8").split("\n");
  lines.pop();
  return lines.filter((line) => !parse(line)).length;
}

/** Opens for appending; a torn end is cut off. Once `lost` answers true nothing is written any more. */
export function openJournal(file: string, lost: () => boolean): Journal {
  const fd = fs.openSync(file, "a", 0o600);
  cutTornEnd(file, fd);
  let length = fs.fstatSync(fd).size;
  /** True while lines that were refused may stand behind `length`. */
  let torn = false;
  let pending: { text: string; done: () => void; failed: (failure: unknown) => void }[] = [];
  let running: Promise<void> | null = null;

  async function write(lines: string): Promise<void> {
    // The file is another daemon's now: nothing of it may be touched.
    if (lost()) throw new Error("another daemon has taken over");
    if (torn) cutBack();
    try {
      const bytes = Buffer.from(lines);
      torn = true;
      await writeAll(fd, bytes);
      await sync(fd);
      torn = false;
      length += bytes.length;
    } catch (failure) {
      try {
        cutBack();
      } catch {
        // Tried again before anything is written behind it.
      }
      throw failure;
    }
  }

  function cutBack(): void {
    fs.ftruncateSync(fd, length);
    torn = false;
  }

  /** Everything that came while the last lines were written goes together. */
  async function flush(): Promise<void> {
    while (pending.length > 0) {
      const group = pending;
      pending = [];
      await write(group.map(({ text }) => text).join("")).then(
        () => group.forEach(({ done }) => done()),
        (failure: unknown) => group.forEach(({ failed }) => failed(failure)),
      );
    }
    running = null;
  }

  return {
    append(lines) {
      return new Promise((done, failed) => {
        pending.push({ text: lines.map((line) => `${line}\n`).join(""), done, failed });
        running ??= Promise.resolve().then(flush);
      });
    },
    size: () => length,
    async close() {
      await running;
      fs.closeSync(fd);
    },
  };
}

async function writeAll(fd: number, bytes: Buffer): Promise<void> {
  for (let at = 0; at < bytes.length;) at += (await writeBytes(fd, bytes, at, bytes.length - at, null)).bytesWritten;
}

function cutTornEnd(file: string, fd: number): void {
  const bytes = fs.readFileSync(file);
  const end = bytes.lastIndexOf(10) + 1;
  if (end < bytes.length) fs.ftruncateSync(fd, end);
}
