// TypeScript and JavaScript text → symbols, by the compiler's parser without type checking.
// Knows no other file than the one it reads.
import ts from "typescript";
import type { Range } from "../../../shared/model/location.ts";
import type { FileFacts, Language, SymbolFact, SymbolKind } from "../../../shared/model/symbol.ts";
import { Fingerprint } from "../hash.ts";
import { isFunctionLike, isSurface, writeNode, writeNodes, writeSignature } from "./typescriptHash.ts";

const scriptKinds: Record<string, ts.ScriptKind> = {
  ".ts": ts.ScriptKind.TS,
  ".mts": ts.ScriptKind.TS,
  ".cts": ts.ScriptKind.TS,
  ".tsx": ts.ScriptKind.TSX,
};

export function readTypescript(path: string, language: Language, text: string): FileFacts {
  const file = ts.createSourceFile(
    path,
    text,
    { languageVersion: ts.ScriptTarget.Latest, jsDocParsingMode: ts.JSDocParsingMode.ParseNone },
    false,
    scriptKinds[path.slice(path.lastIndexOf("."))] ?? ts.ScriptKind.JSX,
  );
  const reader = new Reader(file);
  reader.statements(file.statements, null);
  return { language, symbols: mergeDeclarations(reader.symbols), error: firstError(file) };
}

/** `parseDiagnostics` is not in the public types; the language service's public way costs a program. */
function firstError(file: ts.SourceFile): string | null {
  const [first] = (file as ts.SourceFile & { parseDiagnostics?: ts.DiagnosticWithLocation[] }).parseDiagnostics ?? [];
  if (!first) return null;
  const { line } = file.getLineAndCharacterOfPosition(first.start);
  return `line ${line + 1}: ${ts.flattenDiagnosticMessageText(first.messageText, " ")}`;
}

interface Definition {
  name: string;
  kind: SymbolKind;
  container: string | null;
  /** The whole definition, and what carries its name. */
  node: ts.Node;
  nameNode: ts.Node;
  modifiers?: ts.NodeArray<ts.ModifierLike> | undefined;
  signature(print: Fingerprint): void;
  body(print: Fingerprint): void;
}

class Reader {
  readonly symbols: SymbolFact[] = [];

  constructor(private readonly file: ts.SourceFile) {}

  statements(statements: readonly ts.Statement[], container: string | null): void {
    for (const statement of statements) this.statement(statement, container);
  }

  private statement(node: ts.Statement, container: string | null): void {
    if (ts.isFunctionDeclaration(node)) this.functionLike(node, nameOf(node.name), container, node, "function");
    else if (ts.isClassDeclaration(node)) this.classLike(node, nameOf(node.name), container, node);
    else if (ts.isInterfaceDeclaration(node)) this.surface(node, "interface", container);
    else if (ts.isTypeAliasDeclaration(node)) this.surface(node, "type", container);
    else if (ts.isEnumDeclaration(node)) this.surface(node, "enum", container);
    else if (ts.isModuleDeclaration(node)) this.namespace(node, container);
    else if (ts.isVariableStatement(node)) this.variables(node, container);
    else if (ts.isExportAssignment(node)) this.valued("default", container, node, node, node.expression, undefined);
    else if (ts.isExpressionStatement(node)) this.assignment(node, container);
  }

  private add(definition: Definition): void {
    const signature = new Fingerprint();
    const body = new Fingerprint();
    definition.signature(signature);
    definition.body(body);
    this.symbols.push({
      name: qualified(definition.container, definition.name),
      kind: definition.kind,
      container: definition.container,
      exported: definition.name === "default" || hasExport(definition.modifiers),
      signature: signature.digest(),
      body: body.digest(),
      range: this.range(definition.node),
      nameRange: this.range(definition.nameNode),
    });
  }

  private functionLike(
    node: ts.SignatureDeclaration & { body?: ts.Node | undefined },
    name: string,
    container: string | null,
    whole: ts.Node,
    kind: SymbolKind,
    nameNode: ts.Node = node.name ?? firstToken(this.file, node),
    declaredType?: ts.TypeNode,
  ): void {
    this.add({
      name,
      kind,
      container,
      node: whole,
      nameNode,
      modifiers: modifiersOf(whole) ?? modifiersOf(node),
      signature: (print) => writeSignature(print, node, declaredType),
      body: (print) => {
        for (const parameter of node.parameters) {
          writeNode(print, parameter.name);
          if (parameter.initializer) writeNode(print, parameter.initializer);
        }
        if (node.body) writeNode(print, node.body);
      },
    });
  }

