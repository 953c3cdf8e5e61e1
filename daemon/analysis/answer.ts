// A question of the core and the contents that it is about → its answer.
// Knows no threads and no files.
import type { Range } from "../../shared/model/location.ts";
import type { Answered, Question, Source, ThreeSources } from "../core/questions.ts";
import type { MergeContent } from "../worktree/observations.ts";
import { findRenames, type NamedText } from "../merge/renames.ts";
import { Merger } from "../merge/mergeTexts.ts";
import { lineStarts } from "../syntax/lines.ts";
import { codeOf, hasFreeLayout } from "../syntax/formatting.ts";
import { Fingerprint } from "../syntax/hash.ts";
import { shapeOf } from "../syntax/shape.ts";
import { Recent } from "../syntax/recent.ts";

/** What contents can answer. */
export type ContentQuestion = Exclude<Question, { type: "folder" | "version" | "contracts" | "witness" }>;

/** The contents that an answer needs, in order. */
export function sourcesOf(question: ContentQuestion): (Source | null)[] {
  if (question.type === "merge") return [question.contents.base, question.contents.a, question.contents.b];
  return question.type === "renames" ? [...question.gone, ...question.added] : [question.source];
}

/** Answers questions; one that remembers merges is quicker with the next of the same file. */
export function createAnswer(): (question: ContentQuestion, contents: MergeContent[]) => Answered {
  const merger = new Merger();
  const codes = new Recent<string>();
  return (question, contents) => {
    if (question.type === "merge") return merge(merger, codes, question.contents, contents);
    const texts = contents.map((content) => (content && "text" in content ? content.text : null));
    if (question.type === "shape") {
      const [text = null] = texts;
      return text === null ? null : shapeOf(slice(text, question.range));
    }
    const named = sourcesOf(question).map((source, at) => ({ path: source!.path, text: texts[at] ?? null }));
    const isText = (each: { path: string; text: string | null }): each is NamedText => each.text !== null;
    const { gone, folders } = question;
    return findRenames(named.slice(0, gone.length).filter(isText), named.slice(gone.length).filter(isText), folders);
  };
}

/** What is no text on one side is merged by nobody, as in git. */
function merge(merger: Merger, codes: Recent<string>, sources: ThreeSources, [base, a, b]: MergeContent[]): Answered {
  const before = sources.base === null ? { text: "" } : base;
  if (!before || !a || !b) return null;
  if ("binary" in before || "binary" in a || "binary" in b) return { clean: false, hunks: null };
  if (a.driver === "other" || b.driver === "other") return null;
  if (a.driver === "binary" || b.driver === "binary") return { clean: false, hunks: null };
  if (a.driver === "union" && b.driver === "union") return { clean: true };
  const merged = merger.merge(
    { key: sources.base?.blob ?? "", text: before.text },
    { key: sources.a.blob, text: a.text },
    { key: sources.b.blob, text: b.text },
  );
  if (merged.clean) return merged;
  const code = (source: Source | null, { text }: { text: string }): string =>
    remembered(codes, source?.blob ?? "", text);
  const sides = { a, b };
  const formatted = (["a", "b"] as const).filter(
    (side) => hasFreeLayout(sources[side].path) && code(sources.base, before) === code(sources[side], sides[side]),
  );
  return { ...merged, formatted };
}

/** The base and the other sides of a file are asked about again and again. */
function remembered(codes: Recent<string>, blob: string, text: string): string {
  const code = codes.get(blob) ?? new Fingerprint().text(codeOf(text)).digest();
  codes.set(blob, code);
  return code;
}

function slice(text: string, { start, end }: Range): string {
  const lines = lineStarts(text);
  return text.slice((lines[start.line] ?? 0) + start.character, (lines[end.line] ?? text.length) + end.character);
}
