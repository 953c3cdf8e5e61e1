// The text of a pattern → a machine of states, or one sentence about what is wrong with it and what would be right.
// Knows no paths.

/** Sorted ranges of code points, both ends included. */
export type Characters = readonly (readonly [from: number, to: number])[];

interface Edge {
  characters: Characters;
  to: number;
}

/** A nondeterministic machine. `free`: states that follow without a character. */
export interface Machine {
  edges: readonly Edge[][];
  free: readonly number[][];
  start: number;
  end: number;
}

const longest = 200;
const mostStars = 10;
const deepest = 5;

const slash = 0x2f;
const last = 0x10ffff;
const anything: Characters = [[0, last]];
const inFolder: Characters = [
  [0, slash - 1],
  [slash + 1, last],
];

/** Has a special meaning somewhere in a pattern: a backslash before it takes that away. */
const special = new Set("*?[]{},!\\()@+".split(""));

class Refused extends Error {}

/** `below`: a pattern whose last part has no wildcard also covers what is below it, as it may name a folder. */
export function parseGlob(text: string, below: boolean): Machine | { problem: string } {
  try {
    return new Parser(text).parse(below);
  } catch (failure) {
    if (failure instanceof Refused) return { problem: failure.message };
    throw failure;
  }
}

class Parser {
  private readonly text: string[];
  private at = 0;
  private readonly edges: Edge[][] = [];
  private readonly free: number[][] = [];
  private stars = 0;
  private depth = 0;
  /** The next character begins a part between slashes. */
  private atPart = true;
  private hasWildcard = false;

  constructor(text: string) {
    this.text = [...text];
  }

  parse(below: boolean): Machine {
    if (this.text.length === 0) throw new Refused("it is empty: ** covers everything");
    if (this.text.length > longest) throw new Refused(`it is longer than ${longest} characters: split it into several`);
    if (this.text[0] === "!")
      throw new Refused("! takes nothing out here: write what is covered, or \\! for the character");
    const start = this.state();
    const named = this.sequence(start, false);
    const end = below && !this.hasWildcard ? this.allBelow(named) : named;
    return { edges: this.edges, free: this.free, start, end };
  }

  private state(): number {
    this.free.push([]);
    return this.edges.push([]) - 1;
  }

  private step(from: number, characters: Characters, to = this.state()): number {
    this.edges[from]!.push({ characters, to });
    return to;
  }

  /** `/` and anything after it, or nothing. */
  private allBelow(from: number): number {
    const inside = this.step(from, one("/"));
    this.step(inside, anything, inside);
    const end = this.state();
    this.free[inside]!.push(end);
    this.free[from]!.push(end);
    return end;
  }

  /** Answers the state after the pieces up to the end, or to the `,` or `}` of the group around. */
  private sequence(from: number, inGroup: boolean): number {
    let state = from;
    for (let next = this.text[this.at]; next !== undefined; next = this.text[this.at]) {
      if (inGroup && (next === "," || next === "}")) return state;
      state = this.piece(state, next, inGroup);
    }
    if (inGroup) throw new Refused("a { is not closed: write \\{ for the character");
    return state;
  }

  private piece(from: number, next: string, inGroup: boolean): number {
    if (next === "*") return this.star(from, inGroup);
    const wasAtPart = this.atPart;
    this.atPart = false;
    if ("@!+?".includes(next) && this.text[this.at + 1] === "(")
      throw new Refused(`${next}(…) is not known here: write {a,b} for one of several`);
    if (next === "/") return this.slash(from, wasAtPart);
    if (next === "[") return this.step(from, this.wild(this.class()));
    if (next === "{" && this.isGroup()) return this.group(from, wasAtPart);
    this.at += 1;
    if (next === "?") return this.step(from, this.wild(inFolder));
    if (next !== "\\") return this.step(from, one(next));
    const escaped = this.text[this.at];
    if (escaped === undefined || !special.has(escaped))
      throw new Refused("\\ only takes the meaning of a special character: write / between folders");
    this.at += 1;
    return this.step(from, one(escaped));
  }

  private wild(characters: Characters): Characters {
    this.hasWildcard = true;
    return characters;
  }

  private slash(from: number, wasAtPart: boolean): number {
    if (wasAtPart && this.at > 0) throw new Refused("two / follow each other: write one");
    this.at += 1;
    this.atPart = true;
    const rest = this.text.slice(this.at).join("");
    if (rest !== "**") {
      this.hasWildcard = false;
      return this.step(from, one("/"));
    }
    // `a/**` covers `a` too: of an address that is what the others hang below.
    this.countStar();
    this.at += 2;
    this.wild(anything);
    return this.allBelow(from);
  }