  /** The class itself is its header and its fields; each method is a symbol of its own. */
  private classLike(
    node: ts.ClassLikeDeclaration,
    name: string,
    container: string | null,
    whole: ts.Node,
    nameNode: ts.Node = node.name ?? firstToken(this.file, node),
  ): void {
    const own = node.members.filter((member) => !isMethod(member));
    this.add({
      name,
      kind: "class",
      container,
      node: whole,
      nameNode,
      modifiers: modifiersOf(whole) ?? node.modifiers,
      signature: (print) => {
        writeNodes(print, node.modifiers?.filter(isSurface));
        writeNodes(print, node.typeParameters);
        writeNodes(print, node.heritageClauses);
      },
      body: (print) => writeNodes(print, own),
    });
    const inside = qualified(container, name);
    for (const member of node.members) {
      if (isMethod(member)) this.functionLike(member, memberName(this.file, member), inside, member, "method");
      else if (ts.isPropertyDeclaration(member) && member.initializer && isFunctionLike(member.initializer))
        this.functionLike(member.initializer, memberName(this.file, member), inside, member, "method", member.name);
    }
  }

  /** Interfaces, type aliases and enums are all surface: any change of them is one of the signature. */
  private surface(
    node: ts.InterfaceDeclaration | ts.TypeAliasDeclaration | ts.EnumDeclaration,
    kind: SymbolKind,
    container: string | null,
  ): void {
    this.add({
      name: node.name.text,
      kind,
      container,
      node,
      nameNode: node.name,
      modifiers: node.modifiers,
      signature: (print) => {
        writeNodes(print, node.modifiers?.filter(isSurface));
        if (!ts.isEnumDeclaration(node)) writeNodes(print, node.typeParameters);
        if (ts.isInterfaceDeclaration(node)) writeNodes(print, node.heritageClauses);
        if (ts.isTypeAliasDeclaration(node)) writeNode(print, node.type);
        else writeNodes(print, node.members);
      },
      body: () => undefined,
    });
  }

  private namespace(node: ts.ModuleDeclaration, container: string | null): void {
    const name = qualified(container, node.name.text);
    if (!node.body) return;
    if (ts.isModuleBlock(node.body)) this.statements(node.body.statements, name);
    else if (ts.isModuleDeclaration(node.body)) this.namespace(node.body, name);
  }

  private variables(node: ts.VariableStatement, container: string | null): void {
    const alone = node.declarationList.declarations.length === 1;
    for (const declaration of node.declarationList.declarations) {
      const whole = alone ? node : declaration;
      for (const name of boundNames(declaration.name))
        this.valued(name.text, container, whole, name, declaration.initializer, declaration, node.modifiers);
    }
  }

  /** A name with a value: a function, a class, an object with methods, or plain data. */
  private valued(
    name: string,
    container: string | null,
    whole: ts.Node,
    nameNode: ts.Node,
    initializer: ts.Expression | undefined,
    declaration: ts.VariableDeclaration | undefined,
    modifiers = modifiersOf(whole),
  ): void {
    const value = initializer && bareValue(initializer);
    const simple = !declaration || ts.isIdentifier(declaration.name);
    if (simple && value && isFunctionLike(value))
      return this.functionLike(value, name, container, whole, "function", nameNode, declaration?.type);
    if (simple && value && ts.isClassExpression(value)) return this.classLike(value, name, container, whole, nameNode);
    const object = simple && value && ts.isObjectLiteralExpression(value) ? value : null;
    this.add({
      name,
      kind: "constant",
      container,
      node: whole,
      nameNode,
      modifiers,
      signature: (print) => {
        if (declaration?.type) writeNode(print, declaration.type);
      },
      body: (print) => {
        if (object)
          writeNodes(
            print,
            object.properties.filter((property) => !methodOf(property)),
          );
        else if (initializer) writeNode(print, initializer);
        if (!simple && declaration) writeNode(print, declaration.name);
      },
    });
    for (const property of object?.properties ?? []) {
      const method = methodOf(property);
      if (method)
        this.functionLike(
          method,
          memberName(this.file, property),
          qualified(container, name),
          property,
          "method",
          property.name,
        );
    }
  }

