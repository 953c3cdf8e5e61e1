// Members of an enum without a value of their own, whose number is another one now; and whether such a number gets out.
// Knows no names of modules.
import ts from "typescript";
import { dottedName } from "../../syntax/languages/typescriptNodes.ts";
import type { Declaration } from "../modules/module.ts";
import { enumMembers } from "../zod/results.ts";

export interface Shift {
  member: string;
  from: number;
  to: number;
}

export function shiftsOf(before: Declaration, now: Declaration): Shift[] {
  if (!ts.isEnumDeclaration(before.node) || !ts.isEnumDeclaration(now.node)) return [];
  const after = enumMembers(now.node);
  return [...enumMembers(before.node)].flatMap(([member, from]): Shift[] => {
    const to = after.get(member);
    return typeof from === "number" && typeof to === "number" && from !== to ? [{ member, from, to }] : [];
  });
}

const storing =
  /(?:save|store|insert|create|update|upsert|set|put|post|patch|send|write|persist|stringify|publish|emit|query|values?)$/i;
const calculating = new Set<ts.SyntaxKind>([
  ...[ts.SyntaxKind.PlusToken, ts.SyntaxKind.MinusToken, ts.SyntaxKind.AsteriskToken, ts.SyntaxKind.BarToken],
  ...[ts.SyntaxKind.LessThanToken, ts.SyntaxKind.LessThanEqualsToken, ts.SyntaxKind.GreaterThanToken],
  ...[ts.SyntaxKind.GreaterThanEqualsToken, ts.SyntaxKind.LessThanLessThanToken, ts.SyntaxKind.AmpersandToken],
]);

/** Into data, a text, a calculation, or what stores and sends. */
export function getsOut(node: ts.Expression, parent: ts.Node | undefined): boolean {
  if (!parent) return false;
  if (ts.isPropertyAssignment(parent)) return parent.initializer === node;
  if (ts.isBinaryExpression(parent)) return calculating.has(parent.operatorToken.kind);
  if (ts.isTemplateSpan(parent)) return true;
  if (!ts.isCallExpression(parent) || parent.expression === node) return false;
  const callee = dottedName(parent.expression);
  return callee !== null && (callee === "Number" || callee === "String" || storing.test(callee));
}
