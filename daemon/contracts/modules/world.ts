// The modules of one version of the tree, and what a name in one of them means: through imports, re-exports and stars.
// Knows no schemas.
import type ts from "typescript";
import type { Side, VersionTree } from "../family.ts";
import { readModule, type Declaration, type Link, type Module } from "./module.ts";
import { Specifiers } from "./specifiers.ts";

type Space = "values" | "types";

/** A declaration of the tree, all of a module, or something of a package. */
export type Meaning =
  | { is: "declared"; module: Module; declaration: Declaration }
  | { is: "module"; module: Module }
  | { is: "external"; from: string; name: string };

const mostHops = 24;

export class World {
  private readonly modules = new Map<string, Module | null>();
  private readonly specifiers: Specifiers;

  constructor(
    readonly tree: VersionTree,
    private readonly read: (path: string) => Module | null,
  ) {
    this.specifiers = new Specifiers(tree);
  }

  module(path: string): Module | null {
    let module = this.modules.get(path);
    if (module === undefined) this.modules.set(path, (module = this.read(path)));
    return module;
  }

  /** What a name at the top of a module means there. */
  meaning(module: Module, name: string, space: Space, hops = mostHops): Meaning | null {
    const declaration = module[space].get(name);
    if (declaration) return { is: "declared", module, declaration };
    const link = module.imports.get(name);
    return link ? this.follow(module, link, space, hops) : null;
  }

  /** What a module exports under a name. */
  exported(module: Module, name: string, space: Space, hops = mostHops): Meaning | null {
    if (hops === 0) return null;
    const own = module.exports.get(name);
    if (typeof own === "string") return this.meaning(module, own, space, hops - 1);
    if (own) return this.follow(module, own, space, hops - 1);
    if (name === "default") return null;
    for (const from of module.stars) {
      const found = this.follow(module, { from, name }, space, hops - 1);
      if (found?.is === "declared") return found;
    }
    return null;
  }

  private follow(module: Module, { from, name }: Link, space: Space, hops: number): Meaning | null {
    if (hops <= 0) return null;
    const path = this.specifiers.find(module.path, from);
    if (path === null) return from.startsWith(".") ? null : { is: "external", from, name };
    const target = this.module(path);
    if (!target) return null;
    return name === "*" ? { is: "module", module: target } : this.exported(target, name, space, hops - 1);
  }
}

export function worldOf(tree: VersionTree): World {
  return new World(tree, (path) => moduleIn(tree, path));
}

/** The user's tree with what the changer did laid over it; in a file of both, definition by definition. */
export function worldWith(changer: Side, user: Side): World {
  const [byChanger, byUser] = [new Set(changer.changed), new Set(user.changed)];
  const owner = (path: string): VersionTree => (byChanger.has(path) ? changer.now : user.now);
  const tree: VersionTree = {
    read: (path) => owner(path).read(path),
    isFile: (path) => owner(path).isFile(path),
    files: () => user.now.files(),
  };
  return new World(tree, (path) => {
    if (!byChanger.has(path) || !byUser.has(path)) return moduleIn(tree, path);
    const [base, theirs, own] = [changer.base, changer.now, user.now].map((each) => moduleIn(each, path));
    return theirs && own ? merged(base ?? null, theirs, own) : null;
  });
}

export function moduleIn(tree: VersionTree, path: string): Module | null {
  const text = tree.read(path);
  return text === null ? null : readModule(path, text);
}

/** What both sides changed stands as the user has it: how they come together nobody knows yet. */
function merged(base: Module | null, theirs: Module, own: Module): Module {
  const mergedSpace = (space: Space): Map<string, Declaration> => {
    const isTheirs = ([name, each]: [string, Declaration]): boolean => {
      const [before, mine] = [base?.[space].get(name), own[space].get(name)];
      return !isSame(before, each) && (mine === before || isSame(before, mine));
    };
    return new Map([...own[space], ...[...theirs[space]].filter(isTheirs)]);
  };
  return {
    ...own,
    values: mergedSpace("values"),
    types: mergedSpace("types"),
    imports: new Map([...theirs.imports, ...own.imports]),
    exports: new Map([...theirs.exports, ...own.exports]),
    stars: [...new Set([...own.stars, ...theirs.stars])],
  };
}

/** White space does not count. */
export function isSame(one: Declaration | undefined, other: Declaration | undefined): boolean {
  return one !== undefined && other !== undefined && squeezed(one.file, one.node) === squeezed(other.file, other.node);
}

function squeezed(file: ts.SourceFile, { pos, end }: ts.Node): string {
  return file.text.slice(pos, end).replace(/\s+/g, "");
}
