// Names inside Python functions: which of them are local, and what binds them.
// Knows no modules: a name that nothing here binds is the module's.
import { descendants, type SyntaxNode } from "../syntaxTree.ts";
import { importsIn } from "./readStatements.ts";

export type Binding =
  | { kind: "parameter"; node: SyntaxNode; index: number; function: SyntaxNode }
  /** `name = value`, `name: annotation = value`. */
  | { kind: "value"; annotation: SyntaxNode | null; value: SyntaxNode | null }
  | { kind: "context"; value: SyntaxNode }
  | { kind: "element"; of: SyntaxNode }
  | { kind: "import"; node: SyntaxNode; level: number; module: string; imported: string | null }
  | { kind: "other" };

type Names = Map<string, Binding[]>;

const functions = new Set(["function_definition", "lambda"]);
const comprehensions = new Set([
  ...["list_comprehension", "set_comprehension", "dictionary_comprehension", "generator_expression"],
]);
const known = new WeakMap<SyntaxNode, Names>();

/** What binds the name where the node stands; null: nothing but the module does. */
export function bindingsOf(node: SyntaxNode, name: string): Binding[] | null {
  let from = node;
  let isInFunction = false;
  for (let at = node.parent; at; from = at, at = at.parent) {
    const isInside = from.field !== "parameters" && from.field !== "return_type" && from.field !== "superclasses";
    if (functions.has(at.type) && (isInside || at.type === "lambda")) {
      const found = localsOf(at).get(name);
      if (found) return found;
      isInFunction = true;
    } else if (comprehensions.has(at.type)) {
      const found = elementsOf(at, name);
      if (found) return found;
    } else if (at.type === "class_definition" && isInside && !isInFunction && classBinds(at, name)) {
      return [{ kind: "other" }];
    }
  }
  return null;
}

function elementsOf(comprehension: SyntaxNode, name: string): Binding[] | null {
  const found = comprehension.children
    .filter(({ type }) => type === "for_in_clause")
    .flatMap((clause) => targetsOf(clause.child("left"), clause.child("right"), "element"))
    .filter((each) => each.name === name);
  return found.length > 0 ? found.map(({ binding }) => binding) : null;
}

const namesOfClasses = new WeakMap<SyntaxNode, Set<string>>();

function classBinds(node: SyntaxNode, name: string): boolean {
  let names = namesOfClasses.get(node);
  if (!names) namesOfClasses.set(node, (names = new Set((node.child("body")?.children ?? []).flatMap(boundInClass))));
  return names.has(name);
}

function boundInClass(statement: SyntaxNode): string[] {
  const definition = statement.type === "decorated_definition" ? statement.child("definition") : statement;
  const assignment = statement.type === "expression_statement" ? statement.children[0] : null;
  return [definition?.child("name"), assignment?.child("left")].flatMap((each) => (each ? [each.text] : []));
}

function localsOf(node: SyntaxNode): Names {
  let names = known.get(node);
  if (!names) known.set(node, (names = readLocals(node)));
  return names;
}

function readLocals(node: SyntaxNode): Names {
  const names: Names = new Map();
  const add = (name: string, binding: Binding): void => void names.set(name, [...(names.get(name) ?? []), binding]);
  (node.child("parameters")?.children ?? []).forEach((each, index) => {
    const name = parameterName(each);
    if (name) add(name.text, { kind: "parameter", node: each, index, function: node });
  });
  const outer = new Set<string>();
  const body = node.child("body");
  if (!body || node.type === "lambda") return names;
  for (const each of descendants(body, isOwnScope)) {
    if (each.type === "global_statement" || each.type === "nonlocal_statement")
      for (const { text } of each.children) outer.add(text);
    for (const { name, binding } of boundBy(each)) add(name, binding);
    for (const inner of each.children) if (isDefinition(inner)) add(inner.child("name")!.text, { kind: "other" });
  }
  for (const name of outer) names.delete(name);
  return names;
}

function isOwnScope(node: SyntaxNode): boolean {
  return functions.has(node.type) || node.type === "class_definition" || comprehensions.has(node.type);
}

function isDefinition(node: SyntaxNode): boolean {
  return (node.type === "function_definition" || node.type === "class_definition") && node.child("name") !== null;
}

function parameterName(node: SyntaxNode): SyntaxNode | null {
  if (node.type === "identifier") return node;
  const name = node.child("name") ?? node.children[0] ?? null;
  return name?.type === "identifier" ? name : (name?.children[0] ?? null);
}

interface Bound {
  name: string;
  binding: Binding;
}

function boundBy(node: SyntaxNode): Bound[] {
  switch (node.type) {
    case "assignment":
      return assigned(node);
    case "augmented_assignment":
    case "named_expression":
      return targetsOf(node.child("left") ?? node.child("name"), node.child("value"), "value");
    case "for_statement":
      return targetsOf(node.child("left"), node.child("right"), "element");
    case "as_pattern":
      return targetsOf(node.child("alias"), node.parent?.type === "with_item" ? node.children[0]! : null, "context");
    case "import_statement":
    case "import_from_statement":
      return importsIn(node).map(({ local, level, module, imported }) => ({
        name: local,
        binding: { kind: "import", node, level, module, imported },
      }));
    case "case_pattern":
    case "delete_statement":
      return targetsOf(node, null, "value");
    default:
      return [];
  }
}

function assigned(node: SyntaxNode): Bound[] {
  let value: SyntaxNode | null = node;
  while (value?.type === "assignment") value = value.child("right");
  const target = node.child("left");
  if (target?.type !== "identifier") return targetsOf(target, null, "value");
  return [{ name: target.text, binding: { kind: "value", annotation: node.child("type"), value } }];
}

/** A single name is what it is given; of several nothing is known. */
function targetsOf(
  target: SyntaxNode | null,
  given: SyntaxNode | null,
  kind: "value" | "context" | "element",
): Bound[] {
  if (!target) return [];
  const only = target.type === "as_pattern_target" ? (target.children[0] ?? target) : target;
  if (only.type === "identifier" && given) return [{ name: only.text, binding: bindingOf(given, kind) }];
  if (isNoTarget(only)) return [];
  return [...descendants(only, isNoTarget)]
    .filter(({ type }) => type === "identifier")
    .map(({ text }) => ({ name: text, binding: { kind: "other" } }));
}

/** Parts of a target that name something else: `obj.attr`, `items[key]`, the class of a pattern. */
function isNoTarget({ type, parent }: SyntaxNode): boolean {
  if (type === "attribute" || type === "subscript") return true;
  return type === "dotted_name" && parent?.type === "class_pattern";
}

function bindingOf(given: SyntaxNode, kind: "value" | "context" | "element"): Binding {
  if (kind === "element") return { kind, of: given };
  return kind === "context" ? { kind, value: given } : { kind, annotation: null, value: given };
}

const namesInside = new WeakMap<SyntaxNode, Set<string>>();

/** All names that a function binds, those of functions and comprehensions in it among them. */
export function namesBoundIn(node: SyntaxNode): ReadonlySet<string> {
  let names = namesInside.get(node);
  if (names) return names;
  namesInside.set(node, (names = new Set()));
  for (const each of descendants(node)) {
    if (functions.has(each.type)) for (const name of localsOf(each).keys()) names.add(name);
    if (each.type === "for_in_clause")
      for (const { name } of targetsOf(each.child("left"), null, "element")) names.add(name);
    for (const { text } of each.type === "class_definition" ? each.all("name") : []) names.add(text);
  }
  return names;
}
