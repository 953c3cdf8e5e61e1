// Follows one checkout: scans it, looks at files that change, stands still while git is at work in it.
// Knows no other checkout and no symbols; everything it learns leaves as worktree events.
import { existsSync } from "node:fs";
import { join } from "node:path";
import type { Checkout } from "../../shared/model/participant.ts";
import { Comparison, type ScanKind } from "./comparison.ts";
import { readText } from "./discovery.ts";
import {
  type Candidate,
  candidates,
  commitTimes,
  trackedCount,
  trackedPaths,
  treePaths,
  untrackedPaths,
} from "./differences.ts";
import type { House } from "./house.ts";
import { isBuiltInIgnored } from "./ignoring.ts";
import type { Fact } from "./inspect.ts";
import { IndexLock } from "./indexLock.ts";
import type { Content, MergeContent, WantedContent } from "./observations.ts";
import { operationIn } from "./operation.ts";
import { PolicyFile } from "./policyFile.ts";
import { Settle } from "./settle.ts";
import { TreeWatch } from "./treeWatch.ts";
import { delay, folderMark } from "./watcher.ts";

/** Between the end of git's lock and the move of HEAD. */
const afterLockMs = 50;
const lockLookMs = 25;
/** A worktree may be half-made for so long after it was found. */
const youngMs = 5_000;
const retryMs = 150;
/** A scan that fails in a checkout that is not young is tried again after this time, then after twice as long, … */
const failedRetryMs = 1_000;
const failedRetryMostMs = 60_000;
const heldLookMs = 1_000;
const reconcileMs = 100;
const indexReconcileMs = 1_000;
const indexReconcileEveryMs = 5_000;
/** More files at once than events can be trusted for. */
const stormSize = 4_000;
/** From here on it is cheaper to ask git which of the touched files it tracks. */
const manyPending = 200;

export class CheckoutWatch {
  held: string | null = null;
  private ahead: string[] = [];
  /** The operation is over, but what git said of HEAD may be older than its end. */
  private isReleased = false;
  private readonly born = performance.now();
  private readonly lock: IndexLock;
  private readonly settle: Settle;
  private readonly tree: TreeWatch;
  private readonly policy: PolicyFile;
  private readonly comparison: Comparison;
  private scanWanted: ScanKind | null = null;
  private walkWanted = true;
  private failures = 0;
  /** Paths that somebody asked about and has no answer for yet. */
  private readonly asked = new Set<string>();
  private closed = false;
  private readonly timers = new Map<string, NodeJS.Timeout>();
  private lastIndexScan = Number.NEGATIVE_INFINITY;
  /** State of the index for which git was asked where HEAD is. */
  private indexMark = "";
  private readonly folder: string;

  constructor(
    private readonly house: House,
    public checkout: Checkout,
  ) {
    const { path: root } = checkout;
    this.folder = folderMark(root);
    const touch = (paths: string[]): void => paths.forEach((path) => this.settle.touch(path));
    this.settle = new Settle(
      (paths) => this.pass(paths),
      (error) =>
        house.around.log(`${root}: ${error instanceof Error ? (error.stack ?? error.message) : String(error)}`),
    );
    this.lock = new IndexLock(root, house.gitDir, house.around, () => this.settle.isBursting);
    this.tree = new TreeWatch(house, root, {
      touched: (path) => this.settle.touch(path),
      unsure: (walk) => this.reconcile(walk),
      attributes: () => this.comparison.attributes.reset(),
      happened: (path) => {
        if (this.policy.concerns(path)) this.policy.look();
      },
    });
    this.policy = new PolicyFile(root, (policy) => house.around.emit({ type: "policy_read", path: root, policy }));
    this.comparison = new Comparison(house, root, this.tree, () => this.checkout, touch);
  }

  /** The folder under this path is another one than at the start: it was removed and made again. */
  isReplaced(): boolean {
    return folderMark(this.root) !== this.folder;
  }

  get root(): string {
    return this.checkout.path;
  }

  get gitDir(): string {
    return this.house.gitDir;
  }

