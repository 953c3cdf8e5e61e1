// Where the specifier of an import leads: relative, by the paths of a tsconfig, or to a package of the workspace.
// Knows no names of modules.
import path from "node:path";
import ts from "typescript";
import type { VersionTree } from "../family.ts";
import { codeFile } from "./module.ts";

const endings = [".ts", ".tsx", ".mts", ".cts", ".d.ts", ".js", ".jsx", ".mjs", ".cjs"];
const mostExtended = 8;

/** Path of the module, null: none of the tree. */
export function resolveModule(tree: VersionTree, importer: string, specifier: string): string | null {
  if (specifier.startsWith(".")) return fileOf(tree, path.posix.join(path.posix.dirname(importer), specifier));
  return throughPaths(tree, importer, specifier) ?? throughWorkspace(tree, importer, specifier);
}

function fileOf(tree: VersionTree, place: string): string | null {
  const bare = place.replace(/\/$/, "");
  if (bare.startsWith("..")) return null;
  if (codeFile.test(bare) && tree.isFile(bare)) return bare;
  const stem = bare.replace(/\.([cm]?)jsx?$/, "");
  const candidates = [...endings.map((ending) => stem + ending), ...endings.map((ending) => `${bare}/index${ending}`)];
  return [...endings.map((ending) => bare + ending), ...candidates].find((each) => tree.isFile(each)) ?? null;
}

interface PathMapping {
  folder: string;
  paths: [pattern: string, targets: string[]][];
}

function throughPaths(tree: VersionTree, importer: string, specifier: string): string | null {
  const config = nearest(tree, importer, ["tsconfig.json", "jsconfig.json"]);
  const mapping = config === null ? null : mappingOf(tree, config, mostExtended);
  for (const [pattern, targets] of mapping?.paths ?? []) {
    const [before = "", after] = pattern.split("*");
    const fits =
      after === undefined
        ? specifier === pattern
        : specifier.startsWith(before) && specifier.endsWith(after) && specifier.length >= pattern.length - 1;
    if (!fits) continue;
    const middle = specifier.slice(before.length, specifier.length - (after ?? "").length);
    for (const target of targets) {
      const found = fileOf(
        tree,
        path.posix.join(
          mapping!.folder,
          target.replace("*", () => middle),
        ),
      );
      if (found !== null) return found;
    }
  }
  return null;
}

/** The file of one of these names in the nearest folder that has one. */
export function nearest(tree: VersionTree, from: string, names: readonly string[]): string | null {
  for (let folder = path.posix.dirname(from); ; folder = path.posix.dirname(folder)) {
    const found = names.map((name) => path.posix.join(folder, name)).find((each) => tree.isFile(each));
    if (found !== undefined) return found;
    if (folder === "." || folder === "/") return null;
  }
}

function mappingOf(tree: VersionTree, config: string, most: number): PathMapping | null {
  const text = tree.read(config);
  if (text === null || most === 0) return null;
  const settings = jsonOf(config, text);
  const options = member(settings, "compilerOptions");
  const folder = path.posix.dirname(config);
  const baseUrl = member(options, "baseUrl");
  const paths = member(options, "paths");
  if (isRecord(paths)) {
    const entries = Object.entries(paths).map(([pattern, targets]): [string, string[]] => [
      pattern,
      stringsIn(targets),
    ]);
    return { folder: path.posix.join(folder, typeof baseUrl === "string" ? baseUrl : "."), paths: entries };
  }
  const extended = stringsIn(member(settings, "extends")).filter((each) => each.startsWith("."));
  const places = extended.map((each) => path.posix.join(folder, each.endsWith(".json") ? each : `${each}.json`));
  return places.map((each) => mappingOf(tree, each, most - 1)).find((each) => each !== null) ?? null;
}

function throughWorkspace(tree: VersionTree, importer: string, specifier: string): string | null {
  const parts = specifier.split("/");
  const length = specifier.startsWith("@") ? 2 : 1;
  const name = parts.slice(0, length).join("/");
  const manifest = packageNamed(tree, importer, name);
  if (manifest === null) return null;
  const folder = path.posix.dirname(manifest);
  const inner = parts.slice(length).join("/");
  const entries = inner === "" ? ["src/index", "index", "lib/index", "src/main"] : [inner, `src/${inner}`];
  for (const each of [...(inner === "" ? mainOf(tree, manifest) : []), ...entries]) {
    const found = fileOf(tree, path.posix.join(folder, each));
    if (found !== null) return found;
  }
  return null;
}

/** Looks through the tree only where the importer's manifest says that the package is of the workspace. */
function packageNamed(tree: VersionTree, importer: string, name: string): string | null {
  const manifest = nearest(tree, importer, ["package.json"]);
  const settings = manifest === null ? null : jsonOf(manifest, tree.read(manifest) ?? "");
  const range = ["dependencies", "devDependencies", "peerDependencies"].map((each) =>
    member(member(settings, each), name),
  );
  if (!range.some((each) => typeof each === "string" && /^(?:workspace:|file:|link:|\*$)/.test(each))) return null;
  const manifests = tree.files().filter((each) => each.endsWith("/package.json"));
  return manifests.find((each) => member(jsonOf(each, tree.read(each) ?? ""), "name") === name) ?? null;
}

function mainOf(tree: VersionTree, manifest: string): string[] {
  const settings = jsonOf(manifest, tree.read(manifest) ?? "");
  return ["source", "types", "main"].flatMap((each) => stringsIn(member(settings, each)));
}

/** JSON with comments and trailing commas, as tsconfig files have them. Undefined: none, or nested too deeply. */
function jsonOf(name: string, text: string): unknown {
  try {
    const [statement] = ts.parseJsonText(name, text).statements;
    return statement && plain(statement.expression);
  } catch {
    return undefined;
  }
}

function plain(node: ts.Expression): unknown {
  if (ts.isStringLiteralLike(node)) return node.text;
  if (ts.isArrayLiteralExpression(node)) return node.elements.map(plain);
  if (!ts.isObjectLiteralExpression(node)) return null;
  const entries = node.properties.flatMap((each): [string, unknown][] =>
    ts.isPropertyAssignment(each) && ts.isStringLiteral(each.name) ? [[each.name.text, plain(each.initializer)]] : [],
  );
  return Object.fromEntries(entries);
}

function isRecord(value: unknown): value is Record<string, unknown> {
  return typeof value === "object" && value !== null && !Array.isArray(value);
}

function member(value: unknown, name: string): unknown {
  return isRecord(value) && Object.hasOwn(value, name) ? value[name] : undefined;
}

function stringsIn(value: unknown): string[] {
  return (Array.isArray(value) ? value : [value]).filter((each) => typeof each === "string");
}
