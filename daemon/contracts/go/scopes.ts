// Names inside Go functions: what binds one where it stands. A name that nothing here binds is the file's or the package's.
// Knows no packages and no types.
import { descendants, type SyntaxNode } from "../syntaxTree.ts";

export type Binding =
  | { kind: "typed"; type: SyntaxNode; isVariadic: boolean }
  | { kind: "type"; spec: SyntaxNode }
  /** The value, of several the one at `index`; `count` names are bound at once. */
  | { kind: "value"; values: SyntaxNode[]; index: number; count: number }
  | { kind: "element"; of: SyntaxNode; index: number }
  | { kind: "other" };

interface Bound {
  name: string;
  /** Seen from here on. */
  from: number;
  binding: Binding;
}

const known = new WeakMap<SyntaxNode, Map<string, Bound[]>>();

export function bindingOf(node: SyntaxNode, name = node.text): Binding | null {
  for (let at = node.parent; at; at = at.parent) {
    const found = boundIn(at).get(name);
    const last = found?.filter(({ from }) => from <= node.start).at(-1);
    if (last) return last.binding;
  }
  return null;
}

const nothing: ReadonlyMap<string, Bound[]> = new Map();

function boundIn(scope: SyntaxNode): ReadonlyMap<string, Bound[]> {
  if (!isScope(scope.type)) return nothing;
  let names = known.get(scope);
  if (!names) {
    known.set(scope, (names = new Map<string, Bound[]>()));
    for (const bound of boundBy(scope)) names.set(bound.name, [...(names.get(bound.name) ?? []), bound]);
  }
  return names;
}

function isScope(type: string): boolean {
  return /^(?:statement_list|if_statement|for_statement|func_literal|function_declaration|method_declaration|expression_switch_statement|type_switch_statement|communication_case)$/.test(
    type,
  );
}

function boundBy(scope: SyntaxNode): Bound[] {
  switch (scope.type) {
    case "statement_list":
      return scope.children.flatMap(boundByStatement);
    case "func_literal":
    case "function_declaration":
    case "method_declaration":
      return boundByFunction(scope);
    case "for_statement":
      return scope.children.flatMap((each) => {
        if (each.type === "range_clause") return boundByRange(each);
        return boundByStatement(each.child("initializer"));
      });
    case "type_switch_statement":
      return [...boundByStatement(scope.child("initializer")), ...others(scope.child("alias"))];
    case "communication_case":
      return others(scope.child("communication")?.child("left") ?? null);
    default:
      return boundByStatement(scope.child("initializer"));
  }
}

function boundByFunction(node: SyntaxNode): Bound[] {
  const from = node.child("body")?.start ?? node.end;
  const lists = [node.child("receiver"), node.child("parameters"), node.child("result")];
  const parameters = lists.flatMap((list) => (list?.type === "parameter_list" ? list.children : []));
  const values = parameters.flatMap((each): Bound[] => {
    const type = each.child("type");
    const isVariadic = each.type === "variadic_parameter_declaration";
    const binding: Binding = type ? { kind: "typed", type, isVariadic } : { kind: "other" };
    return each.all("name").map(({ text }) => ({ name: text, from, binding }));
  });
  const types = (node.child("type_parameters")?.children ?? []).flatMap((each) => each.all("name"));
  return [...values, ...types.map(({ text }): Bound => ({ name: text, from: node.start, binding: { kind: "other" } }))];
}

function boundByStatement(node: SyntaxNode | null): Bound[] {
  switch (node?.type) {
    case "short_var_declaration": {
      const names = node.child("left")?.children ?? [];
      const values = node.child("right")?.children ?? [];
      return names.map(({ text }, index) => ({
        name: text,
        from: node.end,
        binding: { kind: "value", values, index, count: names.length },
      }));
    }
    case "var_declaration":
    case "const_declaration":
      return node.children
        .flatMap((each) => (each.type === "var_spec_list" ? each.children : [each]))
        .flatMap((spec) => boundBySpec(spec));
    case "type_declaration":
      return node.children.map((spec) => ({
        name: spec.child("name")?.text ?? "",
        from: spec.start,
        binding: { kind: "type", spec },
      }));
    case "labeled_statement":
      return node.children.flatMap(boundByStatement);
    default:
      return [];
  }
}

function boundBySpec(spec: SyntaxNode): Bound[] {
  const [names, type] = [spec.all("name"), spec.child("type")];
  const values = spec.child("value")?.children ?? [];
  return names.map(({ text }, index) => ({
    name: text,
    from: spec.end,
    binding: type ? { kind: "typed", type, isVariadic: false } : { kind: "value", values, index, count: names.length },
  }));
}

function boundByRange(clause: SyntaxNode): Bound[] {
  const [left, of] = [clause.child("left"), clause.child("right")];
  if (!left || !of || !clause.file.text.slice(left.end, of.start).includes(":=")) return [];
  return left.children.map(({ text }, index) => ({
    name: text,
    from: of.end,
    binding: { kind: "element", of, index },
  }));
}

function others(list: SyntaxNode | null): Bound[] {
  return (list?.children ?? []).map(({ text, end }) => ({ name: text, from: end, binding: { kind: "other" } }));
}

const namesInside = new WeakMap<SyntaxNode, Set<string>>();

/** All names that a function binds somewhere. */
export function namesBoundIn(node: SyntaxNode): ReadonlySet<string> {
  let names = namesInside.get(node);
  if (names) return names;
  namesInside.set(node, (names = new Set()));
  for (const each of descendants(node)) for (const name of boundIn(each).keys()) names.add(name);
  return names;
}
