// The words about merges that fail: in which lines, or what each side did to the file.
// Foreign names come in as they are and go out cleaned.
import type { MergeClash } from "../detect/detector.ts";
import type { Hunk, Stretch } from "../questions.ts";
import { clean, nameList } from "./names.ts";

const shown = 3;

/** One part of a sentence for each file, of at most three. `a` and `b` are the sides' refs. */
export function mergesInWords(merges: MergeClash[], a: string, b: string): string {
  const parts = merges.slice(0, shown).map((merge) => mergeInWords(merge, { a, b }));
  return merges.length > shown ? `${parts.join("; ")}; and ${merges.length - shown} more` : parts.join("; ");
}

function mergeInWords(merge: MergeClash, refs: { a: string; b: string }): string {
  const path = clean(merge.path);
  switch (merge.why) {
    case "content":
      if (merge.hunks === null) return `both change ${path}, which is no text`;
      return `${path} at ${linesOf(merge.hunks, "a")} of ${refs.a} against ${linesOf(merge.hunks, "b")} of ${refs.b}`;
    case "both_add":
      return `both add ${path} with different contents`;
    case "removed_changed":
      return `${refs[otherThan(merge.remover)]} changes ${path}, ${refs[merge.remover]} removes it`;
    case "removed_renamed":
      return `${refs[otherThan(merge.remover)]} renames ${path} to ${clean(merge.to ?? "")}, ${refs[merge.remover]} removes it`;
    case "renamed_twice":
      return `${refs.a} renames ${path} to ${clean(merge.a)}, ${refs.b} to ${clean(merge.b)}`;
    case "folder_moved":
      return `${refs[merge.mover]} moves the folder ${path} to ${clean(merge.to)}, ${refs[otherThan(merge.mover)]} adds ${nameList(merge.added)} in the old place`;
    case "file_and_folder":
      return `${path} is a file for ${refs[merge.file]} and a folder for ${refs[otherThan(merge.file)]}`;
    case "misplaced":
      return `${refs[merge.mover]} moves ${path} to ${clean(merge.home)}, but git would put the change of ${refs[otherThan(merge.mover)]} into ${clean(merge.to)} without saying so`;
  }
}

function otherThan(side: "a" | "b"): "a" | "b" {
  return side === "a" ? "b" : "a";
}

/** `src/a.ts:4–6, 20 and src/b.ts:1` for the side that has to settle them. */
export function hunkList(merges: MergeClash[], side: "a" | "b"): string {
  const files = merges.slice(0, shown).map((merge) => {
    const places = merge.why === "content" && merge.hunks ? `:${stretches(merge.hunks, side)}` : "";
    return clean(merge.path) + places;
  });
  return merges.length > shown ? `${files.join(", ")} and ${merges.length - shown} more` : files.join(" and ");
}

/** What no merge will ask about. */
export function byHand(merges: MergeClash[]): string {
  const homes = merges.flatMap((merge) => (merge.why === "misplaced" ? clean(merge.home) : []));
  return homes.length === 0 ? "" : ` Look after the merge whether the change is in ${nameList(homes)}.`;
}

function linesOf(hunks: Hunk[], side: "a" | "b"): string {
  const [only] = hunks;
  const isOne = hunks.length === 1 && only !== undefined && only[side].end - only[side].start <= 1;
  return `${isOne ? "line" : "lines"} ${stretches(hunks, side)}`;
}

function stretches(hunks: Hunk[], side: "a" | "b"): string {
  const parts = hunks.slice(0, shown).map((hunk) => stretch(hunk[side]));
  return hunks.length > shown ? `${parts.join(", ")} and ${hunks.length - shown} more` : parts.join(", ");
}

/** Lines as people count them. */
function stretch({ start, end, mark }: Stretch): string {
  if (end - start <= 1) return String((end > start ? start : mark.start.line) + 1);
  return `${start + 1}–${end}`;
}
