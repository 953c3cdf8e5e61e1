// Gathers what a question about two sides needs, unsaved texts included, once the sides are quiet for a moment.
// Decides nothing; the newest question of a pair counts.
import { keyOf, type Break, type PairQuestion } from "../core/questions.ts";
import type { MergeContent, Worktrees } from "../worktree/observations.ts";
import type { WorkFile } from "./work.ts";
import type { Asked, PairThread } from "./pairThread.ts";

type Unsaved = (checkout: string, path: string) => { blob: string; text: string } | null;
type Contents = Pick<Worktrees, "readContents">;

/** No answer where what it is about is there no more, or a newer question stands in its place. */
export interface PairTold {
  key: string;
  answer?: Break[] | null;
}

export interface PairQuestions {
  ask(question: PairQuestion, told: (answer: PairTold) => void): void;
  close(): void;
}

/** Who types on asks anew: it waits until nobody has for `quiet` milliseconds. */
export function startPairQuestions(
  thread: PairThread,
  worktrees: Contents,
  unsaved: Unsaved,
  quiet: number,
): PairQuestions {
  const waiting = new Map<string, { timer: NodeJS.Timeout; giveUp: () => void }>();
  const latest = new Map<string, string>();

  async function answer(pair: string, question: PairQuestion): Promise<PairTold> {
    const key = keyOf(question);
    const files = await gather(question, worktrees, unsaved);
    if (files === null || latest.get(pair) !== key) return { key };
    const { a, b } = question;
    const asked: Asked = {
      tree: { folders: [a.checkout, b.checkout] },
      files,
      renames: { a: a.renames, b: b.renames },
    };
    const breaks = await thread.ask(pair, asked);
    return breaks === undefined ? { key } : { key, answer: breaks };
  }

  return {
    ask(question, told) {
      const pair = `${question.a.checkout}\0${question.b.checkout}`;
      const before = waiting.get(pair);
      clearTimeout(before?.timer);
      before?.giveUp();
      const key = keyOf(question);
      latest.set(pair, key);
      const start = (): void => {
        waiting.delete(pair);
        void answer(pair, question).then(told);
      };
      waiting.set(pair, { timer: setTimeout(start, quiet), giveUp: () => told({ key }) });
    },
    close() {
      for (const { timer } of waiting.values()) clearTimeout(timer);
      waiting.clear();
    },
  };
}

interface Wanted {
  path: string;
  blob: string;
  take: (text: string | null) => void;
}

/** Null: a content that the question is about is there no more. */
async function gather({ a, b }: PairQuestion, worktrees: Contents, unsaved: Unsaved): Promise<WorkFile[] | null> {
  const files = new Map<string, WorkFile>();
  const changedByOther = [b, a].map((side) => new Set(side.files.map(({ path }) => path)));
  const lists: [string, Wanted[]][] = [a, b].map((side, n) => {
    const wanted: Wanted[] = [];
    for (const { path, base, now } of side.files) {
      const file = files.get(path) ?? { path, base: null, a: null, b: null };
      files.set(path, file);
      const [name, other] = n === 0 ? (["a", "b"] as const) : (["b", "a"] as const);
      const takeBase = (text: string | null): void => {
        file.base = text;
        // What the other side did not change is there as in the base.
        if (!changedByOther[n]!.has(path)) file[other] = text;
      };
      if (base !== null) wanted.push({ path, blob: base, take: takeBase });
      if (now !== null) wanted.push({ path, blob: now, take: (text) => (file[name] = text) });
    }
    return [side.checkout, wanted];
  });
  const done = await Promise.all(lists.map(([checkout, wanted]) => read(checkout, wanted, worktrees, unsaved)));
  return done.every(Boolean) ? [...files.values()] : null;
}

async function read(checkout: string, wanted: Wanted[], worktrees: Contents, unsaved: Unsaved): Promise<boolean> {
  const unread: Wanted[] = [];
  for (const each of wanted) {
    const buffer = unsaved(checkout, each.path);
    if (buffer?.blob === each.blob) each.take(buffer.text);
    else unread.push(each);
  }
  const contents = await worktrees.readContents(
    checkout,
    unread.map(({ path, blob }) => ({ path, blob })),
  );
  if (contents.includes("gone")) return false;
  unread.forEach(({ take }, at) => take(textOf(contents[at] as MergeContent)));
  return true;
}

function textOf(content: MergeContent): string | null {
  return content && "text" in content ? content.text : null;
}
