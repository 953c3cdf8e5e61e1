// textual_merge: a real three-way merge of the two sides as they are now would fail, or land an edit in the wrong file.
// The merges themselves are made elsewhere; their results are asked for.
import type { SideChange } from "../../../shared/model/conflict.ts";
import { startOfFile } from "../../../shared/model/location.ts";
import type { Source } from "../questions.ts";
import type { PathChange } from "../../../shared/model/footprint.ts";
import type { Session } from "../state.ts";
import { confidence } from "./confidence.ts";
import { forkedAt, versionAtFork } from "./forkPoint.ts";
import type { Clash, Detector, Inquiry, MergeClash } from "./detector.ts";
import { marksOf } from "./mergeMark.ts";
import { movedFolder } from "./movedFolder.ts";
import { realHome } from "./misplaced.ts";
import { baseSource, renamesOf, sourceNow, touchedByOther } from "./renames.ts";

/** So many files that one side took away and the other one touched are looked at together when one of them changes. */
const mostTogether = 50;

export const textualMerge: Detector = {
  kind: "textual_merge",

  /** How git pairs renamed files hangs on all those that matter for the merge. */
  related(subject, a, b) {
    if (subject.startsWith("folder:")) return [subject];
    if (!subject.startsWith("path:")) return [];
    const path = pathIn(subject);
    if (!a.footprint.removed.has(path) && !b.footprint.removed.has(path)) return [subject];
    const together = [...touchedByOther(a, b), ...touchedByOther(b, a)];
    return [subject, ...(together.length > mostTogether ? [] : together.map((each) => `path:${each}`))];
  },

  clash(thing, a, b, inquiry) {
    return thing.startsWith("folder:")
      ? clashInFolder(pathIn(thing), a, b, inquiry)
      : clashAt(pathIn(thing), a, b, inquiry);
  },
};

function pathIn(subject: string): string {
  return subject.slice(subject.indexOf(":") + 1);
}

function clashAt(path: string, a: Session, b: Session, inquiry: Inquiry): Clash | null {
  const [inA, inB] = [a.footprint.paths.get(path), b.footprint.paths.get(path)];
  if (!inA || !inB || (inA.content !== null && inA.content === inB.content)) return null;
  if (isHeld(a, b)) return inquiry.wait();
  const bases = [a, b].map((side) => side.files.get(path)?.base?.blob);
  // What the common ancestor of two sides with different bases holds is not known, unless they parted later.
  if (bases[0] !== bases[1] && forkedAt(a, b, inquiry) === null) return null;
  if (inA.content !== null && inB.content !== null) return clashOfContents(path, path, path, a, b, inquiry);
  const [renamesA, renamesB] = [renamesOf(a, b, inquiry), renamesOf(b, a, inquiry)];
  if (!renamesA || !renamesB || renamesA.unknown.has(path) || renamesB.unknown.has(path)) return null;
  const toA = inA.content === null ? renamesA.to.get(path) : path;
  const toB = inB.content === null ? renamesB.to.get(path) : path;
  if (toA === undefined && toB === undefined) return null;
  if (toA === undefined || toB === undefined) return clashOfRemoval(path, toA, toB, a, b);
  if (inA.content === null && inB.content === null && toA !== toB)
    return clashOf({ why: "renamed_twice", path, a: toA, b: toB }, a, b);
  return misplaced(path, toA, toB, a, b, inquiry) ?? clashOfContents(path, toA, toB, a, b, inquiry);
}

function clashOfRemoval(path: string, toA: string | undefined, toB: string | undefined, a: Session, b: Session): Clash {
  const to = toA ?? toB!;
  const remover = toA === undefined ? "a" : "b";
  return clashOf(
    to === path ? { why: "removed_changed", path, remover } : { why: "removed_renamed", path, remover, to },
    a,
    b,
  );
}

/** The mover's file is not where git would put the other side's change. */
function misplaced(path: string, toA: string, toB: string, a: Session, b: Session, inquiry: Inquiry): Clash | null {
  if (toA === toB) return null;
  const [mover, side, to] = toA === path ? (["b", b, toB] as const) : (["a", a, toA] as const);
  const home = realHome(side, path, to, inquiry);
  return home === null ? null : clashOf({ why: "misplaced", path, mover, home, to }, a, b);
}

/** The file of the base, and where each side has it now. */
function clashOfContents(
  path: string,
  toA: string,
  toB: string,
  a: Session,
  b: Session,
  inquiry: Inquiry,
): Clash | null {
  const base = commonSource(path, a, b, inquiry);
  if (base === undefined) return null;
  const [nowA, nowB] = [sourceNow(a, toA), sourceNow(b, toB)];
  if (!nowA || !nowB || nowA.blob === nowB.blob || nowA.blob === base?.blob || nowB.blob === base?.blob) return null;
  if (base === null && isRenamedByBoth(path, a, b, inquiry)) return null;
  const merge = inquiry.ask({ type: "merge", contents: { base, a: nowA, b: nowB } });
  if (!merge || merge.clean) return null;
  const why: MergeClash = base === null ? { why: "both_add", path } : { why: "content", path, hunks: merge.hunks };
  const marks = marksOf(merge.hunks ?? [], path, { a: toA, b: toB }, a, b);
  const clash = clashOf(why, a, b, [
    [toA, marks?.a],
    [toB, marks?.b],
  ]);
  const isQuiet = merge.formatted?.some((side) => changesNoCode(side === "a" ? a : b, path)) ?? false;
  return isQuiet ? { ...clash, isQuiet, key: `${clash.key} formatted` } : clash;
}

