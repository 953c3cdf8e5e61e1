// What a project's own settings say of its modules: the `paths` of a tsconfig, the name and the entries of a package.
// Reads JSON as compilers take it, with comments and trailing commas.
import path from "node:path";
import ts from "typescript";
import type { VersionTree } from "../family.ts";

/** Pattern of a specifier, with one `*` or none, and the paths that it stands for. */
export type Mapping = [pattern: string, targets: string[]];

/** The nearest of its own and those that it extends; with `baseUrl`, what nothing else maps is below that. */
export function mappingsOf(tree: VersionTree, config: string, seen = new Set<string>()): Mapping[] {
  const text = tree.read(config);
  if (text === null || seen.has(config)) return [];
  seen.add(config);
  const settings = jsonOf(config, text);
  const options = member(settings, "compilerOptions");
  const folder = path.posix.dirname(config);
  const [baseUrl, paths] = [member(options, "baseUrl"), member(options, "paths")];
  const base = path.posix.join(folder, typeof baseUrl === "string" ? baseUrl : ".");
  const within = (targets: unknown): string[] => stringsIn(targets).map((each) => path.posix.join(base, each));
  const own = isRecord(paths) ? Object.entries(paths).map(([key, to]): Mapping => [key, within(to)]) : [];
  const inherited = isRecord(paths) ? [] : extendedBy(settings, folder).flatMap((each) => mappingsOf(tree, each, seen));
  return [...own, ...inherited, ...(typeof baseUrl === "string" ? [["*", within("*")] satisfies Mapping] : [])];
}

function extendedBy(settings: unknown, folder: string): string[] {
  const extended = stringsIn(member(settings, "extends")).filter((each) => each.startsWith("."));
  return extended.map((each) => path.posix.join(folder, each.endsWith(".json") ? each : `${each}.json`));
}

/** Name, and what importers of the package itself get, in the order in which it is looked for. */
export function packageIn(manifest: string, text: string): { name: string | null; entries: string[] } {
  const settings = jsonOf(manifest, text);
  const entries = ["source", "types", "main"].flatMap((each) => stringsIn(member(settings, each)));
  return { name: stringsIn(member(settings, "name"))[0] ?? null, entries };
}

/** Undefined: none, or nested too deeply. */
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
