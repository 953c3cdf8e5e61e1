// TypeScript and JavaScript text → its calls, names, functions and classes.
// Knows no framework.
import ts from "typescript";
import { parseTypescript } from "../../../syntax/languages/typescript.ts";
import { startOf, textOf } from "../../../syntax/languages/typescriptNodes.ts";
import { Draft, oneOf, unknownAt, type Expr, type Module, type Span } from "./expr.ts";
import { lowerClass, type Lower } from "./lowerTypescriptClass.ts";
import { lowerExports, lowerImports } from "./lowerTypescriptModules.ts";
import { isExpression, isModuleExports, isWrapped } from "./typescriptShapes.ts";

export function lowerTypescript(path: string, text: string): Module {
  const lowering = new Lowering(parseTypescript(path, text), new Draft(path));
  lowering.file();
  return lowering.draft.module;
}

type FunctionNode = ts.SignatureDeclaration & { body?: ts.Node | undefined };

class Lowering implements Lower {
  constructor(
    readonly source: ts.SourceFile,
    readonly draft: Draft,
  ) {}

  file(): void {
    lowerImports(this.source, this.draft);
    for (const statement of this.source.statements) this.statement(statement);
    lowerExports(this.source, this.draft);
  }

  span(node: ts.Node): Span {
    return { start: startOf(node, this.source), end: node.end };
  }

  statement(node: ts.Node): void {
    if (ts.isFunctionDeclaration(node)) {
      const value = this.functionLike(node);
      this.declare(node.name, value);
    } else if (ts.isClassDeclaration(node)) {
      const value = lowerClass(this, node);
      this.declare(node.name, value);
    } else if (ts.isExportAssignment(node)) {
      const name = node.isExportEquals ? "module.exports" : "default";
      this.draft.module.exports.set(name, this.expression(node.expression));
    } else if (ts.isVariableDeclaration(node)) this.variable(node);
    else if (ts.isReturnStatement(node)) this.returned(node);
    else if (ts.isBlock(node)) this.draft.within(() => node.statements.forEach((each) => this.statement(each)));
    else if (isExpression(node)) this.expression(node);
    else if (!ts.isImportDeclaration(node) && !ts.isTypeNode(node) && !ts.isInterfaceDeclaration(node))
      ts.forEachChild(node, (child) => this.statement(child));
  }

  /** What has no name is a default export. */
  private declare(name: ts.Identifier | undefined, value: Expr): void {
    if (name) this.draft.bind(ts.idText(name), value);
    else this.draft.module.exports.set("default", value);
  }

  private returns: Expr[] = [];

  private returned(node: ts.ReturnStatement): void {
    if (node.expression) this.returns.push(this.expression(node.expression));
  }

  private variable(node: ts.VariableDeclaration): void {
    const { name, initializer } = node;
    const value = initializer ? this.expression(initializer) : null;
    if (ts.isIdentifier(name)) {
      if (value) this.draft.bind(ts.idText(name), value);
      else if (node.type) this.draft.bind(ts.idText(name), this.typed(node.type));
    } else if (value) this.destructure(name, value);
  }

  typed(type: ts.TypeNode): Expr {
    return { is: "typed", type: this.typeText(type), ...this.span(type) };
  }

  private typeText(type: ts.TypeNode): string {
    return this.source.text.slice(type.pos, Math.min(type.end, type.pos + 200)).trim();
  }

  private destructure(pattern: ts.BindingPattern, value: Expr): void {
    for (const element of pattern.elements) {
      if (!ts.isBindingElement(element)) continue;
      const { name, propertyName } = element;
      const key = propertyName ?? name;
      const member: Expr =
        ts.isObjectBindingPattern(pattern) && ts.isIdentifier(key) && !element.dotDotDotToken
          ? { is: "member", of: value, name: ts.idText(key), ...this.span(element) }
          : unknownAt(this.span(element));
      if (ts.isIdentifier(name)) this.draft.bind(ts.idText(name), member);
      else this.destructure(name, member);
    }
  }

  functionLike(node: FunctionNode): Expr {
    const span = this.span(node);
    const outer = this.returns;
    this.returns = [];
    const params = node.parameters.map((each) => ({
      name: ts.isIdentifier(each.name) ? ts.idText(each.name) : "",
      type: each.type ? this.typeText(each.type) : null,
      isOptional: Boolean(each.questionToken ?? each.initializer ?? each.dotDotDotToken),
    }));
    const result = this.draft.withinFunction(span, () => {
      node.parameters.forEach((each, index) => this.parameter(each, index, span.start, params[index]!));
      if (node.body && !ts.isBlock(node.body)) return this.expression(node.body);
      if (node.body && ts.isBlock(node.body)) node.body.statements.forEach((each) => this.statement(each));
      return oneOf(this.returns, span);
    });
    this.returns = outer;
    return { is: "function", params, result, inside: node.parameters.pos, ...span };
  }

  private parameter(
    node: ts.ParameterDeclaration,
    index: number,
    of: number,
    { name, type }: { name: string; type: string | null },
  ): void {
    if (node.initializer) this.expression(node.initializer);
    const value: Expr = { is: "param", of, index, name, type, ...this.span(node) };
    if (ts.isIdentifier(node.name)) this.draft.bind(name, value);
    else this.destructure(node.name, value);
  }

