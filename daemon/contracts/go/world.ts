// The Go packages of one version of the tree: which files are one, and where an import path leads.
// Knows no expressions.
import type { VersionTree } from "../family.ts";
import type { SyntaxFile, SyntaxReader } from "../syntaxTree.ts";
import type { Declaration, FunctionDeclaration, GoFile, GoPackage, Import } from "./definitions.ts";
import { readFile } from "./readFile.ts";

interface Module {
  /** As imports name it. */
  path: string;
  folder: string;
  /** The `go.mod` that says so. */
  file: string;
}

const readings = new WeakMap<SyntaxFile, Map<string, GoFile | null>>();

export class World {
  private readonly files = new Map<string, GoFile | null>();
  private readonly packages = new Map<string, GoPackage | null>();
  private readonly folders = new Map<string, string[]>();
  private readonly modules: Module[] = [];
  private readonly folderByImport = new Map<string, string | null>();
  private readonly importsByName = new Map<string, Map<string, string>>();

  constructor(
    private readonly tree: VersionTree,
    private readonly reader: SyntaxReader,
  ) {
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

  file(path: string): GoFile | null {
    let found = this.files.get(path);
    if (found === undefined) this.files.set(path, (found = this.readFile(path)));
    return found;
  }

  private readFile(path: string): GoFile | null {
    const text = this.tree.read(path);
    const file = text === null ? null : this.reader(text);
    if (!file) return null;
    let known = readings.get(file);
    if (!known) readings.set(file, (known = new Map<string, GoFile | null>()));
    let found = known.get(path);
    if (found === undefined) known.set(path, (found = readFile(path, file)));
    return found;
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

  /** What importers of the folder see. */
  imported(folder: string): GoPackage | null {
    return this.keep(`${folder} `, () => {
      const files = this.read(folder).filter(({ path }) => !isTest(path));
      return files.length === 0 ? null : packageOf(folder, files[0]!.package, files);
    });
  }

  /** What a file sees without a qualifier. */
  around(path: string): GoPackage | null {
    const file = this.file(path);
    if (!file) return null;
    const folder = folderOf(path);
    return this.keep(`${folder} ${file.package} ${isTest(path)}`, () => {
      const own = this.read(folder).filter(
        (each) => each.package === file.package && (isTest(path) || !isTest(each.path)),
      );
      return packageOf(folder, file.package, own.length > 0 ? own : [file]);
    });
  }

  /** The name under which the file knows the package. */
  nameOfImport({ alias, path }: Import): string {
    if (alias !== null) return alias;
    const folder = this.folderOfImport(path);
    return (folder !== null && this.imported(folder)?.name) || lastPart(path);
  }

  /** The import path that a qualifier stands for in the file; null: it is no qualifier. */
  importNamed(path: string, name: string): string | null {
    let names = this.importsByName.get(path);
    if (!names) {
      const imports = this.file(path)?.imports ?? [];
      this.importsByName.set(path, (names = new Map(imports.map((each) => [this.nameOfImport(each), each.path]))));
    }
    return names.get(name) ?? null;
  }

  private keep(key: string, read: () => GoPackage | null): GoPackage | null {
    let found = this.packages.get(key);
    if (found === undefined) this.packages.set(key, (found = read()));
    return found;
  }

  private read(folder: string): GoFile[] {
    return this.filesIn(folder).flatMap((path) => this.file(path) ?? []);
  }
}

function packageOf(folder: string, name: string, files: GoFile[]): GoPackage {
  const found: GoPackage = { folder, name, files, names: new Map<string, Declaration>(), methods: new Map() };
  for (const declaration of files.flatMap(({ declarations }) => declarations)) {
    if (declaration.kind !== "function" || !declaration.receiver) {
      if (declaration.name !== "_" && declaration.name !== "init") found.names.set(declaration.name, declaration);
      continue;
    }
    const { type } = declaration.receiver;
    const methods = found.methods.get(type) ?? new Map<string, FunctionDeclaration>();
    found.methods.set(type, methods.set(declaration.nameNode.text, declaration));
  }
  return found;
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

/** With `/` at its end; "" for the root. */
export function folderOf(path: string): string {
  return path.slice(0, path.lastIndexOf("/") + 1);
}

function lastPart(importPath: string): string {
  const parts = importPath.split("/");
  const last = parts.at(-1)!;
  return /^v\d+$/.test(last) && parts.length > 1 ? parts.at(-2)! : last.replace(/\.v\d+$/, "");
}
