// Reads the facts of a save where its text is: nobody has to be woken for it on the way to the editors.
// Knows no checkouts; what it leaves out is read elsewhere.
import { createPack, type FactsOnTheWay } from "../syntax/factsOnTheWay.ts";
import type { WorktreeEvent } from "./observations.ts";
import { withinTime } from "./withinTime.ts";

/** More files at once are no save, and wait for nobody's eyes. */
const mostFiles = 8;
/** A longer text would keep events waiting for too long. Characters. */
const longest = 64 << 10;
/** Most that one text may keep events waiting: some short ones take a parser minutes. Milliseconds. */
const patience = 500;

type Syntax = typeof import("../syntax/readFacts.ts");
type Observed = Extract<WorktreeEvent, { observations: unknown }>["observations"][number];

export class SavedFacts {
  private readonly pack = createPack();
  private syntax: Syntax | null = null;
  private read: ReturnType<Syntax["createFactsReader"]> | null = null;

  /** Takes a tenth of a second in which nothing else happens; before, nothing is read here. */
  async load(): Promise<void> {
    this.syntax = await import("../syntax/readFacts.ts");
    this.read = this.syntax.createFactsReader();
  }

  /** By the place of the observation, null where there are none. */
  of(event: WorktreeEvent): (FactsOnTheWay | null)[] | undefined {
    if (event.type !== "files_observed" || event.observations.length > mostFiles || !this.read) return undefined;
    return event.observations.map((each) => this.factsOf(each));
  }

  private factsOf({ path, base, head }: Observed): FactsOnTheWay | null {
    if (head?.content.kind !== "text" || head.blob === base?.blob || head.content.text.length > longest) return null;
    if (this.syntax!.isReadyFor(path)) return this.readText(path, head.content.text);
    void this.syntax!.readyFor([path]);
    return null;
  }

  private readText(path: string, text: string): FactsOnTheWay | null {
    const { read } = this;
    const facts = read && withinTime(patience, () => read(path, text));
    // A parser that was stopped half way is used no more.
    if (!facts) this.read = null;
    return facts && this.pack(path, facts);
  }
}