  /** CommonJS exports and methods hung on a prototype: `exports.f = …`, `Refund.prototype.issue = …`. */
  private assignment(node: ts.ExpressionStatement, container: string | null): void {
    const { expression } = node;
    if (!ts.isBinaryExpression(expression) || expression.operatorToken.kind !== ts.SyntaxKind.EqualsToken) return;
    const left = dottedName(expression.left);
    if (!left?.includes(".")) return;
    const parts = left
      .split(".")
      .filter((part, index) => !(part === "prototype" || (part === "module" && index === 0)));
    const name = parts.pop()!;
    const owner = parts.length ? qualified(container, parts.join(".")) : container;
    this.valued(name, owner, node, expression.left, expression.right, undefined);
  }

  private range(node: ts.Node): Range {
    const start = node.getStart(this.file);
    return {
      start: this.file.getLineAndCharacterOfPosition(start),
      end: this.file.getLineAndCharacterOfPosition(node.end),
    };
  }
}

/** Overloads, accessor pairs and merged declarations of one name are one symbol. */
function mergeDeclarations(symbols: SymbolFact[]): SymbolFact[] {
  const byName = new Map<string, SymbolFact>();
  for (const symbol of symbols) {
    const known = byName.get(symbol.name);
    byName.set(symbol.name, known ? merged(known, symbol) : symbol);
  }
  return byName.size === symbols.length ? symbols : [...byName.values()];
}

function merged(first: SymbolFact, second: SymbolFact): SymbolFact {
  return {
    ...first,
    exported: first.exported || second.exported,
    signature: new Fingerprint().text(first.signature).text(second.signature).digest(),
    body: new Fingerprint().text(first.body).text(second.body).digest(),
    // The implementation stands last among overloads: that is where people edit.
    nameRange: second.nameRange,
    range: { start: first.range.start, end: second.range.end },
  };
}

function qualified(container: string | null, name: string): string {
  return container === null ? name : `${container}.${name}`;
}

function nameOf(name: ts.Identifier | undefined): string {
  return name?.text ?? "default";
}

function modifiersOf(node: ts.Node): ts.NodeArray<ts.ModifierLike> | undefined {
  return (node as { modifiers?: ts.NodeArray<ts.ModifierLike> }).modifiers;
}

function hasExport(modifiers: ts.NodeArray<ts.ModifierLike> | undefined): boolean {
  return modifiers?.some((modifier) => modifier.kind === ts.SyntaxKind.ExportKeyword) ?? false;
}

/** `export default` without a name is marked at its keywords. */
function firstToken(file: ts.SourceFile, node: ts.Node): ts.Node {
  const modifiers = modifiersOf(node);
  const last = modifiers?.at(-1);
  if (!last) return { ...node, getStart: () => node.getStart(file), end: Math.min(node.getStart(file) + 8, node.end) };
  return { ...last, getStart: () => node.getStart(file), end: last.end };
}

type Method = ts.MethodDeclaration | ts.ConstructorDeclaration | ts.AccessorDeclaration;

function isMethod(member: ts.ClassElement): member is Method {
  return ts.isMethodDeclaration(member) || ts.isConstructorDeclaration(member) || ts.isAccessor(member);
}

function methodOf(
  property: ts.ObjectLiteralElementLike,
): (ts.SignatureDeclaration & { body?: ts.Node | undefined }) | null {
  if (ts.isMethodDeclaration(property) || ts.isAccessor(property)) return property;
  if (ts.isPropertyAssignment(property) && isFunctionLike(property.initializer)) return property.initializer;
  return null;
}

function memberName(file: ts.SourceFile, member: ts.ClassElement | ts.ObjectLiteralElementLike): string {
  if (member.kind === ts.SyntaxKind.Constructor) return "constructor";
  const { name } = member;
  if (!name) return "(anonymous)";
  if (ts.isComputedPropertyName(name)) return `[${name.expression.getText(file)}]`;
  return name.text;
}

function* boundNames(name: ts.BindingName): Generator<ts.Identifier> {
  if (ts.isIdentifier(name)) return void (yield name);
  for (const element of name.elements) if (ts.isBindingElement(element)) yield* boundNames(element.name);
}

/** The value without parentheses, `as T`, `satisfies T` and `!`. */
function bareValue(expression: ts.Expression): ts.Expression {
  let value = expression;
  while (
    ts.isParenthesizedExpression(value) ||
    ts.isAsExpression(value) ||
    ts.isSatisfiesExpression(value) ||
    ts.isNonNullExpression(value)
  )
    value = value.expression;
  return value;
}

function dottedName(expression: ts.Expression): string | null {
  if (ts.isIdentifier(expression)) return expression.text;
  if (!ts.isPropertyAccessExpression(expression)) return null;
  const left = dottedName(expression.expression);
  return left === null ? null : `${left}.${expression.name.text}`;
}
