// Two checkouts of one repository in the real core, fed with real facts: for tests that look at findings.
// Knows no case format.
import type { Conflict } from "../../../shared/model/conflict.ts";
import type { Checkout } from "../../../shared/model/participant.ts";
import type { Deed } from "../../core/lifecycle/transitions.ts";
import type { Effect } from "../../core/effects.ts";
import type { Event, FileReading } from "../../core/events.ts";
import { viewOf } from "../../core/lifecycle/reconcile.ts";
import { createAnswer, sourcesOf } from "../../analysis/answer.ts";
import {
  isPairQuestion,
  keyOf,
  type Answered,
  type Break,
  type Question,
  type PairQuestion,
} from "../../core/questions.ts";
import { emptyState, restore, type Instant, type State, type StateRecord, type Version } from "../../core/state.ts";
import { step } from "../../core/step.ts";
import { Contracts } from "../../contracts/contracts.ts";
import { Witness } from "../../witness/witness.ts";
import { treeOf } from "./textTree.ts";
import { readFacts } from "../../syntax/readFacts.ts";

export const repo = "example.com/acme/api";

/** Texts by path. */
export type Texts = Record<string, string>;

export function instant(ms: number): Instant {
  return { ms, iso: new Date(ms).toISOString() };
}

export function checkoutAt(path: string, changes: Partial<Checkout> = {}): Checkout {
  return {
    ...{ path, repo, branch: `feat/${path.slice(1)}`, head: "h", base: "b", target: "origin/main" },
    ...{ developer: `${path.slice(1)}@example.com`, main: false, note: null, ...changes },
  };
}

/** Equal texts have equal blobs: the text is its own. */
export function versionOf(path: string, text: string | null | undefined): Version | null {
  return text === null || text === undefined ? null : { blob: text, facts: readFacts(path, text) };
}

/** What differs from the base, as a full reading tells it. */
export function readingsOf(base: Texts, now: Texts, touchedAt = 0): FileReading[] {
  const paths = [...new Set([...Object.keys(base), ...Object.keys(now)])];
  return paths
    .filter((path) => base[path] !== now[path])
    .map((path) => ({ path, base: versionOf(path, base[path]), disk: versionOf(path, now[path]), touchedAt }));
}

/** Shared by all tests: the compiler's libraries are parsed once. */
const oneWitness = new Witness();
const oneReader = new Contracts();

/** A state with a clock that tests move. */
export class World {
  state: State = emptyState();
  now = 1_000_000;
  /** What was written down, the latest of each. */
  readonly written = new Map<string, StateRecord>();
  /** Every conflict that a step showed, as it was then. */
  readonly published: Conflict[] = [];
  /** What the core wants to know. */
  readonly asked: Question[] = [];
  /** What was shown is not out yet. */
  isBusy = false;
  /** Texts of commits that questions are about. */
  commits: Record<string, Texts> = {};
  private readonly answering = createAnswer();
  /** Files of the base, as far as they were told. */
  private base = new Set<string>();
  private baseTexts: Texts = {};
  /** Type-checks both sides together where the core asks for it; it takes a while. */
  isWitnessed = false;

  send(event: Event): Effect[] {
    const effects = step(this.state, event, instant(this.now));
    for (const effect of effects) {
      if (effect.type === "ask") this.asked.push(...effect.questions);
      if (effect.type === "save") for (const record of effect.records) this.write(record);
      if (effect.type === "publish")
        for (const record of effect.conflicts)
          this.published.push(structuredClone(viewOf(this.state.repos.get(record.repo)!, record)));
    }
    if (!this.isBusy)
      for (const effect of effects) if (effect.type === "go_on") effects.push(...this.send({ type: effect.when }));
    return effects;
  }

  /** Answers the next of what the core asks, or all until it asks no more. */
  answer(most = Number.POSITIVE_INFINITY): void {
    for (let n = 0; n < most && this.asked.length > 0; n++) {
      const question = this.asked.shift()!;
      this.send({ type: "answered", repo, answers: [{ key: keyOf(question), answer: this.find(question) }] });
    }
  }

  private find(question: Question): Answered {
    if (question.type === "witness" && !this.isWitnessed) return null;
    if (isPairQuestion(question)) return this.breaks(question);
    if (question.type === "folder")
      return [...this.base].filter((path) => path.startsWith(`${question.folder}/`)).sort();
    if (question.type === "version")
      return { version: versionOf(question.path, this.commits[question.commit]?.[question.path]) };
    return this.answering(
      question,
      sourcesOf(question).map((source) =>
        source?.blob.includes("\0") ? { binary: true } : source && { text: source.blob },
      ),
    );
  }

  /** As the daemon would: what is the same on all sides is read from the base, the rest comes with the question. */
  private breaks({ type, a, b }: PairQuestion): Break[] {
    const paths = [...new Set([...a.files, ...b.files].map(({ path }) => path))].sort();
    const files = paths.map((path) => {
      const [inA, inB] = [a, b].map((side) => side.files.find((file) => file.path === path));
      const base = (inA ?? inB)!.base;
      return { path, base, a: inA ? inA.now : base, b: inB ? inB.now : base };
    });
    const renames = { a: a.renames, b: b.renames };
    const answerer = type === "witness" ? oneWitness : oneReader;
    return answerer.breaks({ tree: treeOf(this.baseTexts), files, renames }, () => undefined);
  }

  private write(record: StateRecord): void {
    const key = record.type === "conflict" ? record.conflict.ref : record.type === "session" ? record.number : "watch";
    this.written.set(`${record.type} ${key}`, structuredClone(record));
  }

  /** The daemon ends and starts anew with what it wrote down. */
  restart(): void {
    this.asked.length = 0;
    this.state = emptyState();
    for (const record of this.written.values()) restore(this.state, structuredClone(record));
  }

  see(path: string, changes: Partial<Checkout> = {}): Effect[] {
    return this.send({ type: "checkout_seen", checkout: checkoutAt(path, changes) });
  }

  read(checkout: string, base: Texts, now: Texts, touchedAt = this.now): Effect[] {
    for (const path of Object.keys(base)) this.base.add(path);
    this.baseTexts = base;
    return this.send({ type: "files_read", checkout, full: true, files: readingsOf(base, now, touchedAt) });
  }

  save(checkout: string, path: string, base: string | null, disk: string | null, touchedAt = this.now): Effect[] {
    const file = { path, base: versionOf(path, base), disk: versionOf(path, disk), touchedAt };
    return this.send({ type: "files_read", checkout, full: false, files: [file] });
  }

  type(checkout: string, path: string, text: string): Effect[] {
    return this.send({ type: "buffer_read", checkout, path, version: versionOf(path, text)! });
  }

  respond(ref: string, deed: Deed, said: { request?: number; as?: string; note?: string } = {}): Effect[] {
    return this.send({ type: "respond", request: 1, repo, ref, deed, by: "jo@example.com", ...said });
  }

  /** Moves the clock and wakes the core where it asked for it. */
  pass(ms: number): Effect[] {
    this.now += ms;
    return this.send({ type: "time_passed" });
  }

  conflicts(): Conflict[] {
    return [...this.state.repos.values()].flatMap((each) =>
      [...each.conflicts.values()].map((record) => viewOf(each, record)),
    );
  }

  live(): Conflict[] {
    return this.conflicts().filter(({ status }) => ["open", "acknowledged", "resolving"].includes(status));
  }
}
