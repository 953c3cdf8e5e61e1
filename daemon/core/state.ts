// What the daemon knows: per repository its sessions with their footprints, and its conflicts.
// Plain structures, changed only from step.
import type { AuditEntry } from "../../shared/model/audit.ts";
import type { ConflictKind, Finding, HistoryEntry, Resolution, Status } from "../../shared/model/conflict.ts";
import type { Checkout, Client } from "../../shared/model/participant.ts";
import type { FileFacts, SymbolId } from "../../shared/model/symbol.ts";
import type { Clash } from "./detect/detector.ts";
import type { Answered, Question } from "./questions.ts";
import { enter } from "./sets.ts";
import { emptyFootprint, type FileChanges, type Footprint } from "./footprint/footprint.ts";
import { defaultRules, rulesOf, type Rules } from "./policy/rules.ts";
import type { Policy, PolicyProblem } from "../../shared/protocol/policyFile.ts";

/** A moment, in both forms: the core has no clock and no calendar. */
export interface Instant {
  ms: number;
  /** ISO 8601, UTC. */
  iso: string;
}

export interface State {
  repos: Map<string, Repo>;
  /** By the checkout that holds the file. */
  policies: Map<string, PolicyFile>;
  /** Checkout → the main checkout of its clone, whose policy governs it. */
  households: Map<string, string>;
}

/** A checkout's policy file: what was valid in it last, and what is wrong with it now. */
export interface PolicyFile {
  rules: Rules;
  problems: readonly PolicyProblem[];
}

export interface Repo {
  id: string;
  nextSession: number;
  nextConflict: number;
  /** By the checkout's path. */
  sessions: Map<string, Session>;
  /** Protected paths that somebody touched, each a side by itself; by `rule:<pattern>`. */
  ruleSides: Map<string, Session>;
  /** The inverted index: subject → sessions whose footprint holds it. */
  holders: Map<string, Set<Session>>;
  pairs: Map<string, Pair>;
  knowledge: Knowledge;
  /** By key: kind and sides. */
  conflicts: Map<string, ConflictRecord>;
  conflictsByRef: Map<string, ConflictRecord>;
  /** Kind and sides → the families of their conflicts. */
  families: Map<string, Set<string>>;
  /** What changed and was looked at by the quick detectors alone so far. */
  unfinished: TouchedPairs;
  /** Who changed code since the detectors of code looked at it. */
  unquiet: Set<Session>;
  /** Pairs whose code is to be looked at, a few at a time. */
  unread: Set<Pair>;
  /** Those whose finding went a moment ago. */
  closing: Set<ConflictRecord>;
  /** Those whose changed contract is in the target already, while the other side still has to follow. */
  owed: Set<ConflictRecord>;
}

export interface Session {
  number: number;
  ref: string;
  checkout: Checkout;
  /** False once the checkout is gone or no longer watched. */
  present: boolean;
  /** True once it is known to be gone: after a start, not seen yet says nothing. */
  gone: boolean;
  /** False until its files were read once: before that, nothing missing is evidence. */
  scanned: boolean;
  /** Commits that the target has not, each before its parents. Not persisted. */
  ahead: ReadonlySet<string>;
  /** Name of the git operation under way, else null. */
  held: string | null;
  /** Editors that have the checkout open, the latest last. */
  editors: Map<string, Client>;
  client: Client;
  /** The policy that governs this side. */
  rules: Rules;
  files: Map<string, TrackedFile>;
  footprint: Footprint;
  /** Files that differ from the base no more, and that conflicts are about: their last blob. Not persisted. */
  leaving: Map<string, string | null>;
  /** Files whose change the target has now. Not persisted. */
  landed: Set<string>;
  /** Subject → when this side touched it first, in milliseconds. */
  firstTouch: Map<string, number>;
}

/** What a detector can wait for after a save: that its quick answer is out, that nobody saves for a moment. */
export type Later = "shown" | "quiet";

/** Subjects of pairs. */
export type TouchedPairs = Map<Pair, Set<string>>;

export interface Version {
  blob: string;
  facts: FileFacts;
}

/** A file that differs from the base, or that an editor holds unsaved. */
export interface TrackedFile {
  base: Version | null;
  disk: Version | null;
  overlay: (Version & { closing: boolean }) | null;
  /** The last facts of this side that parsed. */
  lastGood: FileFacts | null;
  /** False until the base is known: an overlay can come first. */
  known: boolean;
  /** What follows from the above, as it stands in the footprint. */
  changes: FileChanges;
}

