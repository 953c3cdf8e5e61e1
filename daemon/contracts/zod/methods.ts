// Methods of a schema that make another one: `.optional()`, `.min(5)`, `.extend(…)`, `.transform(…)`.
// Knows no scopes.
import ts from "typescript";
import { deepPartial, derive, fieldsWithOrigins, keysOf, withUnknowns } from "./objects.ts";
import type { Reading } from "./reading.ts";
import { around, opaque, type Check, type Schema } from "./schema.ts";

type Args = readonly (ts.Expression | undefined)[];
type Method = (schema: Schema, args: Args, reading: Reading) => Schema;

/** They change nothing of what is let in or comes out. */
const neutral = ["describe", "meta", "register", "clone", "brandless", "openapi", "message"];
const refining = ["refine", "superRefine", "refinement"];
const deriving = ["extend", "safeExtend", "merge", "augment", "pick", "omit", "partial", "required"];
const checking = new Set([
  ...["min", "max", "length", "nonempty", "regex", "startsWith", "endsWith", "includes", "lowercase", "uppercase"],
  ...["trim", "toLowerCase", "toUpperCase", "normalize", "overwrite", "int", "safe", "positive", "negative", "finite"],
  ...["nonnegative", "nonpositive", "gt", "gte", "lt", "lte", "multipleOf", "step", "email", "url", "uuid", "guid"],
  ...["cuid", "cuid2", "ulid", "nanoid", "emoji", "datetime", "date", "time", "duration", "ip", "ipv4", "ipv6", "cidr"],
  ...["base64", "base64url", "jwt", "e164", "size", "check", "with"],
]);
/** As zod/mini calls checks. */
const checkFunctions: Record<string, string> = { minLength: "min", maxLength: "max", minimum: "gte", maximum: "lte" };

const methods = new Map<string, Method>([
  ...neutral.map((name): [string, Method] => [name, (schema) => schema]),
  ...refining.map((name): [string, Method] => [name, (schema, _, reading) => refined(schema, reading)]),
  ...deriving.map((name): [string, Method] => [name, (schema, args, reading) => derived(schema, name, args, reading)]),
  ["optional", (schema) => around("optional", schema)],
  ["exactOptional", (schema) => around("optional", schema)],
  ["nullable", (schema) => around("nullable", schema)],
  ["nullish", (schema) => around("optional", around("nullable", schema))],
  ["default", (schema) => around("default", schema)],
  ["prefault", (schema) => around("default", schema)],
  ["catch", (schema) => around("catch", schema)],
  ["brand", (schema) => around("branded", schema)],
  ["readonly", (schema) => around("readonly", schema)],
  ["nonoptional", (schema) => around("required", schema)],
  ["array", (schema) => ({ kind: "array", element: schema, checks: [] })],
  ["or", (schema, [other], reading) => ({ kind: "union", options: [schema, reading.schema(other)] })],
  ["and", (schema, [other], reading) => ({ kind: "intersection", left: schema, right: reading.schema(other) })],
  ["transform", (schema, [change], reading) => ({ kind: "pipe", input: schema, output: reading.result(change) })],
  ["pipe", (schema, [next], reading) => ({ kind: "pipe", input: schema, output: reading.schema(next) })],
  ["strict", (schema) => withUnknowns(schema, "strict")],
  ["passthrough", (schema) => withUnknowns(schema, "loose")],
  ["loose", (schema) => withUnknowns(schema, "loose")],
  ["strip", (schema) => withUnknowns(schema, "strip")],
  ["nonstrict", (schema) => withUnknowns(schema, "loose")],
  ["catchall", (schema, [rest], reading) => caughtAll(schema, reading.schema(rest))],
  ["keyof", (schema) => keysOf(schema)],
  ["deepPartial", (schema) => deepPartial(schema)],
  ["unwrap", (schema) => unwrapped(schema)],
  ["removeDefault", (schema) => unwrapped(schema)],
  ["innerType", (schema) => unwrapped(schema)],
  ["exclude", (schema, [values], reading) => chosen(schema, "exclude", values, reading)],
  ["extract", (schema, [values], reading) => chosen(schema, "extract", values, reading)],
  ["rest", (schema, [rest], reading) => (schema.kind === "tuple" ? { ...schema, rest: reading.schema(rest) } : opaque)],
]);

