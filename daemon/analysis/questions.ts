// Finds out what the core asks of contents: gathers the texts, unsaved ones included, and has them compared in the thread.
// Decides nothing; an answer that comes too late is as right as before.
import { keyOf, type Answered, type Question, type Source, type PairQuestion } from "../core/questions.ts";
import type { MergeContent, Worktrees } from "../worktree/observations.ts";
import type { Analysis } from "./analysis.ts";
import { sourcesOf, type ContentQuestion } from "./answer.ts";
import { withoutSymbols } from "./readings.ts";

/** Most characters of contents that are kept: the base and the sides of one file are asked for again and again. */
const keptCharacters = 8_000_000;

/** Unsaved text of a file with its blob id, or null. */
export type UnsavedText = (checkout: string, path: string) => { blob: string; text: string } | null;

/** No answer where what the question is about is there no more. */
export interface Told {
  key: string;
  answer?: Answered;
}

export interface Questions {
  /** Calls `told` with answers until each question has one. */
  ask(questions: Exclude<Question, PairQuestion>[], told: (answers: Told[]) => void): void;
}

/** So many questions are answered together: an urgent text waits for no more. */
const together = 16;

type Reading = Promise<MergeContent | "gone">;

export function startQuestions(
  analysis: Analysis,
  worktrees: Pick<Worktrees, "readContents" | "readVersion" | "filesBelow">,
  unsaved: UnsavedText,
): Questions {
  const kept = new KeptContents();
  return {
    ask(questions, told) {
      const folders = questions.filter((each) => each.type === "folder");
      for (const question of folders)
        void worktrees
          .filesBelow(question.checkout, question.base, question.folder)
          .then((answer) => told([{ key: keyOf(question), answer }]));
      for (const question of questions.filter((each) => each.type === "version"))
        void readVersion(analysis, worktrees, question).then((answer) => told([answer]));
      const others = questions.filter((each) => each.type !== "folder" && each.type !== "version");
      for (const batch of inBatches(others)) {
        const gathering = new Gathering(worktrees, unsaved, kept);
        void answerTogether(analysis, gathering, batch).then(told);
      }
    },
  };
}

async function readVersion(
  analysis: Analysis,
  worktrees: Pick<Worktrees, "readVersion">,
  question: Extract<Question, { type: "version" }>,
): Promise<Told> {
  const { checkout, commit, path } = question;
  const key = keyOf(question);
  const found = await worktrees.readVersion(checkout, commit, path);
  if (found === "gone") return { key };
  if (!found) return { key, answer: { version: null } };
  const { blob, content } = found;
  if (content.kind === "opaque")
    return { key, answer: { version: { blob, facts: withoutSymbols(path, content.why) } } };
  const [facts] = await analysis.read([{ path, text: content.text }], false);
  return { key, answer: { version: { blob, facts: facts! } } };
}

/** What new definitions do is not pressing, and stands apart from the rest. */
function inBatches(questions: ContentQuestion[]): ContentQuestion[][] {
  const sorted = [questions.filter(({ type }) => type !== "shape"), questions.filter(({ type }) => type === "shape")];
  return sorted.flatMap((list) =>
    Array.from({ length: Math.ceil(list.length / together) }, (_, n) => list.slice(n * together, (n + 1) * together)),
  );
}

async function answerTogether(analysis: Analysis, gathering: Gathering, questions: ContentQuestion[]): Promise<Told[]> {
  const parts = questions.map((question) => sourcesOf(question).map((source) => gathering.place(source)));
  const contents = await gathering.read();
  const isThere = parts.map((places) => places.every((place) => contents[place] !== "gone"));
  const known = contents.map((content) => (content === "gone" ? null : content));
  const open = <T>(list: T[]): T[] => list.filter((_, at) => isThere[at]);
  const canWait = questions.every(({ type }) => type === "shape");
  const answers = await analysis.answer({ questions: open(questions), contents: known, parts: open(parts) }, canWait);
  const told = questions.filter((_, at) => !isThere[at]).map((question): Told => ({ key: keyOf(question) }));
  return [...open(questions).map((question, at) => ({ key: keyOf(question), answer: answers[at] ?? null })), ...told];
}

/** Contents that several questions need are read once, those of one checkout together. */
class Gathering {
  private readonly places = new Map<string, number>();
  private readonly contents: Reading[] = [];
  private readonly unread = new Map<string, { source: Source; found: (content: MergeContent | "gone") => void }[]>();

  constructor(
    private readonly worktrees: Pick<Worktrees, "readContents">,
    private readonly unsaved: UnsavedText,
    private readonly kept: KeptContents,
  ) {}

  /** Where the content will stand among those read. */
  place(source: Source | null): number {
    // A checkout's attributes say how the path is merged there.
    const key = source === null ? "" : `${source.checkout}\0${source.path}\0${source.blob}`;
    let place = this.places.get(key);
    if (place === undefined) {
      place = this.contents.push(source ? this.reading(key, source) : Promise.resolve(null)) - 1;
      this.places.set(key, place);
    }
    return place;
  }

  read(): Promise<(MergeContent | "gone")[]> {
    for (const [checkout, wanted] of this.unread) {
      const sources = wanted.map(({ source: { path, blob } }) => ({ path, blob }));
      void this.worktrees
        .readContents(checkout, sources)
        .then((contents) => wanted.forEach(({ found }, at) => found(contents[at] ?? "gone")));
    }
    return Promise.all(this.contents);
  }

  private reading(key: string, source: Source): Reading {
    const known = this.kept.get(key);
    if (known !== undefined) return Promise.resolve(known);
    const buffer = this.unsaved(source.checkout, source.path);
    if (buffer?.blob === source.blob) return Promise.resolve({ text: buffer.text });
    return new Promise((found) => {
      const tell = (content: MergeContent | "gone"): void => {
        this.kept.set(key, content);
        found(content);
      };
      this.unread.set(source.checkout, [...(this.unread.get(source.checkout) ?? []), { source, found: tell }]);
    });
  }
}

/** The contents that were used last, by checkout, path and blob. */
class KeptContents {
  private readonly contents = new Map<string, MergeContent>();
  private characters = 0;

  get(key: string): MergeContent | undefined {
    const content = this.contents.get(key);
    if (content === undefined) return undefined;
    this.contents.delete(key);
    this.contents.set(key, content);
    return content;
  }

  set(key: string, content: MergeContent | "gone"): void {
    if (content === "gone" || this.contents.has(key)) return;
    this.contents.set(key, content);
    this.characters += sizeOf(content);
    for (const [oldest, old] of this.contents) {
      if (this.characters <= keptCharacters) return;
      this.contents.delete(oldest);
      this.characters -= sizeOf(old);
    }
  }
}

function sizeOf(content: MergeContent): number {
  return content && "text" in content ? content.text.length : 0;
}
