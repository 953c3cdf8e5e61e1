// Decides what a checkout is compared with: the merge base of its HEAD with the repository's target branch.
// Knows no files and no watching.
import { existsSync } from "node:fs";
import { join } from "node:path";
import { git, split } from "./git.ts";
import { hasLanded } from "./landed.ts";

/** The branch that unmerged work is unmerged against; the same for all checkouts of a repository. */
export interface Target {
  name: string;
  commit: string;
}

export interface Base {
  base: string | null;
  target: string | null;
  note: string | null;
}

/** With HEAD's own commits, which the target has not: each before its parents. */
export interface Branching extends Base {
  ahead: string[];
}

/** The remote's HEAD branch, else its `main` or `master`, else the local one; null when there is none. */
export async function findTarget(commonDir: string, remote: string | undefined): Promise<Target | null> {
  const remotes =
    remote === undefined ? [] : ["HEAD", "main", "master"].map((name) => `refs/remotes/${remote}/${name}`);
  const wanted = [...remotes, "refs/heads/main", "refs/heads/master"];
  const format = "--format=%(refname)%00%(objectname)%00%(symref)";
  const { stdout } = await git(commonDir, ["for-each-ref", format, ...wanted]);
  const found = new Map(split(stdout, "\n").map((line) => [line.split("\0")[0], line.split("\0")] as const));
  for (const name of wanted) {
    const [, commit, symref] = found.get(name) ?? [];
    if (commit) return { name: (symref || name).replace(/^refs\/(heads|remotes)\//, ""), commit };
  }
  return null;
}

const mostAhead = 5_000;
const mostKnown = 1_000;

/** So many of HEAD's own commits are told of. */
const mostTold = 500;

/** Where a HEAD meets the target, and its own commits down to there. */
interface Meeting {
  base: string | null;
  ahead: string[];
}

/** Merge bases, remembered: for two commits they never change. */
export class Bases {
  private readonly known = new Map<string, Meeting>();

  constructor(private readonly commonDir: string) {}

  /** What checkouts with these HEADs are compared with. */
  async of(heads: readonly (string | null)[], target: Target | null): Promise<Branching[]> {
    if (target !== null) await this.learn(new Set(heads.filter((head) => head !== null)), target.commit);
    return heads.map((head) => this.answer(head, target));
  }

  private answer(head: string | null, target: Target | null): Branching {
    if (head === null) return { base: null, target: target?.name ?? null, note: null, ahead: [] };
    if (target === null) {
      const note = "There is no remote branch, main or master to compare with: only what is not committed counts.";
      return { base: head, target: null, note, ahead: [] };
    }
    const { base, ahead } = this.known.get(`${head} ${target.commit}`) ?? { base: null, ahead: [] };
    return { base: base ?? head, target: target.name, note: base === null ? this.noBase(target.name) : null, ahead };
  }

  private async learn(heads: Set<string>, target: string): Promise<void> {
    const unknown = [...heads].filter((head) => !this.known.has(`${head} ${target}`));
    if (unknown.length === 0) return;
    if (this.known.size > mostKnown) this.known.clear();
    const parents = await commitsAhead(this.commonDir, unknown, target);
    for (const head of unknown) {
      const { met, ahead } = walk(parents ?? new Map<string, string[]>(), head);
      const only = parents && parents.size < mostAhead && met.length === 1 ? met[0]! : null;
      const base = only ?? (await mergeBase(this.commonDir, head, target));
      if (base === null) continue;
      // What landed is compared with itself: only what comes after it is unmerged.
      const isLanded = ahead.length > 0 && base !== target && (await hasLanded(this.commonDir, base, head, target));
      const meeting = isLanded ? { base: head, ahead: [] } : { base, ahead: ahead.slice(0, mostTold) };
      this.known.set(`${head} ${target}`, meeting);
    }
  }

  private noBase(target: string): string {
    return existsSync(join(this.commonDir, "shallow"))
      ? `This shallow clone does not reach the commit shared with ${target}: only what is not committed counts (git fetch --unshallow mends it).`
      : `HEAD shares no commit with ${target}: only what is not committed counts.`;
  }
}

/** Commit → parents, of all commits that any of the heads has and the target has not; each before its parents. */
async function commitsAhead(commonDir: string, heads: string[], target: string): Promise<Map<string, string[]> | null> {
  const options = ["--topo-order", "--parents", `--max-count=${mostAhead}`];
  const { code, stdout } = await git(commonDir, ["rev-list", ...options, ...heads, `^${target}`, "--"]);
  if (code !== 0) return null;
  return new Map(split(stdout, "\n").map((line) => [line.split(" ")[0] ?? "", line.split(" ").slice(1)]));
}

/** The head's own commits, each before its parents, and the target's commits that they meet. */
function walk(ahead: Map<string, string[]>, head: string): { met: string[]; ahead: string[] } {
  const open = [head];
  const seen = new Set(open);
  for (let commit = open.pop(); commit !== undefined; commit = open.pop())
    for (const parent of ahead.get(commit) ?? []) {
      if (!seen.has(parent)) open.push(parent);
      seen.add(parent);
    }
  return {
    met: [...seen].filter((commit) => !ahead.has(commit)),
    ahead: [...ahead.keys()].filter((commit) => seen.has(commit)),
  };
}

async function mergeBase(commonDir: string, head: string, target: string): Promise<string | null> {
  const { code, stdout } = await git(commonDir, ["merge-base", head, target]);
  return code === 0 ? (split(stdout, "\n")[0] ?? null) : null;
}