/** No definition of the file differs from the base. */
function changesNoCode({ files }: Session, path: string): boolean {
  const file = files.get(path);
  const facts = (file?.overlay ?? file?.disk)?.facts;
  return facts?.error === null && file?.changes.symbols.length === 0;
}

/** The file as both sides began with it; null where they had none, undefined where that is not known yet. */
function commonSource(path: string, a: Session, b: Session, inquiry: Inquiry): Source | null | undefined {
  const fork = forkedAt(a, b, inquiry);
  if (fork === null) return baseSource(a, path);
  const version = versionAtFork(fork, path, a, inquiry);
  return version && { checkout: a.checkout.path, path, blob: version.blob };
}

/** A file that both sides renamed to the same place is merged as the one that it was. */
function isRenamedByBoth(path: string, a: Session, b: Session, inquiry: Inquiry): boolean {
  const renames = [renamesOf(a, b, inquiry), renamesOf(b, a, inquiry)];
  const sources = renames.map((each) => [...(each?.to ?? [])].find(([, to]) => to === path)?.[0]);
  return renames.includes(null) || (sources[0] !== undefined && sources[0] === sources[1]);
}

function isHeld(a: Session, b: Session): boolean {
  return a.held !== null || b.held !== null;
}

function clashInFolder(folder: string, a: Session, b: Session, inquiry: Inquiry): Clash | null {
  if (isHeld(a, b)) return inquiry.wait();
  return clashOfFileAndFolder(folder, a, b) ?? clashOfMovedFolder(folder, a, b, inquiry);
}

/** What the one side added as a file is a folder for the other. */
function clashOfFileAndFolder(folder: string, a: Session, b: Session): Clash | null {
  const isFile = (side: Session): boolean => side.footprint.paths.get(folder)?.change === "added";
  const [file, other] = isFile(a) ? (["a", b] as const) : (["b", a] as const);
  const inside = [...(other.footprint.addedBelow.get(folder) ?? [])].sort();
  if (inside.length === 0 || !isFile(file === "a" ? a : b)) return null;
  const clash = clashOf({ why: "file_and_folder", path: folder, file }, a, b);
  const added = inside.slice(0, 1).map(addition);
  return { ...clash, hangsOn: [`folder:${folder}`], ...(file === "a" ? { b: added } : { a: added }) };
}

function clashOfMovedFolder(folder: string, a: Session, b: Session, inquiry: Inquiry): Clash | null {
  const byA = movedFolder(folder, a, b, inquiry);
  const moved = byA ?? movedFolder(folder, b, a, inquiry);
  if (!moved) return null;
  const { to, added, from, example } = moved;
  const clash = clashOf({ why: "folder_moved", path: `${folder}/`, mover: byA ? "a" : "b", to: `${to}/`, added }, a, b);
  const mover: SideChange[] = [{ subject: `path:${from}`, change: "moved", path: example, range: startOfFile }];
  const sides = byA ? { a: mover, b: added.map(addition) } : { a: added.map(addition), b: mover };
  return { ...clash, ...sides, paths: added, hangsOn: [`folder:${folder}`] };
}

function addition(path: string): SideChange {
  return { subject: `path:${path}`, change: "added", path, range: startOfFile };
}

type Place = [path: string, mark: SideChange["range"] | undefined];

function clashOf(merge: MergeClash, a: Session, b: Session, places: [Place?, Place?] = []): Clash {
  const { path } = merge;
  const subject = `path:${path}`;
  const [ofA, ofB] = [sideChange(a, path, merge, "a", places[0]), sideChange(b, path, merge, "b", places[1])];
  const table = confidence.textual_merge;
  return {
    subjects: [subject],
    paths: [path],
    confidence: merge.why === "misplaced" ? table.misplaced : table.merged,
    evidence: "observed",
    a: [ofA],
    b: [ofB],
    key: `${subject} ${merge.why} ${ofA.change} ${ofB.change}`,
    merge,
  };
}

function sideChange(side: Session, path: string, merge: MergeClash, which: "a" | "b", place?: Place): SideChange {
  const subject = `path:${path}`;
  const change = side.footprint.paths.get(path)?.change ?? "added";
  const to = place?.[0] ?? newPlace(merge, which);
  const moved = to !== undefined && to !== path;
  return { subject, change: moved ? "moved" : change, path: to ?? path, range: place?.[1] ?? startOfFile };
}

function newPlace(merge: MergeClash, which: "a" | "b"): PathChange["to"] {
  if (merge.why === "renamed_twice") return merge[which];
  if (merge.why === "misplaced") return merge.mover === which ? merge.home : undefined;
  if (merge.why === "removed_renamed") return merge.remover === which ? undefined : merge.to;
  return undefined;
}
