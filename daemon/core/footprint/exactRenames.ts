// Which files of one side were renamed without a change, paired as git pairs them.
// Knows one side only; what was edited on the way is found by contents elsewhere.
import type { Session } from "../state.ts";

/** From the old path to the new one. Kept until something comes or goes. */
export function exactRenames(session: Session): Map<string, string> {
  const { footprint } = session;
  if (footprint.exactRenames) return footprint.exactRenames;
  const gone = new Map<string, string[]>();
  for (const path of [...footprint.removed].sort()) {
    const blob = session.files.get(path)?.base?.blob;
    if (blob !== undefined && footprint.addedBlobs.has(blob)) gone.set(blob, [...(gone.get(blob) ?? []), path]);
  }
  const renames = new Map<string, string>();
  for (const [blob, sources] of gone) {
    for (const target of [...(footprint.addedBlobs.get(blob) ?? [])].sort()) {
      const free = sources.filter((source) => !renames.has(source));
      const source = free.find((each) => fileName(each) === fileName(target)) ?? free[0];
      if (source !== undefined) renames.set(source, target);
    }
  }
  return (footprint.exactRenames = renames);
}

/** Where most of the files of these folders went that were renamed without a change. */
export function foldersGone(renames: Map<string, string>, folders: Set<string>): [from: string, to: string][] {
  const counts = new Map<string, Map<string, number>>();
  for (const [from, to] of renames) {
    const folder = folderOf(from);
    if (!folders.has(folder)) continue;
    const targets = counts.get(folder) ?? new Map<string, number>();
    counts.set(folder, targets.set(folderOf(to), (targets.get(folderOf(to)) ?? 0) + 1));
  }
  return [...counts].map(([folder, targets]) => [folder, mostOf(targets)]);
}

/** The key with the largest number; of several the first by name. */
export function mostOf(counts: Map<string, number>): string {
  return [...counts].sort(([x, m], [y, n]) => n - m || (x < y ? -1 : 1))[0]![0];
}

export function fileName(path: string): string {
  return path.slice(path.lastIndexOf("/") + 1);
}

export function folderOf(path: string): string {
  return path.slice(0, Math.max(0, path.lastIndexOf("/")));
}
