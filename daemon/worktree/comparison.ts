// Compares one checkout with its base: collects what to look at, doubts what may be half-written, reports what is news.
// Knows no timing of events and no git operations: who calls decides when.
import { existsSync, lstatSync } from "node:fs";
import { join } from "node:path";
import type { Checkout } from "../../shared/model/participant.ts";
import { Attributes } from "./attributes.ts";
import type { Blob } from "./blobs.ts";
import { blobId, contentOf } from "./content.ts";
import { type Candidate, leftOut } from "./differences.ts";
import { mendFiltered } from "./filtered.ts";
import type { House } from "./house.ts";
import { isBuiltInIgnored } from "./ignoring.ts";
import { blobContent, type Fact, generatedContent, inspect, type Wanted } from "./inspect.ts";
import { differs, Ledger, observation, uncounted } from "./ledger.ts";
import { look } from "./look.ts";
import { mergeContents } from "./mergeContents.ts";
import type { Content, MergeContent, WantedContent } from "./observations.ts";
import type { TreeWatch } from "./treeWatch.ts";
import { delay } from "./watcher.ts";

/** So many missing files at once are no save in progress. */
const mostDoubts = 4_000;
/** Times of files and of this process may differ by so much. */
const clockSlackMs = 2_000;

/**
 * What has changed since the last scan; all that differs from the base; or, of that, what git tracks: found in half the time.
 */
export type ScanKind = "differences" | "replace" | "tracked";

export interface ScanInput {
  /** When the scan began, before git was asked: `Date.now()`. */
  start: number;
  list: Candidate[];
  untracked: string[];
  pending: string[];
  kind: ScanKind;
}

/** What a scan saw; `kept` paths did not change since the last one. */
export interface Scan {
  facts: Fact[];
  kept: Set<string>;
  base: string | null;
  start: number;
}

export class Comparison {
  readonly attributes: Attributes;
  private readonly ledger: Ledger;
  private scannedBase: string | null | undefined;
  private scannedAt = 0;

  constructor(
    private readonly house: House,
    private readonly root: string,
    private readonly tree: TreeWatch,
    private readonly checkout: () => Checkout,
    again: (paths: string[]) => void,
  ) {
    this.ledger = new Ledger(blobId(house.format, Buffer.alloc(0)), again);
    this.attributes = new Attributes(root, house.commonDir, house.convertsLineEndings);
  }

  /** A first scan has been reported. */
  get isScanned(): boolean {
    return this.scannedBase !== undefined;
  }

  /** Looks at these paths now; leaves out those that do not count. */
  async look(paths: readonly string[]): Promise<Fact[]> {
    const wanted: Wanted[] = [];
    for (const path of paths) {
      const base = this.ledger.get(path)?.base;
      const isIgnored = base === undefined && this.tree.ignores(path);
      if (!isIgnored) wanted.push({ path, base });
      else if (!this.tree.isDismissed(path) && (await this.baseOf(path)) !== null) wanted.push({ path });
      else this.tree.dismiss(path);
    }
    return this.inspect(wanted);
  }

  /** Those of the facts that are news and are believed; doubtful ones come up again by themselves. */
  async learn(facts: readonly Fact[]): Promise<Fact[]> {
    const present = await this.withoutLeftOut(facts);
    return present.filter((fact) => this.ledger.learn(fact));
  }

  /**
   * Of the paths asked about, what is no news: as it is, as it was where it cannot be read or is left out by intent, nothing on
   * both sides where it does not count. Without those that must be seen twice.
   */
  async answers(paths: readonly string[], facts: readonly Fact[], news: readonly Fact[]): Promise<Fact[]> {
    const isNews = new Set(news.map(({ path }) => path));
    const seen = new Map(facts.map((fact) => [fact.path, fact] as const));
    const present = new Set(await this.withoutLeftOut(facts));
    const answers: Fact[] = [];
    for (const path of paths) {
      if (isNews.has(path)) continue;
      const fact = seen.get(path) ?? uncounted(path, null);
      if (!fact.readable || !(present.has(fact) || !seen.has(path))) answers.push(await this.asKnown(fact));
      else if (!this.isDoubtful(fact)) answers.push(fact);
    }
    return answers;
  }

