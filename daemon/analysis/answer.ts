// A question of the core and the contents that it is about → its answer.
// Knows no threads and no files.
import type { Range } from "../../shared/model/location.ts";
import type { Answered, Question, Source } from "../core/questions.ts";
import type { MergeContent } from "../worktree/observations.ts";
import { findRenames, type NamedText } from "../merge/renames.ts";
import { mergeTexts } from "../merge/mergeTexts.ts";
import { lineStarts } from "../syntax/lines.ts";
import { shapeOf } from "../syntax/shape.ts";

/** What contents can answer. */
export type ContentQuestion = Exclude<Question, { type: "folder" }>;

/** The contents that an answer needs, in order. */
export function sourcesOf(question: ContentQuestion): (Source | null)[] {
  if (question.type === "merge") return [question.contents.base, question.contents.a, question.contents.b];
  return question.type === "renames" ? [...question.gone, ...question.added] : [question.source];
}

export function answer(question: ContentQuestion, contents: MergeContent[]): Answered {
  if (question.type === "merge") return merge(question.contents.base === null, contents);
  const texts = contents.map((content) => (content && "text" in content ? content.text : null));
  if (question.type === "shape") {
    const [text = null] = texts;
    return text === null ? null : shapeOf(slice(text, question.range));
  }
  const named = sourcesOf(question).map((source, at) => ({ path: source!.path, text: texts[at] ?? null }));
  const isText = (each: { path: string; text: string | null }): each is NamedText => each.text !== null;
  const { gone, folders } = question;
  return findRenames(named.slice(0, gone.length).filter(isText), named.slice(gone.length).filter(isText), folders);
}

/** As git does with a file that is text on one side only: it does not merge it. */
function merge(isNew: boolean, [base, a, b]: MergeContent[]): Answered {
  const before = isNew ? { text: "" } : base;
  if (!before || !a || !b) return null;
  if ("binary" in before || "binary" in a || "binary" in b) return { clean: false, hunks: null };
  if (a.driver === "other" || b.driver === "other") return null;
  if (a.driver === "binary" || b.driver === "binary") return { clean: false, hunks: null };
  if (a.driver === "union" && b.driver === "union") return { clean: true };
  return mergeTexts(before.text, a.text, b.text);
}

function slice(text: string, { start, end }: Range): string {
  const lines = lineStarts(text);
  return text.slice((lines[start.line] ?? 0) + start.character, (lines[end.line] ?? text.length) + end.character);
}
