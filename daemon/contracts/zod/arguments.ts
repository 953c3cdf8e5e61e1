// The arguments of zod's functions and methods, read in their scope: fields, masks, literals, functions.
// Knows no zod function by name.
import ts from "typescript";
import { memberName } from "../../syntax/languages/typescriptNodes.ts";
import type { Plain } from "./plain.ts";
import type { Reading } from "./reading.ts";
import { resultOf } from "./results.ts";
import { opaque, primitive, type Literal, type Schema } from "./schema.ts";
import type { Scope } from "./scope.ts";
import type { Thing } from "./thing.ts";
import { literalOf } from "./value.ts";

/** What reads expressions in their scope. */
interface Evaluator {
  schema(node: ts.Expression | undefined, scope: Scope): Schema;
  thing(node: ts.Expression, scope: Scope): Thing | null;
  plain(node: ts.Expression, scope: Scope): Plain | null;
}

/** What a well-known function makes of anything. */
const conversions: Record<string, Schema> = {
  Number: primitive("number"),
  parseInt: primitive("number"),
  parseFloat: primitive("number"),
  String: primitive("string"),
  Boolean: primitive("boolean"),
  BigInt: primitive("bigint"),
};

export function readingAt(evaluator: Evaluator, scope: Scope, isZod3: boolean, refuse: Reading["refuse"]): Reading {
  return {
    isZod3,
    refuse,
    schema: (node) => evaluator.schema(node, scope),
    fields: (node) => fieldsOf(evaluator, node, scope),
    schemas: (node) => listOf(node)?.map((each) => evaluator.schema(each, scope)) ?? null,
    literals: (node) => literalsOf(evaluator, node, scope),
    mask: (node) => maskOf(evaluator, node, scope),
    returned: (node) => returnedBy(evaluator, node, scope),
    result: resultKind,
    zodCall: (node) => zodCallOf(evaluator, node, scope),
  };
}

function listOf(node: ts.Expression | undefined): readonly ts.Expression[] | null {
  const bare = node && ts.isAsExpression(node) ? node.expression : node;
  return bare && ts.isArrayLiteralExpression(bare) && !bare.elements.some(ts.isSpreadElement) ? bare.elements : null;
}

function fieldsOf(evaluator: Evaluator, node: ts.Expression | undefined, scope: Scope): Map<string, Schema> | null {
  const thing = node && evaluator.thing(node, scope);
  if (thing?.is === "fields") return new Map(thing.fields);
  if (thing?.is !== "object") return null;
  const fields = new Map<string, Schema>();
  for (const each of thing.node.properties) {
    if (ts.isSpreadAssignment(each)) {
      const spread = fieldsOf(evaluator, each.expression, thing.scope);
      if (!spread) return null;
      for (const [name, schema] of spread) fields.set(name, schema);
      continue;
    }
    if (each.name && ts.isComputedPropertyName(each.name)) return null;
    fields.set(memberName(each), fieldOf(evaluator, each, thing.scope));
  }
  return fields;
}

/** A getter is read when its field is used: it may lead back here. */
function fieldOf(evaluator: Evaluator, node: ts.ObjectLiteralElementLike, scope: Scope): Schema {
  if (ts.isPropertyAssignment(node)) return evaluator.schema(node.initializer, scope);
  if (ts.isShorthandPropertyAssignment(node)) return evaluator.schema(node.name, scope);
  if (!ts.isGetAccessor(node)) return opaque;
  const result = resultOf(node);
  return result ? { kind: "lazy", get: () => evaluator.schema(result, scope) } : opaque;
}

function literalsOf(evaluator: Evaluator, node: ts.Expression | undefined, scope: Scope): Literal[] | null {
  if (!node) return null;
  const literal = literalOf(node);
  if (literal) return [literal.literal];
  const list = listOf(node);
  if (list) return allOf(list.map((each) => literalsOf(evaluator, each, scope)));
  const thing = evaluator.thing(node, scope);
  if (thing?.is === "enum")
    return allOf([...thing.values.values()].map((each) => (each === undefined ? null : [each])));
  if (thing?.is === "schema" && thing.schema.kind === "literals") return [...thing.schema.values];
  if (thing?.is === "object")
    return allOf(
      thing.node.properties.map((each) =>
        ts.isPropertyAssignment(each) ? literalsOf(evaluator, each.initializer, thing.scope) : null,
      ),
    );
  const named = evaluator.plain(node, scope);
  return named && named.node !== node ? literalsOf(evaluator, named.node, named.scope) : null;
}

function allOf(lists: (Literal[] | null)[]): Literal[] | null {
  return lists.includes(null) ? null : lists.flatMap((each) => each ?? []);
}

function maskOf(evaluator: Evaluator, node: ts.Expression | undefined, scope: Scope): string[] | null {
  const thing = node && evaluator.thing(node, scope);
  if (thing?.is !== "object") return null;
  const isKnown = thing.node.properties.every(
    (each) =>
      ts.isPropertyAssignment(each) &&
      !ts.isComputedPropertyName(each.name) &&
      literalOf(each.initializer)?.literal === true,
  );
  return isKnown ? thing.node.properties.map(memberName) : null;
}

function returnedBy(evaluator: Evaluator, node: ts.Expression | undefined, scope: Scope): Schema {
  const thing = node && evaluator.thing(node, scope);
  const result = thing?.is === "function" ? resultOf(thing.node) : null;
  return result && thing?.is === "function" ? evaluator.schema(result, thing.scope) : opaque;
}

/** What `Number`, `(s) => Number(s)`, `(s) => s.length` or `(s) => new Date(s)` returns. */
function resultKind(node: ts.Expression | undefined): Schema {
  if (!node) return opaque;
  if (ts.isIdentifier(node)) return converted(ts.idText(node));
  const result = ts.isArrowFunction(node) || ts.isFunctionExpression(node) ? resultOf(node) : null;
  if (!result) return opaque;
  if (ts.isCallExpression(result) && ts.isIdentifier(result.expression)) return converted(ts.idText(result.expression));
  if (ts.isNewExpression(result) && ts.isIdentifier(result.expression) && ts.idText(result.expression) === "Date")
    return primitive("date");
  if (ts.isTemplateExpression(result) || ts.isStringLiteralLike(result)) return primitive("string");
  return opaque;
}

function converted(name: string): Schema {
  return Object.hasOwn(conversions, name) ? conversions[name]! : opaque;
}

function zodCallOf(evaluator: Evaluator, node: ts.Expression, scope: Scope): ReturnType<Reading["zodCall"]> {
  if (!ts.isCallExpression(node)) return null;
  const callee = evaluator.thing(node.expression, scope);
  return callee?.is === "zod" ? { name: callee.name, args: node.arguments } : null;
}
