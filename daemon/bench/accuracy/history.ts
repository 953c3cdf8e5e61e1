// Pairs of sides made of a repository's history: each a base and two commits on it, kept in a repository of their own.
// Only reads the repository that it is given: new objects go into a folder in the temp folder.
import { execFileSync } from "node:child_process";
import fs from "node:fs";
import path from "node:path";
import ts from "typescript";

/** Two commits by their hashes. `merge`: parents of a merge; else `a` was written before `b`, near it. */
export interface Pair {
  /** `merge`: parents of a merge; `near`: any two; `bound`: `b` changes what `a` has new uses of. */
  how: "merge" | "near" | "bound";
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

interface Stage {
  mode: string;
  blob: string;
  stage: string;
  path: string;
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

  git(args: string[], input = "", env: Record<string, string> = {}): string {
    return execFileSync("git", ["--git-dir", this.gitDir, ...args], {
      ...{ input, encoding: "utf8", maxBuffer: 1 << 29, timeout: longest, stdio: ["pipe", "pipe", "pipe"] },
      env: { ...process.env, ...fixed, ...env },
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
    const tree = this.replanted(b, base, a);
    return tree === null ? null : { base, a, b: this.commit(tree, base) };
  }

  merge({ a, b }: Sides): Merge {
    const { tree, stages } = this.mergeTree(a, b);
    return { tree, clashing: [...new Set(stages.map(({ path: file }) => file))].sort() };
  }

  commit(tree: string, parent: string): string {
    return this.git(["commit-tree", tree, "-p", parent, "-m", "bench"]).trim();
  }

  /** What a commit did, done to `onto`: without what it did to lines that are only there since `other`. */
  private replanted(commit: string, onto: string, other: string): string | null {
    const root = this.git(["commit-tree", `${commit}^^{tree}`, "-m", "bench"]).trim();
    const { tree, stages } = this.mergeTree(this.commit(`${onto}^{tree}`, root), this.commit(`${commit}^{tree}`, root));
    if (stages.length === 0) return tree;
    const ofOther = new Set(this.git(["diff", "--name-only", "-z", "--no-renames", onto, other]).split("\0"));
    const paths = [...new Set(stages.map((stage) => stage.path))];
    if (paths.some((file) => !ofOther.has(file))) return null;
    const replanted = paths.map((file) => ({ file, ...this.ours(file, stages) }));
    if (!replanted.every(({ file, text }) => text === null || isSound(file, text))) return null;
    const entries = replanted.map(({ entry }) => entry);
    const env = { GIT_INDEX_FILE: path.join(this.gitDir, "index-of-merge") };
    this.git(["read-tree", tree], "", env);
    this.git(["update-index", "--index-info"], entries.join(""), env);
    return this.git(["write-tree"], "", env).trim();
  }

  private ours(file: string, stages: Stage[]): { entry: string; text: string | null } {
    const [base, ours, theirs] = ["1", "2", "3"].map((wanted) =>
      stages.find((each) => each.path === file && each.stage === wanted),
    );
    if (!ours || (base && !theirs)) return { entry: `0 ${"0".repeat(40)}\t${file}\n`, text: null };
    const texts = [ours, base, theirs].map((stage, at) => this.extracted(stage?.blob ?? null, at));
    execFileSync("git", ["merge-file", "--quiet", "--ours", ...texts], { timeout: longest });
    const blob = this.git(["hash-object", "-w", texts[0]!]).trim();
    return { entry: `${ours.mode} ${blob}\t${file}\n`, text: fs.readFileSync(texts[0]!, "utf8") };
  }

  private extracted(blob: string | null, at: number): string {
    const file = path.join(this.gitDir, `text-of-merge-${at}`);
    fs.writeFileSync(file, blob === null ? "" : this.git(["cat-file", "blob", blob]));
    return file;
  }

  private mergeTree(a: string, b: string): { tree: string; stages: Stage[] } {
    const out = this.tolerant(["merge-tree", "--write-tree", "--no-messages", "-z", a, b]);
    const [tree = "", ...lines] = out.split("\0").filter((line) => line !== "");
    const stages = lines.map((line) => {
      const [meta = "", file = ""] = line.split("\t");
      const [mode = "", blob = "", stage = ""] = meta.split(" ");
      return { mode, blob, stage, path: file };
    });
    return { tree, stages };
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

/** Nobody writes what does not parse: half of a change is no work. Of Python and Go that is not known. */
function isSound(file: string, text: string): boolean {
  if (!/\.[cm]?[jt]sx?$/.test(file)) return !/\.(py|go)$/.test(file);
  const { diagnostics } = ts.transpileModule(text, { fileName: path.basename(file), reportDiagnostics: true });
  return diagnostics!.length === 0;
}
