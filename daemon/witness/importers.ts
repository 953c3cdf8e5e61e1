// Which files of the tree import which: found from the words of their imports, without a compiler's resolution.
// Answers too many rather than too few: the compiler decides later.
import type { SharedTree } from "../worktree/sharedTree.ts";

const code = /\.(?:[cm]?[jt]s|[jt]sx)$/;
/** What stands between quotes after `from`, `import`, `require(`, `import(`. */
const specifier = /\b(?:from|import|require)\s*\(?\s*["']([^"'\n]+)["']/g;

/** Specifiers of files that did not change between two questions are kept. */
export class Importers {
  private readonly specifiers = new Map<string, { text: string; ends: string[] }>();

  /** Files that import one of these, by how a specifier ends: `./refund` for `src/refund.ts`, `./billing` for its index. */
  of(tree: SharedTree, changed: readonly string[], isWanted: (path: string) => boolean): string[] {
    const ends = new Set(changed.flatMap(endsOf));
    return tree.files().filter((path) => {
      if (!code.test(path) || !isWanted(path)) return false;
      return this.endsIn(tree, path).some((end) => ends.has(end));
    });
  }

  private endsIn(tree: SharedTree, path: string): string[] {
    const text = tree.read(path);
    if (text === null) return [];
    const known = this.specifiers.get(path);
    if (known?.text === text) return known.ends;
    const ends = [...text.matchAll(specifier)].map((match) => endOf(match[1]!));
    this.specifiers.set(path, { text, ends });
    return ends;
  }
}

function endsOf(path: string): string[] {
  const parts = path.split("/");
  const name = endOf(parts.at(-1)!);
  return name === "index" ? ["index", endOf(parts.at(-2) ?? "."), ".", ".."] : [name];
}

/** Last name of a path, without its extension. */
function endOf(path: string): string {
  const name = path.slice(path.lastIndexOf("/") + 1);
  return name.replace(/(?:\.d)?\.(?:[cm]?[jt]s|[jt]sx|json)$/, "");
}
