// The Go packages of one version of the tree: which files are one, and what they declare.
// Knows no expressions.
import type { VersionTree } from "../family.ts";
import { folderOf } from "../folderOf.ts";
import type { SyntaxFile, SyntaxReader } from "../syntaxTree.ts";
import type { Declaration, FunctionDeclaration, GoFile, GoPackage, Import } from "./definitions.ts";
import { isTest, Packages } from "./packages.ts";
import { readFile } from "./readFile.ts";

const readings = new WeakMap<SyntaxFile, Map<string, GoFile | null>>();

export class World {
  private readonly files = new Map<string, GoFile | null>();
  private readonly packages = new Map<string, GoPackage | null>();
  readonly folders: Packages;
  private readonly importsByName = new Map<string, Map<string, string>>();

  constructor(
    private readonly tree: VersionTree,
    private readonly reader: SyntaxReader,
  ) {
    this.folders = new Packages(tree);
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
    const folder = this.folders.folderOfImport(path);
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
    return this.folders.filesIn(folder).flatMap((path) => this.file(path) ?? []);
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

function lastPart(importPath: string): string {
  const parts = importPath.split("/");
  const last = parts.at(-1)!;
  return /^v\d+$/.test(last) && parts.length > 1 ? parts.at(-2)! : last.replace(/\.v\d+$/, "");
}
