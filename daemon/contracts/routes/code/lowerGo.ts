// Go text → its calls, names, functions and types with what their fields hold.
// Knows no framework.
import type { Node } from "@vscode/tree-sitter-wasm";
import { namedChildrenOf } from "../../../syntax/languages/treeSitter.ts";
import { oneOf, unknownAt, type Draft, type Expr, type Module } from "./expr.ts";
import { expressionIn, lowerTree, spanOf, textOf } from "./treeNodes.ts";

export function lowerGo(path: string, text: string): Module {
  return lowerTree("go", path, text, (draft) => new Lowering(draft));
}

class Lowering {
  private returns: Expr[] = [];
  /** What the fields of a type hold, as far as this file says it. */
  private readonly types = new Map<string, Map<string, Expr>>();

  constructor(readonly draft: Draft) {}

  statement(node: Node): void {
    switch (node.type) {
      case "import_spec":
        return this.imported(node);
      case "function_declaration":
        return this.draft.bind(textOf(node, "name"), this.functionLike(node));
      case "method_declaration":
        return this.method(node);
      case "type_spec":
        return this.type(node);
      case "const_spec":
      case "var_spec":
      case "short_var_declaration":
      case "assignment_statement":
        return this.assignment(node);
      case "return_statement":
        return this.returned(node);
      case "block":
        return this.draft.within(() => namedChildrenOf(node).forEach((each) => this.statement(each)));
      default:
        if (expressions.has(node.type)) this.expression(node);
        else for (const child of namedChildrenOf(node)) this.statement(child);
    }
  }

  private imported(node: Node): void {
    const module = unquoted(textOf(node, "path"));
    const last = module
      .replace(/\/v\d+$/, "")
      .split("/")
      .at(-1)!;
    const name = textOf(node, "name") || last.replace(/^go-/, "").replace(/\.v\d+$/, "");
    this.draft.bind(name, { is: "import", module, name: "*", ...spanOf(node) });
  }

  private returned(node: Node): void {
    const [list] = namedChildrenOf(node);
    const [first] = list ? (list.type === "expression_list" ? namedChildrenOf(list) : [list]) : [];
    if (first) this.returns.push(this.expression(first));
    if (list) for (const each of namedChildrenOf(list).slice(1)) this.statement(each);
  }

  private type(node: Node): void {
    const fields = this.fieldsOf(textOf(node, "name"));
    const list = node.childForFieldName("type");
    if (list?.type !== "struct_type") return;
    for (const field of namedChildrenOf(list).flatMap(namedChildrenOf)) {
      const [name, type] = [textOf(field, "name"), textOf(field, "type")];
      if (name !== "" && !fields.has(name)) fields.set(name, { is: "typed", type, ...spanOf(field) });
    }
  }

  private fieldsOf(type: string): Map<string, Expr> {
    const name = type.replace(/^[*&]+/, "");
    if (!this.types.has(name)) this.types.set(name, new Map());
    return this.types.get(name)!;
  }

  private method(node: Node): void {
    const [receiver] = namedChildrenOf(node.childForFieldName("receiver") ?? node);
    const type = receiver ? textOf(receiver, "type") : "";
    const span = spanOf(node);
    const value = this.draft.within(() => {
      if (receiver) this.draft.bind(textOf(receiver, "name"), { is: "record", fields: this.fieldsOf(type), ...span });
      return this.functionLike(node);
    });
    this.fieldsOf(type).set(textOf(node, "name"), value);
  }

  private functionLike(node: Node): Expr {
    const span = spanOf(node);
    const outer = this.returns;
    this.returns = [];
    const params = namedChildrenOf(node.childForFieldName("parameters") ?? node).flatMap((each) => {
      const type = textOf(each, "type") || null;
      const names = each.type === "parameter_declaration" ? each.childrenForFieldName("name") : [];
      return names.flatMap((name) => (name ? [{ name: name.text, type, isOptional: false }] : []));
    });
    const body = node.childForFieldName("body");
    const result = this.draft.withinFunction(span, () => {
      params.forEach(({ name, type }, index) =>
        this.draft.bind(name, { is: "param", of: span.start, index, name, type, ...span }),
      );
      for (const each of body ? namedChildrenOf(body) : []) this.statement(each);
      return oneOf(this.returns, span);
    });
    this.returns = outer;
    const inside = node.childForFieldName("parameters")?.startIndex ?? span.start;
    return { is: "function", params, result, inside, ...span };
  }

