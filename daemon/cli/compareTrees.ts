// Two trees against their base → findings: the core is fed as the daemon feeds it, with side A there first.
import path from "node:path";
import type { Finding } from "../../shared/model/conflict.ts";
import type { FileFacts } from "../../shared/model/symbol.ts";
import { createAnswer, sourcesOf } from "../analysis/answer.ts";
import type { Event, FileReading } from "../core/events.ts";
import {
  isPairQuestion,
  keyOf,
  type Answered,
  type ChangedSide,
  type PairQuestion,
  type Question,
} from "../core/questions.ts";
import { newSession, emptyState, repoOf, type State, type Version } from "../core/state.ts";
import { step } from "../core/step.ts";
import { conflictViews } from "../editors/views.ts";
import { languageOf } from "../syntax/languageOf.ts";
import { createFactsReader, readyFor, type FactsReader } from "../syntax/readFacts.ts";
import { startPairThread, type AskedSide, type PairThread } from "../sides/pairThread.ts";
import type { WantedContent } from "../worktree/observations.ts";
import { openTree, type Tree } from "../worktree/tree.ts";

export interface Comparison {
  findings: Finding[];
  /** Files that count as a path only. */
  skipped: { path: string; why: string }[];
  /** What could not be found out, for it took too long or needed too much: it may be there all the same. */
  unanswered: PairQuestion["type"][];
}

type Side = "A" | "B";

interface Reading {
  baseVersions: Map<string, Version>;
  skipped: Map<string, string>;
  read: FactsReader;
}

const repo = "comparison";

/** There is one pair only, and whoever compares would rather wait than not know. Milliseconds. */
const patience = 90_000;

/** `base`, `a` and `b` are folders or git refs; throws one sentence when one is neither. */
export async function compareTrees(
  names: { base: string; a: string; b: string },
  cwd: string,
  isWitnessed = true,
): Promise<Comparison> {
  const base = await openTree(names.base, cwd);
  const trees = [await openTree(names.a, cwd), await openTree(names.b, cwd)] as const;
  const skipped = new Map<string, string>();
  const baseVersions = new Map<string, Version>();
  const read = createFactsReader();
  const state = emptyState();
  const sides = { A: trees[0], B: trees[1] };
  const questions: Question[] = [];
  const pairThread = (name: string): PairThread => startPairThread(path.join(import.meta.dirname, name), { patience });
  const threads = { contracts: pairThread("contractsThread.cjs"), witness: pairThread("witnessThread.cjs") };
  // Nobody saves, and nobody waits: what could come later comes at once.
  const take = (event: Event, ms: number): void => {
    for (const effect of step(state, event, { ms, iso: "" }))
      if (effect.type === "ask") questions.push(...effect.questions);
      else if (effect.type === "go_on") take({ type: effect.when }, ms);
  };
  for (const [index, side] of (["A", "B"] as const).entries()) {
    const name = index === 0 ? names.a : names.b;
    addSide(state, side, path.basename(name), index + 1);
    const files = await readDifferences(base, trees[index]!, { baseVersions, skipped, read }, index);
    take({ type: "files_read", checkout: side, full: true, files }, index);
  }
  const unanswered = new Set<PairQuestion["type"]>();
  const answerTo = async (question: Question): Promise<Answered> => {
    if (!isPairQuestion(question)) return answerFromTrees(question, base, sides);
    const { type } = question;
    if (type === "witness" && !isWitnessed) return null;
    const answer = await askOf(question, base, sides, threads[type]);
    if (answer === null) unanswered.add(type);
    return answer;
  };
  for (let question = questions.shift(); question; question = questions.shift()) {
    const answered = await answerTo(question);
    take({ type: "answered", repo, answers: [{ key: keyOf(question), answer: answered }] }, 1);
  }
  for (const each of Object.values(threads)) await each.close();
  for (const tree of [base, ...trees]) tree.close();
  const findings = conflictViews(state, "live").map(toFinding);
  return { findings, skipped: [...skipped].map(([file, why]) => ({ path: file, why })), unanswered: [...unanswered] };
}