  /** Takes in what git says about the checkout now unless git is in the middle of something: then later. */
  update(next: Checkout, ahead: string[]): void {
    if (this.lock.isHeld()) return this.refreshAfterLock();
    const operation = operationIn(this.gitDir);
    if (operation !== null) return this.hold(operation);
    if (this.held !== null && !this.isReleased) {
      this.isReleased = true;
      return void this.house.refresh();
    }
    this.isReleased = false;
    const { emit } = this.house.around;
    const released = this.held !== null;
    const moved = (["head", "base", "repo"] as const).some((key) => next[key] !== this.checkout[key]);
    const changed = JSON.stringify(next) !== JSON.stringify(this.checkout);
    this.held = null;
    this.checkout = next;
    if (released) emit({ type: "checkout_held", path: this.root, operation: null });
    if (changed) emit({ type: "checkout_changed", checkout: next });
    this.policy.look();
    if (ahead.join() !== this.ahead.join()) emit({ type: "commits_ahead", path: this.root, commits: ahead });
    this.ahead = ahead;
    if (moved || released || !this.comparison.isScanned) this.wantScan("replace");
  }

  /** The index changed; HEAD perhaps as well. */
  indexChanged(): void {
    if (!this.comparison.isScanned) return this.wantScan("replace");
    void this.gitSettled();
    const wait = Math.max(indexReconcileMs, this.lastIndexScan + indexReconcileEveryMs - performance.now());
    this.startTimer("index", wait, () => {
      this.lastIndexScan = performance.now();
      this.wantScan("differences");
    });
  }

  /** What events told may be incomplete; `walk`: untracked files are to be looked for as well. */
  reconcile(walk: boolean): void {
    this.walkWanted ||= walk;
    this.startTimer("reconcile", reconcileMs, () => this.wantScan("differences"));
  }

  /** Reports one file, changed or not. Silent while an operation of git is under way: a scan follows. */
  observe(path: string): void {
    if (!isInside(path)) return;
    this.asked.add(path);
    void this.settle.task(async () => {
      await this.gitSettled();
      if (!this.isStill()) await this.lookAt([path]);
    });
  }

  /** Looks and reports: what is news, and what was asked for as soon as it can be believed. */
  private async lookAt(paths: string[], facts?: Fact[]): Promise<void> {
    const seen = facts ?? (await this.comparison.look(paths));
    const news = await this.comparison.learn(seen);
    const asked = paths.filter((path) => this.asked.has(path));
    const answers = asked.length > 0 ? await this.comparison.answers(asked, seen, news) : [];
    for (const { path } of answers) this.asked.delete(path);
    for (const { path } of news) {
      this.asked.delete(path);
      this.settle.cool(path);
    }
    const all = [...news, ...answers];
    if (all.length > 0 && !this.isStill()) await this.comparison.report(all);
  }

  readTexts(path: string): Promise<{ text: string | null; baseText: string | null }> {
    return isInside(path) ? this.comparison.readTexts(path) : Promise.resolve({ text: null, baseText: null });
  }

  async readContents(wanted: WantedContent[]): Promise<(MergeContent | "gone")[]> {
    const inside = await this.comparison.readContents(wanted.filter(({ path }) => isInside(path)));
    return wanted.map(({ path }) => (isInside(path) ? inside.shift()! : null));
  }

  readVersion(commit: string, path: string): Promise<{ blob: string; content: Content } | null> {
    return isInside(path) ? this.comparison.readVersion(commit, path) : Promise.resolve(null);
  }

  async filesBelow(commit: string, folder: string): Promise<string[] | null> {
    const files = await treePaths(this.root, commit, folder);
    return files?.filter((path) => !isBuiltInIgnored(path)) ?? null;
  }

  close(): void {
    this.closed = true;
    for (const timer of this.timers.values()) clearTimeout(timer);
    this.settle.close();
    this.comparison.close();
    this.tree.close();
    this.policy.close();
    this.lock.close();
    this.house.around.polled(this.root, 0);
    this.house.around.limit(this.limitKey, null);
  }

  /** Git holds the index, has changed it since this mark, or is in the middle of an operation: what is on disk may be half of something. */
  private isGitAtWork(indexMark: string): boolean {
    return this.lock.isHeld() || this.lock.mark() !== indexMark || operationIn(this.gitDir) !== null;
  }

