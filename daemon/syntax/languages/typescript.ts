// TypeScript and JavaScript text → symbols, by the compiler's parser without type checking.
// Knows no other file than the one it reads.
import ts from "typescript";
import type { Range } from "../../../shared/model/location.ts";
import type { SymbolFact, SymbolKind } from "../../../shared/model/symbol.ts";
import { Fingerprint } from "../hash.ts";
import { lineStarts, positionAt } from "../lines.ts";
import { isFunctionLike, isSurface, writeNode, writeNodes, writeSignature } from "./typescriptHash.ts";
import {
  bareValue,
  boundNames,
  dottedName,
  firstToken,
  functionField,
  hasExport,
  isCommonJsExport,
  isMethod,
  isOwnOfClass,
  lastName,
  lastOfChain,
  memberName,
  methodOf,
  modifiersOf,
  nameOf,
  qualified,
  typesAround,
  startOf,
  textOf,
} from "./typescriptNodes.ts";

const scriptKinds: Record<string, ts.ScriptKind> = {
  ".ts": ts.ScriptKind.TS,
  ".mts": ts.ScriptKind.TS,
  ".cts": ts.ScriptKind.TS,
  ".tsx": ts.ScriptKind.TSX,
};

export function parseTypescript(path: string, text: string): ts.SourceFile {
  return ts.createSourceFile(
    path,
    text,
    { languageVersion: ts.ScriptTarget.Latest, jsDocParsingMode: ts.JSDocParsingMode.ParseNone },
    false,
    scriptKinds[path.slice(path.lastIndexOf("."))] ?? ts.ScriptKind.JSX,
  );
}

/** Symbols of one top-level statement; `lines` are the offsets at which the file's lines begin. Merged declarations are still apart. */
export function readStatement(file: ts.SourceFile, lines: readonly number[], statement: ts.Statement): SymbolFact[] {
  const reader = new Reader(file, lines);
  reader.statements([statement], null);
  return reader.symbols;
}

/** The first syntax error as a sentence. `parseDiagnostics` is not in the public types; the language service's public way costs a program. */
export function firstError(file: ts.SourceFile): string | null {
  const [first] = (file as ts.SourceFile & { parseDiagnostics?: ts.DiagnosticWithLocation[] }).parseDiagnostics ?? [];
  if (!first) return null;
  const { line } = positionAt(lineStarts(file.text), first.start);
  const { messageText: text } = first;
  return `line ${line + 1}: ${typeof text === "string" ? text : text.messageText}`;
}

interface Definition {
  name: string;
  kind: SymbolKind;
  container: string | null;
  /** The whole definition, and what carries its name. */
  node: ts.Node;
  nameNode: ts.Node;
  modifiers?: ts.NodeArray<ts.ModifierLike> | undefined;
  exported?: boolean;
  signature(print: Fingerprint): void;
  body(print: Fingerprint): void;
}

class Reader {
  readonly symbols: SymbolFact[] = [];

  constructor(
    private readonly file: ts.SourceFile,
    private readonly lines: readonly number[],
  ) {}

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
    else if (ts.isExportAssignment(node))
      this.valued("default", container, node, firstToken(this.file, node), node.expression, undefined);
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
      exported: definition.exported || definition.name === "default" || hasExport(definition.modifiers),
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
    outside: readonly ts.Node[] = [],
  ): void {
    this.add({
      name,
      kind,
      container,
      node: whole,
      nameNode,
      modifiers: modifiersOf(whole) ?? modifiersOf(node),
      exported: isCommonJsExport(container, name),
      signature: (print) => {
        writeSignature(print, node);
        writeNodes(print, outside);
      },
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
    const own = node.members.filter(isOwnOfClass);
    this.add({
      name,
      kind: "class",
      container,
      node: whole,
      nameNode,
      modifiers: modifiersOf(whole) ?? node.modifiers,
      exported: isCommonJsExport(container, name),
      signature: (print) => {
        writeNodes(print, node.modifiers?.filter(isSurface));
        writeNodes(print, node.typeParameters);
        writeNodes(print, node.heritageClauses);
      },
      body: (print) => writeNodes(print, own),
    });
    const inside = qualified(container, name);
    for (const member of node.members) {
      const field = functionField(member);
      if (isMethod(member)) this.functionLike(member, memberName(member), inside, member, "method");
      else if (field) {
        const { modifiers, name, type } = field.member;
        const outside = [...(modifiers ?? []), ...(type ? [type] : [])];
        this.functionLike(field.value, memberName(member), inside, member, "method", name, outside);
      }
    }
  }

  /** Interfaces, type aliases and enums are all surface: any change of them is one of the signature. */
  private surface(
    node: ts.InterfaceDeclaration | ts.TypeAliasDeclaration | ts.EnumDeclaration,
    kind: SymbolKind,
    container: string | null,
  ): void {
    this.add({
      name: ts.idText(node.name),
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
    const name = qualified(container, textOf(node.name));
    if (!node.body) return;
    if (ts.isModuleBlock(node.body)) this.statements(node.body.statements, name);
    else if (ts.isModuleDeclaration(node.body)) this.namespace(node.body, name);
  }

  private variables(node: ts.VariableStatement, container: string | null): void {
    const alone = node.declarationList.declarations.length === 1;
    for (const declaration of node.declarationList.declarations) {
      const whole = alone ? node : declaration;
      for (const name of boundNames(declaration.name))
        this.valued(ts.idText(name), container, whole, name, declaration.initializer, declaration, node.modifiers);
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
    const types = [...(declaration?.type ? [declaration.type] : []), ...(initializer ? typesAround(initializer) : [])];
    if (simple && value && isFunctionLike(value))
      return this.functionLike(value, name, container, whole, "function", nameNode, types);
    if (simple && value && ts.isClassExpression(value)) return this.classLike(value, name, container, whole, nameNode);
    const object = simple && value && ts.isObjectLiteralExpression(value) ? value : null;
    this.add({
      name,
      kind: "constant",
      container,
      node: whole,
      nameNode,
      modifiers,
      exported: isCommonJsExport(container, name),
      signature: (print) => {
        print.number(ts.isVariableStatement(whole) ? whole.declarationList.flags & ts.NodeFlags.BlockScoped : 0);
        writeNodes(print, object ? types : types.slice(0, declaration?.type ? 1 : 0));
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
        this.functionLike(method, memberName(property), qualified(container, name), property, "method", property.name);
    }
  }

  /** CommonJS exports and methods hung on a prototype: `exports.f = …`, `Refund.prototype.issue = …`. */
  private assignment(node: ts.ExpressionStatement, container: string | null): void {
    const expression = lastOfChain(node.expression);
    if (!expression) return;
    const left = dottedName(expression.left);
    if (!left?.includes(".")) return;
    const parts = left
      .split(".")
      .filter((part, index) => !(part === "prototype" || (part === "module" && index === 0)));
    const name = parts.pop()!;
    const owner = parts.length ? qualified(container, parts.join(".")) : container;
    this.valued(name, owner, node, lastName(expression.left), expression.right, undefined);
  }

  private range(node: ts.Node): Range {
    return { start: positionAt(this.lines, startOf(node, this.file)), end: positionAt(this.lines, node.end) };
  }
}
