// What a detector is: it looks at one subject that two sides hold and says whether they clash there.
// The list of detectors stands in detectors.ts.
import type { ConflictKind, Evidence, SideChange } from "../../../shared/model/conflict.ts";
import type { AnswerTo, Break, Hunk, Question } from "../questions.ts";
import type { Session } from "../state.ts";

/** A clash of two sides in one thing. Confidence 0 to 1. */
export interface Clash {
  subjects: string[];
  paths: string[];
  confidence: number;
  evidence: Evidence;
  a: SideChange[];
  b: SideChange[];
  /** What it rests on, without places in the text. */
  key: string;
  /** Other subjects whose change makes it be looked at again. */
  hangsOn?: string[];
  /** Clashes of one family are one conflict; left out: all of the kind are. */
  family?: string;
  merge?: MergeClash;
  /** True, but no more than information: one of the sides only formats. */
  isQuiet?: boolean;
  broken?: BrokenContract;
  /** Who keeps the other one out of the file. */
  holder?: "a" | "b";
}

export type BrokenContract = Break;

/** Why a merge fails, where the path's change alone does not say it. */
export type MergeClash =
  /** Null: the file is no text. */
  | { why: "content"; path: string; hunks: Hunk[] | null }
  | { why: "both_add"; path: string }
  | { why: "removed_changed" | "removed_renamed"; path: string; remover: "a" | "b"; to?: string }
  | { why: "renamed_twice"; path: string; a: string; b: string }
  | { why: "folder_moved"; path: string; mover: "a" | "b"; to: string; added: string[] }
  | { why: "file_and_folder"; path: string; file: "a" | "b" }
  | { why: "misplaced"; path: string; mover: "a" | "b"; home: string; to: string };

/** What a detector can ask while it looks at a thing. */
export interface Inquiry {
  /** Undefined: not known yet. The thing is looked at again once it is; null: nobody can tell. */
  ask<Q extends Question>(question: Q): AnswerTo[Q["type"]] | null | undefined;
  /** Nothing can be said now: what was found stands. */
  wait(): null;
  /** What all things of the pair have in common, made once. */
  once<T>(name: string, make: () => T): T;
}

export interface Detector {
  kind: ConflictKind;
  /** Things to look at when `subject` changed on one of the sides: itself, and what hangs together with it. */
  related(subject: string, a: Session, b: Session): string[];
  /** The clashes of the two sides in that thing; null: none. */
  clash(thing: string, a: Session, b: Session, inquiry: Inquiry): Clash | Clash[] | null;
}