  /** As it was: in the ledger, else in the base. */
  private async asKnown(fact: Fact): Promise<Fact> {
    const known = this.ledger.get(fact.path);
    const blob = known ? known.head : fact.base;
    if (blob === null) return { ...fact, readable: true, head: null };
    if (!fact.readable && blob !== fact.base) return this.ledger.lastKnown(fact);
    return { ...fact, readable: true, head: { blob, content: await blobContent(this.house.blobs, blob) } };
  }

  private isDoubtful(fact: Fact): boolean {
    return this.ledger.doubt(fact) > 0;
  }

  /** Looks at everything that a scan has to look at. Missing and emptied files are looked at once more after a grace time. */
  async scan(input: ScanInput): Promise<Scan> {
    const all = this.wanted(input);
    const isKept = ({ path, base }: Wanted) => input.kind === "differences" && this.isUnchanged(path, base);
    const kept = new Set([...all.values()].filter(isKept).map(({ path }) => path));
    const facts = await this.inspect([...all.values()].filter(({ path }) => !kept.has(path)));
    await this.trustGit(facts, new Set(input.list.map(({ path }) => path)));
    return { facts: await this.confirmed(facts), kept, base: this.checkout().base, start: input.start };
  }

  /** Takes a scan for the truth and reports it: as a whole, or what it has of news. */
  async accept(scan: Scan, kind: ScanKind, times: Map<string, number>): Promise<void> {
    this.scannedBase = scan.base;
    this.scannedAt = scan.start;
    const facts = scan.facts.map((fact) => (fact.readable ? fact : this.ledger.lastKnown(fact)));
    const news = this.ledger.replace(scan.facts, scan.kept);
    if (kind === "replace") await this.send("checkout_scanned", facts.filter(differs), times);
    else if (kind === "tracked") await this.send("files_observed", facts.filter(differs), times);
    else if (news.length > 0) await this.report(news);
  }

  private async confirmed(facts: Fact[]): Promise<Fact[]> {
    if (!this.isScanned) return facts;
    const doubts = facts.map((fact) => this.ledger.doubt(fact));
    const longest = Math.max(0, ...doubts.slice(0, mostDoubts));
    if (longest === 0) return facts;
    await delay(longest);
    const seen = await this.inspect(facts.filter((_, at) => (doubts[at] ?? 0) > 0));
    const byPath = new Map(seen.map((fact) => [fact.path, fact] as const));
    return facts.map((fact) => byPath.get(fact.path) ?? fact);
  }

  report(facts: Fact[]): Promise<void> {
    return this.send("files_observed", facts, new Map());
  }

  async readTexts(path: string): Promise<{ text: string | null; baseText: string | null }> {
    const seen = await look(this.disk(), path);
    const base = await this.baseOf(path);
    const text = seen.kind === "present" ? textOf(seen.content) : null;
    return { text, baseText: base?.bytes ? textOf(contentOf(base.bytes)) : null };
  }

  async readContents(wanted: WantedContent[]): Promise<(MergeContent | "gone")[]> {
    const inspect = (paths: string[]): Promise<Fact[]> => this.inspect(paths.map((path) => ({ path })));
    const contents = await mergeContents({ ...this.disk(), blobs: this.house.blobs, inspect }, wanted);
    const drivers = await this.attributes.mergeDrivers(wanted.map(({ path }) => path));
    return contents.map((content, at) => {
      const driver = drivers.get(wanted[at]!.path);
      return driver && content && content !== "gone" && "text" in content ? { ...content, driver } : content;
    });
  }

  async readVersion(commit: string, path: string): Promise<{ blob: string; content: Content } | null> {
    const found = await this.house.blobs.find(commit, path);
    return (
      found && {
        blob: found.oid,
        content: found.bytes ? contentOf(found.bytes) : { kind: "opaque", why: "larger than 1 MB" },
      }
    );
  }

