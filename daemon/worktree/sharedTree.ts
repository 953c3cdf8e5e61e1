// The files that two sides have in common, read at once where they are asked for: a checkout on disk, or objects of git.
// For a thread of its own: every call blocks. Confined to the checkout; links that lead out are not there.
import fs from "node:fs";
import path from "node:path";
import { largestText } from "./content.ts";
import { gitBlocking } from "./git.ts";
import { isBuiltInIgnored } from "./ignoring.ts";

/** Where the files are: the first of the folders that has installed packages, or objects by path. */
export type TreeSource = { folders: string[] } | { gitDir: string; objects: [path: string, blob: string][] };

/** A tree of files that both sides share, but for what either of them changed. Paths are relative, with `/`; "" is the root. */
export interface SharedTree {
  /** Two trees of one name hold the same, but for changes since; left out: nothing is known of earlier ones. */
  name?: string;
  /** Text of a file, or null where there is none that can be read. */
  read(path: string): string | null;
  isFile(path: string): boolean;
  isFolder(path: string): boolean;
  /** Names of the folders in a folder. */
  foldersIn(path: string): string[];
  /** Where a path leads, links followed; the path itself where it leads out. */
  realPath(path: string): string;
  /** Files of the project, installed packages left out; at most so many as can be looked through. */
  files(): string[];
}

/** More files are not looked through for who imports what. */
const mostFiles = 20_000;
const ofCode = /\.(?:[cm]?[jt]s|[jt]sx|pyi?|go)$|(?:^|\/)(?:package\.json|go\.mod)$/;
const made = new Set(["node_modules", "dist", "build", "out", "coverage"]);
/** Most bytes that git is asked for at once. */
const mostObjects = 256 << 20;

/** Texts of files by path, with what tells whether they changed since. */
export type KeptTexts = Map<string, { time: number; size: number; text: string }>;

export function openSharedTree(source: TreeSource, kept: KeptTexts): SharedTree {
  if ("objects" in source) return treeOfObjects(source.gitDir, source.objects);
  const hasPackages = (folder: string): boolean => fs.existsSync(path.join(folder, "node_modules"));
  return treeOnDisk(source.folders.find(hasPackages) ?? source.folders[0]!, kept);
}

function treeOnDisk(folder: string, kept: KeptTexts): SharedTree {
  const root = fs.realpathSync(folder);
  const folders = new Map<string, string | null>();
  /** Real path of a folder inside the root, else null. */
  const inside = (relative: string): string | null => {
    let real = folders.get(relative);
    if (real === undefined) folders.set(relative, (real = confined(root, path.join(root, relative))));
    return real;
  };
  const statOf = (relative: string): { file: string; stat: fs.Stats } | null => {
    const parent = inside(path.posix.dirname(relative));
    if (parent === null) return null;
    const file = path.join(parent, path.posix.basename(relative));
    const stat = fs.lstatSync(file, { throwIfNoEntry: false });
    if (!stat?.isSymbolicLink()) return stat ? { file, stat } : null;
    const target = confined(root, file);
    const there = target === null ? undefined : fs.statSync(target, { throwIfNoEntry: false });
    return target !== null && there ? { file: target, stat: there } : null;
  };
  return {
    name: root,
    read: (relative) => attempt(() => readText(statOf(relative), kept)),
    isFile: (relative) => attempt(() => statOf(relative)?.stat.isFile()) ?? false,
    isFolder: (relative) => inside(relative) !== null && (attempt(() => statOf(relative)?.stat.isDirectory()) ?? false),
    foldersIn: (relative) => attempt(() => childFolders(inside(relative))) ?? [],
    realPath(relative) {
      const target = attempt(() => statOf(relative)?.file);
      return target ? path.relative(root, target).split(path.sep).join("/") : relative;
    },
    files: () => walk(root),
  };
}

