// The one interface of everything that watches a tree of folders.
// Knows no git and no contents: only that something happened to a path.
import { statSync } from "node:fs";

/** What a watcher asks and tells. Paths are relative to its root with `/`; the root itself is "". */
export interface TreeSink {
  /** Asked for every folder before it is watched or read. */
  enters(folder: string): boolean;
  /** A walk read this folder and found these files in it: at the start and in `walk()`, before it asks for its subfolders. */
  read(folder: string, files: readonly string[]): void;
  /** Something happened to this file, or to this name: look at it. */
  touched(path: string): void;
  /** A folder that was watched is gone, replaced, or turned out to be a repository of its own; what was in it is unknown. */
  vanished(folder: string): void;
  /** So many folders cannot be watched (the system's limit) and are looked at every few seconds. */
  polled(folders: number): void;
}

export interface TreeWatcher {
  /** Watches stand and every folder was reported as read. */
  readonly ready: Promise<void>;
  /** Walks again: every folder is reported as read, new ones are watched. */
  walk(): Promise<void>;
  close(): void;
}

export interface WatchOptions {
  /** Watches that all watchers of this thread may place together; for tests and for machines with a low limit. */
  budget?: WatchBudget;
  /** Milliseconds between looks at folders that cannot be watched. */
  pollEvery?: number;
}

/** Counts watches over all trees. */
export class WatchBudget {
  used = 0;
  constructor(readonly maximum = Number.POSITIVE_INFINITY) {}
}

export type StartWatcher = (root: string, sink: TreeSink, options?: WatchOptions) => TreeWatcher;

/** Tells a folder from another one that took its place; empty when there is none. */
export function folderMark(folder: string): string {
  const stats = statSync(folder, { throwIfNoEntry: false });
  return stats ? `${stats.ino} ${stats.birthtimeMs}` : "";
}

export const delay = (milliseconds: number): Promise<void> =>
  new Promise((resolve) => setTimeout(resolve, milliseconds));

/** Lets events in between pieces of long work. */
export const breathe = (): Promise<void> => new Promise((resolve) => setImmediate(resolve));
