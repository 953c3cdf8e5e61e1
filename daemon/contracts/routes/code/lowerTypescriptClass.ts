// A class of TypeScript or JavaScript → its decorators, methods, and what `this` has.
// Knows no framework; what is inside is lowered by whoever asks.
import ts from "typescript";
import { textOf } from "../../../syntax/languages/typescriptNodes.ts";
import type { ClassInfo, Draft, Expr, Member, Span } from "./expr.ts";

export interface Lower {
  draft: Draft;
  classFields: Map<string, Expr>[];
  span(node: ts.Node): Span;
  statement(node: ts.Node): void;
  expression(node: ts.Node): Expr;
  typed(type: ts.TypeNode): Expr;
  functionLike(node: ts.SignatureDeclaration & { body?: ts.Node | undefined }): Expr;
}

export function lowerClass(lower: Lower, node: ts.ClassLikeDeclaration): Expr {
  const { draft } = lower;
  const span = lower.span(node);
  const decorators = decoratorsOf(lower, node);
  const bases = (node.heritageClauses ?? []).flatMap(({ types }) =>
    types.map(({ expression }) => lower.expression(expression)),
  );
  const fields = new Map<string, Expr>();
  const name = node.name ? ts.idText(node.name) : "default";
  const info: ClassInfo = { ...span, name, decorators, bases, members: [], fields };
  const at = draft.module.classes.push(info) - 1;
  lower.classFields.push(fields);
  draft.within(() => {
    draft.bind("this", { is: "record", fields, ...span });
    for (const member of node.members) lowerMember(lower, member, info);
  });
  lower.classFields.pop();
  return { is: "class", at, ...span };
}

function lowerMember(lower: Lower, node: ts.ClassElement, { fields, members }: ClassInfo): void {
  const name = node.name && !ts.isComputedPropertyName(node.name) ? textOf(node.name) : "constructor";
  const decorators = decoratorsOf(lower, node);
  if (ts.isPropertyDeclaration(node)) {
    if (node.initializer) fields.set(name, lower.expression(node.initializer));
    else if (node.type) fields.set(name, lower.typed(node.type));
  } else if (ts.isMethodDeclaration(node) || ts.isConstructorDeclaration(node) || ts.isAccessor(node)) {
    for (const each of node.parameters)
      if (ts.isConstructorDeclaration(node) && each.modifiers?.length && each.type && ts.isIdentifier(each.name))
        fields.set(ts.idText(each.name), lower.typed(each.type));
    const member: Member = { name, decorators, value: lower.functionLike(node) };
    members.push(member);
    if (!ts.isConstructorDeclaration(node)) fields.set(name, member.value);
  } else ts.forEachChild(node, (child) => lower.statement(child));
}

function decoratorsOf(lower: Lower, node: ts.Node): Expr[] {
  const { modifiers } = node as { modifiers?: ts.NodeArray<ts.ModifierLike> };
  return (modifiers ?? []).flatMap((each) => (ts.isDecorator(each) ? [lower.expression(each.expression)] : []));
}