function confined(root: string, file: string): string | null {
  const real = attempt(() => fs.realpathSync(file));
  if (!real) return null;
  const relative = path.relative(root, real);
  return relative.split(path.sep)[0] === ".." || path.isAbsolute(relative) ? null : real;
}

function readText(found: { file: string; stat: fs.Stats } | null, kept: KeptTexts): string | null {
  if (!found?.stat.isFile() || found.stat.size > largestText * 8) return null;
  const { file, stat } = found;
  const known = kept.get(file);
  if (known?.time === stat.mtimeMs && known.size === stat.size) return known.text;
  const text = fs.readFileSync(file, "utf8").replace(/^\ufeff/, "");
  kept.set(file, { time: stat.mtimeMs, size: stat.size, text });
  return text;
}

function childFolders(folder: string | null): string[] {
  if (folder === null) return [];
  const entries = fs.readdirSync(folder, { withFileTypes: true });
  return entries.filter((entry) => entry.isDirectory() || entry.isSymbolicLink()).map(({ name }) => name);
}

function walk(root: string): string[] {
  const found: string[] = [];
  const open = [""];
  for (let folder = open.pop(); folder !== undefined && found.length < mostFiles; folder = open.pop()) {
    for (const entry of attempt(() => fs.readdirSync(path.join(root, folder), { withFileTypes: true })) ?? []) {
      const relative = folder === "" ? entry.name : `${folder}/${entry.name}`;
      if (entry.isDirectory() && !made.has(entry.name) && !entry.name.startsWith(".")) open.push(relative);
      else if (entry.isFile() && ofCode.test(relative) && !isBuiltInIgnored(relative)) found.push(relative);
    }
  }
  return found.sort();
}

/** What vanishes or is refused while it is read is not there. */
function attempt<T>(read: () => T): T | null {
  try {
    return read();
  } catch {
    return null;
  }
}

function treeOfObjects(gitDir: string, objects: [path: string, blob: string][]): SharedTree {
  const blobs = new Map(objects.filter(([file]) => ofCode.test(file) || file.endsWith(".json")));
  const folders = new Map<string, Set<string>>([["", new Set()]]);
  for (const [file] of objects)
    for (let at = file; at.includes("/");) {
      const [parent, name] = [path.posix.dirname(at), path.posix.basename(at)];
      if (at !== file) enterFolder(folders, parent, name);
      else folders.set(parent, folders.get(parent) ?? new Set());
      at = parent;
      if (!at.includes("/")) enterFolder(folders, "", at);
    }
  let texts: Map<string, string> | null = null;
  return {
    read(file) {
      const blob = blobs.get(file);
      texts ??= readObjects(gitDir, [...new Set(blobs.values())]);
      return blob === undefined ? null : (texts.get(blob) ?? null);
    },
    isFile: (file) => blobs.has(file),
    isFolder: (folder) => folders.has(folder),
    foldersIn: (folder) => [...(folders.get(folder) ?? [])],
    realPath: (file) => file,
    files: () =>
      [...blobs.keys()]
        .filter((file) => ofCode.test(file))
        .slice(0, mostFiles)
        .sort(),
  };
}

function enterFolder(folders: Map<string, Set<string>>, parent: string, name: string): void {
  folders.set(parent, (folders.get(parent) ?? new Set<string>()).add(name));
}

function readObjects(gitDir: string, blobs: string[]): Map<string, string> {
  const texts = new Map<string, string>();
  const names = blobs.map((blob) => `${blob}\n`).join("");
  const out = gitBlocking([`--git-dir=${gitDir}`, "cat-file", "--batch"], names, mostObjects);
  for (let at = 0; at < out.length;) {
    const end = out.indexOf(10, at);
    const [blob = "", , size] = out.toString("utf8", at, end).split(" ");
    at = end + 1;
    if (size === undefined) continue;
    texts.set(blob, out.toString("utf8", at, at + Number(size)).replace(/^\ufeff/, ""));
    at += Number(size) + 1;
  }
  return texts;
}