  private star(from: number, inGroup: boolean): number {
    this.countStar();
    this.wild(anything);
    let count = 0;
    while (this.text[this.at] === "*") {
      this.at += 1;
      count += 1;
    }
    const next = this.text[this.at];
    const wasAtPart = this.atPart;
    this.atPart = false;
    const endsPart = next === undefined || next === "/" || (inGroup && (next === "," || next === "}"));
    if (count !== 2 || !wasAtPart || !endsPart) return this.loop(from, inFolder);
    if (next !== "/") return this.loop(from, anything);
    this.at += 1;
    this.atPart = true;
    this.hasWildcard = false;
    // `**/`: nothing, or folders.
    const inside = this.loop(from, anything);
    const end = this.step(inside, one("/"));
    this.free[from]!.push(end);
    return end;
  }

  private countStar(): void {
    this.stars += 1;
    if (this.stars > mostStars) throw new Refused(`it has more than ${mostStars} stars: split it into several`);
  }

  private loop(from: number, characters: Characters): number {
    const inside = this.state();
    this.free[from]!.push(inside);
    this.step(inside, characters, inside);
    return inside;
  }

  /** `{a,b}` is a group, `{a}` is text. */
  private isGroup(): boolean {
    let depth = 0;
    for (let at = this.at; at < this.text.length; at++) {
      const next = this.text[at];
      if (next === "\\") at += 1;
      else if (next === "{") depth += 1;
      else if (next === "}" && --depth === 0) return false;
      else if (next === "," && depth === 1) return true;
    }
    throw new Refused("a { is not closed: write \\{ for the character");
  }

  private group(from: number, wasAtPart: boolean): number {
    if (++this.depth > deepest) throw new Refused(`its groups are nested more than ${deepest} deep: split it`);
    const end = this.state();
    let isWild = false;
    do {
      this.at += 1;
      this.atPart = wasAtPart;
      const branch = this.state();
      this.free[from]!.push(branch);
      const before = this.hasWildcard;
      this.free[this.sequence(branch, true)]!.push(end);
      isWild ||= this.hasWildcard;
      this.hasWildcard = before;
    } while (this.text[this.at] === ",");
    this.at += 1;
    this.depth -= 1;
    this.atPart = false;
    this.hasWildcard = isWild;
    return end;
  }

  /** `[a-z]`, `[!a-z]`: never a slash. */
  private class(): Characters {
    const close = this.closing();
    const inside = this.text.slice(this.at + 1, close);
    this.at = close + 1;
    const isNegated = inside[0] === "!" || inside[0] === "^";
    const ranges = rangesOf(isNegated ? inside.slice(1) : inside);
    const wanted = isNegated ? complement(ranges) : ranges;
    const characters = meet(wanted, inFolder);
    if (characters.length === 0) throw new Refused(`[${inside.join("")}] matches nothing: write \\[ for the character`);
    return characters;
  }

  private closing(): number {
    for (let at = this.at + 1; at < this.text.length; at++) {
      if (this.text[at] === "\\") at += 1;
      else if (this.text[at] === "]") return at;
      else if (this.text[at] === "/") break;
    }
    throw new Refused("a [ is not closed: write \\[ for the character");
  }
}

function one(character: string): Characters {
  const code = character.codePointAt(0)!;
  return [[code, code]];
}

function rangesOf(inside: string[]): Characters {
  if (inside[0] === "[" && inside[1] === ":")
    throw new Refused("[:…:] is not known here: write the range, as in [a-z]");
  const units: { code: number; isPlain: boolean }[] = [];
  for (let at = 0; at < inside.length; at++) {
    const isPlain = inside[at] !== "\\";
    if (!isPlain) at += 1;
    const code = inside[at]?.codePointAt(0);
    if (code !== undefined) units.push({ code, isPlain });
  }
  const ranges: [number, number][] = [];
  for (let at = 0; at < units.length; at++) {
    const [from, dash, to] = units.slice(at, at + 3);
    const isRange = dash?.code === 0x2d && dash.isPlain && to !== undefined;
    if (isRange && to.code < from!.code)
      throw new Refused(
        `the range ${String.fromCodePoint(from!.code)}-${String.fromCodePoint(to.code)} goes backwards: turn it round`,
      );
    ranges.push(isRange ? [from!.code, to.code] : [from!.code, from!.code]);
    if (isRange) at += 2;
  }
  return normal(ranges);
}

function normal(ranges: readonly (readonly [number, number])[]): Characters {
  const merged: [number, number][] = [];
  for (const [from, to] of [...ranges].sort(([a], [b]) => a - b)) {
    const before = merged.at(-1);
    if (before && from <= before[1] + 1) before[1] = Math.max(before[1], to);
    else merged.push([from, to]);
  }
  return merged;
}

function complement(ranges: Characters): Characters {
  const rest: [number, number][] = [];
  let next = 0;
  for (const [from, to] of ranges) {
    if (from > next) rest.push([next, from - 1]);
    next = to + 1;
  }
  if (next <= last) rest.push([next, last]);
  return rest;
}

/** The characters that are in both. */
export function meet(a: Characters, b: Characters): Characters {
  const both: [number, number][] = [];
  for (const [from, to] of a)
    for (const [low, high] of b) if (from <= high && low <= to) both.push([Math.max(from, low), Math.min(to, high)]);
  return both;
}
