// The one interface of everything that watches a tree of folders.
// Knows no git and no contents: only that something happened to a path.

/** What a watcher asks and tells. Paths are relative to its root with `/`; the root itself is "". */
export interface TreeSink {
  /** Asked for every folder before it is watched or read. */
  enters(folder: string): boolean;
  /** A file that a walk over the tree met: at the start, and in `walk()`. */
  found(path: string): void;
  /** Something happened to this file, or to this name: look at it. */
  touched(path: string): void;
  /** A folder that was watched is gone, replaced, or turned out to be a repository of its own; what was in it is unknown. */
  vanished(folder: string): void;
  /** So many folders cannot be watched (the system's limit) and are looked at every few seconds. */
  polled(folders: number): void;
}

export interface TreeWatcher {
  /** Watches stand and everything was reported as found. */
  readonly ready: Promise<void>;
  /** Walks again: every file is reported as found, new folders are watched. */
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

/** Lets events in between pieces of long work. */
export const breathe = (): Promise<void> => new Promise((resolve) => setImmediate(resolve));
