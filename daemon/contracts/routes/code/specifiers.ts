// The name of a module as it is imported → the paths of the project that it can mean.
// Reads names of files, and the few settings that rename modules.
import type { VersionTree } from "../../family.ts";
import { languageOf } from "../../../syntax/languageOf.ts";

/** In the order in which they are tried; null: a package from elsewhere. */
export function pathsOfModule(tree: VersionTree, from: string, specifier: string): string[] | null {
  const language = languageOf(from);
  if (language === "py") return pythonPaths(tree, from, specifier);
  return language === "go" ? goPaths(tree, from, specifier) : scriptPaths(tree, from, specifier);
}

function folderOf(path: string): string {
  return path.includes("/") ? path.slice(0, path.lastIndexOf("/")) : "";
}

function joined(folder: string, relative: string): string | null {
  const parts = folder === "" ? [] : folder.split("/");
  for (const part of relative.split("/")) {
    if (part === "..") {
      if (parts.pop() === undefined) return null;
    } else if (part !== "." && part !== "") parts.push(part);
  }
  return parts.join("/");
}

const scriptEnds = ["", ".ts", ".tsx", ".js", ".jsx", ".mts", ".cts", ".mjs", ".cjs"];

function scriptPaths(tree: VersionTree, from: string, specifier: string): string[] | null {
  if (/^\.{1,2}(?:\/|$)/.test(specifier)) return firstFile(tree, [joined(folderOf(from), specifier)]) ?? [];
  return firstFile(tree, aliased(tree, from, specifier));
}

function firstFile(tree: VersionTree, stems: readonly (string | null)[]): string[] | null {
  for (const stem of stems) {
    if (stem === null) continue;
    const bare = stem.replace(/\.(?:js|mjs|cjs|jsx)$/, "");
    const names = [...scriptEnds.map((end) => stem + end), ...scriptEnds.slice(1).map((end) => bare + end)];
    const inside = scriptEnds.slice(1).map((end) => (stem === "" ? `index${end}` : `${stem}/index${end}`));
    const found = [...names, ...inside].find((path) => languageOf(path) !== null && tree.isFile(path));
    if (found !== undefined) return [found];
  }
  return null;
}

/** Where the project's own settings and packages can lead: `paths` of a configuration, `@/` and `~/`, a workspace's package. */
function aliased(tree: VersionTree, from: string, specifier: string): string[] {
  const stems: string[] = [];
  for (let folder = folderOf(from); ; folder = folderOf(folder)) {
    const inside = (path: string): string => (folder === "" ? path : `${folder}/${path}`);
    for (const name of ["tsconfig.json", "jsconfig.json"]) {
      const text = tree.read(inside(name));
      if (text !== null) stems.push(...mapped(text, specifier).flatMap((path) => joined(folder, path) ?? []));
    }
    const [, rest] = /^[@~]\/(.*)$/.exec(specifier) ?? [];
    if (rest !== undefined) stems.push(inside(`src/${rest}`), inside(rest));
    if (folder === "") break;
  }
  return [...stems, ...workspacePackage(tree, specifier)];
}

/** The `paths` and `baseUrl` of a configuration, read as text: comments may stand in it. */
function mapped(text: string, specifier: string): string[] {
  if (text.length > 50_000) return [];
  const base = /"baseUrl"\s*:\s*"([^"]*)"/.exec(text)?.[1];
  const found = base === undefined ? [] : [`${base}/${specifier}`];
  for (const [, key, targets] of text.matchAll(/"([^"\n]+)"\s*:\s*\[([^\]]*)\]/g)) {
    const [head, tail] = key!.split("*");
    const fits = key!.includes("*")
      ? specifier.startsWith(head!) && specifier.endsWith(tail!) && specifier.length >= key!.length - 1
      : specifier === key;
    if (!fits) continue;
    const star = specifier.slice(head!.length, specifier.length - (tail?.length ?? 0));
    for (const [, target] of targets!.matchAll(/"([^"\n]*)"/g))
      found.push(`${base ?? "."}/${target!.replace("*", star)}`);
  }
  return found;
}

const packagesOf = new WeakMap<VersionTree, Map<string, string>>();

/** `@acme/api/routes` → the folder of the package with that name. */
function workspacePackage(tree: VersionTree, specifier: string): string[] {
  let packages = packagesOf.get(tree);
  if (!packages) {
    packages = new Map();
    for (const path of tree.files().filter((each) => each.endsWith("/package.json"))) {
      const name = /"name"\s*:\s*"([^"]+)"/.exec(tree.read(path) ?? "")?.[1];
      if (name !== undefined) packages.set(name, folderOf(path));
    }
    packagesOf.set(tree, packages);
  }
  const name = specifier
    .split("/")
    .slice(0, specifier.startsWith("@") ? 2 : 1)
    .join("/");
  const folder = packages.get(name);
  if (folder === undefined) return [];
  const rest = specifier.slice(name.length + 1);
  return rest === "" ? [`${folder}/src`, folder] : [`${folder}/${rest}`, `${folder}/src/${rest}`];
}

function pythonPaths(tree: VersionTree, from: string, specifier: string): string[] | null {
  const [, dots, rest] = /^(\.*)(.*)$/s.exec(specifier)!;
  const inner = rest!.replaceAll(".", "/");
  const at = (folder: string): string[] => {
    const stem = [folder, inner].filter(Boolean).join("/");
    return [`${stem}.py`, `${stem}/__init__.py`].filter((path) => stem !== "" && tree.isFile(path));
  };
  let folder = folderOf(from);
  if (dots !== "") {
    for (let up = dots!.length; up > 1; up--) folder = folderOf(folder);
    return at(folder);
  }
  for (; ; folder = folderOf(folder)) {
    const [found] = [...at(folder), ...at(folder === "" ? "src" : `${folder}/src`)];
    if (found !== undefined && found !== from) return [found];
    if (folder === "") return null;
  }
}

/** All files of the package's folder. `.`: the package itself. */
function goPaths(tree: VersionTree, from: string, specifier: string): string[] | null {
  if (specifier === ".") return goFiles(tree, folderOf(from));
  for (let folder = folderOf(from); ; folder = folderOf(folder)) {
    const manifest = tree.read(folder === "" ? "go.mod" : `${folder}/go.mod`);
    const name = manifest === null ? undefined : /^module\s+"?([^\s"]+)/m.exec(manifest)?.[1];
    if (name !== undefined) {
      if (specifier !== name && !specifier.startsWith(`${name}/`)) return null;
      return goFiles(tree, [folder, specifier.slice(name.length + 1)].filter(Boolean).join("/"));
    }
    if (folder === "") return null;
  }
}

function goFiles(tree: VersionTree, folder: string): string[] {
  return tree.files().filter((path) => path.endsWith(".go") && !path.endsWith("_test.go") && folderOf(path) === folder);
}
