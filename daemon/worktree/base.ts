// Decides what a checkout is compared with: the merge base of its HEAD with the repository's target branch.
// Knows no files and no watching.
import { existsSync } from "node:fs";
import { join } from "node:path";
import { git, split } from "./git.ts";

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

/** The remote's HEAD branch, else its `main` or `master`, else the local one; null when there is none. */
export async function findTarget(commonDir: string, remote: string | undefined): Promise<Target | null> {
  const remotes = remote === undefined ? [] : ["HEAD", "main", "master"].map((name) => `refs/remotes/${remote}/${name}`);
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

/** Remembers merge bases, which never change for two commits. */
export class Bases {
  private readonly known = new Map<string, string | null>();

  constructor(private readonly commonDir: string) {}

  async of(head: string | null, target: Target | null): Promise<Base> {
    if (head === null) return { base: null, target: target?.name ?? null, note: null };
    if (target === null) {
      const note = "There is no remote branch, main or master to compare with: only what is not committed counts.";
      return { base: head, target: null, note };
    }
    const base = await this.mergeBase(head, target.commit);
    return { base: base ?? head, target: target.name, note: base === null ? this.noBase(target.name) : null };
  }

  private async mergeBase(head: string, target: string): Promise<string | null> {
    if (head === target) return head;
    const key = `${head} ${target}`;
    const known = this.known.get(key);
    if (known !== undefined) return known;
    const { code, stdout } = await git(this.commonDir, ["merge-base", head, target]);
    const base = code === 0 ? (split(stdout, "\n")[0] ?? null) : null;
    if (this.known.size > 1_000) this.known.clear();
    if (base !== null) this.known.set(key, base);
    return base;
  }

  private noBase(target: string): string {
    return existsSync(join(this.commonDir, "shallow"))
      ? `This shallow clone does not reach the commit shared with ${target}: only what is not committed counts (git fetch --unshallow mends it).`
      : `HEAD shares no commit with ${target}: only what is not committed counts.`;
  }
}
