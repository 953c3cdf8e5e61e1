// Follows one checkout: scans it, looks at files that change, stands still while git is at work in it.
// Knows no other checkout and no symbols; everything it learns leaves as worktree events.
import { existsSync } from "node:fs";
import { join } from "node:path";
import { setTimeout as delay } from "node:timers/promises";
import type { Checkout } from "../../shared/model/participant.ts";
import { blobId } from "./content.ts";
import { candidates, type Candidate, commitTimes, leftOut, trackedPaths } from "./differences.ts";
import type { House } from "./house.ts";
import { isBuiltInIgnored } from "./ignoring.ts";
import { blobContent, type Fact, inspect, type Tree, type Wanted } from "./inspect.ts";
import { differs, Ledger, observation } from "./ledger.ts";
import { LineEndings } from "./lineEndings.ts";
import { look } from "./look.ts";
import type { Content } from "./observations.ts";
import { contentOf } from "./content.ts";
import { lacksIndex, lockAge, operationIn } from "./operation.ts";
import { Settle } from "./settle.ts";
import { TreeWatch } from "./treeWatch.ts";

const lockPatienceMs = 10_000;
const lockLookMs = 20;
/** Between the end of git's lock and the move of HEAD. */
const afterLockMs = 50;
const youngMs = 5_000;
const retryMs = 150;
const heldLookMs = 1_000;
const reconcileMs = 100;
const indexReconcileMs = 5_000;
/** More files at once than events can be trusted for. */
const stormSize = 4_000;

export class CheckoutWatch {
  held: string | null = null;
  private readonly born = performance.now();
  private readonly ledger: Ledger;
  private readonly settle: Settle;
  private readonly tree: TreeWatch;
  private readonly endings: LineEndings;
  private scannedBase: string | null | undefined;
  private scan: "none" | "differences" | "replace" = "none";
  private walk = true;
  private closed = false;
  private readonly timers = new Map<string, NodeJS.Timeout>();
  private lastIndexScan = Number.NEGATIVE_INFINITY;

  constructor(
    private readonly house: House,
    public checkout: Checkout,
    readonly gitDir: string,
  ) {
    const { around } = house;
    this.ledger = new Ledger(blobId(house.format, Buffer.alloc(0)), (paths) => paths.forEach((path) => this.settle.touch(path)));
    this.settle = new Settle(
      (paths) => this.pass(paths),
      (error) => around.log(`${checkout.path}: ${error instanceof Error ? (error.stack ?? error.message) : String(error)}`),
    );
    this.tree = new TreeWatch(house, checkout.path, {
      touched: (path) => this.settle.touch(path),
      unsure: (walk) => this.reconcile(walk),
      attributes: () => this.endings.reset(),
    });
    this.endings = new LineEndings(checkout.path, house.commonDir, house.convertsLineEndings);
  }

  get root(): string {
    return this.checkout.path;
  }

  /** Takes in what git says about the checkout now. */
  update(next: Checkout, operation: string | null): void {
    if (operation !== null) return this.hold(operation);
    const released = this.held !== null;
    const moved = next.head !== this.checkout.head || next.base !== this.checkout.base;
    this.held = null;
    this.stopTimer("held");
    if (released) this.house.around.emit({ type: "checkout_held", path: this.root, operation: null });
    const changed = JSON.stringify(next) !== JSON.stringify(this.checkout);
    this.checkout = next;
    if (changed) this.house.around.emit({ type: "checkout_changed", checkout: next });
    if (moved || released || this.scannedBase === undefined) this.wantScan("replace");
  }

  /** True while git holds the index and has done so for a bearable time. */
  isLocked(): boolean {
    const age = lockAge(this.gitDir, Date.now());
    return age !== null && age < lockPatienceMs;
  }

  /** The index changed and HEAD did not. */
  indexChanged(): void {
    if (this.scannedBase === undefined) return this.wantScan("replace");
    const wait = Math.max(1_000, this.lastIndexScan + indexReconcileMs - performance.now());
    this.startTimer("index", wait, () => {
      this.lastIndexScan = performance.now();
      this.wantScan("differences");
    });
  }

  /** Rules for the whole repository changed. */
  rulesChanged(): void {
    this.reconcile(true);
  }

  observe(path: string): void {
    void this.settle.task(async () => {
      if (this.held !== null || this.scannedBase === undefined || !isInside(path)) return;
      await this.unlocked();
      const facts = await inspect(this.compared(), [{ path, base: this.ledger.get(path)?.base }]);
      const known = facts[0];
      if (!known || this.tree.ignores(path, known.base)) return this.house.send("files_observed", this.root, []);
      this.ledger.learn(known);
      if (this.ledger.doubt(known) === 0) await this.report([known]);
    });
  }

