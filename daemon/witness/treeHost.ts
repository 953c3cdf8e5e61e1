// One version of the tree as the compiler sees it: changed files from memory, the rest from the shared tree.
// Knows no sides. Parsed files are shared by all versions: equal texts are parsed once.
import ts from "typescript";
import type { Version } from "./laidOver.ts";
import { libraryFolder, readLibrary } from "./libraries.ts";
import type { SharedTree } from "../worktree/sharedTree.ts";
import type { Proceed } from "../sides/work.ts";

/** Paths of the tree stand below this folder. */
export const treeRoot = "/tree";

export function fileAt(path: string): string {
  return path === "" ? treeRoot : `${treeRoot}/${path}`;
}

/** Null: not in the tree. */
export function pathAt(file: string): string | null {
  if (file === treeRoot) return "";
  return file.startsWith(`${treeRoot}/`) ? file.slice(treeRoot.length + 1).replace(/\/$/, "") : null;
}

/** Parsed files by name, text and how they are parsed. */
export class ParsedFiles {
  private files = new Map<string, { text: string; parsed: ts.SourceFile }>();
  private used = new Map<string, { text: string; parsed: ts.SourceFile }>();

  parse(name: string, text: string, options: ts.CreateSourceFileOptions): ts.SourceFile {
    const slot = `${name} ${options.languageVersion} ${options.impliedNodeFormat ?? ""}`;
    // Two versions of a changed file are kept beside each other.
    for (const key of [slot, `${slot} 2`, `${slot} 3`, `${slot} 4`]) {
      const known = this.used.get(key) ?? this.files.get(key);
      if (known && known.text !== text) continue;
      const parsed = known?.parsed ?? ts.createSourceFile(name, text, options);
      this.used.set(key, { text, parsed });
      return parsed;
    }
    return ts.createSourceFile(name, text, options);
  }

  /** What the last round did not use is forgotten. */
  endRound(): void {
    this.files = this.used;
    this.used = new Map();
  }
}

export class TreeHost implements ts.CompilerHost {
  private readonly folders = new Set<string>();

  constructor(
    private readonly tree: SharedTree,
    private readonly version: Version,
    private readonly parsed: ParsedFiles,
    private readonly workspaces: Workspaces,
    private readonly proceed: Proceed,
  ) {
    for (const [path, text] of version) if (text !== null) this.enterFolders(path);
  }

  getSourceFile(name: string, options: ts.ScriptTarget | ts.CreateSourceFileOptions): ts.SourceFile | undefined {
    this.proceed();
    const text = this.readFile(name);
    if (text === undefined) return undefined;
    return this.parsed.parse(name, text, typeof options === "object" ? options : { languageVersion: options });
  }

  readFile(name: string): string | undefined {
    if (name.startsWith(libraryFolder)) return readLibrary(name);
    const path = this.placeOf(name);
    if (path === null) return undefined;
    const text = this.version.get(path);
    return (text === undefined ? this.tree.read(path) : text) ?? undefined;
  }

  fileExists(name: string): boolean {
    if (name.startsWith(libraryFolder)) return readLibrary(name) !== undefined;
    const path = this.placeOf(name);
    if (path === null) return false;
    const text = this.version.get(path);
    return text === undefined ? this.tree.isFile(path) : text !== null;
  }

  directoryExists(name: string): boolean {
    const path = this.placeOf(name);
    return path !== null && (this.folders.has(path) || this.tree.isFolder(path));
  }

  getDirectories(name: string): string[] {
    const path = this.placeOf(name);
    return path === null ? [] : this.tree.foldersIn(path);
  }

  realpath(name: string): string {
    const path = this.placeOf(name);
    if (path === null) return name;
    return fileAt(this.version.has(path) ? path : this.tree.realPath(path));
  }

  getDefaultLibFileName = (options: ts.CompilerOptions): string =>
    `${libraryFolder}/${ts.getDefaultLibFileName(options)}`;
  getDefaultLibLocation = (): string => libraryFolder;
  getCurrentDirectory = (): string => treeRoot;
  getCanonicalFileName = (name: string): string => name;
  useCaseSensitiveFileNames = (): boolean => true;
  getNewLine = (): string => "\n";
  writeFile = (): void => undefined;

  /** Where a name leads: a workspace's package that is not installed is taken from where it is written. */
  private placeOf(name: string): string | null {
    const path = pathAt(name);
    return path === null ? null : this.workspaces.place(path);
  }

  private enterFolders(path: string): void {
    for (let end = path.lastIndexOf("/"); end > 0; end = path.lastIndexOf("/", end - 1))
      this.folders.add(path.slice(0, end));
  }
}

/** Packages of the repository itself, which others import by name. */
export class Workspaces {
  private readonly folders = new Map<string, string>();

  constructor(tree: SharedTree, files: readonly string[]) {
    for (const file of files) {
      if (!file.endsWith("/package.json")) continue;
      const name = nameIn(tree.read(file));
      if (name !== null && !tree.isFolder(`node_modules/${name}`))
        this.folders.set(`node_modules/${name}`, file.slice(0, -"/package.json".length));
    }
  }

  place(path: string): string {
    if (!path.startsWith("node_modules/") || this.folders.size === 0) return path;
    const scoped = path.startsWith("node_modules/@");
    const parts = path.split("/");
    const folder = this.folders.get(parts.slice(0, scoped ? 3 : 2).join("/"));
    return folder === undefined ? path : [folder, ...parts.slice(scoped ? 3 : 2)].join("/");
  }
}

function nameIn(text: string | null): string | null {
  try {
    const { name } = JSON.parse(text ?? "null") as { name?: unknown };
    return typeof name === "string" && name !== "" ? name : null;
  } catch {
    return null;
  }
}
