// A tree of texts as the witness reads it, without a disk.
// Knows no sides.
import type { SharedTree } from "../../worktree/sharedTree.ts";

export function treeOf(texts: Record<string, string>): SharedTree {
  const paths = Object.keys(texts);
  const below = (folder: string): string[] =>
    paths.filter((path) => path.startsWith(folder === "" ? "" : `${folder}/`));
  return {
    read: (path) => texts[path] ?? null,
    isFile: (path) => texts[path] !== undefined,
    isFolder: (folder) => below(folder).length > 0,
    foldersIn(folder) {
      const rest = below(folder).map((path) => path.slice(folder === "" ? 0 : folder.length + 1));
      return [...new Set(rest.filter((path) => path.includes("/")).map((path) => path.slice(0, path.indexOf("/"))))];
    },
    realPath: (path) => path,
    files: () => paths.filter((path) => !path.includes("node_modules/")).sort(),
  };
}
