// Hands a question about two sides to its thread, with the way to their texts, unsaved ones included.
// Decides nothing; the newest question of a pair counts.
import { keyOf, type Break, type ChangedSide, type PairQuestion } from "../core/questions.ts";
import type { MergeContent, WantedContent, Worktrees } from "../worktree/observations.ts";
import type { AskedSide, PairThread, ReadTexts } from "./pairThread.ts";

type Unsaved = (checkout: string, path: string) => { blob: string; text: string } | null;
type Contents = Pick<Worktrees, "readContents">;

/** No answer where what it is about is there no more, or a newer question stands in its place. */
export interface PairTold {
  key: string;
  answer?: Break[] | null;
}

export type PairQuestions = (question: PairQuestion, told: (answer: PairTold) => void) => void;

export function startPairQuestions(thread: PairThread, worktrees: Contents, unsaved: Unsaved): PairQuestions {
  const readTexts =
    (checkout: string): ReadTexts =>
    (wanted) =>
      read(checkout, wanted, worktrees, unsaved);
  const asked = ({ checkout, key, files }: ChangedSide): AskedSide => ({
    ...{ checkout, key, files },
    readTexts: readTexts(checkout),
  });
  return (question, told) => {
    const { a, b } = question;
    const key = keyOf(question);
    const tree = { folders: [a.checkout, b.checkout] };
    const renames = { a: a.renames, b: b.renames };
    void thread
      .ask({ a: asked(a), b: asked(b), tree, renames })
      .then((breaks) => told(breaks === undefined ? { key } : { key, answer: breaks }));
  };
}

/** Null: a content is there no more. */
async function read(
  checkout: string,
  wanted: WantedContent[],
  worktrees: Contents,
  unsaved: Unsaved,
): Promise<Map<string, string | null> | null> {
  const texts = new Map<string, string | null>();
  const isUnsaved = ({ path, blob }: WantedContent): boolean => {
    const buffer = unsaved(checkout, path);
    if (buffer?.blob === blob) texts.set(blob, buffer.text);
    return buffer?.blob === blob;
  };
  const others = wanted.filter((each) => !isUnsaved(each));
  const contents = await worktrees.readContents(checkout, others);
  if (contents.includes("gone")) return null;
  others.forEach(({ blob }, at) => texts.set(blob, textOf(contents[at] as MergeContent)));
  return texts;
}

function textOf(content: MergeContent): string | null {
  return content && "text" in content ? content.text : null;
}
