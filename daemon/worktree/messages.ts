// The messages between the daemon's main thread and the watching thread.
// Types only.
import type { FactsOnTheWay } from "../syntax/factsOnTheWay.ts";
import type { Content, MergeContent, WantedContent, WatchAnswer, WorktreeEvent } from "./observations.ts";

/** Options of the watching thread, handed over at its start. */
export interface ThreadOptions {
  maxWatches?: number;
  pollEvery?: number;
}

export type ToThread =
  | { type: "watch"; id: number; folder: string }
  | { type: "unwatch"; path: string }
  | { type: "observe"; checkout: string; path: string }
  | { type: "read_texts"; id: number; checkout: string; path: string }
  | { type: "read_contents"; id: number; checkout: string; wanted: WantedContent[] }
  | { type: "files_below"; id: number; checkout: string; commit: string; folder: string }
  | { type: "read_version"; id: number; checkout: string; commit: string; path: string }
  | { type: "close"; id: number };

export interface Texts {
  text: string | null;
  baseText: string | null;
}

export type FromThread =
  /** `facts`: by the place of the observation, where they were read on the way. */
  | { type: "event"; event: WorktreeEvent; facts?: (FactsOnTheWay | null)[] }
  | { type: "log"; text: string }
  | { type: "watched"; id: number; answer: WatchAnswer }
  | { type: "texts"; id: number; texts: Texts }
  | { type: "contents"; id: number; contents: (MergeContent | "gone")[] }
  | { type: "files"; id: number; files: string[] | null }
  | { type: "version"; id: number; version: { blob: string; content: Content } | null | "gone" }
  | { type: "closed"; id: number };
