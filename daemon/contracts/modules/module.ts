// One TypeScript or JavaScript text → its names: what it declares, imports and exports. Readings are kept by text.
// Knows no other file.
import ts from "typescript";
import { isCommonJsExport, lastOfChain, dottedName, nameOf, textOf } from "../../syntax/languages/typescriptNodes.ts";
import { parseTypescript } from "../../syntax/languages/typescript.ts";

export type DeclarationNode =
  | ts.VariableDeclaration
  | ts.FunctionDeclaration
  | ts.ClassDeclaration
  | ts.EnumDeclaration
  | ts.TypeAliasDeclaration
  | ts.InterfaceDeclaration
  | ts.ExportAssignment
  | ts.BinaryExpression;

export interface Declaration {
  name: string;
  node: DeclarationNode;
  file: ts.SourceFile;
}

/** `name`: as the other module exports it; `*` is all of it. */
export interface Link {
  from: string;
  name: string;
}

export interface Module {
  path: string;
  file: ts.SourceFile;
  values: Map<string, Declaration>;
  types: Map<string, Declaration>;
  imports: Map<string, Link>;
  /** A name of this module, or one of another. */
  exports: Map<string, string | Link>;
  /** Modules of which it exports everything. */
  stars: string[];
}

export const codeFile = /\.(?:[cm]?[jt]s|[jt]sx)$/;
const largestText = 1 << 20;
/** Versions of one file that are kept beside each other: the base, and what sides made of it. */
const mostVersions = 6;
/** Characters of all texts whose readings are kept. */
const mostText = 16 << 20;
const kept = new Map<string, { text: string; module: Module | null }[]>();
let keptText = 0;

/** Null: too large, or nested too deeply to be parsed. */
export function readModule(path: string, text: string): Module | null {
  const versions = kept.get(path) ?? [];
  const known = versions.find((each) => each.text === text);
  if (known) return known.module;
  const module = text.length > largestText ? null : tryRead(path, text);
  keep(path, [{ text, module }, ...versions]);
  return module;
}

function keep(path: string, versions: { text: string; module: Module | null }[]): void {
  forget(path);
  kept.set(path, versions.slice(0, mostVersions));
  keptText += sizeOf(path);
  for (const oldest of kept.keys()) {
    if (keptText <= mostText || oldest === path) return;
    forget(oldest);
  }
}

function forget(path: string): void {
  keptText -= sizeOf(path);
  kept.delete(path);
}

function sizeOf(path: string): number {
  return (kept.get(path) ?? []).reduce((sum, { text }) => sum + text.length, 0);
}

function tryRead(path: string, text: string): Module | null {
  try {
    const file = parseTypescript(path, text);
    const empty = { values: new Map<string, Declaration>(), types: new Map<string, Declaration>() };
    const module: Module = { path, file, ...empty, imports: new Map(), exports: new Map(), stars: [] };
    for (const statement of file.statements) enterStatement(module, statement);
    return module;
  } catch {
    return null;
  }
}

function enterStatement(module: Module, node: ts.Statement): void {
  if (ts.isImportDeclaration(node)) enterImport(module, node);
  else if (ts.isExportDeclaration(node)) enterExports(module, node);
  else if (ts.isExportAssignment(node)) enterDefault(module, node);
  else if (ts.isVariableStatement(node))
    for (const each of node.declarationList.declarations) enterVariable(module, node, each);
  else if (ts.isExpressionStatement(node)) enterCommonJs(module, node);
  else if (ts.isFunctionDeclaration(node)) enter(module, [module.values], node, node);
  else if (ts.isEnumDeclaration(node) || ts.isClassDeclaration(node))
    enter(module, [module.values, module.types], node, node);
  else if (ts.isTypeAliasDeclaration(node) || ts.isInterfaceDeclaration(node))
    enter(module, [module.types], node, node);
}

type Named = Exclude<DeclarationNode, ts.VariableDeclaration | ts.ExportAssignment | ts.BinaryExpression>;

function enter(module: Module, spaces: Map<string, Declaration>[], node: Named, statement: ts.Statement): void {
  const name = nameOf(node.name);
  for (const space of spaces) space.set(name, { name, node, file: module.file });
  if (has(statement, ts.SyntaxKind.ExportKeyword))
    module.exports.set(has(statement, ts.SyntaxKind.DefaultKeyword) ? "default" : name, name);
}

