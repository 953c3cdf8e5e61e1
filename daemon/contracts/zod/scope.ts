// What the names around a place of a text mean: locals of functions and blocks, then those of the module.
// Knows no schemas.
import ts from "typescript";
import { textOf } from "../../syntax/languages/typescriptNodes.ts";
import type { Module } from "../modules/module.ts";

/** A name that is bound below the top of its module. */
export interface Local {
  scope: Scope;
  value?: ts.Expression | undefined;
  type?: ts.TypeNode | undefined;
  /** The value is a list of which this is an entry: `for (const x of value)`. */
  isEntry?: boolean;
  /** Way from the value to what is bound, of a pattern. */
  keys: readonly string[];
  /** The function whose parameter it is, and which of them. */
  parameter?: { of: ts.SignatureDeclaration; index: number };
  /** A function of that name. */
  declared?: ts.FunctionDeclaration;
}

export interface Scope {
  module: Module;
  file: ts.SourceFile;
  names: Map<string, Local>;
  parent: Scope | null;
}

export function topOf(module: Module, file: ts.SourceFile = module.file): Scope {
  return { module, file, names: new Map(), parent: null };
}

export function inner(parent: Scope): Scope {
  return { module: parent.module, file: parent.file, names: new Map(), parent };
}

export function find(scope: Scope, name: string): Local | null {
  for (let at: Scope | null = scope; at; at = at.parent) {
    const local = at.names.get(name);
    if (local) return local;
  }
  return null;
}

/** Names that a block, function or loop binds; of the top of a module only what its readings do not tell. */
export function enterNames(scope: Scope, node: ts.Node): void {
  if (ts.isFunctionLike(node)) node.parameters.forEach((each, index) => enterParameter(scope, node, each, index));
  else if (ts.isForOfStatement(node) && ts.isVariableDeclarationList(node.initializer)) {
    for (const { name } of node.initializer.declarations)
      enterPattern(scope, name, { scope, value: node.expression, isEntry: true, keys: [] });
  } else if (ts.isSourceFile(node)) {
    enterStatements(scope, node.statements, true);
    for (const name of scope.module.imports.keys()) scope.names.delete(name);
  } else if (ts.isBlock(node) || ts.isCaseClause(node)) enterStatements(scope, node.statements, false);
}

function enterParameter(scope: Scope, of: ts.SignatureDeclaration, node: ts.ParameterDeclaration, index: number): void {
  if (!node.dotDotDotToken)
    enterPattern(scope, node.name, { scope, type: node.type, keys: [], parameter: { of, index } });
}

function enterStatements(scope: Scope, statements: readonly ts.Statement[], isTop: boolean): void {
  for (const node of statements) {
    if (ts.isFunctionDeclaration(node) && node.name && !isTop)
      scope.names.set(ts.idText(node.name), { scope, keys: [], declared: node });
    if (!ts.isVariableStatement(node)) continue;
    for (const { name, initializer, type } of node.declarationList.declarations)
      if (!isTop || !ts.isIdentifier(name)) enterPattern(scope, name, { scope, value: initializer, type, keys: [] });
  }
}

function enterPattern(scope: Scope, name: ts.BindingName, local: Local): void {
  if (ts.isIdentifier(name)) return void scope.names.set(ts.idText(name), local);
  name.elements.forEach((element, index) => {
    if (!ts.isBindingElement(element)) return;
    const key = ts.isArrayBindingPattern(name) ? String(index) : keyOf(element);
    const keys = element.dotDotDotToken || key === null ? null : [...local.keys, key];
    enterPattern(scope, element.name, keys ? { ...local, keys } : { scope, keys: [] });
  });
}

/** The property that an element of a pattern takes. */
export function keyOf({ propertyName, name }: ts.BindingElement): string | null {
  if (propertyName) return ts.isComputedPropertyName(propertyName) ? null : textOf(propertyName);
  return ts.isIdentifier(name) ? ts.idText(name) : null;
}
