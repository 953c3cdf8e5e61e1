// Patterns of paths and of contracts: what they cover, and whether two of them can cover the same path.
// Time is bounded by the pattern's length times the text's, whatever either of them is.
import { meet, parseGlob, type Machine } from "./globSyntax.ts";

export interface Glob {
  readonly text: string;
  readonly machine: Machine;
  /** Per state: itself and all that follows without a character. */
  readonly closures: readonly (readonly number[])[];
  /** What every match begins with. */
  readonly prefix: string;
}

/** Longer paths are nobody's: no system has them. */
const longestPath = 8192;

/**
 * `*` and `?` stay inside a folder, `**` does not, `{a,b}` is one of several, `[a-z]` one character, `\` takes the meaning of
 * the next one away. Anchored at the repository's root. A pattern without wildcard in its last part covers the folder of that
 * name too. Answers one sentence about what is wrong else.
 */
export function pathGlob(text: string): Glob | { problem: string } {
  if (text.startsWith("/")) return { problem: "paths begin at the repository's root: take the first / away" };
  if (text.endsWith("/")) return { problem: `it names no file: write ${text}** for all that is in the folder` };
  if (text.split("/").some((part) => part === "." || part === ".."))
    return { problem: ". and .. are not known here: write the path from the repository's root" };
  return compile(text, true);
}

/** The same for the names of contracts: `http:POST /v1/payments/**`, `sym:ts:src/api/**`. */
export function contractGlob(text: string): Glob | { problem: string } {
  return compile(text, false);
}

function compile(text: string, below: boolean): Glob | { problem: string } {
  const machine = parseGlob(text, below);
  if ("problem" in machine) return machine;
  const closures = machine.edges.map((_, state) => closureOf(machine, state));
  return { text, machine, closures, prefix: /^[^*?[\]{}\\,]*/.exec(text)![0].replace(/\/$/, "") };
}

function closureOf({ free }: Machine, state: number): number[] {
  const reached = new Set([state]);
  for (const each of reached) for (const next of free[each]!) reached.add(next);
  return [...reached];
}

export function covers({ machine, closures, prefix }: Glob, text: string): boolean {
  if (!text.startsWith(prefix) || text.length > longestPath) return false;
  let states: Iterable<number> = closures[machine.start]!;
  for (const character of text) {
    const code = character.codePointAt(0)!;
    const next = new Set<number>();
    for (const state of states)
      for (const { characters, to } of machine.edges[state]!)
        if (characters.some(([from, end]) => from <= code && code <= end))
          for (const each of closures[to]!) next.add(each);
    if (next.size === 0) return false;
    states = next;
  }
  for (const state of states) if (state === machine.end) return true;
  return false;
}

/** Pairs of states that are looked at: two patterns of everyday length have a hundredth. */
const mostPairs = 50_000;

/**
 * Whether some path is covered by both. Exact: both machines run side by side over all paths at once. Only where they are too
 * large together (patterns that nobody writes by hand) the answer is yes, unknown.
 */
export function canMeet(a: Glob, b: Glob): boolean {
  if (!a.prefix.startsWith(b.prefix) && !b.prefix.startsWith(a.prefix)) return false;
  const seen = new Set<number>();
  const open: [a: number, b: number, isAtPart: boolean][] = [];
  const width = b.closures.length;
  const reach = (x: number, y: number, isAtPart: boolean): void => {
    for (const inA of a.closures[x]!)
      for (const inB of b.closures[y]!) {
        const key = (inA * width + inB) * 2 + Number(isAtPart);
        if (seen.has(key)) continue;
        seen.add(key);
        open.push([inA, inB, isAtPart]);
      }
  };
  reach(a.machine.start, b.machine.start, true);
  for (let pair = open.pop(); pair; pair = open.pop()) {
    const [inA, inB, isAtPart] = pair;
    if (inA === a.machine.end && inB === b.machine.end && !isAtPart) return true;
    if (seen.size > mostPairs) return true;
    for (const x of a.machine.edges[inA]!)
      for (const y of b.machine.edges[inB]!) {
        const common = meet(x.characters, y.characters);
        if (common.some(([from, to]) => from !== slash || to !== slash)) reach(x.to, y.to, false);
        // A path has no empty part.
        if (!isAtPart && common.some(([from, to]) => from <= slash && slash <= to)) reach(x.to, y.to, true);
      }
  }
  return false;
}

const slash = 0x2f;
