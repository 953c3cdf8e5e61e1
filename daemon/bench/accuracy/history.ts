// Pairs of sides made of a repository's history: each a base and two commits on it, kept in a repository of their own.
// Only reads the repository that it is given: new objects go into a folder in the temp folder.
import { execFileSync } from "node:child_process";
import fs from "node:fs";
import path from "node:path";

/** Two commits by their hashes. */
export interface Pair {
  /**
   * `merge`: parents of a merge; `near`: any two, `a` written before `b`; `bound`: such two of which `b` changes what `a` has new uses of;
   * `late`: `a` did what its commit did, and the other side wrote the file `b` just before, as if it had been new.
   */
  how: "merge" | "near" | "bound" | "late";
  a: string;
  b: string;
}

export interface Sides {
  base: string;
  a: string;
  b: string;
}

export interface Merge {
  /** The tree of what git makes of both. */
  tree: string;
  /** Paths that clash, in the base or on a side. */
  clashing: string[];
}

/** For one run of git, in ms. */
const longest = 60_000;

const fixed = {
  ...{ GIT_AUTHOR_NAME: "bench", GIT_AUTHOR_EMAIL: "bench@example.invalid", GIT_AUTHOR_DATE: "1700000000 +0000" },
  ...{ GIT_COMMITTER_NAME: "bench", GIT_COMMITTER_EMAIL: "bench@example.invalid" },
  ...{ GIT_COMMITTER_DATE: "1700000000 +0000" },
};

export class History {
  /** `gitDir`, an empty folder, becomes a repository that has the objects of the given one, and the new ones. */
  constructor(
    readonly gitDir: string,
    repository: string,
  ) {
    execFileSync("git", ["init", "--quiet", "--bare", gitDir]);
    const common = execFileSync("git", ["-C", repository, "rev-parse", "--git-common-dir"], { encoding: "utf8" });
    const objects = path.resolve(repository, common.trim(), "objects");
    fs.writeFileSync(path.join(this.gitDir, "objects/info/alternates"), `${objects}\n`);
  }

  git(args: string[]): string {
    return execFileSync("git", ["--git-dir", this.gitDir, ...args], {
      ...{ encoding: "utf8", maxBuffer: 1 << 29, timeout: longest, stdio: ["ignore", "pipe", "pipe"] },
      env: { ...process.env, ...fixed },
    });
  }

  /** Texts by the ids of their blobs. */
  blobs(ids: string[]): Map<string, string> {
    const input = ids.map((id) => `${id}\n`).join("");
    const out = execFileSync("git", ["--git-dir", this.gitDir, "cat-file", "--batch"], {
      input,
      maxBuffer: 1 << 29,
      timeout: longest,
    });
    const texts = new Map<string, string>();
    for (let at = 0; at < out.length;) {
      const end = out.indexOf(10, at);
      const [id = "", , size = ""] = out.toString("utf8", at, end).split(" ");
      at = end + 1;
      if (size === "") continue;
      texts.set(id, out.toString("utf8", at, at + Number(size)));
      at += Number(size) + 1;
    }
    return texts;
  }

  /** Null: the pair has no base, or its second change cannot stand without what came between. */
  sidesOf({ how, a, b }: Pair): Sides | null {
    if (how === "merge") {
      const bases = this.git(["merge-base", "--all", a, b]).trim().split("\n");
      return bases.length === 1 ? { base: bases[0]!, a, b } : null;
    }
    const base = this.git(["rev-parse", `${a}^`]).trim();
    if (how === "late") return this.late(base, a, b);
    const tree = this.replanted(b, base);
    return tree === null ? null : { base, a, b: this.commit(tree, base) };
  }

  merge({ a, b }: Pick<Sides, "a" | "b">): Merge {
    const out = this.tolerant(["merge-tree", "--write-tree", "--no-messages", "--name-only", "-z", a, b]);
    const [tree = "", ...clashing] = out.split("\0").filter((line) => line !== "");
    return { tree, clashing: [...new Set(clashing)].sort() };
  }

  private commit(tree: string, parent: string): string {
    return this.git(["commit-tree", tree, "-p", parent, "-m", "bench"]).trim();
  }

  private late(before: string, after: string, file: string): Sides {
    const base = this.commit(this.without(before, file), before);
    return { base, a: this.commit(this.without(after, file), base), b: this.commit(`${before}^{tree}`, base) };
  }

  /** The tree of a commit but for one file. */
  private without(commit: string, file: string): string {
    const index = ["-c", "core.bare=false", "--work-tree", this.gitDir];
    this.git([...index, "read-tree", commit]);
    this.git([...index, "update-index", "--force-remove", "--", file]);
    return this.git([...index, "write-tree"]).trim();
  }

  /** What a commit did, done to `onto`; null: it stands on what came between. */
  private replanted(commit: string, onto: string): string | null {
    const root = this.git(["commit-tree", `${commit}^^{tree}`, "-m", "bench"]).trim();
    const [a, b] = [onto, commit].map((each) => this.commit(`${each}^{tree}`, root)) as [string, string];
    const { tree, clashing } = this.merge({ a, b });
    return clashing.length === 0 ? tree : null;
  }

  /** `merge-tree` ends with 1 where the sides clash. */
  private tolerant(args: string[]): string {
    try {
      return this.git(args);
    } catch (failure) {
      const { status, stdout } = failure as { status: number; stdout: string };
      if (status !== 1) throw failure;
      return stdout;
    }
  }
}
