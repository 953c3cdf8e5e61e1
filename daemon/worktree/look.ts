// Looks at one path of a checkout on disk: its bytes' blob id, what they count as, when they were changed.
// Knows no base, no git process and no events. Never follows a symbolic link.
import { lstatSync, readFileSync, readdirSync, readlinkSync, realpathSync, type Stats } from "node:fs";
import { open } from "node:fs/promises";
import { basename, dirname, join } from "node:path";
import { blobHash, blobId, contentOf, largestText, type ObjectFormat } from "./content.ts";
import type { Content } from "./observations.ts";

/** `bytes` is null where the content is not that of a file of readable size. */
export type Look =
  | { kind: "present"; blob: string; content: Content; bytes: Buffer | null; mtime: number }
  | { kind: "absent" }
  | { kind: "unreadable" };

export interface Disk {
  root: string;
  format: ObjectFormat;
  /** The disk does not tell `Foo` from `foo`: a file is there only under the name that its folder lists. */
  ignoreCase: boolean;
}

const absent: Look = { kind: "absent" };

export async function look(disk: Disk, path: string, realFolders = new Map<string, boolean>()): Promise<Look> {
  const file = join(disk.root, path);
  try {
    if (!isRealFolder(dirname(file), realFolders)) return absent;
    const stats = lstatSync(file);
    if (disk.ignoreCase && !readdirSync(dirname(file)).includes(basename(file))) return absent;
    if (stats.isSymbolicLink()) return present(disk.format, readlinkSync(file, { encoding: "buffer" }), stats, "symbolic link");
    if (!stats.isFile()) return absent;
    if (stats.size > largestText) return await large(disk.format, file, stats);
    const bytes = readFileSync(file);
    return present(disk.format, bytes, stats);
  } catch (error) {
    return isAbsence(error) ? absent : { kind: "unreadable" };
  }
}

function present(format: ObjectFormat, bytes: Buffer, stats: Stats, why?: string): Look {
  const content: Content = why === undefined ? contentOf(bytes) : { kind: "opaque", why };
  return { kind: "present", blob: blobId(format, bytes), content, bytes: why === undefined ? bytes : null, mtime: stats.mtimeMs };
}

async function large(format: ObjectFormat, file: string, stats: Stats): Promise<Look> {
  const hash = blobHash(format, stats.size);
  const handle = await open(file);
  try {
    for await (const chunk of handle.createReadStream({ end: stats.size - 1, autoClose: false })) hash.update(chunk as Buffer);
  } finally {
    await handle.close();
  }
  const content: Content = { kind: "opaque", why: "larger than 1 MB" };
  return { kind: "present", blob: hash.digest("hex"), content, bytes: null, mtime: stats.mtimeMs };
}

function isRealFolder(folder: string, known: Map<string, boolean>): boolean {
  const before = known.get(folder);
  if (before !== undefined) return before;
  const real = realpathSync.native(folder) === folder;
  known.set(folder, real);
  return real;
}

function isAbsence(error: unknown): boolean {
  const code = (error as NodeJS.ErrnoException).code;
  return code === "ENOENT" || code === "ENOTDIR" || code === "ELOOP" || code === "ENAMETOOLONG";
}
