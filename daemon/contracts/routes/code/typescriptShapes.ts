// What a node of a TypeScript tree is, for whoever follows values through it.
// Knows no names.
import ts from "typescript";
import { textOf } from "../../../syntax/languages/typescriptNodes.ts";

export function isModuleExports(node: ts.Expression): boolean {
  return (
    ts.isPropertyAccessExpression(node) &&
    ts.isIdentifier(node.expression) &&
    ts.idText(node.expression) === "module" &&
    textOf(node.name) === "exports"
  );
}

type Wrapped = ts.Node & { expression: ts.Expression };

/** Parentheses, casts, `!`, `await`: the value is the one inside. */
export function isWrapped(node: ts.Node): node is Wrapped {
  return (
    ts.isParenthesizedExpression(node) ||
    ts.isAsExpression(node) ||
    ts.isSatisfiesExpression(node) ||
    ts.isNonNullExpression(node) ||
    ts.isAwaitExpression(node)
  );
}

const expressionKinds = new Set<ts.SyntaxKind>([
  ts.SyntaxKind.Identifier,
  ts.SyntaxKind.CallExpression,
  ts.SyntaxKind.NewExpression,
  ts.SyntaxKind.BinaryExpression,
  ts.SyntaxKind.ArrowFunction,
  ts.SyntaxKind.FunctionExpression,
  ts.SyntaxKind.ClassExpression,
  ts.SyntaxKind.ConditionalExpression,
  ts.SyntaxKind.ObjectLiteralExpression,
  ts.SyntaxKind.ArrayLiteralExpression,
  ts.SyntaxKind.PropertyAccessExpression,
  ts.SyntaxKind.AwaitExpression,
  ts.SyntaxKind.ParenthesizedExpression,
  ts.SyntaxKind.AsExpression,
  ts.SyntaxKind.SatisfiesExpression,
  ts.SyntaxKind.TemplateExpression,
  ts.SyntaxKind.NonNullExpression,
]);

export function isExpression(node: ts.Node): node is ts.Expression {
  return expressionKinds.has(node.kind);
}
