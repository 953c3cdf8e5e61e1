// Imports and exports of a TypeScript or JavaScript file: which name stands for what of which module.
// Knows no other file than the one it reads.
import ts from "typescript";
import { boundNames, hasExport, modifiersOf } from "../../../syntax/languages/typescriptNodes.ts";
import type { Draft, Expr } from "./expr.ts";

export function lowerImports(source: ts.SourceFile, draft: Draft): void {
  for (const node of source.statements) {
    if (!ts.isImportDeclaration(node) || !node.importClause || !ts.isStringLiteral(node.moduleSpecifier)) continue;
    const module = node.moduleSpecifier.text;
    const bind = (local: ts.Identifier, name: string): void =>
      draft.bind(ts.idText(local), { is: "import", module, name, start: node.pos, end: node.end });
    const { name, namedBindings } = node.importClause;
    if (name) bind(name, "default");
    if (namedBindings && ts.isNamespaceImport(namedBindings)) bind(namedBindings.name, "*");
    else
      for (const each of namedBindings?.elements ?? []) bind(each.name, exportedName(each.propertyName ?? each.name));
  }
}

/** What is exported by name or in a list; values of default exports are read with their statements. */
export function lowerExports(source: ts.SourceFile, draft: Draft): void {
  for (const node of source.statements) {
    if (ts.isExportDeclaration(node)) exportList(node, draft);
    else if (hasExport(modifiersOf(node))) exportNames(node, draft);
  }
}

function exportList(node: ts.ExportDeclaration, { module }: Draft): void {
  const span = { start: node.pos, end: node.end };
  const from = node.moduleSpecifier && ts.isStringLiteral(node.moduleSpecifier) ? node.moduleSpecifier.text : null;
  const { exportClause } = node;
  if (!exportClause) {
    if (from !== null) module.stars.push(from);
  } else if (ts.isNamespaceExport(exportClause)) {
    if (from !== null)
      module.exports.set(exportedName(exportClause.name), { is: "import", module: from, name: "*", ...span });
  } else
    for (const each of exportClause.elements) {
      const name = exportedName(each.propertyName ?? each.name);
      const value: Expr =
        from === null ? { is: "name", name, scope: 0, ...span } : { is: "import", module: from, name, ...span };
      module.exports.set(exportedName(each.name), value);
    }
}

function exportNames(node: ts.Statement, { module }: Draft): void {
  const add = (local: ts.Identifier, name = ts.idText(local)): unknown =>
    module.exports.set(name, { is: "name", name: ts.idText(local), scope: 0, start: node.pos, end: node.end });
  if (ts.isVariableStatement(node))
    for (const { name } of node.declarationList.declarations) for (const each of boundNames(name)) add(each);
  else if ((ts.isFunctionDeclaration(node) || ts.isClassDeclaration(node)) && node.name) {
    const isDefault = node.modifiers?.some(({ kind }) => kind === ts.SyntaxKind.DefaultKeyword);
    add(node.name, isDefault ? "default" : undefined);
  }
}

function exportedName(name: ts.ModuleExportName): string {
  return ts.isIdentifier(name) ? ts.idText(name) : name.text;
}