  private assignment(node: Node): void {
    const isSpec = node.type.endsWith("_spec");
    const left = isSpec ? namedNodes(node, "name") : listOf(node.childForFieldName("left"));
    const right = listOf(node.childForFieldName(isSpec ? "value" : "right")).map((each) => this.expression(each));
    left.forEach((target, at) => {
      const value = right[at] ?? (at > 0 && right.length === 1 ? unknownAt(spanOf(node)) : right[0]);
      const type = isSpec ? textOf(node, "type") : "";
      this.bindTo(target, value ?? { is: "typed", type, ...spanOf(node) }, node.type === "assignment_statement");
    });
  }

  private bindTo(target: Node, value: Expr, isAssigned: boolean): void {
    if (target.type === "identifier") {
      if (isAssigned) this.draft.assign(target.text, value);
      else this.draft.bind(target.text, value);
    } else if (target.type === "selector_expression") {
      const of = expressionIn(this, target, "operand");
      const owner = of.is === "name" ? this.record(of) : null;
      owner?.set(textOf(target, "field"), value);
    }
  }

  /** The fields behind a name in this file. */
  private record({ name, scope }: Expr & { is: "name" }): Map<string, Expr> | null {
    for (let at = scope; at >= 0; at = this.draft.module.scopes[at]!.parent) {
      const [value] = this.draft.module.scopes[at]!.names.get(name) ?? [];
      if (value) return value.is === "record" ? (value.fields as Map<string, Expr>) : null;
    }
    return null;
  }

  expression(node: Node): Expr {
    const span = spanOf(node);
    switch (node.type) {
      case "identifier":
        return this.draft.name(node.text, span);
      case "interpreted_string_literal":
      case "raw_string_literal":
        return { is: "text", text: unquoted(node.text), ...span };
      case "int_literal":
        return { is: "text", text: node.text, ...span };
      case "selector_expression":
        return { is: "member", of: expressionIn(this, node, "operand"), name: textOf(node, "field"), ...span };
      case "call_expression":
        return this.call(node);
      case "func_literal":
        return this.functionLike(node);
      case "composite_literal":
        return this.composite(node);
      default:
        return this.compound(node);
    }
  }

  private compound(node: Node): Expr {
    const span = spanOf(node);
    const [first] = namedChildrenOf(node);
    if (node.type === "binary_expression") {
      const parts = [expressionIn(this, node, "left"), expressionIn(this, node, "right")];
      return node.childForFieldName("operator")?.type === "+" ? { is: "join", parts, ...span } : unknownAt(span);
    }
    if ((node.type === "unary_expression" || node.type === "parenthesized_expression") && first)
      return this.expression(first);
    for (const child of namedChildrenOf(node)) this.statement(child);
    return unknownAt(span);
  }

  private call(node: Node): Expr {
    const callee = expressionIn(this, node, "function");
    const args = namedChildrenOf(node.childForFieldName("arguments") ?? node)
      .filter(({ type }) => type !== "comment")
      .map((each) => this.expression(each));
    const call: Expr = { is: "call", callee, args, named: new Map(), isNew: false, ...spanOf(node) };
    this.draft.module.calls.push(call);
    return call;
  }

  /** A struct's fields become those of its type; what is a list has no names. */
  private composite(node: Node): Expr {
    const span = spanOf(node);
    const fields = new Map<string, Expr>();
    const items: Expr[] = [];
    for (const each of namedChildrenOf(node.childForFieldName("body") ?? node)) {
      const [key, value] = each.type === "keyed_element" ? namedChildrenOf(each) : [null, each];
      const inner = value && (namedChildrenOf(value)[0] ?? value);
      const lowered = inner ? this.expression(inner) : unknownAt(span);
      if (key) fields.set(unquoted(key.text), lowered);
      else items.push(lowered);
    }
    const type = node.childForFieldName("type");
    if (type?.type === "slice_type" || type?.type === "array_type") return { is: "list", items, ...span };
    if (type?.type !== "type_identifier") return { is: "record", fields, ...span };
    const own = this.fieldsOf(type.text);
    for (const [name, value] of fields) own.set(name, value);
    return { is: "record", fields: own, ...span };
  }
}

function namedNodes(node: Node, field: string): Node[] {
  return node.childrenForFieldName(field).filter((each): each is Node => each?.type === "identifier");
}

function listOf(node: Node | null): Node[] {
  if (!node) return [];
  return node.type === "expression_list" ? namedChildrenOf(node) : [node];
}

function unquoted(text: string): string {
  return text.replace(/^["`]/, "").replace(/["`]$/, "");
}

const expressions = new Set([
  ...["identifier", "interpreted_string_literal", "raw_string_literal", "selector_expression", "call_expression"],
  ...["func_literal", "composite_literal", "binary_expression", "unary_expression", "parenthesized_expression"],
]);
