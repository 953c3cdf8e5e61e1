// The folder of a path.

/** With `/` at its end; "" for the root. */
export function folderOf(path: string): string {
  return path.slice(0, path.lastIndexOf("/") + 1);
}
