// Remembers which paths of one checkout differ from the base, and turns facts into observations.
// Knows no disk and no git: only what was believed and what is seen now.
import { statSync } from "node:fs";
import { dirname, join } from "node:path";
import type { Fact } from "./inspect.ts";
import type { Content, Observation } from "./observations.ts";
import { Suspects } from "./settle.ts";

export interface Sides {
  base: string | null;
  head: string | null;
}

export const removalGraceMs = 300;
export const emptyGraceMs = 500;

export class Ledger {
  private sides = new Map<string, Sides>();
  private readonly suspects: Suspects;

  constructor(
    private readonly emptyBlob: string,
    again: (paths: string[]) => void,
  ) {
    this.suspects = new Suspects(again);
  }

  get(path: string): Sides | undefined {
    return this.sides.get(path);
  }

  entries(): IterableIterator<[string, Sides]> {
    return this.sides.entries();
  }

  /** Milliseconds to wait before this fact may be believed; 0: at once. */
  doubt(fact: Fact): number {
    const before = this.sides.get(fact.path)?.head ?? (this.sides.has(fact.path) ? null : fact.base);
    if (before === null || !fact.readable) return 0;
    if (fact.head === null) return removalGraceMs;
    return fact.head.blob === this.emptyBlob && before !== this.emptyBlob ? emptyGraceMs : 0;
  }

  /** Takes in one look at a file; true when it is news. A doubtful one is looked at again first. */
  learn(fact: Fact): boolean {
    if (!fact.readable) return false;
    const doubt = this.doubt(fact);
    const what = fact.head === null ? "absent" : "empty";
    if (doubt > 0 && !this.suspects.believe(fact.path, what, doubt)) return false;
    this.suspects.clear(fact.path);
    const before = this.sides.get(fact.path) ?? { base: fact.base, head: fact.base };
    const head = fact.head?.blob ?? null;
    if (head === fact.base) this.sides.delete(fact.path);
    else this.sides.set(fact.path, { base: fact.base, head });
    return before.head !== head || before.base !== fact.base;
  }

  /** What is told of a file that cannot be read now: that it is as it was. */
  lastKnown(fact: Fact): Fact {
    const before = this.sides.get(fact.path);
    if (!before?.head) return fact;
    return { ...fact, readable: true, head: { blob: before.head, content: { kind: "opaque", why: "not readable" } } };
  }

  /** Replaces everything but `kept` by the facts of a scan; returns those that are news. */
  replace(facts: readonly Fact[], kept: ReadonlySet<string>): Fact[] {
    const old = this.sides;
    this.sides = new Map([...old].filter(([path]) => kept.has(path)));
    const seen = new Set(kept);
    const news: Fact[] = [];
    for (const fact of facts) {
      seen.add(fact.path);
      this.suspects.clear(fact.path);
      const before = old.get(fact.path);
      const now = fact.readable ? { base: fact.base, head: fact.head?.blob ?? null } : before;
      if (!now) continue;
      if (now.head !== now.base) this.sides.set(fact.path, now);
      const known = before ?? { base: fact.base, head: fact.base };
      if (known.base !== now.base || known.head !== now.head) news.push(fact);
    }
    for (const [path, { base }] of old) if (!seen.has(path)) news.push(uncounted(path, base));
    return news;
  }

  close(): void {
    this.suspects.close();
    this.sides.clear();
  }
}

/** A path that does not count, or no longer: it is ignored. */
export function uncounted(path: string, base: string | null): Fact {
  return { path, base, head: null, readable: true, mtime: null };
}

export function differs(fact: Fact): boolean {
  return fact.readable && (fact.head?.blob ?? null) !== fact.base;
}

/** A path and its two sides as the engine gets them. `committed`: time of the last commit that touched it. */
export function observation(root: string, fact: Fact, base: Content | undefined, committed?: number): Observation {
  const side = fact.base === null ? null : { blob: fact.base, ...(base && { content: base }) };
  const times = [fact.mtime, committed].filter((time) => typeof time === "number");
  const touchedAt = times.length > 0 ? Math.min(...times) : removalTime(join(root, fact.path));
  return { path: fact.path, base: side, head: fact.head, touchedAt: Math.round(touchedAt) };
}

/** A file that is gone was removed when its folder last changed. */
function removalTime(file: string): number {
  return statSync(dirname(file), { throwIfNoEntry: false })?.mtimeMs ?? Date.now();
}
