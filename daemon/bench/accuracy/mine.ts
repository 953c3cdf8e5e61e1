// Chooses pairs out of a repository's history, the same ones each time: prints them as pairs.json has them.
// Usage: tsx daemon/bench/accuracy/mine.ts OWNER/NAME FOLDER MERGES NEAR. Looks at no finding of Parley, but at what the compiler says.
import { execFileSync } from "node:child_process";
import fs from "node:fs";
import os from "node:os";
import path from "node:path";
import { History, type Pair } from "./history.ts";
import { truthOf } from "./truth.ts";

interface Commit {
  id: string;
  files: number;
  /** Names on lines that it took away or wrote anew and that define something. */
  redefined: Set<string>;
  /** Words on the lines that it added. */
  written: Set<string>;
}

/** How many pairs are bound, and how many more that no longer compile together, among the first `tried`. */
const wanted = { bound: 8, breaking: 8 };
const tried = 20;
const commitsRead = 1200;
const mostFiles = 60;
/** Commits between the two of a pair, at most. */
const reach = 60;
const definition =
  /^-.*?\b(?:function|class|interface|type|enum|const|def|func(?: \([^)]*\))?)\s+([A-Za-z_]\w{4,})|^-\s+(?:async |static |get |public |private )*([A-Za-z_]\w{4,})\??(?:\(|:)/;
const code = ["*.ts", "*.tsx", "*.mts", "*.py", "*.go", ":!*.d.ts"];

const [name = "", folder = "", merges = "", nears = ""] = process.argv.slice(2);
const gitDir = fs.mkdtempSync(path.join(os.tmpdir(), "parley-accuracy-"));
const history = new History(gitDir, folder);
const random = generator(17);
try {
  const commits = readCommits();
  const merged = taken(shuffled(allMerges()), Number(merges));
  const apart = taken(near(commits), Number(nears));
  const chosen = [...related(taken(bound(commits), tried)), ...merged, ...apart];
  console.log(JSON.stringify({ name, pairs: chosen.map(({ how, a, b }) => `${how} ${a} ${b}`) }, null, 2));
} finally {
  fs.rmSync(gitDir, { recursive: true });
}

/** Only TypeScript has a compiler here. */
function related(pairs: Pair[]): Pair[] {
  if (!hasTypeScript()) return [];
  const some = pairs.slice(0, wanted.bound);
  const breaking = pairs.slice(wanted.bound).filter(doesBreak);
  return [...some, ...breaking.slice(0, wanted.breaking)];
}

function hasTypeScript(): boolean {
  return ofFolder(["ls-tree", "-r", "--name-only", "HEAD"])
    .split("\n")
    .some((file) => /\.tsx?$/.test(file));
}

function doesBreak(pair: Pair): boolean {
  const { troubles } = truthOf(history, history.sidesOf(pair)!, (find) => find());
  return troubles !== null && troubles.length > 0;
}

function taken(candidates: Pair[], most: number): Pair[] {
  const found: Pair[] = [];
  for (const pair of candidates) {
    if (found.length === most) break;
    const sides = history.sidesOf(pair);
    if (sides && isOfSize(sides.base, sides.a) && isOfSize(sides.base, sides.b)) found.push(pair);
  }
  return found;
}

function isOfSize(base: string, side: string): boolean {
  const files = git(["diff", "--name-only", base, side, "--", ...code]).split("\n").length - 1;
  return files > 0 && files <= mostFiles;
}

function allMerges(): Pair[] {
  const lines = ofFolder(["log", "--merges", "--format=%P", "--all", "-3000"]).split("\n");
  return lines
    .map((line) => line.split(" "))
    .filter(({ length }) => length === 2)
    .map(([a, b]) => ({ how: "merge", a: a!, b: b! }));
}

function near(commits: Commit[]): Pair[] {
  return shuffled(commits.map((_, at) => at)).flatMap((at) => {
    const later = at - 1 - Math.floor(random() * reach);
    return later < 0 ? [] : [{ how: "near", a: commits[at]!.id, b: commits[later]!.id } as const];
  });
}

/** Names that few commits redefine come first: they say the most. */
function bound(commits: Commit[]): Pair[] {
  const often = new Map<string, number>();
  for (const { redefined } of commits) for (const word of redefined) often.set(word, (often.get(word) ?? 0) + 1);
  const pairs: (Pair & { rank: number })[] = [];
  commits.forEach((later, at) => {
    for (const earlier of commits.slice(at + 1, at + 1 + reach)) {
      const shared = [...later.redefined].filter((word) => earlier.written.has(word) && !earlier.redefined.has(word));
      const rank = Math.min(...shared.map((word) => often.get(word)!));
      if (rank <= 4) pairs.push({ how: "bound", a: earlier.id, b: later.id, rank: rank + random() });
    }
  });
  pairs.sort((x, y) => x.rank - y.rank);
  const used = new Map<string, number>();
  return pairs.filter(({ a, b }) => {
    const times = Math.max(used.get(a) ?? 0, used.get(b) ?? 0);
    for (const each of [a, b]) used.set(each, times + 1);
    return times < 2;
  });
}

function readCommits(): Commit[] {
  const head = ofFolder(["rev-parse", "HEAD"]);
  const log = ["log", "--first-parent", "--diff-merges=first-parent", "-p", "-U0", "--no-color"];
  const texts = git([...log, `-${commitsRead}`, "--format=%x00%H", "--min-parents=1", head, "--", ...code]).split("\0");
  return texts
    .slice(1)
    .map(commitOf)
    .filter(({ files }) => files > 0 && files <= mostFiles);
}

function commitOf(text: string): Commit {
  const lines = text.split("\n");
  const ofFile = /^(?:\+\+\+|---) /;
  const added = lines.filter((line) => line.startsWith("+") && !ofFile.test(line));
  const definitions = lines.filter((line) => !ofFile.test(line)).map((line) => definition.exec(line));
  return {
    id: lines[0]!,
    files: lines.filter((line) => line.startsWith("diff --git")).length,
    redefined: new Set(definitions.flatMap((match) => match?.[1] ?? match?.[2] ?? [])),
    written: new Set(added.flatMap((line) => line.match(/[A-Za-z_]\w{4,}/g) ?? [])),
  };
}

/** The history's own repository has no refs. */
function ofFolder(args: string[]): string {
  return execFileSync("git", ["-C", folder, ...args], { encoding: "utf8", maxBuffer: 1 << 28 }).trim();
}

function git(args: string[]): string {
  return history.git(args);
}

function shuffled<T>(items: T[]): T[] {
  const keyed = items.map((item) => ({ item, key: random() }));
  return keyed.sort((x, y) => x.key - y.key).map(({ item }) => item);
}

/** Park and Miller's. */
function generator(seed: number): () => number {
  let state = seed;
  return () => (state = (state * 48_271) % 2_147_483_647) / 2_147_483_647;
}
