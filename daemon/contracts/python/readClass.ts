// A Python class: its bases, members, annotated fields, and the attributes that its methods set.
// Knows no other class: what it inherits is asked elsewhere.
import { descendants, type SyntaxNode } from "../syntaxTree.ts";
import type { ClassDef, Definition, Field } from "./definitions.ts";
import { readStatement, statementsOf, type NamedClass } from "./readStatements.ts";

export function readClass(node: SyntaxNode, decorators: SyntaxNode[], named: NamedClass): ClassDef {
  const listed = node.child("superclasses")?.children ?? [];
  const found: ClassDef = {
    kind: "class",
    ...named,
    bases: listed.filter(({ type }) => type !== "keyword_argument"),
    hasMetaclass: listed.some((each) => each.type === "keyword_argument" && each.child("name")?.text === "metaclass"),
    decorators,
    members: new Map<string, Definition>(),
    fields: [],
    isDynamic: /\b__getattr(?:ibute)?__\b|\bsetattr\(self\b|\b__dict__\b/.test(node.text),
  };
  const body = node.child("body");
  if (!body) return found;
  const place = { path: named.path, owner: found, names: found.members, readClass };
  let isKeywordOnly = false;
  for (const { node: statement, isSure } of statementsOf(body)) {
    readStatement(statement, isSure, place);
    const field = fieldOf(statement, isKeywordOnly);
    if (field === "keywords") isKeywordOnly = true;
    else if (field) found.fields.push(field);
  }
  readAttributes(body, found);
  return found;
}

/** `name: type = default`; `_: KW_ONLY` makes those behind it keyword-only. */
function fieldOf(statement: SyntaxNode, isKeywordOnly: boolean): Field | "keywords" | null {
  const assignment = statement.type === "expression_statement" ? statement.children[0] : undefined;
  const type = assignment?.type === "assignment" ? assignment.child("type")?.text : undefined;
  const name = assignment?.child("left");
  if (!assignment || type === undefined || name?.type !== "identifier") return null;
  if (/^(?:\w+\.)?KW_ONLY$/.test(type)) return "keywords";
  if (/^["']?(?:\w+\.)?ClassVar\b/.test(type)) return null;
  const value = assignment.child("right");
  const options = value?.type === "call" && isFieldCall(value) ? value.child("arguments")! : null;
  const option = (key: string): string | undefined =>
    options?.children.find((each) => each.child("name")?.text === key)?.child("value")?.text;
  return {
    name: name.text,
    hasDefault: options ? hasDefault(options) : value !== null,
    isKeywordOnly: option("kw_only") === undefined ? isKeywordOnly : option("kw_only") === "True",
    isInit: option("init") !== "False",
    node: assignment,
  };
}

function isFieldCall(call: SyntaxNode): boolean {
  return /(?:^|\.)(?:field|Field|ib|attrib|PrivateAttr)$/.test(call.child("function")?.text ?? "");
}

/** `field(default=…)`, `Field(None)`; `Field(...)` has none. */
function hasDefault(options: SyntaxNode): boolean {
  const [first] = options.children;
  if (first && first.type !== "keyword_argument") return first.type !== "ellipsis";
  const given = options.children.map((each) => each.child("name")?.text ?? "");
  return ["default", "default_factory", "factory"].some((key) => given.includes(key));
}

/** `self.name = …` in its methods. */
function readAttributes(body: SyntaxNode, owner: ClassDef): void {
  for (const node of descendants(body, ({ type }) => type === "class_definition")) {
    if (node.type !== "attribute" || node.child("object")?.text !== "self") continue;
    const nameNode = node.child("attribute");
    const assignment = assignmentOf(node);
    if (!nameNode || !assignment || owner.members.has(nameNode.text)) continue;
    owner.members.set(nameNode.text, {
      ...{ kind: "value", path: owner.path, name: `${owner.name}.${nameNode.text}`, node: assignment, nameNode, owner },
      annotation: assignment.child("type"),
      value: assignment.child("left") === node ? assignment.child("right") : null,
    });
  }
}

/** The assignment that binds the target, also as one of several. */
function assignmentOf(target: SyntaxNode): SyntaxNode | null {
  let at = target;
  while (at.parent && /^(?:pattern_list|tuple_pattern|list_pattern)$/.test(at.parent.type)) at = at.parent;
  const isBound = at.field === "left" && /^(?:augmented_)?assignment$|^for_statement$/.test(at.parent?.type ?? "");
  if (isBound) return at.parent;
  return at.type === "attribute" && at.parent?.type === "as_pattern_target" ? at.parent : null;
}