function addSide(state: State, side: Side, name: string, number: number): void {
  const checkout = {
    ...{ path: side, repo, branch: name, head: null, base: repo, target: null },
    ...{ developer: "", main: false, note: null },
  };
  const session = { ...newSession(number, checkout), ref: side, present: true };
  repoOf(state, repo).sessions.set(side, session);
}

async function readDifferences(base: Tree, tree: Tree, reading: Reading, touchedAt: number): Promise<FileReading[]> {
  const { baseVersions } = reading;
  const paths = new Set([...base.files.keys(), ...tree.files.keys()]);
  const differing = [...paths].filter((file) => base.files.get(file) !== tree.files.get(file));
  await readyFor(differing);
  const readings: FileReading[] = [];
  for (const file of differing) {
    if (!baseVersions.has(file) && base.files.has(file)) baseVersions.set(file, await versionOf(base, file, reading));
    const disk = tree.files.has(file) ? await versionOf(tree, file, reading) : null;
    readings.push({ path: file, base: baseVersions.get(file) ?? null, disk, touchedAt });
  }
  return readings;
}

async function versionOf(tree: Tree, file: string, { skipped, read }: Reading): Promise<Version> {
  const content = await tree.read(file);
  if (content.kind === "opaque") skipped.set(file, content.why);
  const facts: FileFacts =
    content.kind === "text"
      ? read(file, content.text)
      : { language: languageOf(file), symbols: [], error: content.why };
  if (content.kind === "text" && facts.error !== null) skipped.set(file, `does not parse, ${facts.error}`);
  return { blob: tree.files.get(file)!, facts };
}

async function answerFromTrees(
  question: Exclude<Question, PairQuestion>,
  base: Tree,
  sides: Record<string, Tree>,
): Promise<Answered> {
  // Nobody asks: both sides part at the base.
  if (question.type === "version") return null;
  if (question.type === "folder")
    return [...base.files.keys()].filter((file) => file.startsWith(`${question.folder}/`));
  const contents = sourcesOf(question).map(async (source) => {
    if (source === null) return null;
    const { path: file, blob, checkout } = source;
    const side = sides[checkout];
    return side?.files.get(file) === blob ? side.readForMerge(file) : base.readForMerge(file);
  });
  return createAnswer()(question, await Promise.all(contents));
}

async function askOf(
  { a, b }: PairQuestion,
  base: Tree,
  sides: Record<string, Tree>,
  thread: PairThread,
): Promise<Answered> {
  const asked = ({ checkout, key, files }: ChangedSide): AskedSide => ({
    ...{ checkout, key, files },
    readTexts: (wanted) => readTexts(wanted, sides[checkout]!, base),
  });
  const trees = [base, ...Object.values(sides)];
  const tree = (trees.find(({ source }) => "folders" in source) ?? base).source;
  return (await thread.ask({ a: asked(a), b: asked(b), tree, renames: { a: a.renames, b: b.renames } })) ?? null;
}

async function readTexts(wanted: WantedContent[], side: Tree, base: Tree): Promise<Map<string, string | null>> {
  const texts = new Map<string, string | null>();
  for (const { path: file, blob } of wanted) {
    const content = await (side.files.get(file) === blob ? side : base).readForMerge(file);
    texts.set(blob, content && "text" in content ? content.text : null);
  }
  return texts;
}

/** What a comparison tells of a conflict: it has no number and no life. */
function toFinding(conflict: Finding): Finding {
  const { kind, severity, blocking, confidence, evidence, subjects, paths, summary, suggestion, witness } = conflict;
  const sides = conflict.sides.map(({ ref, changes }) => ({ ref, changes })) as Finding["sides"];
  const found = { kind, severity, blocking, confidence, evidence, subjects, paths, sides, summary, suggestion };
  return { ...found, ...(witness ? { witness } : {}) };
}
