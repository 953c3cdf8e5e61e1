// What a watched checkout needs of the repository that it belongs to, and of the thread.
// Types only: knows no implementation.
import type { BlobReader } from "./blobs.ts";
import type { ObjectFormat } from "./content.ts";
import type { GitSettings } from "./git.ts";
import type { Observation, WorktreeEvent } from "./observations.ts";
import type { StartWatcher, WatchOptions } from "./watcher.ts";

/** Shared by everything in the watching thread. */
export interface Surroundings {
  emit: (event: WorktreeEvent) => void;
  log: (text: string) => void;
  /** One sentence about what limits the watching, by a key; null takes it back. */
  limit(key: string, reason: string | null): void;
  /** So many folders of this root are polled instead of watched. */
  polled(root: string, folders: number): void;
  /** The checkout with this root, spelled with `/`, is not to be watched. */
  isGivenUp(root: string): boolean;
  /** Few scans run at a time. */
  slot(work: () => Promise<void>): Promise<void>;
  watchTree: StartWatcher;
  watchGit: StartWatcher;
  watchOptions: WatchOptions;
}

export interface House {
  around: Surroundings;
  commonDir: string;
  /** The git folder of this one checkout. */
  gitDir: string;
  format: ObjectFormat;
  blobs: BlobReader;
  ignoreCase: boolean;
  /** core.autocrlf is on. */
  convertsLineEndings: boolean;
  ignoreFiles: string[];
  /** For git commands that read the working tree: keep it from running the filter programs that are configured now. */
  filters(): GitSettings;
  /** Reads HEAD, branches and operations anew; what changed has reached the checkouts afterwards. */
  refresh(): Promise<void>;
  /** True once the content of this base blob went out. */
  isSent(blob: string): boolean;
  send(type: "checkout_scanned" | "files_observed", path: string, observations: Observation[]): void;
}