function enterVariable(module: Module, statement: ts.VariableStatement, node: ts.VariableDeclaration): void {
  const required = node.initializer && requiredBy(node.initializer);
  if (ts.isIdentifier(node.name)) {
    const name = ts.idText(node.name);
    if (required) module.imports.set(name, { from: required, name: "*" });
    else module.values.set(name, { name, node, file: module.file });
    if (has(statement, ts.SyntaxKind.ExportKeyword)) module.exports.set(name, name);
  } else if (required && ts.isObjectBindingPattern(node.name))
    for (const { name, propertyName } of node.name.elements)
      if (ts.isIdentifier(name))
        module.imports.set(ts.idText(name), { from: required, name: boundName(propertyName, name) });
}

function boundName(propertyName: ts.PropertyName | undefined, name: ts.Identifier): string {
  return propertyName && !ts.isComputedPropertyName(propertyName) ? textOf(propertyName) : ts.idText(name);
}

function requiredBy(value: ts.Expression): string | null {
  if (!ts.isCallExpression(value) || !ts.isIdentifier(value.expression) || ts.idText(value.expression) !== "require")
    return null;
  const [name] = value.arguments;
  return name && ts.isStringLiteralLike(name) ? name.text : null;
}

function enterImport(module: Module, { importClause, moduleSpecifier }: ts.ImportDeclaration): void {
  if (!importClause || !ts.isStringLiteral(moduleSpecifier)) return;
  const from = moduleSpecifier.text;
  const { name, namedBindings } = importClause;
  if (name) module.imports.set(ts.idText(name), { from, name: "default" });
  if (!namedBindings) return;
  if (ts.isNamespaceImport(namedBindings)) module.imports.set(ts.idText(namedBindings.name), { from, name: "*" });
  else
    for (const each of namedBindings.elements)
      module.imports.set(ts.idText(each.name), { from, name: textOf(each.propertyName ?? each.name) });
}

function enterExports(module: Module, { exportClause, moduleSpecifier }: ts.ExportDeclaration): void {
  const from = moduleSpecifier && ts.isStringLiteral(moduleSpecifier) ? moduleSpecifier.text : null;
  if (!exportClause) {
    if (from !== null) module.stars.push(from);
  } else if (ts.isNamespaceExport(exportClause)) {
    if (from !== null) module.exports.set(textOf(exportClause.name), { from, name: "*" });
  } else
    for (const each of exportClause.elements) {
      const name = textOf(each.propertyName ?? each.name);
      module.exports.set(textOf(each.name), from === null ? name : { from, name });
    }
}

function enterDefault(module: Module, node: ts.ExportAssignment): void {
  const { expression } = node;
  if (ts.isIdentifier(expression)) return void module.exports.set("default", ts.idText(expression));
  module.values.set("default", { name: "default", node, file: module.file });
  module.exports.set("default", "default");
}

/** `exports.Refund = …`, `module.exports = { Refund }`. */
function enterCommonJs(module: Module, { expression }: ts.ExpressionStatement): void {
  const node = lastOfChain(expression);
  const left = node && dottedName(node.left)?.replace(/^module\./, "");
  if (!node || !left) return;
  if (left === "exports" && ts.isObjectLiteralExpression(node.right)) {
    for (const each of node.right.properties) {
      if (ts.isShorthandPropertyAssignment(each)) module.exports.set(ts.idText(each.name), ts.idText(each.name));
      else if (ts.isPropertyAssignment(each) && ts.isIdentifier(each.name) && ts.isIdentifier(each.initializer))
        module.exports.set(ts.idText(each.name), ts.idText(each.initializer));
    }
    return;
  }
  const name = left.slice("exports.".length);
  if (!left.startsWith("exports.") || !isCommonJsExport("exports", name)) return;
  module.values.set(name, { name, node, file: module.file });
  module.exports.set(name, name);
}

function has(node: ts.Statement, kind: ts.SyntaxKind): boolean {
  const { modifiers } = node as { modifiers?: ts.NodeArray<ts.ModifierLike> };
  return modifiers?.some((each) => each.kind === kind) ?? false;
}

/** The value of a declaration, if it is one expression. */
export function valueOf({ node }: Declaration): ts.Expression | null {
  if (ts.isVariableDeclaration(node)) return node.initializer ?? null;
  if (ts.isExportAssignment(node)) return node.expression;
  return ts.isBinaryExpression(node) ? node.right : null;
}
