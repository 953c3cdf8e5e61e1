// Watches the files of one checkout that count, and finds the untracked ones while walking.
// Knows ignore rules and the watcher, no contents and no git process.
import { foldersOf } from "./differences.ts";
import type { House } from "./house.ts";
import { IgnoreRules, isBuiltInIgnored, isIgnoredFolderName } from "./ignoring.ts";
import type { TreeSink, TreeWatcher } from "./watcher.ts";

export interface TreeNews {
  touched(path: string): void;
  /** Events do not tell what happened; `walk`: untracked files are to be looked for as well. */
  unsure(walk: boolean): void;
  /** A `.gitattributes` changed. */
  attributes(): void;
}

const mostDismissed = 10_000;

export class TreeWatch {
  private readonly rules: IgnoreRules;
  private watcher: TreeWatcher | undefined;
  /** Ignored paths that turned out to be in no base: their next events are dropped without a question. */
  private readonly dismissed = new Set<string>();
  private tracked: Set<string> | undefined;
  private trackedFolders: Set<string> | undefined;
  private untracked: string[] = [];

  constructor(
    private readonly house: House,
    private readonly root: string,
    private readonly news: TreeNews,
  ) {
    this.rules = new IgnoreRules(root, house.ignoreCase, house.ignoreFiles);
  }

  /** Places watches (the first time), reads ignore rules, and returns the untracked files that count. */
  async walk(tracked: Set<string>): Promise<string[]> {
    this.rules.reset();
    this.dismissed.clear();
    this.tracked = tracked;
    this.trackedFolders = foldersOf(tracked);
    this.untracked = [];
    if (this.watcher) {
      await this.watcher.walk();
    } else {
      const { around } = this.house;
      this.watcher = around.watchTree(this.root, this.sink(), around.watchOptions);
      await this.watcher.ready;
    }
    this.tracked = this.trackedFolders = undefined;
    const found = this.untracked.filter((path) => !isBuiltInIgnored(path) && !this.rules.ignoresFile(path));
    this.untracked = [];
    return found;
  }

  isDismissed(path: string): boolean {
    return isBuiltInIgnored(path) || this.dismissed.has(path);
  }

  /** True when the path does not count: it is in the built-in list, or ignored by git's rules and not in the base. */
  ignores(path: string, base: string | null): boolean {
    if (isBuiltInIgnored(path)) return true;
    if (base !== null || !this.rules.ignoresFile(path)) return false;
    if (this.dismissed.size > mostDismissed) this.dismissed.clear();
    this.dismissed.add(path);
    return true;
  }

  close(): void {
    this.watcher?.close();
  }

  private sink(): TreeSink {
    return {
      enters: (folder) => this.enters(folder),
      found: (path) => {
        if (this.tracked && !this.tracked.has(path)) this.foundUntracked(path);
      },
      touched: (path) => this.touched(path),
      vanished: (folder) => this.news.unsure(folder === ""),
      polled: (folders) => this.house.around.polled(this.root, folders),
    };
  }

  private enters(folder: string): boolean {
    if (isIgnoredFolderName(folder.slice(folder.lastIndexOf("/") + 1))) return false;
    if (this.trackedFolders?.has(folder)) {
      if (this.tracked?.has(`${folder}/.gitignore`)) this.rules.load(folder);
      return true;
    }
    if (this.rules.ignoresFolder(folder)) return false;
    this.rules.load(folder);
    return true;
  }

  private foundUntracked(path: string): void {
    if (path.endsWith("/.gitignore")) this.rules.load(path.slice(0, path.lastIndexOf("/")));
    this.untracked.push(path);
  }

  private touched(path: string): void {
    const name = path.slice(path.lastIndexOf("/") + 1);
    if (path === ".git") return this.news.unsure(false);
    if (name === ".gitignore") this.news.unsure(true);
    if (name === ".gitattributes") {
      this.news.attributes();
      this.news.unsure(false);
    }
    this.news.touched(path);
  }
}
