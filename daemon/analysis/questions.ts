// Finds out what the core asks of contents: gathers the texts, unsaved ones included, and has them compared in the thread.
// Decides nothing; an answer that comes too late is as right as before.
import { keyOf, type Answered, type Question, type Source } from "../core/questions.ts";
import type { MergeContent, Worktrees } from "../worktree/observations.ts";
import type { Analysis } from "./analysis.ts";
import { sourcesOf, type ContentQuestion } from "./answer.ts";

/** Most characters of contents that are kept: the base and the sides of one file are asked for again and again. */
const keptCharacters = 8_000_000;

/** Unsaved text of a file with its blob id, or null. */
export type UnsavedText = (checkout: string, path: string) => { blob: string; text: string } | null;

export interface Questions {
  /** Calls `told` once for each question; without an answer where what it is about is there no more. */
  ask(questions: Question[], told: (key: string, answer: Answered | undefined) => void): void;
}

type Reading = Promise<MergeContent | "gone">;

export function startQuestions(
  analysis: Analysis,
  worktrees: Pick<Worktrees, "readContents" | "filesBelow">,
  unsaved: UnsavedText,
): Questions {
  const kept = new KeptContents();

  async function answer(question: ContentQuestion, readings: Reading[]): Promise<Answered | undefined> {
    const contents = await Promise.all(readings);
    const there = contents.filter((content) => content !== "gone");
    return there.length < contents.length ? undefined : analysis.answer({ question, contents: there });
  }

  return {
    ask(questions, told) {
      const reading = new Gathering(worktrees, unsaved, kept);
      for (const question of questions) {
        const key = keyOf(question);
        const answered =
          question.type === "folder"
            ? worktrees.filesBelow(question.checkout, question.base, question.folder)
            : answer(
                question,
                sourcesOf(question).map((source) => (source ? reading.of(source) : Promise.resolve(null))),
              );
        void answered.then((found) => told(key, found));
      }
      reading.send();
    },
  };
}

/** Contents that several questions need are read once, those of one checkout together. */
class Gathering {
  private readonly byCheckout = new Map<
    string,
    { sources: Source[]; found: ((content: MergeContent | "gone") => void)[] }
  >();
  private readonly asked = new Map<string, Reading>();

  constructor(
    private readonly worktrees: Pick<Worktrees, "readContents">,
    private readonly unsaved: UnsavedText,
    private readonly kept: KeptContents,
  ) {}

  of(source: Source): Reading {
    const key = `${source.path}\0${source.blob}`;
    const known = this.kept.get(key);
    if (known !== undefined) return Promise.resolve(known);
    const buffer = this.unsaved(source.checkout, source.path);
    if (buffer?.blob === source.blob) return Promise.resolve({ text: buffer.text });
    let reading = this.asked.get(key);
    if (!reading) this.asked.set(key, (reading = this.read(source)));
    void reading.then((content) => this.kept.set(key, content));
    return reading;
  }

  send(): void {
    for (const [checkout, { sources, found }] of this.byCheckout) {
      const wanted = sources.map(({ path, blob }) => ({ path, blob }));
      void this.worktrees
        .readContents(checkout, wanted)
        .then((contents) => found.forEach((tell, at) => tell(contents[at] ?? "gone")));
    }
  }

  private read(source: Source): Reading {
    const together = this.byCheckout.get(source.checkout) ?? { sources: [], found: [] };
    this.byCheckout.set(source.checkout, together);
    together.sources.push(source);
    return new Promise((found) => together.found.push(found));
  }
}

/** The contents that were used last, by path and blob. */
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
