// Folders that one side moved as a whole while the other one added files in the old place: git asks where they belong.
// Files that both sides have in both places are the matter of textualMerge.ts.
import { mostOf } from "../footprint/exactRenames.ts";
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
  const gone = mover.footprint.removedBelow.get(folder);
  const added = strandedIn(folder, mover, other);
  if (!gone || added.length === 0) return null;
  if (mover.footprint.addedBelow.has(folder) || other.footprint.removedBelow.has(folder)) return null;
  const before = inquiry.ask({
    ...{ type: "folder", checkout: mover.checkout.path, base: mover.checkout.base ?? "", folder },
  });
  if (!before || before.some((path) => !gone.has(path) || added.includes(path))) return null;
  const renames = renamesOf(mover, other, inquiry);
  if (!renames) return null;
  const moved = [...gone].flatMap((from) => {
    const example = renames.to.get(from);
    const to = example === undefined ? null : newFolder(folder, from, example);
    return to === null ? [] : [{ from, example: example!, to }];
  });
  if (moved.length === 0) return null;
  const counts = new Map<string, number>();
  for (const { to } of moved) counts.set(to, (counts.get(to) ?? 0) + 1);
  const to = mostOf(counts);
  if (other.footprint.removedBelow.has(to)) return null;
  const { from, example } = moved.find((each) => each.to === to)!;
  return { to, added, from, example };
}

/** Files that the other side added below the folder, and below no deeper one that is gone too. */
function strandedIn(folder: string, mover: Session, other: Session): string[] {
  const added = [...(other.footprint.addedBelow.get(folder) ?? [])].sort();
  return added.filter((path) => {
    const next = path.indexOf("/", folder.length + 1);
    return next < 0 || !mover.footprint.removedBelow.has(path.slice(0, next));
  });
}

/** What the folder is called now, going by one of its files; null where the file went somewhere else. */
function newFolder(folder: string, from: string, to: string): string | null {
  const rest = from.slice(folder.length);
  if (to.endsWith(rest)) return to.slice(0, -rest.length);
  if (rest.lastIndexOf("/") > 0) return null;
  return to.slice(0, Math.max(0, to.lastIndexOf("/")));
}
