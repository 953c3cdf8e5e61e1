// A JSON file that is either the old one or the new one, never in between: the adapter below lowdb.
// Knows no meaning of the content.
import { randomBytes } from "node:crypto";
import fs from "node:fs/promises";
import path from "node:path";
import type { Adapter } from "lowdb";

/** Writes a unique file beside, syncs it, keeps the former one as `.bak`, renames, syncs the folder. */
export function snapshotFile<T>(file: string): Adapter<T> {
  return {
    async read() {
      try {
        return JSON.parse(await fs.readFile(file, "utf8")) as T;
      } catch (failure) {
        if ((failure as NodeJS.ErrnoException).code === "ENOENT") return null;
        throw failure;
      }
    },
    async write(content) {
      const temporary = `${file}.${randomBytes(6).toString("hex")}.tmp`;
      try {
        await writeSynced(temporary, JSON.stringify(content));
        await keepFormer(file);
        await fs.rename(temporary, file);
        await syncFolder(path.dirname(file));
      } finally {
        await fs.rm(temporary, { force: true });
      }
    },
  };
}

async function writeSynced(file: string, text: string): Promise<void> {
  const handle = await fs.open(file, "wx", 0o600);
  try {
    await handle.writeFile(text);
    await handle.sync();
  } finally {
    await handle.close();
  }
}

async function keepFormer(file: string): Promise<void> {
  await fs.rm(`${file}.bak`, { force: true });
  await fs.link(file, `${file}.bak`).catch(() => undefined);
}

async function syncFolder(folder: string): Promise<void> {
  const handle = await fs.open(folder, "r").catch(() => null);
  await handle?.sync().catch(() => undefined);
  await handle?.close();
}
