// Python statements → the names that they bind in a module or a class.
// Knows no other module; how a class is read, it is told.
import { descendants, type SyntaxNode } from "../syntaxTree.ts";
import type { ClassDef, Definition, FunctionDef, ValueDef } from "./definitions.ts";
import { decoratorName, lastName, readFunction } from "./readFunction.ts";

export type ClassReader = (node: SyntaxNode, decorators: SyntaxNode[], named: NamedClass) => ClassDef;
export type NamedClass = Pick<ClassDef, "path" | "name" | "node" | "nameNode" | "owner">;

/** Where statements are read: their names, and the class that they are members of. */
export interface Place {
  path: string;
  owner: ClassDef | null;
  names: Map<string, Definition>;
  readClass: ClassReader;
}

const compounds = new Set([
  ...[
    "if_statement",
    "try_statement",
    "with_statement",
    "with_clause",
    "for_statement",
    "while_statement",
    "match_statement",
  ],
  ...["block", "elif_clause", "else_clause", "except_clause", "except_group_clause", "finally_clause", "case_clause"],
]);

/** Statements with those inside compound ones; `isSure`: it always runs. */
export function statementsOf(node: SyntaxNode): { node: SyntaxNode; isSure: boolean }[] {
  const found: { node: SyntaxNode; isSure: boolean }[] = [];
  const open = node.children.map((each) => ({ node: each, isSure: true })).reverse();
  for (let next = open.pop(); next; next = open.pop()) {
    found.push(next);
    if (!compounds.has(next.node.type)) continue;
    const isSure = next.isSure && (next.node.type.startsWith("with_") || next.node.type === "block");
    for (const each of [...next.node.children].reverse()) open.push({ node: each, isSure });
  }
  return found;
}

export function readStatement(node: SyntaxNode, isSure: boolean, place: Place): void {
  switch (node.type) {
    case "function_definition":
    case "class_definition":
      return bindDefinition(node, node, [], isSure, place);
    case "decorated_definition": {
      const decorators = node.children.filter(({ type }) => type === "decorator");
      const definition = node.child("definition");
      return definition ? bindDefinition(definition, node, decorators, isSure, place) : undefined;
    }
    case "import_statement":
    case "import_from_statement":
      return bindImports(node, isSure, place);
    case "expression_statement":
      for (const each of node.children) bindAssignment(each, isSure, place);
      return;
    case "type_alias_statement":
    case "for_statement":
    case "with_item":
    case "as_pattern":
    case "delete_statement":
      return bindOthers(node, place);
    default:
      return undefined;
  }
}

function bindDefinition(node: SyntaxNode, whole: SyntaxNode, decorators: SyntaxNode[], isSure: boolean, place: Place) {
  const nameNode = node.child("name");
  if (!nameNode) return;
  const { path, owner } = place;
  const named = { path, name: qualified(nameNode.text, owner), node: whole, nameNode, owner };
  if (node.type === "class_definition")
    return bind(nameNode.text, place.readClass(node, decorators, named), isSure, place);
  const found: FunctionDef = { kind: "function", ...named, node, ...readFunction(node, decorators, owner !== null) };
  bindFunction(nameNode.text, found, new Set(decorators.map(decoratorName).map(lastName)), isSure, place);
}

/** Overloads and the parts of a property are one definition. */
function bindFunction(name: string, found: FunctionDef, decorators: Set<string>, isSure: boolean, place: Place): void {
  const before = place.names.get(name);
  if (before?.kind === "function" && ["setter", "deleter", "getter"].some((each) => decorators.has(each))) return;
  const isOverload = decorators.has("overload");
  const isAnother = before?.kind === "function" && overloaded.has(before);
  if (isAnother && (isOverload || isSure)) {
    found.signatures = isOverload ? [...before.signatures, ...found.signatures] : before.signatures;
    place.names.delete(name);
  }
  if (isOverload) overloaded.add(found);
  bind(name, found, isSure || isAnother === true, place);
}

/** Functions of which overloads were read, and not yet what they stand for. */
const overloaded = new WeakSet<FunctionDef>();

function qualified(name: string, owner: ClassDef | null): string {
  return owner ? `${owner.name}.${name}` : name;
}

/** What is bound in one of several ways is there, and no more is known of it. */
function bind(name: string, found: Definition, isSure: boolean, { names }: Place): void {
  const before = names.get(name);
  const unknown = !isSure && before !== undefined;
  names.set(name, unknown ? { ...namedOf(before), kind: "value", annotation: null, value: null } : found);
}

function namedOf({ path, name, node, nameNode, owner }: Definition) {
  return { path, name, node, nameNode, owner };
}

function bindImports(node: SyntaxNode, isSure: boolean, place: Place): void {
  for (const { local, ...found } of importsIn(node)) {
    const named = { path: place.path, name: qualified(local, place.owner), node, owner: place.owner };
    bind(local, { kind: "import", ...named, ...found }, isSure, place);
  }
}

interface Imported {
  local: string;
  level: number;
  module: string;
  imported: string | null;
  nameNode: SyntaxNode;
}

export function importsIn(node: SyntaxNode): Imported[] {
  const isFrom = node.type === "import_from_statement";
  const { level, module } = isFrom ? moduleNamed(node) : { level: 0, module: "" };
  return node.all("name").map((each): Imported => {
    const nameNode = each.child("name") ?? each;
    const name = nameNode.text.replace(/\s+/g, "");
    const alias = each.child("alias")?.text;
    if (isFrom) return { local: alias ?? name, level, module, imported: name, nameNode };
    const bound = alias === undefined ? name.split(".")[0]! : name;
    return { local: alias ?? bound, level: 0, module: bound, imported: null, nameNode };
  });
}

export function moduleNamed(node: SyntaxNode): { level: number; module: string } {
  const text = (node.child("module_name")?.text ?? "").replace(/\s+/g, "");
  const level = /^\.*/.exec(text)![0].length;
  return { level, module: text.slice(level) };
}

function bindAssignment(node: SyntaxNode, isSure: boolean, place: Place): void {
  if (node.type === "named_expression") return bindOthers(node, place);
  if (node.type === "augmented_assignment") return bindOthers(node, place, node.child("left"));
  let value: SyntaxNode | null = node;
  const targets: SyntaxNode[] = [];
  for (; value?.type === "assignment"; value = value.child("right")) targets.push(value.child("left") ?? value);
  for (const target of targets) {
    if (target.type !== "identifier") bindOthers(node, place, target);
    else bindValue(target, { annotation: node.child("type"), value }, isSure, place);
  }
}

function bindValue(target: SyntaxNode, found: Pick<ValueDef, "annotation" | "value">, isSure: boolean, place: Place) {
  const { path, owner } = place;
  const named = { path, name: qualified(target.text, owner), node: target.parent!, nameNode: target, owner };
  bind(target.text, { kind: "value", ...named, ...found }, isSure, place);
}

/** Names that are bound somehow. */
function bindOthers(node: SyntaxNode, place: Place, within: SyntaxNode | null = node): void {
  const parts = node.type === "for_statement" ? node.child("left") : within;
  for (const each of parts ? descendants(parts) : [])
    if (each.type === "identifier" && each.parent?.type !== "attribute" && !place.names.has(each.text))
      bindValue(each, { annotation: null, value: null }, true, place);
}

export function bindGlobals(node: SyntaxNode, place: Place): void {
  for (const each of node.children)
    if (!place.names.has(each.text)) bindValue(each, { annotation: null, value: null }, true, place);
}
