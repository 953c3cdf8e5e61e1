// Looks at one path of a checkout on disk: its bytes' blob id, what they count as, when they were changed.
// Knows no base, no git process and no events. Never follows a symbolic link.
import {
  createReadStream,
  lstatSync,
  readFileSync,
  readdirSync,
  readlinkSync,
  realpathSync,
  type Stats,
} from "node:fs";
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

const largestHashed = 32_000_000;

const absent: Look = { kind: "absent" };

/** What a pass knows of folders already. */
export type Folders = Map<string, { real: boolean; names?: Set<string> }>;

export async function look(disk: Disk, path: string, folders: Folders = new Map()): Promise<Look> {
  const file = join(disk.root, path);
  try {
    if (!isRealFolder(dirname(file), folders)) return absent;
    const stats = lstatSync(file);
    if (disk.ignoreCase && !isListed(file, folders)) return absent;
    if (stats.isSymbolicLink())
      return present(disk.format, readlinkSync(file, { encoding: "buffer" }), stats, "symbolic link");
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
  return {
    kind: "present",
    blob: blobId(format, bytes),
    content,
    bytes: why === undefined ? bytes : null,
    mtime: stats.mtimeMs,
  };
}

/** Files up to `largestHashed` get git's blob id; of larger ones the id says only that they changed. */
async function large(format: ObjectFormat, file: string, stats: Stats): Promise<Look> {
  const isHuge = stats.size > largestHashed;
  const hash = blobHash(format, stats.size);
  if (isHuge) hash.update(`${stats.mtimeMs} ${stats.ino}`);
  else for await (const chunk of createReadStream(file, { end: stats.size - 1 })) hash.update(chunk as Buffer);
  const content: Content = { kind: "opaque", why: "larger than 1 MB" };
  return { kind: "present", blob: hash.digest("hex"), content, bytes: null, mtime: stats.mtimeMs };
}

function isRealFolder(folder: string, folders: Folders): boolean {
  const before = folders.get(folder);
  if (before !== undefined) return before.real;
  const real = realpathSync.native(folder) === folder;
  folders.set(folder, { real });
  return real;
}

/** The folder lists the file in just this spelling. */
function isListed(file: string, folders: Folders): boolean {
  const folder = folders.get(dirname(file));
  if (!folder) return false;
  folder.names ??= new Set(readdirSync(dirname(file)).map((name) => name.normalize()));
  return folder.names.has(basename(file).normalize());
}

function isAbsence(error: unknown): boolean {
  const code = (error as NodeJS.ErrnoException).code;
  return code === "ENOENT" || code === "ENOTDIR" || code === "ELOOP" || code === "ENAMETOOLONG";
}
