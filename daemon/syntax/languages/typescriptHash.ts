// Fingerprints of TypeScript syntax trees: equal for equal code, whatever its layout, comments and quotes.
// Knows no symbols.
import ts from "typescript";
import type { Fingerprint } from "../hash.ts";

const end = -1;

export type FunctionLike = ts.ArrowFunction | ts.FunctionExpression;

export function isFunctionLike(node: ts.Node): node is FunctionLike {
  return ts.isArrowFunction(node) || ts.isFunctionExpression(node);
}

/** Modifiers that belong to what callers see; being exported is a matter of the export list. */
export function isSurface(modifier: ts.ModifierLike): boolean {
  return modifier.kind !== ts.SyntaxKind.ExportKeyword && modifier.kind !== ts.SyntaxKind.DefaultKeyword;
}

/** Parameters by position, types and modifiers. Parameter names and default values belong to the body. */
export function writeSignature(print: Fingerprint, node: ts.SignatureDeclaration, declaredType?: ts.TypeNode): void {
  const modifiers = (node as { modifiers?: ts.NodeArray<ts.ModifierLike> }).modifiers;
  writeNodes(print, modifiers?.filter(isSurface));
  const generator = (node as { asteriskToken?: ts.Node }).asteriskToken;
  print.number(generator ? 1 : 0);
  if (ts.isGetAccessor(node) || ts.isSetAccessor(node)) print.number(node.kind);
  writeNodes(print, node.typeParameters);
  for (const parameter of node.parameters) writeParameter(print, parameter);
  if (node.type) writeNode(print, node.type);
  print.number(end);
  if (declaredType) writeNode(print, declaredType);
}

function writeParameter(print: Fingerprint, parameter: ts.ParameterDeclaration): void {
  writeNodes(print, parameter.modifiers);
  print.number(parameter.dotDotDotToken ? 3 : parameter.questionToken || parameter.initializer ? 2 : 1);
  if (parameter.type) writeNode(print, parameter.type);
  print.number(end);
}

export function writeNodes(print: Fingerprint, nodes: readonly ts.Node[] | undefined): void {
  for (const node of nodes ?? []) writeNode(print, node);
  print.number(end);
}

/** Kind, own text and children of a node, depth first. */
export function writeNode(print: Fingerprint, node: ts.Node): void {
  if (node.kind === ts.SyntaxKind.ParenthesizedType) return writeNode(print, (node as ts.ParenthesizedTypeNode).type);
  print.number(node.kind);
  writeOwn(print, node);
  ts.forEachChild(node, (child) => writeNode(print, child));
  print.number(end);
}

/** What a node says that no child of it says: names, literals, operators, flags. */
function writeOwn(print: Fingerprint, node: ts.Node): void {
  switch (node.kind) {
    case ts.SyntaxKind.Identifier:
    case ts.SyntaxKind.PrivateIdentifier:
    case ts.SyntaxKind.StringLiteral:
    case ts.SyntaxKind.NoSubstitutionTemplateLiteral:
    case ts.SyntaxKind.NumericLiteral:
    case ts.SyntaxKind.BigIntLiteral:
    case ts.SyntaxKind.RegularExpressionLiteral:
    case ts.SyntaxKind.TemplateHead:
    case ts.SyntaxKind.TemplateMiddle:
    case ts.SyntaxKind.TemplateTail:
      print.text((node as ts.LiteralLikeNode).text);
      return;
    case ts.SyntaxKind.JsxText:
      print.text((node as ts.JsxText).text.replace(/\s+/g, " ").trim());
      return;
    case ts.SyntaxKind.PrefixUnaryExpression:
    case ts.SyntaxKind.PostfixUnaryExpression:
      print.number((node as ts.PrefixUnaryExpression).operator);
      return;
    case ts.SyntaxKind.TypeOperator:
      print.number((node as ts.TypeOperatorNode).operator);
      return;
    case ts.SyntaxKind.HeritageClause:
      print.number((node as ts.HeritageClause).token);
      return;
    case ts.SyntaxKind.MetaProperty:
      print.number((node as ts.MetaProperty).keywordToken);
      return;
    case ts.SyntaxKind.ImportType:
      print.number((node as ts.ImportTypeNode).isTypeOf ? 1 : 0);
      return;
    case ts.SyntaxKind.VariableDeclarationList:
      print.number(node.flags & ts.NodeFlags.BlockScoped);
      return;
    default:
  }
}