  async readTexts(path: string): Promise<{ text: string | null; baseText: string | null }> {
    if (!isInside(path)) return { text: null, baseText: null };
    const seen = await look(this.compared(), path);
    const base = this.checkout.base === null ? null : await this.house.blobs.find(this.checkout.base, path);
    const baseContent = base?.bytes ? contentOf(base.bytes) : null;
    return { text: seen.kind === "present" ? textOf(seen.content) : null, baseText: textOf(baseContent) };
  }

  close(): void {
    this.closed = true;
    for (const timer of this.timers.values()) clearTimeout(timer);
    this.settle.close();
    this.ledger.close();
    this.tree.close();
    this.house.around.limit(`lock ${this.root}`, null);
    this.house.around.polled(this.root, 0);
  }

  private hold(operation: string): void {
    if (this.held !== operation) this.house.around.emit({ type: "checkout_held", path: this.root, operation });
    this.held = operation;
    this.startTimer("held", heldLookMs, () => {
      if (operationIn(this.gitDir) === this.held) this.hold(operation);
      else void this.house.refresh();
    });
  }

  private wantScan(how: "differences" | "replace"): void {
    const queued = this.scan !== "none";
    if (this.scan !== "replace") this.scan = how;
    if (!queued) void this.settle.task(() => this.house.around.slot(() => this.runScan()));
  }

  private reconcile(walk: boolean): void {
    this.walk ||= walk;
    this.startTimer("reconcile", reconcileMs, () => this.wantScan("differences"));
  }

  private async runScan(): Promise<void> {
    const how = this.scannedBase === undefined ? "replace" : this.scan;
    this.scan = "none";
    if (this.closed || this.held !== null || how === "none") return;
    if (this.isInitialising()) return this.retry();
    await this.unlocked();
    const tracked = this.walk ? await trackedPaths(this.root) : null;
    const untracked = tracked ? await this.tree.walk(tracked) : [];
    const { base, head } = this.checkout;
    const pending = this.settle.take();
    const [list, times] = await Promise.all([
      candidates(this.root, base, this.house.format),
      commitTimes(this.root, base, head),
    ]);
    if (!list || (tracked && this.isHalfMade(list, tracked.size))) {
      this.settle.keep(pending);
      return this.retry();
    }
    this.walk &&= !tracked;
    const facts = await this.confirmed(await inspect(this.compared(), this.wanted(list, untracked, pending, how)));
    const stale = this.isScanWanted("replace") || this.isClosedOrHeld() || base !== this.checkout.base;
    if (stale || (this.scannedBase !== undefined && !existsSync(this.root))) return this.settle.keep([...pending, ...untracked]);
    this.scannedBase = base;
    const news = this.ledger.replace(facts);
    if (how === "replace") await this.send("checkout_scanned", facts.filter(differs), times);
    else if (news.length > 0) await this.report(news);
  }

  private isScanWanted(how: "replace"): boolean {
    return this.scan === how;
  }

  private isClosedOrHeld(): boolean {
    return this.closed || this.held !== null;
  }

  /** A worktree that git is still making has no index, a lock on it, or lacks most of its files. */
  private isInitialising(): boolean {
    if (this.scannedBase !== undefined || this.checkout.head === null) return false;
    return lacksIndex(this.gitDir) || this.isLocked();
  }

  private isHalfMade(list: Candidate[], tracked: number): boolean {
    if (this.scannedBase !== undefined || performance.now() - this.born > youngMs) return false;
    return list.filter(({ deleted }) => deleted).length > tracked / 2 && this.checkout.head !== null;
  }

  /** Tries again soon while the checkout is young; later only when git changes its index. */
  private retry(): void {
    const patience = performance.now() - this.born < youngMs || this.isLocked();
    if (patience) this.startTimer("retry", retryMs, () => this.wantScan("replace"));
  }

  private wanted(list: Candidate[], untracked: string[], pending: string[], how: string): Wanted[] {
    const all = new Map<string, Wanted>();
    for (const candidate of list) if (!isBuiltInIgnored(candidate.path)) all.set(candidate.path, candidate);
    for (const path of untracked) if (!all.has(path)) all.set(path, { path, base: null });
    const sameBase = this.scannedBase === this.checkout.base;
    for (const [path, { base }] of this.ledger.entries()) {
      if (all.has(path) || (base !== null && how === "replace")) continue;
      if (base !== null || !this.tree.ignores(path, null)) all.set(path, { path, base: sameBase ? base : undefined });
    }
    for (const path of pending) if (!all.has(path) && !this.tree.ignores(path, null)) all.set(path, { path });
    return [...all.values()];
  }

