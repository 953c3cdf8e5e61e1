// The real path of an opened folder: the daemon knows checkouts by it, the window by what the user opened.
// Must not know anything else of the disk.
import { realpath } from "node:fs/promises";
import type { Folder } from "./marks.ts";
import { normalPath } from "./paths.ts";

/** `path` is absolute. A folder that is gone keeps its spelling: the daemon says what is wrong with it. */
export async function resolveFolder(path: string): Promise<Folder> {
  const real = await realpath(path).catch(() => path);
  return { path: normalPath(path), real: normalPath(real) };
}
