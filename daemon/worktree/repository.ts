// Follows one repository on this machine: its working trees, branches and git state, and the reader of its blobs.
// Knows no file contents; each checkout is followed by its CheckoutWatch.
import { existsSync } from "node:fs";
import { join } from "node:path";
import { Bases, type Branching, findTarget } from "./base.ts";
import { BlobReader } from "./blobs.ts";
import { CheckoutWatch } from "./checkoutWatch.ts";
import {
  generalIgnoreFiles,
  type ListedTree,
  listTrees,
  type Located,
  readConfig,
  repositoryIdentity,
  withoutCommits,
} from "./discovery.ts";
import type { House, Surroundings } from "./house.ts";
import type { GitSettings } from "./git.ts";
import { configValue, type GitConfig, originIdentity, originName, withoutFilters } from "./identity.ts";
import { removalGraceMs } from "./ledger.ts";
import type { Observation } from "./observations.ts";
import { operationIn } from "./operation.ts";
import { delay, folderMark, type TreeWatcher } from "./watcher.ts";

const refreshDelayMs = 10;
const noBase: Branching = { base: null, target: null, note: null, ahead: [] };

export class Repository {
  readonly checkouts = new Map<string, CheckoutWatch>();
  private readonly blobs: BlobReader;
  private readonly bases: Bases;
  private readonly sent = new Set<string>();
  /** By root: settings that keep git from running the filter programs configured there. */
  private readonly filters = new Map<string, GitSettings>();
  private config: GitConfig = [];
  private identity = "";
  /** What the configuration said of the origin when the identity was found. */
  private origin: string | null = null;
  private gitWatcher: TreeWatcher | undefined;
  private refreshing: Promise<void> | undefined;
  private again = false;
  private timer: NodeJS.Timeout | undefined;
  private closed = false;
  private folder = "";
  private household = "";
  private configChanged = true;

  constructor(
    private readonly located: Located,
    private readonly around: Surroundings,
    private readonly emptied: () => void,
  ) {
    this.blobs = new BlobReader(located.commonDir);
    this.bases = new Bases(located.commonDir);
  }

  /** Registers every working tree. Scans follow by themselves. */
  async start(): Promise<void> {
    await this.refresh();
  }

  async watch(root: string): Promise<CheckoutWatch | undefined> {
    if (!this.checkouts.has(root)) await this.refresh();
    return this.checkouts.get(root);
  }

  unwatch(root: string): void {
    this.remove(root);
    if (this.checkouts.size === 0) this.emptied();
  }

  close(): void {
    this.closed = true;
    clearTimeout(this.timer);
    this.gitWatcher?.close();
    for (const checkout of this.checkouts.values()) checkout.close();
    this.blobs.close();
  }

  /** The start failed: what it announced is gone again. */
  abandon(): void {
    for (const root of [...this.checkouts.keys()]) this.remove(root);
    this.close();
  }

  private async refreshSafely(): Promise<void> {
    try {
      await this.refresh();
    } catch (error) {
      this.around.log(`${this.located.commonDir}: ${error instanceof Error ? error.stack : String(error)}`);
    }
  }

  refresh(): Promise<void> {
    this.again = true;
    this.refreshing ??= this.refreshAll().finally(() => (this.refreshing = undefined));
    return this.refreshing;
  }

  private async refreshAll(): Promise<void> {
    while (this.again && !this.closed) {
      this.again = false;
      await this.refreshOnce();
    }
  }

  private async refreshOnce(): Promise<void> {
    const { commonDir } = this.located;
    if (this.configChanged) this.config = await readConfig(commonDir);
    this.configChanged = false;
    if (folderMark(commonDir) !== this.folder) this.watchGit();
    const [trees, target] = await Promise.all([
      listTrees(this.located),
      findTarget(commonDir, originName(this.config)),
    ]);
    if (this.closed) return;
    if (trees) {
      const heads = trees.flatMap(({ head }) => head ?? []);
      const [identity, bases] = await Promise.all([
        this.currentIdentity(target ? [target.commit] : heads),
        this.bases.of(
          trees.map(({ head }) => head),
          target,
        ),
      ]);
      // Under another name nothing is known of what was sent under this one.
      if (identity !== this.identity) this.sent.clear();
      this.identity = identity;
      const configs = await Promise.all(trees.map((tree) => this.configOf(tree)));
      this.tellHousehold(trees);
      for (const [at, tree] of trees.entries()) this.refreshTree(tree, bases[at] ?? noBase, configs[at] ?? this.config);
    }
    await this.removeMissing(trees);
  }

  /** Before its checkouts are told: whose policy governs them. */
  private tellHousehold(trees: readonly ListedTree[]): void {
    const main = trees.find((tree) => tree.main);
    const checkouts = trees.map(({ root }) => slashes(root));
    const event = { type: "household", main: main ? slashes(main.root) : null, checkouts } as const;
    const print = JSON.stringify(event);
    if (print !== this.household) this.around.emit(event);
    this.household = print;
  }

  /** Found anew when the origin is another one, and while there is no commit to be named after. */
  private async currentIdentity(commits: string[]): Promise<string> {
    const origin = originIdentity(this.config);
    const isNamed = this.identity !== "" && !this.identity.startsWith(withoutCommits);
    if (isNamed && origin === this.origin) return this.identity;
    this.origin = origin;
    return repositoryIdentity(this.located, this.config, commits);
  }