  /** Waits until git is done with the index and, if it changed it, until it was asked where HEAD is now. */
  private async gitSettled(): Promise<void> {
    if (!this.lock.isHeld() && (this.lock.mark() === this.indexMark || !this.comparison.isScanned)) {
      this.indexMark = this.lock.mark();
      return;
    }
    await this.lock.released();
    await delay(afterLockMs);
    const mark = this.lock.mark();
    await this.house.refresh();
    this.indexMark = mark;
  }

  private isStill(): boolean {
    return this.closed || this.held !== null || !this.comparison.isScanned;
  }

  private hold(operation: string): void {
    if (this.held !== operation) this.house.around.emit({ type: "checkout_held", path: this.root, operation });
    this.held = operation;
    this.startTimer("held", heldLookMs, () => {
      if (this.held === null) return;
      if (operationIn(this.gitDir) === this.held) this.hold(this.held);
      else void this.house.refresh();
    });
  }

  private refreshAfterLock(): void {
    this.startTimer("lock", lockLookMs, () => {
      if (this.lock.isHeld()) this.refreshAfterLock();
      else void this.house.refresh();
    });
  }

  private wantScan(kind: ScanKind): void {
    const isQueued = this.scanWanted !== null;
    if (this.scanWanted !== "replace") this.scanWanted = kind;
    if (!isQueued) void this.settle.task(() => this.house.around.slot(() => this.scan()));
  }

  /** The first scan does not wait for the watches: a second one finds what is untracked, and what changed before they stood. */
  private async scan(): Promise<void> {
    const isFirst = !this.comparison.isScanned;
    const kind = isFirst ? "tracked" : (this.scanWanted ?? "differences");
    this.scanWanted = null;
    if (this.closed || this.held !== null) return;
    let pending: string[] = [];
    try {
      if (this.isInitialising()) return this.retry();
      const operation = operationIn(this.gitDir);
      if (operation !== null) return this.hold(operation);
      await this.gitSettled();
      if (this.isStill() && !isFirst) return;
      pending = this.settle.take();
      await this.compare(kind, pending);
    } catch (error) {
      this.settle.keep(pending);
      this.walkWanted = true;
      this.scanFailed(kind, error);
    }
  }

  private async compare(kind: ScanKind, pending: string[]): Promise<void> {
    const isFirst = !this.comparison.isScanned;
    const start = Date.now();
    const { base, head } = this.checkout;
    const { indexMark } = this;
    const walks = this.walkWanted && !isFirst;
    if (walks) {
      // Who asks for a walk while this one is under way gets another.
      this.walkWanted = false;
      await this.tree.walk();
      this.policy.look();
    }
    const seeking = walks ? untrackedPaths(this.root) : [];
    const listing = candidates(this.root, base, this.house.format, this.house.filters());
    const [list, untracked] = await Promise.all([listing, seeking]);
    if (this.isHalfMade(list)) return this.retry(pending);
    const times = kind === "differences" ? new Map<string, number>() : await commitTimes(this.root, base, head);
    const loose = await this.untrackedOf(pending);
    const scan = await this.comparison.scan({ start, list, untracked, pending: loose, kind });
    if (this.isOutdated(base, indexMark)) {
      this.settle.keep([...pending, ...untracked]);
      this.walkWanted ||= walks;
      return this.held === null ? this.wantScan(kind) : undefined;
    }
    await this.comparison.accept(scan, kind, times);
    this.scanSucceeded();
    for (const path of this.asked) this.settle.touch(path);
    if (isFirst) this.wantScan("replace");
  }

