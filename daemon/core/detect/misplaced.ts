// Renames that git pairs wrongly: among files that look alike, the other side's change lands in a stranger, without a conflict.
// A file is known again by how its path ends.
import type { Session } from "../state.ts";
import { renamesQuestion } from "../questions.ts";
import type { Inquiry } from "./detector.ts";
import { addedBy, baseSource } from "./renames.ts";

/** Where the file really went, or null where git is right (or it is not known yet). `to` is where git says it went. */
export function realHome(side: Session, path: string, to: string, inquiry: Inquiry): string | null {
  const kept = sharedEnd(path, to);
  const isStranger = [...side.footprint.removed].some((other) => other !== path && sharedEnd(other, to) > kept);
  if (!isStranger) return null;
  const gone = baseSource(side, path);
  for (const home of addedBy(side).filter((added) => sharedEnd(path, added.path) > kept)) {
    const answer = gone && inquiry.ask(renamesQuestion([gone], [home], []));
    if (answer && answer.pairs.length > 0) return home.path;
  }
  return null;
}

/** How many names at the end of two paths are the same. */
function sharedEnd(x: string, y: string): number {
  const [left, right] = [x.split("/").reverse(), y.split("/").reverse()];
  const differs = left.findIndex((name, index) => name !== right[index]);
  return differs < 0 ? left.length : differs;
}