  close(): void {
    this.ledger.close();
  }

  private async baseOf(path: string): Promise<Blob | null> {
    const { base } = this.checkout();
    return base === null ? null : this.house.blobs.find(base, path);
  }

  private disk() {
    const { format, ignoreCase } = this.house;
    return { root: this.root, format, ignoreCase };
  }

  private async inspect(wanted: readonly Wanted[]): Promise<Fact[]> {
    const { base } = this.checkout();
    const tree = { ...this.disk(), base, blobs: this.house.blobs, attributes: this.attributes };
    const facts = await inspect(tree, wanted);
    if (this.house.filters().length > 0) await mendFiltered(tree, facts);
    // After their contents were read: whoever is told of a rule file finds it in force.
    this.tree.followRules(facts.map(({ path }) => path));
    return facts;
  }

  private wanted({ list, untracked, pending, kind }: ScanInput): Map<string, Wanted> {
    const all = new Map<string, Wanted>();
    for (const candidate of list) if (!isBuiltInIgnored(candidate.path)) all.set(candidate.path, candidate);
    for (const path of untracked) if (!all.has(path) && !isBuiltInIgnored(path)) all.set(path, { path, base: null });
    const sameBase = this.scannedBase === this.checkout().base;
    for (const [path, { base }] of this.ledger.entries()) {
      if (all.has(path) || (base !== null && kind === "replace")) continue;
      if (base !== null || !this.tree.ignores(path)) all.set(path, { path, base: sameBase ? base : undefined });
    }
    for (const path of pending) if (!all.has(path) && !this.tree.ignores(path)) all.set(path, { path });
    return all;
  }

  /** True when the path has not changed on disk since the last scan, and its base is the one it was compared with. */
  private isUnchanged(path: string, base: string | null | undefined): boolean {
    const known = this.ledger.get(path);
    if (known === undefined || known.head === null || known.base !== base) return false;
    const changed = lstatSync(join(this.root, path), { throwIfNoEntry: false })?.ctimeMs;
    return changed !== undefined && changed < this.scannedAt - clockSlackMs;
  }

  /**
   * What git does not list is as in the base, whatever the disk says: a sparse checkout leaves it out, a filter changed its
   * bytes, or it changed only now, which an event tells.
   */
  private async trustGit(facts: Fact[], listed: ReadonlySet<string>): Promise<void> {
    for (const fact of facts) {
      if (listed.has(fact.path) || fact.base === null || fact.head?.blob === fact.base) continue;
      fact.head = { blob: fact.base, content: await blobContent(this.house.blobs, fact.base) };
    }
  }

  /** Files that a sparse checkout leaves out are absent by intent. */
  private async withoutLeftOut(facts: readonly Fact[]): Promise<readonly Fact[]> {
    const absent = facts.filter((fact) => fact.head === null && this.isDoubtful(fact)).map(({ path }) => path);
    if (absent.length === 0 || !existsSync(join(this.house.gitDir, "info", "sparse-checkout"))) return facts;
    const skipped = await leftOut(this.root, absent);
    return facts.filter(({ path }) => !skipped.has(path));
  }

  private async send(
    type: "checkout_scanned" | "files_observed",
    facts: Fact[],
    times: Map<string, number>,
  ): Promise<void> {
    const contents = await Promise.all(facts.map((fact) => this.baseContent(fact)));
    const all = facts.map((fact, at) => observation(this.root, fact, contents[at], times.get(fact.path)));
    this.house.send(type, this.root, all);
  }

  private async baseContent({ base, baseBytes, generated }: Fact): Promise<Content | undefined> {
    if (base === null || this.house.isSent(base)) return undefined;
    if (generated) return generatedContent;
    return baseBytes ? contentOf(baseBytes) : blobContent(this.house.blobs, base);
  }
}

function textOf(content: Content): string | null {
  return content.kind === "text" ? content.text : null;
}
