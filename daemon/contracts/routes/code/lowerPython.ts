// Python text → its calls, names, functions and classes.
// Knows no framework.
import type { Node } from "@vscode/tree-sitter-wasm";
import { namedChildrenOf } from "../../../syntax/languages/treeSitter.ts";
import { oneOf, unknownAt, type ClassInfo, type Draft, type Expr, type Module } from "./expr.ts";
import { addMember, lowerClass, type Lower } from "./lowerPythonClass.ts";
import { formatted, importFrom, paramOf, params, plainImport } from "./pythonNodes.ts";
import { expressionIn, lowerTree, spanOf, textOf } from "./treeNodes.ts";

export function lowerPython(path: string, text: string): Module {
  return lowerTree("py", path, text, (draft) => new Lowering(draft));
}

class Lowering implements Lower {
  private returns: Expr[] = [];
  readonly classFields: Map<string, Expr>[] = [];

  constructor(readonly draft: Draft) {}

  statement(node: Node): void {
    switch (node.type) {
      case "import_statement":
        return plainImport(this.draft, node);
      case "import_from_statement":
        return importFrom(this.draft, node);
      case "decorated_definition":
        return this.decorated(node);
      case "function_definition":
        return this.draft.bind(textOf(node, "name"), this.functionLike(node));
      case "class_definition":
        return void lowerClass(this, node, []);
      case "return_statement":
        for (const each of namedChildrenOf(node)) this.returns.push(this.expression(each));
        return;
      case "with_item":
        return this.withItem(node);
      default:
        return this.inner(node);
    }
  }

  private inner(node: Node): void {
    if (expressions.has(node.type)) this.expression(node);
    else for (const child of namedChildrenOf(node)) this.statement(child);
  }

  private withItem(node: Node): void {
    const value = node.childForFieldName("value");
    if (value?.type !== "as_pattern") return this.inner(node);
    const [of, alias] = namedChildrenOf(value);
    const opened = this.expression(of!);
    if (alias) this.draft.bind(alias.text, opened);
  }

  private decorated(node: Node): void {
    const definition = node.childForFieldName("definition");
    if (!definition) return;
    const decorators = namedChildrenOf(node).filter(({ type }) => type === "decorator");
    const before = this.draft.module.calls.length;
    const values = decorators.flatMap((each) => namedChildrenOf(each).map((inner) => this.expression(inner)));
    if (definition.type === "class_definition") return void lowerClass(this, definition, values);
    const value = this.functionLike(definition);
    this.draft.bind(textOf(definition, "name"), value);
    addMember(this, textOf(definition, "name"), value, values);
    // The nearest decorator runs first.
    const calls = values.flatMap((each) => (each.is === "call" ? [{ ...each, decorates: value }] : [])).reverse();
    const own = new Set(values);
    const { calls: all } = this.draft.module;
    all.splice(before, all.length - before, ...all.slice(before).filter((each) => !own.has(each)), ...calls);
  }

  readonly classes: ClassInfo[] = [];
  /** Functions around, inside of the innermost class. */
  depth = 0;

  functionLike(node: Node): Expr {
    const span = spanOf(node);
    const outer = this.returns;
    this.returns = [];
    const nodes = namedChildrenOf(node.childForFieldName("parameters") ?? node).filter(({ type }) => params.has(type));
    const list = node.childForFieldName("parameters") ? nodes : [];
    const described = list.map(paramOf);
    const isMethod = this.classes.length > 0 && this.depth === 0;
    this.depth++;
    const result = this.draft.withinFunction(span, () => {
      described.forEach(({ name, type }, index) => {
        const isSelf = isMethod && index === 0 && (name === "self" || name === "cls");
        if (!isSelf) this.draft.bind(name, { is: "param", of: span.start, index, name, type, ...spanOf(list[index]!) });
      });
      for (const each of list) this.defaultOf(each);
      const body = node.childForFieldName("body");
      if (body && node.type === "lambda") return this.expression(body);
      if (body) this.statement(body);
      return oneOf(this.returns, span);
    });
    this.depth--;
    this.returns = outer;
    const inside = node.childForFieldName("parameters")?.startIndex ?? span.start;
    return { is: "function", params: described, result, inside, ...span };
  }

  private defaultOf(node: Node): void {
    const value = node.childForFieldName("value");
    if (value) this.expression(value);
  }

