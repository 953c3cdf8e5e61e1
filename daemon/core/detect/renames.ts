// Where the files went that one side took away and the other one touched: as git finds it when it merges the two.
// Git looks at no others, and whether it does changes what it finds.
import type { Session } from "../state.ts";
import { exactRenames, folderOf, foldersGone } from "../footprint/exactRenames.ts";
import { renamesQuestion, type RenamesQuestion, type Source } from "../questions.ts";
import type { Inquiry } from "./detector.ts";

/** More comparisons of contents than this are not made: what was renamed and changed is then not known. */
const mostComparisons = 20_000;

export interface SideRenames {
  /** Old path → new path. */
  to: Map<string, string>;
  /** Old path for which it is not known. */
  unknown: Set<string>;
}

/** Null: not known yet. */
export function renamesOf(side: Session, other: Session, inquiry: Inquiry): SideRenames | null {
  const { exact, open, question } = inquiry.once(`renames ${side.ref}`, () => prepare(side, other));
  if (question === null) return { to: exact, unknown: new Set(open) };
  const answer = inquiry.ask(question);
  if (answer === undefined) return null;
  if (answer === null) return { to: exact, unknown: new Set(open) };
  return { to: new Map([...exact, ...answer.pairs.map(({ from, to }) => [from, to] as const)]), unknown: new Set() };
}

interface Prepared {
  exact: Map<string, string>;
  /** Files whose new place only their contents can tell. */
  open: string[];
  question: RenamesQuestion | null;
}

function prepare(side: Session, other: Session): Prepared {
  const wanted = touchedByOther(side, other);
  if (wanted.length === 0) return { exact: new Map(), open: [], question: null };
  const exact = exactRenames(side);
  const taken = new Set(exact.values());
  const open = wanted.filter((path) => !exact.has(path));
  const added = addedBy(side).filter(({ path }) => !taken.has(path));
  if (added.length === 0) return { exact, open: [], question: null };
  if (open.length === 0 || open.length * added.length > mostComparisons) return { exact, open, question: null };
  const gone = open.flatMap((path) => baseSource(side, path) ?? []);
  const folders = foldersGone(exact, new Set(open.map(folderOf)));
  return { exact, open, question: renamesQuestion(gone, added, folders) };
}

/** Files gone on one side that the other one changed or took away too, or beside which it added something. */
export function touchedByOther({ footprint }: Session, other: Session): string[] {
  const { removed, removedBelow } = footprint;
  const [few, many] =
    removed.size < other.footprint.paths.size ? [removed, other.footprint.paths] : [other.footprint.paths, removed];
  const touched = new Set([...few.keys()].filter((path) => many.has(path)));
  for (const [folder, paths] of removedBelow)
    if (other.footprint.addedBelow.has(folder)) for (const path of paths) touched.add(path);
  return [...touched].sort();
}

export function addedBy({ footprint, checkout }: Session): Source[] {
  const added = [...footprint.addedBlobs].flatMap(([blob, paths]) => [...paths].map((path) => ({ path, blob })));
  return added.sort((x, y) => (x.path < y.path ? -1 : 1)).map((each) => ({ checkout: checkout.path, ...each }));
}

export function baseSource({ checkout, files }: Session, path: string): Source | null {
  const base = files.get(path)?.base;
  return base ? { checkout: checkout.path, path, blob: base.blob } : null;
}

/** The file as the side has it now, under whatever name. */
export function sourceNow({ checkout, files, footprint }: Session, path: string): Source | null {
  const blob = footprint.paths.get(path)?.content;
  return blob && files.has(path) ? { checkout: checkout.path, path, blob } : null;
}
