// Keys, members and fields in new Python code: of typed dictionaries, enums and frozen dataclasses.
// Knows no calls of functions.
import type { SyntaxNode } from "../syntaxTree.ts";
import { formOf, isFrozen, lineageOf } from "./classes.ts";
import type { Comparison } from "./comparison.ts";
import type { ClassDef } from "./definitions.ts";
import type { Value } from "./value.ts";
import type { Values } from "./values.ts";

/** `order["total"]`, `Color["RED"]`. */
export function checkKey(node: SyntaxNode, to: Comparison): void {
  const [object, index] = [node.child("value"), node.child("subscript")];
  const key = index?.type === "string" ? index.first("string_content")?.text : undefined;
  if (!object || !index || key === undefined) return;
  const values = valuesOf(object, to);
  const had = hasKey(to.before, values[0], key);
  if (had === true && hasKey(to.after, values[1], key) === false && "definition" in values[0])
    to.broken(values[0].definition, `\`${key}\` is gone`, index);
}

function valuesOf(node: SyntaxNode, to: Comparison): [Value, Value] {
  return [to.before.evaluate(node, to.path), to.after.evaluate(node, to.path)];
}

/** Null: not a thing with keys that are written down. */
function hasKey(values: Values, value: Value, key: string): boolean | null {
  if (value.kind !== "object" && value.kind !== "class") return null;
  const form = formOf(values, value.definition);
  if (form !== (value.kind === "class" ? "enum" : "typeddict")) return null;
  const { classes, isWhole } = lineageOf(values, value.definition);
  const has = classes.some((each) =>
    form === "enum" ? each.members.has(key) : each.fields.some(({ name }) => name === key),
  );
  return has || (isWhole ? false : null);
}

/** `Color("red")`: the member with that value. */
export function checkEnumValue(call: SyntaxNode, to: Comparison): void {
  const [given, ...more] = call.child("arguments")?.children ?? [];
  if (!given || more.length > 0 || !/^(?:string|integer)$/.test(given.type)) return;
  const values = valuesOf(call.child("function")!, to);
  const [old, now] = values.map((value, at) => enumOf(at === 0 ? to.before : to.after, value));
  const has = (owner: ClassDef): boolean => valuesIn(owner).has(plain(given.text));
  if (old && now && has(old) && !has(now) && valuesIn(now).size === now.members.size)
    to.broken(old, `no member has the value ${given.text} any more`, given);
}

function enumOf(values: Values, value: Value): ClassDef | null {
  return value.kind === "class" && formOf(values, value.definition) === "enum" ? value.definition : null;
}

/** Values of members that are written out. */
function valuesIn({ members }: ClassDef): Set<string> {
  const literals = [...members.values()].map((each) => (each.kind === "value" ? each.value : null));
  return new Set(
    literals.flatMap((each) => (each && /^(?:string|integer)$/.test(each.type) ? [plain(each.text)] : [])),
  );
}

function plain(literal: string): string {
  return literal.replace(/^'(.*)'$/s, '"$1"');
}

/** `order.total = 3` where the class is frozen now. */
export function checkStore(assignment: SyntaxNode, to: Comparison): void {
  const target = assignment.child("left");
  const object = target?.type === "attribute" ? target.child("object") : null;
  if (!target || !object) return;
  const [old, now] = valuesOf(object, to);
  if (old.kind !== "object" || now.kind !== "object" || isFrozen(old.definition) || !isFrozen(now.definition)) return;
  const name = target.child("attribute")!;
  if (old.definition.fields.some((each) => each.name === name.text))
    to.broken(old.definition, "it is frozen now", name);
}
