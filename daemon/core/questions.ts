// What the core wants to know of contents, as data: the rim finds it out and says it in an event.
// A question is named by the contents that it is about, so that an answer never gets old.
import type { ChangeKind } from "../../shared/model/footprint.ts";
import type { Range } from "../../shared/model/location.ts";
import type { FileFacts } from "../../shared/model/symbol.ts";
import { fingerprintOf } from "./fingerprint.ts";

/** One content: where it was seen, and which it was. */
export interface Source {
  checkout: string;
  path: string;
  blob: string;
}

/** A file in the base and on two sides; base null: it is not there. */
export interface ThreeSources {
  base: Source | null;
  a: Source;
  b: Source;
}

/** `folders`: where most of a folder's other files went. `key` stands for all of it. */
export interface RenamesQuestion {
  type: "renames";
  key: string;
  gone: Source[];
  added: Source[];
  folders: [from: string, to: string][];
}

/** A file that a side changed: its contents in the base and now. Null: not there. */
export interface ChangedFile {
  path: string;
  base: string | null;
  now: string | null;
}

/** The code of one side: what it changed, and a name for all of it. */
export interface ChangedSide {
  checkout: string;
  key: string;
  files: readonly ChangedFile[];
  /** Files that it renamed and the other side touched. */
  renames: [from: string, to: string][];
}

/**
 * What one side changed and the other one's new code relies on: as the readers of contracts tell it, or a compiler that has
 * both sides before it. `base` is the commit that both started from.
 */
export interface PairQuestion {
  type: "contracts" | "witness";
  base: string;
  a: ChangedSide;
  b: ChangedSide;
}

/** A place in the code of the side that uses the contract. */
export interface Use {
  /** The definition around it, else the file. */
  subject: string;
  path: string;
  range: Range;
  /** What the compiler finds wrong there in both sides together, and in neither alone. */
  error?: { code: number; message: string };
}

/** How it is known: a compiler's error, a use that can mean nothing else, or one that fits by name or pattern. */
export type Certainty = "witness" | "exact" | "pattern";

/** What one side changed and the other one relies on. */
export interface Break {
  /** `sym:…`, `path:…` of a module, `http:…`, `zod:…`, `dep:…`. */
  contract: string;
  changer: "a" | "b";
  certainty: Certainty;
  /** Every use still works, and may get something else than before. */
  isBehaviour?: boolean;
  /** What the change comes to, as the end of a sentence: `parameter currency is now required`. */
  reason?: string;
  /** Where the changer changed it; left out where the footprint tells it by the contract's name. */
  declaration?: { change: ChangeKind; path: string; range: Range };
  uses: Use[];
}

export type Question =
  | PairQuestion
  | { type: "merge"; contents: ThreeSources }
  | RenamesQuestion
  /** The files of a checkout's base below a folder. */
  | { type: "folder"; checkout: string; base: string; folder: string }
  /** A path as a commit has it. */
  | { type: "version"; checkout: string; commit: string; path: string }
  /** What a definition does, without the names that are its own; `content` is its fingerprint. */
  | { type: "shape"; source: Source; range: Range; content: string };

/** Lines from `start` to before `end`; `mark` is the first of them, or the one before an empty stretch. */
export interface Stretch {
  start: number;
  end: number;
  mark: Range;
}

/** What clashes in a merge. */
export interface Hunk {
  a: Stretch;
  b: Stretch;
}

/** As git merges. Null hunks are of files that are no text; `formatted` are the sides that changed no more than the layout. */
export type Merge = { clean: true } | { clean: false; hunks: Hunk[] | null; formatted?: ("a" | "b")[] };

export interface Rename {
  from: string;
  to: string;
  /** 0 to 1. */
  similarity: number;
}

export interface Renames {
  /** As git pairs them. */
  pairs: Rename[];
  /** All new files that are similar enough to be taken for one that is gone. */
  candidates: Rename[];
}

/** Smallest hashes of runs of tokens: the share of equal ones is the share of equal code. */
export type Shape = readonly number[];

export interface AnswerTo {
  merge: Merge;
  renames: Renames;
  folder: string[];
  /** Null inside: the commit does not have it. */
  version: { version: { blob: string; facts: FileFacts } | null };
  /** Null: too small to say anything. */
  shape: Shape | null;
  witness: Break[];
  contracts: Break[];
}

export function isPairQuestion(question: Question): question is PairQuestion {
  return question.type === "witness" || question.type === "contracts";
}

/** Null: nobody can tell (a file too large, an unknown merge driver), and so nothing is said. */
export type Answered = AnswerTo[keyof AnswerTo] | null;

export function keyOf(question: Question): string {
  switch (question.type) {
    case "merge": {
      const { base, a, b } = question.contents;
      return ["merge", base?.blob ?? "", a.blob, b.blob, base?.path ?? a.path].join(" ");
    }
    case "renames":
      return `renames ${question.key}`;
    case "folder":
      return `folder ${question.base} ${question.folder}`;
    case "version":
      return `version ${question.commit} ${question.path}`;
    case "shape":
      return `shape ${question.content}`;
    case "contracts":
    case "witness": {
      const { type, base, a, b } = question;
      return [type, base, a.key, b.key, ...[a, b].map(({ renames }) => renames.join(" "))].join("\n");
    }
  }
}

export function renamesQuestion(gone: Source[], added: Source[], folders: [string, string][]): RenamesQuestion {
  const list = (sources: Source[]): string => sources.map(({ path, blob }) => `${path}\0${blob}`).join("\0");
  const key = [list(gone), list(added), folders.join("\0")].map(fingerprintOf).join(" ");
  return { type: "renames", key, gone, added, folders };
}
