// Where the specifier of an import leads: relative, by the paths of a tsconfig, or to a package of the workspace.
// Knows no names of modules.
import path from "node:path";
import type { VersionTree } from "../family.ts";
import { codeFile } from "./module.ts";
import { mappingsOf, packageIn, type Mapping } from "./settings.ts";

const endings = [".ts", ".tsx", ".mts", ".cts", ".d.ts", ".js", ".jsx", ".mjs", ".cjs"];

/** The specifiers in one version of the tree; what was looked up is kept. */
export class Specifiers {
  private readonly found = new Map<string, string | null>();
  private readonly mappings = new Map<string, Mapping[]>();
  private packages: Map<string, Package> | null = null;

  constructor(private readonly tree: VersionTree) {}

  /** Path of the module, null: none of the tree. */
  find(importer: string, specifier: string): string | null {
    const folder = path.posix.dirname(importer);
    const key = `${folder}\0${specifier}`;
    let found = this.found.get(key);
    if (found === undefined) this.found.set(key, (found = this.search(folder, specifier)));
    return found;
  }

  private search(folder: string, specifier: string): string | null {
    if (isRelative(specifier)) return this.fileOf(path.posix.join(folder, specifier));
    const places = [...this.mapped(folder, specifier), ...byHabit(folder, specifier), ...this.ofPackage(specifier)];
    for (const place of places) {
      const file = this.fileOf(place);
      if (file !== null) return file;
    }
    return null;
  }

  private fileOf(place: string): string | null {
    const bare = place.replace(/\/$/, "");
    if (bare.startsWith("..")) return null;
    if (codeFile.test(bare) && this.tree.isFile(bare)) return bare;
    const stem = bare.replace(/\.([cm]?)jsx?$/, "");
    const stems = [...new Set([bare, stem, path.posix.join(bare, "index")])];
    const files = stems.flatMap((each) => endings.map((ending) => each + ending));
    return files.find((each) => this.tree.isFile(each)) ?? null;
  }

  private mapped(folder: string, specifier: string): string[] {
    let mappings = this.mappings.get(folder);
    if (!mappings) {
      const configs = foldersFrom(folder).flatMap((each) => configNames.map((name) => path.posix.join(each, name)));
      this.mappings.set(folder, (mappings = configs.flatMap((config) => mappingsOf(this.tree, config))));
    }
    return mappings.flatMap(([pattern, targets]) => {
      const [before = "", after] = pattern.split("*");
      if (after === undefined) return specifier === pattern ? targets : [];
      const fits = specifier.startsWith(before) && specifier.endsWith(after) && specifier.length >= pattern.length - 1;
      const middle = specifier.slice(before.length, specifier.length - after.length);
      return fits ? targets.map((target) => target.replace("*", () => middle)) : [];
    });
  }

  private ofPackage(specifier: string): string[] {
    const parts = specifier.split("/");
    const length = specifier.startsWith("@") ? 2 : 1;
    const found = (this.packages ??= this.readPackages()).get(parts.slice(0, length).join("/"));
    if (!found) return [];
    const inner = parts.slice(length).join("/");
    const entries =
      inner === "" ? [...found.entries, "src/index", "index", "lib/index", "src/main"] : [inner, `src/${inner}`];
    return entries.map((each) => path.posix.join(found.folder, each));
  }

  private readPackages(): Map<string, Package> {
    const packages = new Map<string, Package>();
    for (const manifest of this.tree.files().filter((each) => each.endsWith("/package.json"))) {
      const { name, entries } = packageIn(manifest, this.tree.read(manifest) ?? "");
      if (name !== null) packages.set(name, { folder: path.posix.dirname(manifest), entries });
    }
    return packages;
  }
}

interface Package {
  folder: string;
  entries: string[];
}

const configNames = ["tsconfig.json", "jsconfig.json"];

export function isRelative(specifier: string): boolean {
  return /^\.{1,2}(?:\/|$)/.test(specifier);
}

/** What bundlers take without a configuration that can be read: `@/` and `~/` for the sources. */
function byHabit(folder: string, specifier: string): string[] {
  const [, rest] = /^[@~]\/(.*)$/.exec(specifier) ?? [];
  if (rest === undefined) return [];
  return foldersFrom(folder).flatMap((each) => [path.posix.join(each, "src", rest), path.posix.join(each, rest)]);
}

/** The folder and those around it, the nearest first. */
function foldersFrom(folder: string): string[] {
  const parent = path.posix.dirname(folder);
  return parent === folder ? [folder] : [folder, ...foldersFrom(parent)];
}

/** The file of this name in the nearest folder that has one. */
export function nearest(tree: VersionTree, from: string, name: string): string | null {
  const files = foldersFrom(path.posix.dirname(from)).map((folder) => path.posix.join(folder, name));
  return files.find((each) => tree.isFile(each)) ?? null;
}
