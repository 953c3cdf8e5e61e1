// The sides as a thread knows them: their changed files with texts. Of two sides it makes the work of one question.
// Knows no disk.
import type { ChangedFile } from "../core/questions.ts";
import type { SideMessage } from "./messages.ts";
import type { WorkFile } from "./work.ts";

interface KnownSide {
  files: readonly ChangedFile[];
  texts: Map<string, string | null>;
}

export class KnownSides {
  private readonly sides = new Map<string, KnownSide>();

  take({ checkout, files, texts }: SideMessage): void {
    const all = new Map([...(this.sides.get(checkout)?.texts ?? []), ...texts]);
    const wanted = new Set(files.flatMap(({ base, now }) => [base, now]));
    this.sides.set(checkout, { files, texts: new Map([...all].filter(([blob]) => wanted.has(blob))) });
  }

  /** The files that at least one of the two changed. */
  work(a: string, b: string): WorkFile[] {
    const files = new Map<string, WorkFile>();
    for (const [checkout, name] of [
      [a, "a"],
      [b, "b"],
    ] as const) {
      const side = this.sides.get(checkout);
      const textOf = (blob: string | null): string | null => (blob === null ? null : (side?.texts.get(blob) ?? null));
      for (const { path, base, now } of side?.files ?? []) {
        const before = textOf(base);
        // What the other side did not change is there as in the base.
        const file = files.get(path) ?? { path, base: before, a: before, b: before };
        files.set(path, { ...file, [name]: textOf(now) });
      }
    }
    return [...files.values()];
  }
}
