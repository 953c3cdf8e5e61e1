// What a function comes to, and what the members of an enum are.
// Knows no scopes.
import ts from "typescript";
import { textOf } from "../../syntax/languages/typescriptNodes.ts";
import type { Literal } from "./schema.ts";
import { literalOf } from "./value.ts";

/** The one expression that a function returns; null: it does more. */
export function resultOf({ body }: ts.FunctionLikeDeclaration): ts.Expression | null {
  if (!body) return null;
  if (!ts.isBlock(body)) return body;
  const [only] = body.statements;
  return body.statements.length === 1 && only && ts.isReturnStatement(only) ? (only.expression ?? null) : null;
}

/** Undefined where the value is not known. */
export function enumMembers(node: ts.EnumDeclaration): Map<string, Literal> {
  const values = new Map<string, Literal>();
  let next: number | null = 0;
  for (const { name, initializer } of node.members) {
    const value: Literal = initializer ? literalOf(initializer)?.literal : (next ?? undefined);
    next = typeof value === "number" ? value + 1 : null;
    if (!ts.isComputedPropertyName(name)) values.set(textOf(name), value);
  }
  return values;
}
