// Folders that one side moved as a whole while the other one added files in the old place: git asks where they belong.
// Files that both sides have in both places are the matter of textualMerge.ts.
import { folderOf, mostOf } from "../footprint/exactRenames.ts";
import type { Session } from "../state.ts";
import type { Inquiry } from "./detector.ts";
import { renamesOf } from "./renames.ts";

export interface MovedFolder {
  to: string;
  /** What the other side added below the folder. */
  added: string[];
  /** One of the files that were moved: its old and its new place. */
  from: string;
  example: string;
}

export function movedFolder(folder: string, mover: Session, other: Session, inquiry: Inquiry): MovedFolder | null {
  const added = strandedIn(folder, mover, other);
  if (added.length === 0 || !isVacated(folder, mover, added, inquiry)) return null;
  const renames = renamesOf(mover, other, inquiry);
  if (!renames) return null;
  const moved = [...(mover.footprint.removedBelow.get(folder) ?? [])].flatMap((from) => {
    const example = renames.to.get(from);
    const to = example === undefined ? null : newFolder(folder, from, example);
    return to === null ? [] : [{ from, example: example!, to }];
  });
  if (moved.length === 0) return null;
  const counts = new Map<string, number>();
  for (const { to } of moved) counts.set(to, (counts.get(to) ?? 0) + 1);
  const to = mostOf(counts);
  // Where the other one moved the new folder on, git leaves the file alone.
  if (addsIn(to, mover) && isVacated(to, other, [], inquiry)) return null;
  const { from, example } = moved.find((each) => each.to === to)!;
  return { to, added, from, example };
}

/** Nothing of the base is left below the folder, and nothing of this side's is there; `foreign` is not in the base. */
function isVacated(folder: string, { checkout, footprint }: Session, foreign: string[], inquiry: Inquiry): boolean {
  const gone = footprint.removedBelow.get(folder);
  if (!gone || footprint.addedBelow.has(folder)) return false;
  const before = inquiry.ask({ type: "folder", checkout: checkout.path, base: checkout.base ?? "", folder });
  return before?.every((path) => gone.has(path) && !foreign.includes(path)) ?? false;
}

/**
 * Files that the other side added below the folder, and below no deeper one that is gone too. Git looks for a new place
 * only where one of them is in the folder itself.
 */
function strandedIn(folder: string, mover: Session, other: Session): string[] {
  const added = [...(other.footprint.addedBelow.get(folder) ?? [])].sort();
  if (!addsIn(folder, other)) return [];
  return added.filter((path) => {
    const next = path.indexOf("/", folder.length + 1);
    return next < 0 || !mover.footprint.removedBelow.has(path.slice(0, next));
  });
}

function addsIn(folder: string, { footprint }: Session): boolean {
  return [...(footprint.addedBelow.get(folder) ?? [])].some((path) => folderOf(path) === folder);
}

/** What the folder is called now, going by the folder of one of its files; null where the file went somewhere else. */
function newFolder(folder: string, from: string, to: string): string | null {
  const rest = folderOf(from).slice(folder.length);
  const now = `/${folderOf(to)}`;
  return now.endsWith(rest) ? now.slice(1, now.length - rest.length) : null;
}
