// Where a Python import leads: the file of a module, in one version of the tree.
// Knows no names inside modules.
import type { VersionTree } from "../family.ts";
import { folderOf } from "../folderOf.ts";
import { isStandardModule } from "./standardLibrary.ts";

/** A module's file; null for a folder without `__init__.py`, which is a package all the same. */
export interface ModulePlace {
  file: string | null;
  folder: string | null;
}

/** Folders below a root that code is often kept in. */
const sourceFolders = ["", "src/", "lib/", "python/"];

export class Modules {
  private readonly known = new Map<string, ModulePlace | null>();

  constructor(private readonly tree: Pick<VersionTree, "isFile">) {}

  /** Null: it is not of this repository, or not there. */
  find(from: string, level: number, module: string): ModulePlace | null {
    const folder = folderOf(from);
    const key = `${folder} ${level} ${module}`;
    let found = this.known.get(key);
    if (found === undefined) this.known.set(key, (found = this.search(folder, level, module)));
    return found;
  }

  /** A module in a package. */
  inside({ folder }: ModulePlace, name: string): ModulePlace | null {
    return folder === null ? null : this.at(`${folder}${name}`);
  }

  private search(folder: string, level: number, module: string): ModulePlace | null {
    const path = module.split(".").join("/");
    if (level > 0) {
      const parts = folder.split("/").slice(0, -1);
      if (level - 1 > parts.length) return null;
      const start = parts
        .slice(0, parts.length - (level - 1))
        .map((each) => `${each}/`)
        .join("");
      return module === "" ? this.package(start) : this.at(`${start}${path}`);
    }
    if (isStandardModule(module)) return null;
    for (const root of this.roots(folder)) {
      const found = this.at(`${root}${path}`);
      if (found) return found;
    }
    return null;
  }

  /** Where absolute imports can start: folders around that are no package, the nearest first. */
  private roots(folder: string): string[] {
    const roots: string[] = [];
    for (let at = folder; ; at = folderOf(at.slice(0, -1))) {
      if (!this.tree.isFile(`${at}__init__.py`)) roots.push(...sourceFolders.map((each) => `${at}${each}`));
      if (at === "") return roots;
    }
  }

  private at(path: string): ModulePlace | null {
    const package_ = this.package(`${path}/`);
    if (package_.file !== null) return package_;
    const file = [`${path}.py`, `${path}.pyi`].find((each) => this.tree.isFile(each));
    return file === undefined ? null : { file, folder: null };
  }

  private package(folder: string): ModulePlace {
    const file = ["__init__.py", "__init__.pyi"].map((name) => folder + name).find((each) => this.tree.isFile(each));
    return { file: file ?? null, folder };
  }
}
