// Literals, assignments and returns in new Go code that do not fit any more.
// Knows no calls.
import type { SyntaxNode } from "../syntaxTree.ts";
import type { Comparison } from "./comparison.ts";
import type { TypeDeclaration } from "./definitions.ts";
import { checkFit } from "./fit.ts";
import { fieldsOf, type Field } from "./members.ts";
import { typeOf, underlying, type GoType } from "./types.ts";

interface Both {
  before: GoType;
  after: GoType;
}

function bothOf(node: SyntaxNode | null, to: Comparison): Both {
  const { before, after } = to.versions;
  return { before: typeOf(before, node, to.path), after: typeOf(after, node, to.path) };
}

export function checkLiteral(node: SyntaxNode, to: Comparison): void {
  const body = node.child("body");
  if (body) checkBody(body, bothOf(node.child("type"), to), node.child("type") ?? node, to);
}

function checkBody(body: SyntaxNode, type: Both, at: SyntaxNode, to: Comparison): void {
  const { before, after } = to.versions;
  const [old, now] = [underlying(before, type.before), underlying(after, type.after)];
  const declaration = type.before.kind === "named" ? type.before.declaration : null;
  if (old.kind === "unknown" || now.kind === "unknown") return;
  if (old.kind !== now.kind) {
    if (declaration) to.broken(declaration, `it is a ${now.kind} type now`, at);
  } else if (old.kind === "struct" && now.kind === "struct") {
    if (declaration) checkStruct(body, declaration, [old, now], at, to);
  } else if ("to" in old && "to" in now) {
    for (const each of body.children) checkElement(each, { before: old.to, after: now.to }, to);
  }
}

/** An element of a list or a map; the type of a literal in it may be left out. */
function checkElement(node: SyntaxNode, type: Both, to: Comparison): void {
  const element = node.type === "keyed_element" ? node.child("value") : node;
  const value = element?.children[0];
  if (value?.type !== "literal_value") return value ? checkFit(value, { ...type, by: null }, to) : undefined;
  const pointed = (each: GoType): GoType => (each.kind === "pointer" ? each.to : each);
  checkBody(value, { before: pointed(type.before), after: pointed(type.after) }, value, to);
}

type Structs = [
  old: Extract<GoType, { kind: "struct" | "interface" }>,
  now: Extract<GoType, { kind: "struct" | "interface" }>,
];

function checkStruct(body: SyntaxNode, of: TypeDeclaration, structs: Structs, at: SyntaxNode, to: Comparison): void {
  const [had, has] = structs.map(({ node }) => fieldsOf(node)) as [Field[], Field[]];
  const elements = body.children;
  if (elements.length === 0) return;
  if (elements[0]!.type !== "keyed_element") return checkUnkeyed(elements, of, had, has, at, to);
  for (const element of elements) {
    const key = element.child("key");
    const [old, now] = [had, has].map((fields) => fields.find(({ name }) => name === key?.text));
    if (!key || !old) continue;
    if (!now) to.broken(of, `field \`${key.text}\` is gone`, key);
    else checkField(element.child("value"), old, now, structs, of, to);
  }
}

function checkUnkeyed(
  elements: SyntaxNode[],
  of: TypeDeclaration,
  had: Field[],
  has: Field[],
  at: SyntaxNode,
  to: Comparison,
): void {
  if (elements.length !== had.length) return;
  if (has.length !== had.length) return to.broken(of, `it has ${has.length} fields now, not ${had.length}`, at);
  const moved = has.findIndex(({ name }, index) => name !== had[index]!.name && had.some((each) => each.name === name));
  if (moved >= 0) to.broken(of, `value ${moved + 1} is now \`${has[moved]!.name}\``, at);
}

function checkField(
  value: SyntaxNode | null,
  old: Field,
  now: Field,
  structs: Structs,
  of: TypeDeclaration,
  to: Comparison,
): void {
  const inner = value?.children[0];
  if (!inner || inner.type === "literal_value") return;
  const [before, after] = structs;
  const wanted = {
    before: typeOf(to.versions.before, old.type, before.path),
    after: typeOf(to.versions.after, now.type, after.path),
    by: of,
  };
  checkFit(inner, wanted, to);
}

/** `var x T = value`. */
export function checkSpec(spec: SyntaxNode, to: Comparison): void {
  const type = spec.child("type");
  if (!type) return;
  for (const value of spec.child("value")?.children ?? []) checkFit(value, { ...bothOf(type, to), by: null }, to);
}

export function checkAssignment(node: SyntaxNode, to: Comparison): void {
  const [left, right] = [node.child("left")?.children ?? [], node.child("right")?.children ?? []];
  const operator =
    left.length > 0 && right.length > 0 ? node.file.text.slice(left.at(-1)!.end, right[0]!.start).trim() : "";
  if (left.length !== right.length || operator !== "=") return;
  for (const [index, target] of left.entries()) {
    const [old, now] = to.evaluate(target);
    if (old.kind !== "value" || now.kind !== "value") continue;
    const by = old.member && "of" in old.member ? old.member.of : old.declaration;
    checkFit(right[index]!, { before: old.type, after: now.type, by }, to);
  }
}

export function checkReturn(node: SyntaxNode, to: Comparison): void {
  const values = node.children[0]?.children ?? [];
  const wanted = resultTypes(node);
  if (wanted.length !== values.length) return;
  for (const [index, value] of values.entries()) checkFit(value, { ...bothOf(wanted[index]!, to), by: null }, to);
}

function resultTypes(node: SyntaxNode): SyntaxNode[] {
  for (let at = node.parent; at; at = at.parent) {
    if (!/^(?:func_literal|function_declaration|method_declaration)$/.test(at.type)) continue;
    const result = at.child("result");
    if (result?.type !== "parameter_list") return result ? [result] : [];
    return result.children.flatMap((each) => {
      const type = each.child("type");
      return type ? Array.from({ length: Math.max(each.all("name").length, 1) }, () => type) : [];
    });
  }
  return [];
}
