// Imports of a text and the names that they bind, as far as packages are concerned.
// Knows no manifests.
import ts from "typescript";
import { startOf } from "../../syntax/languages/typescriptNodes.ts";
import { readModule, valueOf, type Module } from "../modules/module.ts";
import type { World } from "../modules/world.ts";
import type { Ecosystem } from "./manifests.ts";
import { pythonName } from "./manifests.ts";

/** Something of a package that a text imports, by itself or through a module of the tree. */
export interface Import {
  from: string;
  names: readonly string[];
  start: number;
  end: number;
}

/** `world`: to follow what modules of the tree hand on. */
export function importsIn(ecosystem: Ecosystem, path: string, text: string, world: World): Import[] {
  if (ecosystem === "npm") return ofModule(readModule(path, text), world);
  return ecosystem === "go" ? ofGo(text) : ofPython(text);
}

function ofModule(module: Module | null, world: World): Import[] {
  if (!module) return [];
  const { file } = module;
  const found = file.statements.flatMap((node): Import[] => {
    const isImport = ts.isImportDeclaration(node) || ts.isExportDeclaration(node);
    if (!isImport || !node.moduleSpecifier || !ts.isStringLiteral(node.moduleSpecifier)) return [];
    return [{ from: node.moduleSpecifier.text, names: [], start: startOf(node, file), end: node.end }];
  });
  const bound = [...module.imports].flatMap(([name, { from }]): Import[] => {
    const statement = found.find((each) => each.from === from);
    const place = statement ? { start: statement.start, end: statement.end } : placeOf(file.text, from);
    const source =
      from.startsWith(".") || world.meaning(module, name, "values")?.is === "declared"
        ? handedOn(module, name, world)
        : from;
    return source === null ? [] : [{ from: source, names: [name], ...place }];
  });
  return [...found.filter(({ from }) => !from.startsWith(".")), ...bound];
}

function placeOf(text: string, from: string): { start: number; end: number } {
  const start = Math.max(0, text.indexOf(from));
  return { start, end: start + from.length };
}

const mostHops = 12;

/** The package whose function makes what a module of the tree exports: `export const Profile = z.object(…)`. */
function handedOn(module: Module, name: string, world: World, hops = mostHops): string | null {
  const meaning = world.meaning(module, name, "values");
  if (meaning?.is === "external") return meaning.from;
  if (meaning?.is !== "declared" || hops === 0) return null;
  const value = valueOf(meaning.declaration);
  const root = value && rootOf(value);
  return root ? handedOn(meaning.module, root, world, hops - 1) : null;
}

function rootOf(given: ts.Expression): string | null {
  let node: ts.Expression | null = given;
  for (let n = 0; n < 200 && node; n++) {
    if (ts.isIdentifier(node)) return ts.idText(node);
    node = leftOf(node);
  }
  return null;
}

function leftOf(node: ts.Expression): ts.Expression | null {
  const isStep =
    ts.isCallExpression(node) ||
    ts.isPropertyAccessExpression(node) ||
    ts.isNewExpression(node) ||
    ts.isParenthesizedExpression(node) ||
    ts.isAwaitExpression(node);
  return isStep ? node.expression : null;
}

function ofGo(text: string): Import[] {
  const found: Import[] = [];
  let isBlock = false;
  eachLine(text, (line, start) => {
    if (/^import\s*\($/.test(line)) isBlock = true;
    else if (line === ")") isBlock = false;
    const match = /^(?:import\s+)?(?:([\w.]+)\s+)?"([^"\s]+)"/.exec(line);
    if (!match || (!isBlock && !line.startsWith("import"))) return;
    const from = match[2]!;
    const last = from
      .replace(/\/v\d+$/, "")
      .split("/")
      .at(-1)!;
    found.push({ from, names: [`${match[1] ?? last}.`], start, end: start + line.length });
  });
  return found;
}

function ofPython(text: string): Import[] {
  const found: Import[] = [];
  eachLine(text, (line, start) => {
    const end = start + line.length;
    const from = /^from\s+([A-Za-z_][\w.]*)\s+import\s+(.*)$/.exec(line);
    if (from) found.push({ from: from[1]!, names: boundBy(from[2]!), start, end });
    const plain = /^import\s+(.+)$/.exec(line);
    for (const each of plain?.[1]!.split("#")[0]!.split(",") ?? []) {
      const [name = "", , alias] = each.trim().split(/\s+/);
      if (name) found.push({ from: name, names: [`${alias ?? name.split(".")[0]!}.`], start, end });
    }
  });
  return found;
}

function boundBy(list: string): string[] {
  const parts = list.replace(/[()#].*$/, "").split(",");
  return parts
    .map((each) =>
      each
        .trim()
        .split(/\s+as\s+/)
        .at(-1)!,
    )
    .filter((each) => /^\w+$/.test(each));
}

function eachLine(text: string, read: (line: string, start: number) => void): void {
  let start = 0;
  for (const line of text.split("\n")) {
    if (line.length < 1000) read(line.trim(), start + line.length - line.trimStart().length);
    start += line.length + 1;
  }
}

/** Packages whose modules are called otherwise. */
const modulesOfPython: Record<string, string> = {
  pyyaml: "yaml",
  beautifulsoup4: "bs4",
  pillow: "PIL",
  "scikit-learn": "sklearn",
  "python-dateutil": "dateutil",
  "python-dotenv": "dotenv",
  "opencv-python": "cv2",
  pyjwt: "jwt",
  "psycopg2-binary": "psycopg2",
  attrs: "attr",
  djangorestframework: "rest_framework",
  "python-jose": "jose",
};

/** Whether what is imported from there belongs to the dependency. */
export function isOf(ecosystem: Ecosystem, dependency: string, from: string): boolean {
  if (ecosystem === "python") {
    const module = from.split(".")[0]!;
    return pythonName(module) === dependency || modulesOfPython[dependency] === module;
  }
  return from === dependency || from.startsWith(`${dependency}/`);
}
