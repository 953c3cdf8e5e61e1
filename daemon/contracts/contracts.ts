// Contracts of all families, read without a compiler: what one side breaks of what the other side's new code uses.
// Knows no threads and no disk.
import type { Break } from "../core/questions.ts";
import type { Proceed, SideName, Work, WorkFile } from "../sides/work.ts";
import type { SharedTree } from "../worktree/sharedTree.ts";
import { readyFor } from "../syntax/readFacts.ts";
import type { Family, Side, VersionTree } from "./family.ts";
import { dependencies } from "./dependencies/dependencies.ts";
import { go } from "./go/go.ts";
import { python } from "./python/python.ts";
import { routes } from "./routes/routes.ts";
import { silentChanges } from "./silent/silentChanges.ts";
import { zodSchemas } from "./zod/zodSchemas.ts";

const families: readonly Family[] = [python, go, routes, zodSchemas, dependencies, silentChanges];

export class Contracts {
  /** Grammars of languages that a side's files are written in. Never rejects. */
  ready({ files }: Work): Promise<void> {
    return readyFor(files.map(({ path }) => path));
  }

  breaks(work: Work, proceed: Proceed): Break[] {
    const seen = { ...work, tree: lookedAtOnce(work.tree) };
    const base = versionOf(seen, "base");
    const [a, b] = [sideOf(seen, "a", base), sideOf(seen, "b", base)];
    return families.flatMap((family) => [...family(a, b, proceed), ...family(b, a, proceed)]);
  }
}

/** What all versions have in common is looked up on disk once a question. */
function lookedAtOnce(tree: SharedTree): SharedTree {
  const texts = new Map<string, string | null>();
  const there = new Map<string, boolean>();
  let all: string[] | null = null;
  return {
    ...tree,
    read: (path) => once(texts, path, () => tree.read(path)),
    isFile: (path) => once(there, path, () => tree.isFile(path)),
    files: () => (all ??= tree.files()),
  };
}

function once<T>(known: Map<string, T>, path: string, find: () => T): T {
  let found = known.get(path);
  if (found === undefined) known.set(path, (found = find()));
  return found;
}

function sideOf(work: Work, name: SideName, base: VersionTree): Side {
  const changed = work.files.filter((file) => file[name] !== file.base).map(({ path }) => path);
  return { name, base, now: versionOf(work, name), changed: changed.sort() };
}

function versionOf({ tree, files }: Work, name: "base" | SideName): VersionTree {
  const texts = new Map(files.map((file: WorkFile) => [file.path, file[name]]));
  let all: readonly string[] | null = null;
  return {
    read: (path) => (texts.has(path) ? texts.get(path)! : tree.read(path)),
    isFile: (path) => (texts.has(path) ? texts.get(path) !== null : tree.isFile(path)),
    files: () => (all ??= filesOf(tree.files(), texts)),
  };
}

function filesOf(unchanged: readonly string[], texts: ReadonlyMap<string, string | null>): readonly string[] {
  const there = [...texts].filter(([, text]) => text !== null).map(([path]) => path);
  return [...unchanged.filter((path) => !texts.has(path)), ...there].sort();
}
