// What is known of a value before the program runs: literals, objects and lists of them, else its kind or nothing.
// Knows no schemas.
import ts from "typescript";
import type { Literal, PrimitiveType } from "./schema.ts";

export type Value =
  | { is: "literal"; literal: Literal; node: ts.Node }
  /** A string or number that is not known itself. */
  | { is: "some"; type: PrimitiveType; node: ts.Node }
  /** `isOpen`: there may be more in it. */
  | { is: "object"; entries: ReadonlyMap<string, Value>; isOpen: boolean; node: ts.Node }
  | { is: "list"; items: readonly Value[]; isOpen: boolean; node: ts.Node }
  | { is: "unknown"; node: ts.Node };

/** Literal that an expression is, undefined: none. Boxed, as `undefined` is one too. */
export function literalOf(node: ts.Expression): { literal: Literal } | undefined {
  if (ts.isStringLiteralLike(node)) return { literal: node.text };
  if (ts.isNumericLiteral(node)) return { literal: Number(node.text) };
  if (node.kind === ts.SyntaxKind.TrueKeyword) return { literal: true };
  if (node.kind === ts.SyntaxKind.FalseKeyword) return { literal: false };
  if (node.kind === ts.SyntaxKind.NullKeyword) return { literal: null };
  if (ts.isIdentifier(node) && ts.idText(node) === "undefined") return { literal: undefined };
  if (ts.isVoidExpression(node)) return { literal: undefined };
  if (
    ts.isPrefixUnaryExpression(node) &&
    node.operator === ts.SyntaxKind.MinusToken &&
    ts.isNumericLiteral(node.operand)
  )
    return { literal: -Number(node.operand.text) };
  return undefined;
}

export function typeOfLiteral(literal: Literal): PrimitiveType | "null" | "undefined" {
  if (literal === null) return "null";
  return typeof literal as "string" | "number" | "boolean" | "undefined";
}