  /** A worktree may have a configuration of its own, and one file may include another for some worktrees only. */
  private async configOf({ root, gitDir }: ListedTree): Promise<GitConfig> {
    const isOwn = existsSync(join(gitDir, "config.worktree")) || this.config.some(([key]) => /^includeif\./.test(key));
    return isOwn ? readConfig(root) : this.config;
  }

  private refreshTree(tree: ListedTree, { ahead, ...base }: Branching, config: GitConfig): void {
    if (this.closed || this.around.isGivenUp(slashes(tree.root)) || !existsSync(tree.root)) return;
    const { root, branch, head, main } = tree;
    const developer = configValue(config, "user.email") ?? "";
    const next = { path: slashes(root), repo: this.identity, branch, head, developer, main, ...base };
    this.filters.set(root, withoutFilters(config));
    const known = this.checkouts.get(root);
    if (known && !known.isReplaced()) return known.update(next, ahead);
    if (known) this.remove(root);
    const checkout = new CheckoutWatch(this.house(tree), next);
    this.checkouts.set(root, checkout);
    this.around.emit({ type: "checkout_found", checkout: next });
    checkout.update(next, ahead);
  }

  private async removeMissing(trees: ListedTree[] | null): Promise<void> {
    const listed = new Set(trees?.map(({ root }) => root));
    const missing = [...this.checkouts.keys()].filter((root) => !existsSync(root) || (trees && !listed.has(root)));
    if (missing.length === 0) return;
    await delay(removalGraceMs);
    for (const root of missing) {
      const gitDir = this.checkouts.get(root)?.gitDir;
      if (!existsSync(root) || (gitDir !== undefined && !existsSync(gitDir))) this.remove(root);
    }
    if (this.checkouts.size === 0) this.emptied();
  }

  private remove(root: string): void {
    const checkout = this.checkouts.get(root);
    if (!checkout) return;
    checkout.close();
    this.checkouts.delete(root);
    this.filters.delete(root);
    this.around.emit({ type: "checkout_gone", path: checkout.root });
  }

  private watchGit(): void {
    this.gitWatcher?.close();
    this.folder = folderMark(this.located.commonDir);
    this.gitWatcher = this.around.watchGit(this.located.commonDir, {
      enters: (folder) => isGitState(folder),
      read: () => undefined,
      touched: (path) => this.gitChanged(path),
      vanished: (folder) => this.gitChanged(folder),
      polled: () => undefined,
    });
    // What happened before the watches stood, they do not tell.
    void this.gitWatcher.ready.then(() => this.refreshSoon(refreshDelayMs));
  }

  private gitChanged(path: string): void {
    const name = path.slice(path.lastIndexOf("/") + 1);
    if (this.closed || name.endsWith(".lock") || quiet.has(name)) return;
    if (path === "info/exclude") return this.checkouts.forEach((checkout) => checkout.reconcile(true));
    if (path === "config" || path.endsWith("config.worktree")) this.configChanged = true;
    const owner = this.owner(path);
    if (owner?.held && operationIn(owner.gitDir) !== null) return;
    if (name === "index") return owner?.indexChanged();
    this.refreshSoon(refreshDelayMs);
  }

  private refreshSoon(wait: number): void {
    if (this.closed) return;
    this.timer ??= setTimeout(() => {
      this.timer = undefined;
      void this.refreshSafely();
    }, wait);
  }

  /** The checkout whose own git folder holds this path; undefined for what all share. */
  private owner(path: string): CheckoutWatch | undefined {
    const linked = /^worktrees\/[^/]+/.exec(path)?.[0];
    if (linked === undefined && path.startsWith("refs/")) return undefined;
    const gitDir = linked === undefined ? this.located.commonDir : join(this.located.commonDir, linked);
    return [...this.checkouts.values()].find((checkout) => checkout.gitDir === gitDir);
  }

  private house({ root, gitDir }: ListedTree): House {
    const { commonDir, format } = this.located;
    return {
      ...{ around: this.around, commonDir, gitDir, format, blobs: this.blobs },
      ignoreCase: configValue(this.config, "core.ignorecase") === "true",
      convertsLineEndings: ["true", "input"].includes(configValue(this.config, "core.autocrlf") ?? ""),
      ignoreFiles: generalIgnoreFiles(commonDir, this.config, process.env),
      filters: () => this.filters.get(root) ?? [],
      refresh: () => this.refreshSafely(),
      isSent: (blob) => this.sent.has(blob),
      send: (type, path, observations) => this.send(type, path, observations),
    };
  }

  /** The content of a base blob leaves once. */
  private send(type: "checkout_scanned" | "files_observed", path: string, observations: Observation[]): void {
    for (const { base } of observations) {
      if (!base?.content) continue;
      if (this.sent.has(base.blob)) delete base.content;
      this.sent.add(base.blob);
    }
    this.around.emit({ type, path, observations });
  }
}

const quiet = new Set(["FETCH_HEAD", "COMMIT_EDITMSG", "ORIG_HEAD", "description", "gc.pid", "MERGE_MSG"]);
const state =
  /^$|^(refs|refs\/heads|refs\/remotes|logs|info|reftable|worktrees)$|^refs\/(heads|remotes)\/|^worktrees\/[^/]+$|^(worktrees\/[^/]+\/)?(logs|reftable|rebase-merge|rebase-apply|sequencer)$/;

/** Folders below git's common folder in which something about HEAD, refs or operations can change. */
function isGitState(folder: string): boolean {
  return state.test(folder);
}

export function slashes(path: string): string {
  return process.platform === "win32" ? path.replaceAll("\\", "/") : path;
}
