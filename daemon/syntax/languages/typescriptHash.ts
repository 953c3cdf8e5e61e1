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
export function writeSignature(print: Fingerprint, node: ts.SignatureDeclaration): void {
  const modifiers = (node as { modifiers?: ts.NodeArray<ts.ModifierLike> }).modifiers;
  writeNodes(print, modifiers?.filter(isSurface));
  const generator = (node as { asteriskToken?: ts.Node }).asteriskToken;
  print.number(generator ? 1 : 0);
  if (ts.isGetAccessor(node) || ts.isSetAccessor(node)) print.number(node.kind);
  writeNodes(print, node.typeParameters);
  for (const parameter of node.parameters) writeParameter(print, parameter);
  if (node.type) writeNode(print, node.type);
  print.number(end);
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
  if (ts.isParenthesizedTypeNode(node)) return writeNode(print, node.type);
  if (ts.isParenthesizedExpression(node)) return writeNode(print, node.expression);
  if (isLogical(node)) return writeLogical(print, node);
  print.number(node.kind);
  writeOwn(print, node);
  if (ts.isJsxElement(node) || ts.isJsxFragment(node)) writeJsx(print, node);
  else ts.forEachChild(node, (child) => writeChild(print, node, child));
  print.number(end);
}

const logicalOperators = new Set<ts.SyntaxKind>([
  ts.SyntaxKind.AmpersandAmpersandToken,
  ts.SyntaxKind.BarBarToken,
  ts.SyntaxKind.QuestionQuestionToken,
]);

function isLogical(node: ts.Node): node is ts.BinaryExpression {
  return ts.isBinaryExpression(node) && logicalOperators.has(node.operatorToken.kind);
}

/** `a && (b && c)` is `a && b && c`: formatters write the one for the other. */
function writeLogical(print: Fingerprint, node: ts.BinaryExpression): void {
  const operator = node.operatorToken.kind;
  print.number(node.kind).number(operator);
  const write = (operand: ts.Expression): void => {
    if (ts.isParenthesizedExpression(operand)) return write(operand.expression);
    if (!isLogical(operand) || operand.operatorToken.kind !== operator) return writeNode(print, operand);
    write(operand.left);
    write(operand.right);
  };
  write(node.left);
  write(node.right);
  print.number(end);
}

function writeChild(print: Fingerprint, parent: ts.Node, child: ts.Node): void {
  if (isEmpty(child) && (ts.isBlock(parent) || ts.isClassLike(parent) || ts.isCaseOrDefaultClause(parent))) return;
  // Which of two optional children it is: `T extends U` and `T = U`, `{ a: b }` and `{ a = b }`.
  if (ts.isTypeParameterDeclaration(parent) && child === parent.default) print.number(end);
  if (ts.isBindingElement(parent) && child === parent.initializer) print.number(end);
  if (ts.isMappedTypeNode(parent) && child === parent.nameType) print.number(end);
  if (ts.isForStatement(parent)) print.number(child === parent.condition ? 1 : child === parent.incrementor ? 2 : 3);
  if (isQuotedName(parent, child)) writeName(print, child.text);
  else writeNode(print, child);
}

function isEmpty(node: ts.Node): boolean {
  return node.kind === ts.SyntaxKind.EmptyStatement || node.kind === ts.SyntaxKind.SemicolonClassElement;
}

/** `{ "id": 1 }` and `{ id: 1 }` are one. */
function isQuotedName(parent: ts.Node, child: ts.Node): child is ts.StringLiteral | ts.NumericLiteral {
  const { name, propertyName } = parent as { name?: ts.Node; propertyName?: ts.Node };
  return (
    (ts.isStringLiteral(child) || ts.isNumericLiteral(child)) &&
    (child === name || child === propertyName) &&
    !ts.isModuleDeclaration(parent)
  );
}

function writeName(print: Fingerprint, name: string): void {
  print.number(ts.SyntaxKind.Identifier).text(name).number(end);
}

/** Children as they are rendered: line breaks with their indentation away, `{" "}` is text. */
function writeJsx(print: Fingerprint, node: ts.JsxElement | ts.JsxFragment): void {
  if (ts.isJsxElement(node)) writeNode(print, node.openingElement);
  let text = "";
  const flush = (): void => {
    if (text) print.number(ts.SyntaxKind.JsxText).text(text);
    text = "";
  };
  for (const child of node.children) {
    const value = ts.isJsxExpression(child) ? child.expression : undefined;
    if (ts.isJsxText(child)) text += renderedText(child.text);
    else if (value && ts.isStringLiteral(value)) text += value.text;
    else if (!ts.isJsxExpression(child) || value) {
      flush();
      writeNode(print, child);
    }
  }
  flush();
}

function renderedText(text: string): string {
  const lines = text.replace(/\t/g, " ").split(/\r?\n/);
  const kept = lines.map((line, index) => {
    const start = index === 0 ? line : line.replace(/^ +/, "");
    return index === lines.length - 1 ? start : start.replace(/ +$/, "");
  });
  return kept.filter(Boolean).join(" ");
}

/** `/x/gi` and `/x/ig` are one. */
function sortedFlags(expression: string): string {
  const pattern = expression.lastIndexOf("/") + 1;
  return expression.slice(0, pattern) + [...expression.slice(pattern)].sort().join("");
}

/** What a node says that no child of it says: names, literals, operators, flags. */
function writeOwn(print: Fingerprint, node: ts.Node): void {
  switch (node.kind) {
    case ts.SyntaxKind.Identifier:
    case ts.SyntaxKind.PrivateIdentifier:
      print.text(ts.idText(node as ts.Identifier | ts.PrivateIdentifier));
      return;
    case ts.SyntaxKind.StringLiteral:
    case ts.SyntaxKind.NoSubstitutionTemplateLiteral:
    case ts.SyntaxKind.NumericLiteral:
    case ts.SyntaxKind.BigIntLiteral:
    case ts.SyntaxKind.TemplateHead:
    case ts.SyntaxKind.TemplateMiddle:
    case ts.SyntaxKind.TemplateTail:
      print.text((node as ts.LiteralLikeNode).text);
      return;
    case ts.SyntaxKind.RegularExpressionLiteral:
      print.text(sortedFlags((node as ts.RegularExpressionLiteral).text));
      return;
    case ts.SyntaxKind.PropertyAccessExpression:
    case ts.SyntaxKind.ElementAccessExpression:
    case ts.SyntaxKind.CallExpression:
      print.number(node.flags & ts.NodeFlags.OptionalChain);
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
