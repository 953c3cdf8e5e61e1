// Watches the files of one checkout that count.
// Knows ignore rules and the watcher, no contents.
import { foldersOf, trackedPaths } from "./differences.ts";
import type { House } from "./house.ts";
import { IgnoreRules, isBuiltInIgnored, isIgnoredFolderName } from "./ignoring.ts";
import type { TreeSink, TreeWatcher } from "./watcher.ts";

export interface TreeNews {
  touched(path: string): void;
  /** Events do not tell what happened; `walk`: untracked files are to be looked for as well. */
  unsure(walk: boolean): void;
  /** A `.gitattributes` changed. */
  attributes(): void;
  /** Something happened to this path or below it, whether it counts or not. */
  happened(path: string): void;
}

const mostDismissed = 10_000;

export class TreeWatch {
  private readonly rules: IgnoreRules;
  private watcher: TreeWatcher | undefined;
  /** Ignored paths that turned out to be in no base: their next events are dropped without a question. */
  private readonly dismissed = new Set<string>();
  /** Folders that git's rules ignore and that a walk met. */
  private ignored: string[] = [];
  /** Of those, the ones with tracked files in them: they are watched all the same. */
  private tracked = new Set<string>();

  constructor(
    private readonly house: House,
    private readonly root: string,
    private readonly news: TreeNews,
  ) {
    this.rules = new IgnoreRules(root, house.ignoreCase, house.ignoreFiles);
  }

  /** Places watches where there are none yet, and reads ignore rules. */
  async walk(): Promise<void> {
    this.rules.reset();
    this.dismissed.clear();
    await this.walkOnce();
    if (this.ignored.length > 0) {
      const before = this.tracked.size;
      this.tracked = foldersOf(await trackedPaths(this.root, this.ignored));
      if (this.tracked.size > before) await this.walkOnce();
    }
    this.rules.forgetAnswers();
  }

  isDismissed(path: string): boolean {
    return isBuiltInIgnored(path) || this.dismissed.has(path);
  }

  /** True when the path does not count, unless git tracks it although its rules ignore it. */
  ignores(path: string): boolean {
    return isBuiltInIgnored(path) || this.rules.ignoresFile(path);
  }

  /** Goes by the rules of these files from now on; what was looked at by older ones is looked at again by a walk. */
  followRules(paths: readonly string[]): void {
    for (const path of paths)
      if (/(^|\/)\.gitignore$/.test(path)) this.rules.load(path.slice(0, Math.max(0, path.lastIndexOf("/"))));
  }

  /** The path does not count, and is in no base. */
  dismiss(path: string): void {
    if (this.dismissed.size > mostDismissed) this.dismissed.clear();
    this.dismissed.add(path);
  }

  close(): void {
    this.watcher?.close();
  }

  private sink(): TreeSink {
    return {
      enters: (folder) => this.enters(folder),
      read: (folder, files) => {
        if (folder !== "" && files.includes(".gitignore")) this.rules.load(folder);
      },
      touched: (path) => this.touched(path),
      vanished: (folder) => {
        this.news.happened(folder);
        this.news.unsure(folder === "");
      },
      polled: (folders) => this.house.around.polled(this.root, folders),
    };
  }

  private async walkOnce(): Promise<void> {
    this.ignored = [];
    const { around } = this.house;
    if (this.watcher) return this.watcher.walk();
    this.watcher = around.watchTree(this.root, this.sink(), around.watchOptions);
    return this.watcher.ready;
  }

  private enters(folder: string): boolean {
    if (isIgnoredFolderName(folder.slice(folder.lastIndexOf("/") + 1))) return false;
    if (this.tracked.has(folder) || !this.rules.ignoresFolder(folder)) return true;
    this.ignored.push(folder);
    return false;
  }

  private touched(path: string): void {
    const name = path.slice(path.lastIndexOf("/") + 1);
    this.news.happened(path);
    if (path === ".git") return this.news.unsure(false);
    if (name === ".gitignore") this.news.unsure(true);
    if (name === ".gitattributes") {
      this.news.attributes();
      this.news.unsure(false);
    }
    this.news.touched(path);
  }
}