  expression(node: Node): Expr {
    const span = spanOf(node);
    const [first] = namedChildrenOf(node);
    switch (node.type) {
      case "identifier":
        return this.draft.name(node.text, span);
      case "string":
        return this.string(node);
      case "integer":
        return { is: "text", text: node.text, ...span };
      case "concatenated_string":
        return { is: "join", parts: namedChildrenOf(node).map((each) => this.expression(each)), ...span };
      case "attribute":
        return { is: "member", of: expressionIn(this, node, "object"), name: textOf(node, "attribute"), ...span };
      case "call":
        return this.call(node);
      case "parenthesized_expression":
      case "await":
        return first ? this.expression(first) : unknownAt(span);
      case "lambda":
        return this.functionLike(node);
      default:
        return this.compound(node);
    }
  }

  private compound(node: Node): Expr {
    const span = spanOf(node);
    switch (node.type) {
      case "list":
      case "tuple":
      case "set":
        return { is: "list", items: namedChildrenOf(node).map((each) => this.expression(each)), ...span };
      case "dictionary":
        return this.record(node);
      case "binary_operator":
        return this.binary(node);
      case "boolean_operator":
        return {
          is: "either",
          options: [expressionIn(this, node, "left"), expressionIn(this, node, "right")],
          ...span,
        };
      case "conditional_expression": {
        const [yes, condition, no] = namedChildrenOf(node).map((each) => this.expression(each));
        return condition && yes && no ? { is: "either", options: [yes, no], ...span } : unknownAt(span);
      }
      case "assignment":
      case "named_expression":
        return this.assignment(node);
      default:
        for (const child of namedChildrenOf(node)) this.statement(child);
        return unknownAt(span);
    }
  }

  private string(node: Node): Expr {
    const parts = namedChildrenOf(node).flatMap((each): Expr[] => {
      const span = spanOf(each);
      if (each.type === "string_content") return [{ is: "text", text: each.text, ...span }];
      return each.type === "interpolation" ? [expressionIn(this, each, "expression")] : [];
    });
    const span = spanOf(node);
    const [only] = parts;
    if (!only) return { is: "text", text: "", ...span };
    return parts.length === 1 && only.is === "text"
      ? { is: "text", text: only.text, ...span }
      : { is: "join", parts, ...span };
  }

  private record(node: Node): Expr {
    const fields = new Map<string, Expr>();
    for (const pair of namedChildrenOf(node)) {
      const key = pair.childForFieldName("key");
      const value = expressionIn(this, pair, "value");
      const name = key?.type === "string" ? this.string(key) : null;
      fields.set(name?.is === "text" ? name.text : `...${fields.size}`, value);
    }
    return { is: "record", fields, ...spanOf(node) };
  }

  private binary(node: Node): Expr {
    const span = spanOf(node);
    const parts = [expressionIn(this, node, "left"), expressionIn(this, node, "right")];
    const operator = node.childForFieldName("operator")?.type;
    if (operator === "+") return { is: "join", parts, ...span };
    const [format, values] = parts;
    if (operator !== "%" || format?.is !== "text") return unknownAt(span);
    return formatted(format.text.split(/%[-\d.]*[a-z]/), this.itemsOf(values!), span);
  }

  private itemsOf(value: Expr): readonly Expr[] {
    return value.is === "list" ? value.items : [value];
  }

  private assignment(node: Node): Expr {
    const left = node.childForFieldName("left") ?? node.childForFieldName("name");
    const right = node.childForFieldName("right") ?? node.childForFieldName("value");
    const type = node.childForFieldName("type");
    if (!left || !right) {
      if (left?.type === "identifier" && type)
        this.draft.bind(left.text, { is: "typed", type: type.text, ...spanOf(node) });
      return unknownAt(spanOf(node));
    }
    const value = this.expression(right);
    if (left.type === "identifier") this.draft.bind(left.text, value);
    else if (left.type === "attribute" && /^(?:self|cls)\.\w+$/.test(left.text))
      this.classFields.at(-1)?.set(textOf(left, "attribute"), value);
    return value;
  }

  private call(node: Node): Expr {
    const span = spanOf(node);
    const callee = expressionIn(this, node, "function");
    const args: Expr[] = [];
    const named = new Map<string, Expr>();
    for (const each of namedChildrenOf(node.childForFieldName("arguments") ?? node)) {
      if (each.type === "keyword_argument") named.set(textOf(each, "name"), expressionIn(this, each, "value"));
      else if (each.type !== "comment") args.push(this.expression(each));
    }
    if (callee.is === "member" && callee.name === "format" && callee.of.is === "text")
      return formatted(callee.of.text.split(/\{[^{}]*\}/), [], span);
    const call: Expr = { is: "call", callee, args, named, isNew: false, ...span };
    this.draft.module.calls.push(call);
    return call;
  }
}

const expressions = new Set([
  ...["identifier", "string", "concatenated_string", "attribute", "call", "await", "lambda", "list", "tuple", "set"],
  ...["dictionary", "binary_operator", "boolean_operator", "conditional_expression", "assignment", "named_expression"],
  "parenthesized_expression",
]);
