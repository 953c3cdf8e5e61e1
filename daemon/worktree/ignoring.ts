// Says which paths of a checkout do not count: the built-in list, and git's ignore rules of every level.
// Knows no events and no git process; reads only the rule files.
import { readFileSync } from "node:fs";
import { join } from "node:path";
import ignore, { type Ignore } from "ignore";

const folders = new Set([
  ...[".git", "node_modules", "bower_components", "jspm_packages", "vendor", "third_party", "__pycache__"],
  ...[".venv", ".tox", ".mypy_cache", ".pytest_cache", ".ruff_cache", "__generated__", ".hg", ".svn", ".jj"],
]);
const lockfiles = new Set([
  ...["package-lock.json", "npm-shrinkwrap.json", "yarn.lock", "pnpm-lock.yaml", "bun.lock", "bun.lockb", "deno.lock"],
  ...["go.sum", "go.work.sum", "Cargo.lock", "poetry.lock", "uv.lock", "pdm.lock", "Pipfile.lock", "Gemfile.lock"],
  ...["composer.lock", "mix.lock", "pubspec.lock", "Podfile.lock", "Package.resolved", "flake.lock"],
  ...["gradle.lockfile", "packages.lock.json", ".terraform.lock.hcl", ".pnp.cjs", ".DS_Store"],
]);
const generated = /\.(generated\.[^.]+|pb\.go|pb\.gw\.go|tsbuildinfo|pyc|map)$|_pb2(_grpc)?\.pyi?$/;
const minified = /[.-]min\.(js|mjs|cjs|css)$/;
/** What editors and tools write for a moment beside the file they save. */
const temporary =
  /~$|\.(tmp|temp|swp|swo|swx|crswap|bak~)$|\.tmp[.-][^/]*$|^\.#|^#.*#$|^4913$|___jb_(tmp|old)___$|^\.goutputstream-/;

export function isIgnoredFolderName(name: string): boolean {
  return folders.has(name);
}

/** True for lockfiles, generated, minified, vendored and temporary files: they never count, tracked or not. */
export function isBuiltInIgnored(path: string): boolean {
  const parts = path.split("/");
  const name = parts.pop() ?? "";
  if (name === ".git" || lockfiles.has(name) || generated.test(name) || minified.test(name) || temporary.test(name))
    return true;
  return parts.some((part) => folders.has(part));
}

/** Git's ignore rules of one checkout. Folders are relative with `/`; the root is "". */
export class IgnoreRules {
  private readonly byFolder = new Map<string, Ignore>();
  private readonly folderAnswers = new Map<string, boolean>();
  private general: Ignore[] = [];

  constructor(
    private readonly root: string,
    private readonly ignoreCase: boolean,
    /** Absolute files without a folder of their own (`info/exclude`, `core.excludesFile`), the stronger first. */
    private readonly generalFiles: string[],
  ) {
    this.reset();
  }

  /** Forgets everything but the general rules and the root's. */
  reset(): void {
    this.byFolder.clear();
    this.folderAnswers.clear();
    this.general = this.generalFiles.map((file) => this.read(file)).filter((rules) => rules !== undefined);
    this.load("");
  }

  /** Reads the `.gitignore` of a folder, if there is one. */
  load(folder: string): void {
    const rules = this.read(join(this.root, folder, ".gitignore"));
    if (rules) this.byFolder.set(folder, rules);
    else if (!this.byFolder.delete(folder)) return;
    this.folderAnswers.clear();
  }

  /** Drops what was remembered of single paths. */
  forgetAnswers(): void {
    this.folderAnswers.clear();
    for (const [folder, rules] of this.byFolder) this.byFolder.set(folder, this.fresh().add(rules));
    this.general = this.general.map((rules) => this.fresh().add(rules));
  }

  ignoresFile(path: string): boolean {
    const slash = path.lastIndexOf("/");
    return (slash >= 0 && this.ignoresFolder(path.slice(0, slash))) || this.decide(path);
  }

  ignoresFolder(folder: string): boolean {
    if (folder === "") return false;
    const known = this.folderAnswers.get(folder);
    if (known !== undefined) return known;
    const slash = folder.lastIndexOf("/");
    const answer = (slash >= 0 && this.ignoresFolder(folder.slice(0, slash))) || this.decide(`${folder}/`);
    this.folderAnswers.set(folder, answer);
    return answer;
  }

  /** The deepest rule file that says something about the path decides. */
  private decide(path: string): boolean {
    let folder = path;
    do {
      folder = folder.slice(0, Math.max(0, folder.lastIndexOf("/", folder.length - 2)));
      const rules = this.byFolder.get(folder);
      const answer = rules && verdict(rules, folder === "" ? path : path.slice(folder.length + 1));
      if (answer !== undefined) return answer;
    } while (folder !== "");
    for (const rules of this.general) {
      const answer = verdict(rules, path);
      if (answer !== undefined) return answer;
    }
    return false;
  }

  private fresh(): Ignore {
    return ignore({ ignorecase: this.ignoreCase, allowRelativePaths: true });
  }

  private read(file: string): Ignore | undefined {
    try {
      return this.fresh().add(readFileSync(file, "utf8"));
    } catch {
      return undefined;
    }
  }
}

/**
 * What one rule file says about a path; undefined: nothing. That it ignores the path's folder says nothing here: whether
 * the folder is ignored has been decided before, perhaps otherwise by a deeper rule file.
 */
function verdict(rules: Ignore, path: string): boolean | undefined {
  const { ignored, unignored } = rules.test(path);
  if (!ignored) return unignored ? false : undefined;
  const folder = path.slice(0, path.lastIndexOf("/", path.length - 2) + 1);
  return folder !== "" && rules.test(folder).ignored ? undefined : true;
}