  /** Tries again until it succeeds, more and more seldom; says so unless git may still be making the checkout. */
  private scanFailed(kind: ScanKind, error: unknown): void {
    if (this.closed) return;
    const { around } = this.house;
    // Somebody is removing the worktree: there is nothing to compare any more.
    if (!existsSync(join(this.root, ".git"))) return void this.house.refresh();
    around.log(`scan of ${this.root}: ${error instanceof Error ? (error.stack ?? error.message) : String(error)}`);
    if (!this.comparison.isScanned && this.isYoung())
      return this.startTimer("retry", retryMs, () => this.wantScan(kind));
    const why = (error instanceof Error ? error.message : String(error)).split("\n")[0];
    const known = this.comparison.isScanned ? "its latest changes are" : "it is";
    around.limit(
      this.limitKey,
      `Git cannot compare ${this.root} (${why}): ${known} not watched until git status works there again.`,
    );
    const wait = Math.min(failedRetryMs * 2 ** Math.min(this.failures, 10), failedRetryMostMs);
    this.failures += 1;
    this.startTimer("retry", wait, () => this.wantScan(kind));
  }

  private scanSucceeded(): void {
    this.failures = 0;
    this.stopTimer("retry");
    this.house.around.limit(this.limitKey, null);
  }

  private get limitKey(): string {
    return `scan ${this.root}`;
  }

  /** Tracked ones among many touched paths need no look of their own: git lists those that differ. */
  private async untrackedOf(paths: string[]): Promise<string[]> {
    if (paths.length <= manyPending) return paths;
    const tracked = await trackedPaths(this.root);
    return paths.filter((path) => !tracked.has(path));
  }

  /** Another scan follows, or the checkout is going away: what this one found is not to be told. */
  private isOutdated(base: string | null, indexMark: string): boolean {
    if (this.scanWanted === "replace" || this.closed || this.held !== null || base !== this.checkout.base) return true;
    return this.isGitAtWork(indexMark) || !existsSync(this.root);
  }

  /** A worktree that git is still making has its mark, no HEAD yet, no index, or a lock on it. */
  private isInitialising(): boolean {
    if (this.comparison.isScanned) return false;
    if (readText(join(this.gitDir, "locked"))?.startsWith("initializing")) return true;
    if (this.checkout.head === null) return !this.checkout.main && this.isYoung();
    return !existsSync(join(this.gitDir, "index")) || this.lock.isHeld();
  }

  /** A young worktree that lacks most of its files is not emptied, but not yet filled. */
  private isHalfMade(list: Candidate[]): boolean {
    if (this.comparison.isScanned || this.checkout.head === null || !this.isYoung()) return false;
    return list.filter(({ deleted }) => deleted).length > trackedCount(this.gitDir) / 2;
  }

  private isYoung(): boolean {
    return performance.now() - this.born < youngMs;
  }

  /** Tries again soon while the checkout is young; later only when git changes its index. */
  private retry(pending: string[] = []): void {
    this.settle.keep(pending);
    if (this.isYoung() || this.lock.isHeld()) this.startTimer("retry", retryMs, () => this.wantScan("replace"));
  }

  private async pass(paths: string[]): Promise<void> {
    if (this.isStill()) return;
    await this.gitSettled();
    if (this.isStill()) return;
    const operation = operationIn(this.gitDir);
    if (operation !== null) return this.hold(operation);
    if (paths.length > stormSize) {
      this.walkWanted = true;
      this.wantScan("differences");
    }
    if (this.scanWanted !== null) return this.settle.keep(paths);
    const { indexMark } = this;
    const facts = await this.comparison.look(paths);
    if (this.isGitAtWork(indexMark)) return paths.forEach((path) => this.settle.touch(path));
    if (facts.some(({ head }) => head === null) && !existsSync(this.root)) return this.house.refresh();
    await this.lookAt(paths, facts);
  }

  private stopTimer(name: string): void {
    clearTimeout(this.timers.get(name));
    this.timers.delete(name);
  }

  private startTimer(name: string, wait: number, work: () => void): void {
    if (this.closed || this.timers.has(name)) return;
    const timer = setTimeout(() => {
      this.timers.delete(name);
      work();
    }, wait);
    this.timers.set(name, timer);
  }
}

/** Paths come from hooks and editors too: they must stay in the checkout. */
function isInside(path: string): boolean {
  if (process.platform === "win32" && path.includes("\\")) return false;
  return (
    path !== "" && path.split("/").every((part) => part !== "" && part !== "." && part !== ".." && part !== ".git")
  );
}
