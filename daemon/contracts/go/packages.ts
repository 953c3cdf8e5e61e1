// The folders of Go code in one version of the tree, and where an import path leads.
// Reads no code.
import type { VersionTree } from "../family.ts";
import { folderOf } from "../folderOf.ts";

interface Module {
  /** As imports name it. */
  path: string;
  folder: string;
  /** The `go.mod` that says so. */
  file: string;
}

export class Packages {
  private readonly folders = new Map<string, string[]>();
  private readonly modules: Module[] = [];
  private readonly folderByImport = new Map<string, string | null>();

  constructor(tree: VersionTree) {
    for (const path of tree.files()) {
      if (path.endsWith(".go")) this.enter(path);
      else if (/(?:^|\/)go\.mod$/.test(path)) this.modules.push(...modulesIn(path, tree.read(path) ?? ""));
    }
    this.modules.sort((a, b) => b.path.length - a.path.length);
  }

  private enter(path: string): void {
    if (/(?:^|\/)(?:vendor|testdata)\//.test(path)) return;
    const folder = folderOf(path);
    const known = this.folders.get(folder);
    if (known) known.push(path);
    else this.folders.set(folder, [path]);
  }

  /** The module that an import path belongs to, by the longest name. */
  moduleOf(importPath: string): Module | null {
    return this.modules.find(({ path }) => importPath === path || importPath.startsWith(`${path}/`)) ?? null;
  }

  moduleIn(file: string): Module | null {
    return this.modules.find((each) => each.file === file) ?? null;
  }

  /** The folder of a package of this repository; null: it is of another one, or not there. */
  folderOfImport(importPath: string): string | null {
    let found = this.folderByImport.get(importPath);
    if (found === undefined) this.folderByImport.set(importPath, (found = this.searchFolder(importPath)));
    return found;
  }

  private searchFolder(importPath: string): string | null {
    const module = this.moduleOf(importPath);
    if (!module) return null;
    const rest = importPath.slice(module.path.length + 1);
    const folder = module.folder + (rest === "" ? "" : `${rest}/`);
    return this.filesIn(folder).some((path) => !isTest(path)) ? folder : null;
  }

  filesIn(folder: string): string[] {
    return this.folders.get(folder) ?? [];
  }
}

/** The module itself, and what it takes from another folder: `replace old => ../folder`. */
function modulesIn(file: string, text: string): Module[] {
  const folder = folderOf(file);
  const named = /^[ \t]*module[ \t]+"?([^\s"]+)/m.exec(text)?.[1];
  const replaced = [...text.matchAll(/^[ \t]*(?:replace[ \t]+)?(\S+)(?:[ \t]+v\S+)?[ \t]+=>[ \t]+(\.{1,2}\/\S*)/gm)];
  return [
    ...(named === undefined ? [] : [{ path: named, folder, file }]),
    ...replaced.flatMap(([, path, to]) => {
      const target = joined(folder, to!);
      return target === null ? [] : [{ path: path!, folder: target, file: `${file} ` }];
    }),
  ];
}

/** Null: it leads out of the tree. */
function joined(folder: string, relative: string): string | null {
  const parts = folder.split("/").slice(0, -1);
  for (const part of relative.split("/")) {
    if (part === "" || part === ".") continue;
    if (part !== "..") parts.push(part);
    else if (parts.pop() === undefined) return null;
  }
  return parts.map((part) => `${part}/`).join("");
}

export function isTest(path: string): boolean {
  return path.endsWith("_test.go");
}
