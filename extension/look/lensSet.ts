// Which lenses a file shows: the set changes only when nobody has typed there for a second, and at most once a second.
// Must not know vscode; time and marks come in.
import { bySharpness, type Mark, marksCode } from "../model/marks.ts";

/** All that one place has to say: its marks, sharpest first. */
export interface Lens {
  /** The thing's subject and place; stable while it clashes. */
  key: string;
  marks: Mark[];
}

export const idleMs = 1000;

/** One lens per thing of the file. */
export function lensesOf(marks: readonly Mark[]): Lens[] {
  const byThing = new Map<string, Mark[]>();
  for (const mark of marks.filter(marksCode)) {
    const key = `${mark.mine.checkout} ${mark.change.path} ${mark.change.subject}`;
    byThing.set(key, [...(byThing.get(key) ?? []), mark]);
  }
  return [...byThing].map(([key, own]) => ({ key, marks: own.sort(bySharpness) }));
}

/** What would be drawn differently: things, and which actions each offers. */
export function lensPrint(lenses: readonly Lens[]): string {
  return JSON.stringify(lenses.map((lens) => [lens.key, lens.marks[0]?.conflict.ref, lens.marks[0]?.conflict.status]));
}

interface Shown {
  lenses: Lens[];
  print: string;
  editedAt: number;
  changedAt: number;
}

export class LensSet {
  private readonly files = new Map<string, Shown>();

  /** What the file shows now; at first sight, what it should. */
  shown(file: string, wanted: () => Lens[], now: number): Lens[] {
    const known = this.files.get(file);
    if (known) return known.lenses;
    const lenses = wanted();
    this.files.set(file, { lenses, print: lensPrint(lenses), editedAt: -Infinity, changedAt: now });
    return lenses;
  }

  edited(file: string, now: number): void {
    const known = this.files.get(file);
    if (known) known.editedAt = now;
  }

  /** True when the shown set became another one; else milliseconds to wait before asking again, 0 for never. */
  take(file: string, lenses: Lens[], now: number): true | number {
    const known = this.files.get(file);
    if (known === undefined) return 0;
    const print = lensPrint(lenses);
    if (known.print === print) {
      known.lenses = lenses;
      return 0;
    }
    const wait = Math.max(known.editedAt, known.changedAt) + idleMs - now;
    if (wait > 0) return wait;
    this.files.set(file, { ...known, lenses, print, changedAt: now });
    return true;
  }

  forget(file: string): void {
    this.files.delete(file);
  }

  knownFiles(): string[] {
    return [...this.files.keys()];
  }
}