  expression(node: ts.Node): Expr {
    if (isWrapped(node)) return this.expression(node.expression);
    if (ts.isIdentifier(node)) return this.draft.name(ts.idText(node), this.span(node));
    if (node.kind === ts.SyntaxKind.ThisKeyword) return this.draft.name("this", this.span(node));
    if (ts.isPropertyAccessExpression(node))
      return { is: "member", of: this.expression(node.expression), name: textOf(node.name), ...this.span(node) };
    if (ts.isCallExpression(node)) return this.call(node);
    if (ts.isNewExpression(node)) return this.call(node);
    if (ts.isFunctionExpression(node) || ts.isArrowFunction(node)) return this.functionLike(node);
    if (ts.isClassExpression(node)) return lowerClass(this, node);
    return this.value(node) ?? this.compound(node);
  }

  /** Texts, lists, records. */
  private value(node: ts.Node): Expr | null {
    const span = this.span(node);
    if (ts.isStringLiteralLike(node) || ts.isNumericLiteral(node)) return { is: "text", text: node.text, ...span };
    if (ts.isTemplateExpression(node)) return { is: "join", parts: this.template(node), ...span };
    if (ts.isArrayLiteralExpression(node))
      return { is: "list", items: node.elements.map((each) => this.expression(each)), ...span };
    if (ts.isObjectLiteralExpression(node)) return this.record(node);
    return null;
  }

  private compound(node: ts.Node): Expr {
    const span = this.span(node);
    if (ts.isBinaryExpression(node)) return this.binary(node);
    if (ts.isConditionalExpression(node)) {
      this.expression(node.condition);
      return { is: "either", options: [this.expression(node.whenTrue), this.expression(node.whenFalse)], ...span };
    }
    if (ts.isElementAccessExpression(node) && ts.isStringLiteralLike(node.argumentExpression))
      return { is: "member", of: this.expression(node.expression), name: node.argumentExpression.text, ...span };
    ts.forEachChild(node, (child) => this.statement(child));
    return unknownAt(span);
  }

  private template(node: ts.TemplateExpression): Expr[] {
    const text = ({ text, pos, end }: ts.TemplateLiteralLikeNode): Expr => ({ is: "text", text, start: pos, end });
    return [
      text(node.head),
      ...node.templateSpans.flatMap((each) => [this.expression(each.expression), text(each.literal)]),
    ];
  }

  private record(node: ts.ObjectLiteralExpression): Expr {
    const fields = new Map<string, Expr>();
    for (const property of node.properties) {
      const name = property.name && !ts.isComputedPropertyName(property.name) ? textOf(property.name) : null;
      const value = ts.isPropertyAssignment(property)
        ? this.expression(property.initializer)
        : ts.isShorthandPropertyAssignment(property)
          ? this.expression(property.name)
          : ts.isSpreadAssignment(property)
            ? this.expression(property.expression)
            : this.functionLike(property);
      fields.set(name ?? `...${fields.size}`, value);
    }
    return { is: "record", fields, ...this.span(node) };
  }

  private binary(node: ts.BinaryExpression): Expr {
    const span = this.span(node);
    const kind = node.operatorToken.kind;
    if (kind === ts.SyntaxKind.EqualsToken) return this.assignment(node);
    const [left, right] = [this.expression(node.left), this.expression(node.right)];
    if (kind === ts.SyntaxKind.PlusToken) return { is: "join", parts: [left, right], ...span };
    if (kind === ts.SyntaxKind.BarBarToken || kind === ts.SyntaxKind.QuestionQuestionToken)
      return { is: "either", options: [left, right], ...span };
    if (ts.isIdentifier(node.left) && kind === ts.SyntaxKind.PlusEqualsToken)
      this.draft.assign(ts.idText(node.left), { is: "join", parts: [unknownAt(span), right], ...span });
    return unknownAt(span);
  }

  private assignment({ left, right }: ts.BinaryExpression): Expr {
    const value = this.expression(right);
    if (ts.isIdentifier(left)) this.draft.assign(ts.idText(left), value);
    else if (ts.isPropertyAccessExpression(left)) this.assignMember(left, value);
    return value;
  }

  private assignMember({ expression: of, name }: ts.PropertyAccessExpression, value: Expr): void {
    const member = textOf(name);
    const { exports } = this.draft.module;
    const owner = ts.isIdentifier(of) ? ts.idText(of) : null;
    if (owner === "module" && member === "exports") exports.set("module.exports", value);
    else if (owner === "exports" || isModuleExports(of)) exports.set(member, value);
    else if (of.kind === ts.SyntaxKind.ThisKeyword) this.classFields.at(-1)?.set(member, value);
  }

  /** What the classes around have. */
  readonly classFields: Map<string, Expr>[] = [];

  private call(node: ts.CallExpression | ts.NewExpression): Expr {
    const { expression, arguments: given = [] } = node;
    const callee: Expr =
      expression.kind === ts.SyntaxKind.ImportKeyword
        ? this.draft.name("require", this.span(expression))
        : this.expression(expression);
    const args = given.map((each) => (ts.isSpreadElement(each) ? this.spread(each) : this.expression(each)));
    const [module] = args;
    if (callee.is === "name" && callee.name === "require" && module?.is === "text")
      return { is: "import", module: module.text, name: "require", ...this.span(node) };
    const isNew = ts.isNewExpression(node);
    const call: Expr = { is: "call", callee, args, named: new Map(), isNew, ...this.span(node) };
    this.draft.module.calls.push(call);
    return call;
  }

  private spread(node: ts.SpreadElement): Expr {
    this.expression(node.expression);
    return unknownAt(this.span(node));
  }
}