export function applyMethod(schema: Schema, name: string, args: Args, reading: Reading): Schema {
  const known = methods.get(name);
  if (known) return known(schema, args, reading);
  return checking.has(name) ? checked(schema, name, args, reading) : opaque;
}

/** In zod 3 what is refined is no object any more. */
function refined(schema: Schema, { isZod3 }: Reading): Schema {
  return isZod3 && schema.isZod3 ? { kind: "pipe", input: schema, output: schema } : { ...schema, isRefined: true };
}

function derived(schema: Schema, name: string, [given]: Args, reading: Reading): Schema {
  const takesFields = name === "extend" || name === "safeExtend" || name === "augment";
  const other =
    name === "merge" || (takesFields && given && !ts.isObjectLiteralExpression(given)) ? reading.schema(given) : null;
  const fields = other?.kind === "object" ? fieldsWithOrigins(other) : takesFields ? reading.fields(given) : null;
  const method = name === "augment" ? "extend" : name;
  const found = derive(schema, method, takesFields || name === "merge" || !given ? null : reading.mask(given), fields);
  if (found.refused !== undefined) reading.refuse(found.refused, found.isByVersion ?? false);
  if (given && !takesFields && name !== "merge" && reading.mask(given) === null) return opaque;
  return name === "merge" && other?.kind === "object" ? withUnknowns(found.schema, other.unknowns) : found.schema;
}

function caughtAll(schema: Schema, rest: Schema): Schema {
  if (rest.kind === "never") return withUnknowns(schema, schema.isZod3 ? "strip" : "strict");
  return withUnknowns(schema, rest.kind === "any" ? "loose" : rest);
}

function unwrapped(schema: Schema): Schema {
  if (schema.kind === "array") return schema.element;
  return "inner" in schema ? schema.inner : opaque;
}

function chosen(
  schema: Schema,
  name: "exclude" | "extract",
  node: ts.Expression | undefined,
  reading: Reading,
): Schema {
  const values = reading.literals(node);
  if (schema.kind !== "literals" || !values) return opaque;
  const unknown = values.find((each) => !schema.values.includes(each));
  if (unknown !== undefined) reading.refuse(`has no "${String(unknown)}" any more, which .${name}() names`, false);
  return { kind: "literals", values: schema.values.filter((each) => values.includes(each) === (name === "extract")) };
}

function checked(schema: Schema, name: string, args: Args, reading: Reading): Schema {
  if (name === "check" || name === "with")
    return args.reduce<Schema>((at, arg) => withFunction(at, arg, reading), schema);
  return withCheck(schema, { name, ...operandOf(args[0]) });
}

/** `.check(z.minLength(5))`; any other function refines. */
function withFunction(schema: Schema, arg: ts.Expression | undefined, reading: Reading): Schema {
  const call = arg ? reading.zodCall(arg) : null;
  if (!call || refining.includes(call.name)) return { ...schema, isRefined: true };
  return withCheck(schema, { name: checkFunctions[call.name] ?? call.name, ...operandOf(call.args[0]) });
}

function withCheck(schema: Schema, check: Check): Schema {
  if (schema.kind === "primitive" || schema.kind === "array") return { ...schema, checks: [...schema.checks, check] };
  return schema.kind === "branded" || schema.kind === "readonly"
    ? { ...schema, inner: withCheck(schema.inner, check) }
    : schema;
}

function operandOf(node: ts.Expression | undefined): Pick<Check, "operand"> {
  if (!node) return {};
  if (ts.isStringLiteralLike(node)) return { operand: node.text };
  if (ts.isNumericLiteral(node)) return { operand: Number(node.text) };
  if (ts.isPrefixUnaryExpression(node) && ts.isNumericLiteral(node.operand))
    return node.operator === ts.SyntaxKind.MinusToken ? { operand: -Number(node.operand.text) } : {};
  const pattern = ts.isRegularExpressionLiteral(node) ? patternOf(node.text) : null;
  return pattern ? { operand: pattern } : {};
}

function patternOf(text: string): RegExp | null {
  const end = text.lastIndexOf("/");
  try {
    return new RegExp(text.slice(1, end), text.slice(end + 1));
  } catch {
    return null;
  }
}