/** Two sessions that share or shared a subject; `a` has the lower number. */
export interface Pair {
  a: Session;
  b: Session;
  clashes: Map<ConflictKind, Map<string, Clash[]>>;
  /** Kind and subject → the things of `clashes` that rest on it. */
  standing: Map<string, Set<string>>;
  /** Things about which an answer is awaited: until then what was found of them stands. */
  awaited: Map<ConflictKind, Set<string>>;
}

/** What is looked at again when the answer is there. */
export type Waiting = { pair: Pair; kind: ConflictKind; thing: string } | { session: Session; symbol: SymbolId };

/** What the rim found out, what waits for it, and what it has yet to be asked. By the question's key. */
export interface Knowledge {
  answers: Map<string, Answered>;
  waiting: Map<string, Waiting[]>;
  open: Question[];
}

export interface ConflictRecord {
  key: string;
  repo: string;
  ref: string;
  kind: ConflictKind;
  /** What the conflict is about where a pair can have several of its kind; left out where it cannot. */
  family?: string;
  /** Paths of the two checkouts, in the order of the finding's sides. */
  checkouts: [string, string];
  incumbent: 0 | 1;
  status: Status;
  openedAt: string;
  updatedAt: string;
  resolution?: Resolution;
  history: HistoryEntry[];
  finding: Finding;
  /** What the finding rests on, without places: a change of it reopens what was settled by hand. */
  evidenceKey: string;
  /** The dependent's base when the changed contract landed: it has to follow while it stands there. */
  owedAt?: string;
  /** When a finding that went is believed gone, in milliseconds; null while it stands. Not persisted. */
  closingAt: number | null;
}

/** Names all conflicts of one kind between two sides. */
export function familyKey({ kind, checkouts }: Pick<ConflictRecord, "kind" | "checkouts">): string {
  return [kind, ...checkouts].join("\0");
}

/** What is written down of the state; footprints are read anew from the files. */
export type StateRecord =
  | { type: "session"; repo: string; checkout: Checkout; number: number }
  | { type: "conflict"; conflict: Omit<ConflictRecord, "closingAt"> }
  | { type: "audit"; entry: AuditEntry }
  /** The last valid policy of this main checkout. */
  | { type: "policy"; checkout: string; policy: Policy }
  | { type: "watch"; path: string; watched: boolean; at: number };

export function emptyState(): State {
  return { repos: new Map(), policies: new Map(), households: new Map() };
}

export function repoOf(state: State, id: string): Repo {
  let repo = state.repos.get(id);
  if (!repo) {
    repo = {
      id,
      nextSession: 1,
      nextConflict: 1,
      sessions: new Map(),
      ruleSides: new Map(),
      holders: new Map(),
      pairs: new Map(),
      knowledge: { answers: new Map(), waiting: new Map(), open: [] },
      conflicts: new Map(),
      conflictsByRef: new Map(),
      families: new Map(),
      unfinished: new Map(),
      unquiet: new Set(),
      unread: new Set(),
      closing: new Set(),
      owed: new Set(),
    };
    state.repos.set(id, repo);
  }
  return repo;
}

export function newSession(number: number, checkout: Checkout): Session {
  return {
    number,
    ref: `SES-${number}`,
    checkout,
    present: false,
    gone: false,
    scanned: false,
    ahead: new Set(),
    held: null,
    editors: new Map(),
    client: "unknown",
    rules: defaultRules,
    files: new Map(),
    footprint: emptyFootprint(),
    leaving: new Map(),
    landed: new Set(),
    firstTouch: new Map(),
  };
}

export function sessionAt(state: State, checkout: string): { repo: Repo; session: Session } | null {
  for (const repo of state.repos.values()) {
    const session = repo.sessions.get(checkout);
    if (session?.present) return { repo, session };
  }
  return null;
}

/** Takes one written record back into the state. */
export function restore(state: State, record: StateRecord): void {
  if (record.type === "watch" || record.type === "audit") return;
  if (record.type === "policy") {
    state.policies.set(record.checkout, { rules: rulesOf(record.policy), problems: [] });
    return;
  }
  if (record.type === "session") {
    const repo = repoOf(state, record.repo);
    repo.sessions.set(record.checkout.path, newSession(record.number, record.checkout));
    repo.nextSession = Math.max(repo.nextSession, record.number + 1);
    return;
  }
  const repo = repoOf(state, record.conflict.repo);
  const restored = { ...record.conflict, closingAt: null };
  repo.conflicts.set(restored.key, restored);
  enter(repo.families, familyKey(restored), restored.family ?? "");
  repo.conflictsByRef.set(restored.ref, restored);
  if (restored.owedAt !== undefined) repo.owed.add(restored);
  repo.nextConflict = Math.max(repo.nextConflict, Number(restored.ref.slice(3)) + 1);
}
