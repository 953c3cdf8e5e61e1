// The Python modules of one version of the tree: which definition a name in a module stands for, through imports.
// Knows no expressions and no scopes inside functions.
import type { VersionTree } from "../family.ts";
import type { SyntaxFile, SyntaxReader } from "../syntaxTree.ts";
import type { Definition, ImportDef, PythonModule, StarImport } from "./definitions.ts";
import { Modules, type ModulePlace } from "./modules.ts";
import { readModule } from "./readModule.ts";

/** An imported module, as it was asked for: a package without `__init__.py` is only known by what is in it. */
export interface ModuleRef {
  from: string;
  level: number;
  module: string;
}

/** `absent`: the name is not there; `unknown`: it is of another repository, or nobody can tell. */
export type Found =
  | { kind: "definition"; definition: Definition }
  | { kind: "module"; module: ModuleRef }
  | { kind: "absent" | "unknown" };

/** More imports are not followed from one to the next. */
const longestWay = 20;

const readings = new WeakMap<SyntaxFile, Map<string, PythonModule>>();

export class World {
  private readonly modules: Modules;
  private readonly read = new Map<string, PythonModule | null>();
  private readonly resolved = new Map<string, Found>();

  constructor(
    private readonly tree: Pick<VersionTree, "isFile" | "read">,
    private readonly reader: SyntaxReader,
  ) {
    this.modules = new Modules(tree);
  }

  module(path: string): PythonModule | null {
    let found = this.read.get(path);
    if (found === undefined) this.read.set(path, (found = this.readModule(path)));
    return found;
  }

  place({ from, level, module }: ModuleRef): ModulePlace | null {
    return this.modules.find(from, level, module);
  }

  /** What the name stands for at the end of the module. */
  resolve(path: string, name: string, way = 0): Found {
    const key = `${path} ${name}`;
    let found = this.resolved.get(key);
    if (found) return found;
    // Modules that import each other lead back here.
    this.resolved.set(key, { kind: "unknown" });
    this.resolved.set(key, (found = this.lookUp(path, name, way)));
    return found;
  }

  private lookUp(path: string, name: string, way: number): Found {
    const module = this.module(path);
    if (!module || way > longestWay) return { kind: "unknown" };
    const definition = module.names.get(name);
    if (definition)
      return definition.kind === "import" ? this.imported(definition, way) : { kind: "definition", definition };
    const byStar = this.byStar(module, name, way);
    if (byStar) return byStar;
    const inPackage = path.includes("__init__.py") && this.modules.find(path, 1, name);
    if (inPackage) return { kind: "module", module: { from: path, level: 1, module: name } };
    return { kind: module.isDynamic || isBuiltIn(name) ? "unknown" : "absent" };
  }

  private imported({ path, level, module, imported }: ImportDef, way: number): Found {
    if (imported === null) return { kind: "module", module: { from: path, level, module } };
    return this.member({ from: path, level, module }, imported, way + 1);
  }

  /** What `module.name` is, or `from module import name` binds. */
  member(ref: ModuleRef, name: string, way = 0): Found {
    const place = this.place(ref);
    const found: Found = place?.file ? this.resolve(place.file, name, way) : { kind: "unknown" };
    if (found.kind === "definition" || found.kind === "module") return found;
    const inside = { ...ref, module: ref.module === "" ? name : `${ref.module}.${name}` };
    return this.place(inside) ? { kind: "module", module: inside } : found;
  }

  /** Whether `from module import *` takes the name; null: nobody can tell. */
  isTakenByStar(path: string, name: string): boolean | null {
    const listed = this.module(path)?.listed;
    if (listed === "computed") return null;
    return listed ? listed.has(name) : !name.startsWith("_");
  }

  /** The module's star import that binds the name. */
  starOf(path: string, name: string): { star: StarImport; file: string } | null {
    const module = this.module(path);
    if (!module || module.names.has(name)) return null;
    for (const star of module.stars) {
      const file = this.place({ from: path, ...star })?.file;
      if (file && this.isTakenByStar(file, name) && this.resolve(file, name).kind === "definition")
        return { star, file };
    }
    return null;
  }

  private byStar(module: PythonModule, name: string, way: number): Found | null {
    let isUnsure = false;
    for (const star of [...module.stars].reverse()) {
      const file = this.place({ from: module.path, ...star })?.file;
      const isTaken = file ? this.isTakenByStar(file, name) : null;
      const found = file && isTaken !== false ? this.resolve(file, name, way + 1) : null;
      if (found && (found.kind === "definition" || found.kind === "module")) return found;
      if (isTaken === null || found?.kind === "unknown") isUnsure = true;
    }
    return isUnsure ? { kind: "unknown" } : null;
  }

  private readModule(path: string): PythonModule | null {
    const text = this.tree.read(path);
    const file = text === null ? null : this.reader(text);
    if (!file) return null;
    let known = readings.get(file);
    if (!known) readings.set(file, (known = new Map<string, PythonModule>()));
    let module = known.get(path);
    if (!module) known.set(path, (module = readModule(path, file)));
    return module;
  }
}

function isBuiltIn(name: string): boolean {
  return /^__\w+__$/.test(name);
}
