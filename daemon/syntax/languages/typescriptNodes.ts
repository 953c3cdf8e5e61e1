// Questions to single nodes of a TypeScript tree: names, modifiers, what is behind parentheses and casts.
// Knows no symbols.
import ts from "typescript";
import { Fingerprint } from "../hash.ts";
import { isFunctionLike, writeNode, type FunctionLike } from "./typescriptHash.ts";

/** It is not in the public types. */
const compiler = ts as typeof ts & { getTokenPosOfNode(node: ts.Node, file: ts.SourceFile): number };

export function qualified(container: string | null, name: string): string {
  return container === null ? name : `${container}.${name}`;
}

/** Identifiers have a `text` of their own only where the language service is loaded. */
export function textOf(name: Exclude<ts.PropertyName, ts.ComputedPropertyName>): string {
  return ts.isIdentifier(name) || ts.isPrivateIdentifier(name) ? ts.idText(name) : name.text;
}

export function nameOf(name: ts.Identifier | undefined): string {
  return name ? ts.idText(name) : "default";
}

export function modifiersOf(node: ts.Node): ts.NodeArray<ts.ModifierLike> | undefined {
  return (node as { modifiers?: ts.NodeArray<ts.ModifierLike> }).modifiers;
}

export function hasExport(modifiers: ts.NodeArray<ts.ModifierLike> | undefined): boolean {
  return modifiers?.some((modifier) => modifier.kind === ts.SyntaxKind.ExportKeyword) ?? false;
}

/** Where its first token begins. As `node.getStart`, which nodes have only where the language service is loaded. */
export function startOf(node: ts.Node, file: ts.SourceFile): number {
  return compiler.getTokenPosOfNode(node, file);
}

/** What has no name is marked at its keywords: `export default`, `constructor`. */
export function firstToken(file: ts.SourceFile, node: ts.Node): ts.Node {
  const from = startOf(node, file);
  const text = file.text.slice(from, Math.min(from + 200, node.end));
  const [keywords] = /^(?:export\s+default|export\s*=|[\w\s]*?\bconstructor|\w+)/.exec(text) ?? [text.slice(0, 1)];
  const start = node.kind === ts.SyntaxKind.Constructor ? from + keywords.length - "constructor".length : from;
  return { ...node, pos: start, end: from + keywords.length };
}

/** `exports.issue = …` and `module.exports = …`. */
export function isCommonJsExport(container: string | null, name: string): boolean {
  return container === "exports" || (container === null && name === "exports");
}

/** The assignment with the value: in `exports = module.exports = …` the second. */
export function lastOfChain(expression: ts.Expression): ts.BinaryExpression | null {
  if (!isAssignment(expression)) return null;
  const right = lastOfChain(expression.right);
  return right && dottedName(right.left)?.includes(".") ? right : expression;
}

function isAssignment(node: ts.Expression): node is ts.BinaryExpression {
  return ts.isBinaryExpression(node) && node.operatorToken.kind === ts.SyntaxKind.EqualsToken;
}

type Method = ts.MethodDeclaration | ts.ConstructorDeclaration | ts.AccessorDeclaration;

export function isMethod(member: ts.ClassElement): member is Method {
  return ts.isMethodDeclaration(member) || ts.isConstructorDeclaration(member) || ts.isAccessor(member);
}

/** Fields and the like: what is neither a method nor a stray semicolon. */
export function isOwnOfClass(member: ts.ClassElement): boolean {
  return !isMethod(member) && !functionField(member) && !ts.isSemicolonClassElement(member);
}

/** A field that holds a function is a method like any other. */
export function functionField(member: ts.ClassElement): { member: ts.PropertyDeclaration; value: FunctionLike } | null {
  const value = ts.isPropertyDeclaration(member) && member.initializer ? bareValue(member.initializer) : null;
  return value && isFunctionLike(value) ? { member: member as ts.PropertyDeclaration, value } : null;
}

export function methodOf(
  property: ts.ObjectLiteralElementLike,
): (ts.SignatureDeclaration & { body?: ts.Node | undefined }) | null {
  if (ts.isMethodDeclaration(property) || ts.isAccessor(property)) return property;
  if (ts.isPropertyAssignment(property) && isFunctionLike(property.initializer)) return property.initializer;
  return null;
}

export function memberName(member: ts.ClassElement | ts.ObjectLiteralElementLike): string {
  if (member.kind === ts.SyntaxKind.Constructor) return "constructor";
  const { name } = member;
  if (!name) return "(anonymous)";
  if (ts.isComputedPropertyName(name)) return `[${computedName(name.expression)}]`;
  return textOf(name);
}

/** `Symbol.iterator`, a literal, else a fingerprint: how it is laid out does not enter. */
function computedName(expression: ts.Expression): string {
  if (ts.isStringLiteralLike(expression) || ts.isNumericLiteral(expression)) return JSON.stringify(expression.text);
  const dotted = dottedName(expression);
  if (dotted !== null) return dotted;
  const print = new Fingerprint();
  writeNode(print, expression);
  return `computed ${print.digest()}`;
}

export function* boundNames(name: ts.BindingName): Generator<ts.Identifier> {
  if (ts.isIdentifier(name)) return void (yield name);
  for (const element of name.elements) if (ts.isBindingElement(element)) yield* boundNames(element.name);
}

/** The value without parentheses, `as T`, `satisfies T` and `!`. */
export function bareValue(expression: ts.Expression): ts.Expression {
  let value = expression;
  while (isAround(value)) value = value.expression;
  return value;
}

/** What `as` and `satisfies` around a value say of its type. */
export function typesAround(expression: ts.Expression): ts.TypeNode[] {
  const types: ts.TypeNode[] = [];
  for (let value = expression; isAround(value); value = value.expression)
    if (ts.isAsExpression(value) || ts.isSatisfiesExpression(value)) types.push(value.type);
  return types;
}

function isAround(
  node: ts.Expression,
): node is ts.ParenthesizedExpression | ts.AsExpression | ts.SatisfiesExpression | ts.NonNullExpression {
  return (
    ts.isParenthesizedExpression(node) ||
    ts.isAsExpression(node) ||
    ts.isSatisfiesExpression(node) ||
    ts.isNonNullExpression(node)
  );
}

/** `issue` of `exports.issue`. */
export function lastName(expression: ts.Expression): ts.Node {
  return ts.isPropertyAccessExpression(expression) ? expression.name : expression;
}

export function dottedName(expression: ts.Expression): string | null {
  if (ts.isIdentifier(expression)) return ts.idText(expression);
  if (!ts.isPropertyAccessExpression(expression)) return null;
  const left = dottedName(expression.expression);
  return left === null ? null : `${left}.${ts.idText(expression.name)}`;
}