  /** What a scan finds missing or empty that was there before is looked at once more after the grace time. */
  private async confirmed(facts: Fact[]): Promise<Fact[]> {
    if (this.scannedBase === undefined) return facts;
    const doubts = facts.map((known) => this.ledger.doubt(known));
    const longest = Math.max(0, ...doubts.slice(0, stormSize));
    if (longest === 0) return facts;
    await delay(longest);
    const again = facts.filter((_, at) => (doubts[at] ?? 0) > 0);
    const seen = await inspect(this.compared(), again);
    const byPath = new Map(seen.map((known) => [known.path, known] as const));
    return facts.map((known) => byPath.get(known.path) ?? known);
  }

  private async pass(paths: string[]): Promise<void> {
    if (this.closed || this.held !== null || this.scannedBase === undefined) return;
    if (this.isLocked()) {
      await this.unlocked();
      await delay(afterLockMs);
      await this.house.refresh();
    }
    const operation = operationIn(this.gitDir);
    if (operation !== null) return this.hold(operation);
    if (paths.length > stormSize) this.reconcile(true);
    if (this.scan !== "none" || paths.length > stormSize) return this.settle.keep(paths);
    const counted = paths.filter((path) => !this.tree.isDismissed(path));
    const facts = await inspect(this.compared(), counted.map((path) => ({ path, base: this.ledger.get(path)?.base })));
    if (facts.some(({ head }) => head === null) && !existsSync(this.root)) return this.house.refresh();
    const present = await this.withoutLeftOut(facts.filter(({ path, base }) => !this.tree.ignores(path, base) || this.ledger.get(path)));
    const news = present.filter((known) => this.ledger.learn(known));
    for (const { path } of news) this.settle.cool(path);
    if (news.length > 0 && !this.isClosedOrHeld()) await this.report(news);
  }

  /** Files that a sparse checkout leaves out are absent by intent. */
  private async withoutLeftOut(facts: Fact[]): Promise<Fact[]> {
    const absent = facts.filter((known) => known.head === null && this.ledger.doubt(known) > 0).map(({ path }) => path);
    if (absent.length === 0 || !existsSync(join(this.gitDir, "info", "sparse-checkout"))) return facts;
    const skipped = await leftOut(this.root, absent);
    return facts.filter(({ path }) => !skipped.has(path));
  }

  private compared(): Tree {
    const { format, ignoreCase, blobs } = this.house;
    return { root: this.root, format, ignoreCase, blobs, base: this.checkout.base, endings: this.endings };
  }

  private report(facts: Fact[]): Promise<void> {
    return this.send("files_observed", facts, new Map());
  }

  private async send(type: "checkout_scanned" | "files_observed", facts: Fact[], times: Map<string, number>): Promise<void> {
    const contents = await Promise.all(facts.map((known) => this.baseContent(known)));
    if (this.closed) return;
    const all = facts.map((known, at) => observation(this.root, known, contents[at], times.get(known.path)));
    this.house.send(type, this.root, all);
  }

  private baseContent({ base, baseBytes }: Fact): Promise<Content> | Content | undefined {
    if (base === null || this.house.isSent(base)) return undefined;
    return baseBytes ? contentOf(baseBytes) : blobContent(this.house.blobs, base);
  }

  /** Waits until git's lock on the index is gone, but not for a lock that was left behind. */
  private async unlocked(): Promise<void> {
    while (this.isLocked() && !this.closed) await delay(lockLookMs);
    const stale = lockAge(this.gitDir, Date.now()) !== null;
    const reason = `A git lock was left behind in ${this.root}; if no git command runs there, delete ${join(this.gitDir, "index.lock")}.`;
    this.house.around.limit(`lock ${this.root}`, stale ? reason : null);
  }

  private startTimer(name: string, wait: number, work: () => void): void {
    if (this.closed || this.timers.has(name)) return;
    const timer = setTimeout(() => {
      this.timers.delete(name);
      work();
    }, wait);
    this.timers.set(name, timer);
  }

  private stopTimer(name: string): void {
    clearTimeout(this.timers.get(name));
    this.timers.delete(name);
  }
}

function textOf(content: Content | null): string | null {
  return content?.kind === "text" ? content.text : null;
}

/** Paths come from hooks and editors too: they must stay in the checkout. */
function isInside(path: string): boolean {
  return path !== "" && path.split("/").every((part) => part !== "" && part !== "." && part !== ".." && part !== ".git");
}
