// Functions of zod that make a schema: `z.object(…)`, `z.enum(…)`, `z.coerce.number()`, and the functional forms of zod/mini.
// Knows no scopes.
import ts from "typescript";
import { applyMethod } from "./methods.ts";
import { keysOf } from "./objects.ts";
import type { Reading } from "./reading.ts";
import {
  anything,
  around,
  objectOf,
  oneOf,
  opaque,
  primitive,
  undefinedOnly,
  type Fields,
  type PrimitiveType,
  type Schema,
} from "./schema.ts";

type Args = readonly (ts.Expression | undefined)[];
type Factory = (args: Args, reading: Reading) => Schema;

const primitives = ["string", "number", "boolean", "bigint", "date", "symbol"] as const;
const ofString = [
  ...[
    "email",
    "url",
    "httpUrl",
    "uuid",
    "uuidv4",
    "uuidv6",
    "uuidv7",
    "guid",
    "cuid",
    "cuid2",
    "ulid",
    "nanoid",
    "emoji",
  ],
  ...[
    "ipv4",
    "ipv6",
    "cidrv4",
    "cidrv6",
    "base64",
    "base64url",
    "jwt",
    "e164",
    "hostname",
    "hex",
    "ksuid",
    "xid",
    "mac",
  ],
];
const ofNumber = ["int", "int32", "uint32", "float32", "float64"];

const factories = new Map<string, Factory>([
  ...primitives.map((type): [string, Factory] => [type, () => primitive(type)]),
  ...primitives.map((type): [string, Factory] => [`coerce.${type}`, () => coerced(type)]),
  ...ofString.map((name): [string, Factory] => [name, () => primitive("string", [{ name }])]),
  ...ofNumber.map((name): [string, Factory] => [name, () => primitive("number", [{ name }])]),
  ...["date", "datetime", "time", "duration"].map((name): [string, Factory] => [
    `iso.${name}`,
    () => primitive("string", [{ name }]),
  ]),
  ["any", () => anything],
  ["unknown", () => anything],
  ["never", () => ({ kind: "never" })],
  ["null", () => ({ kind: "literals", values: [null] })],
  ["undefined", () => undefinedOnly],
  ["void", () => undefinedOnly],
  ["stringbool", () => ({ kind: "pipe", input: primitive("string"), output: primitive("boolean") })],
  ["object", ([fields], reading) => objectFrom(reading, fields, "strip")],
  ["strictObject", ([fields], reading) => objectFrom(reading, fields, "strict")],
  ["looseObject", ([fields], reading) => objectFrom(reading, fields, "loose")],
  ["interface", ([fields], reading) => objectFrom(reading, fields, "strip")],
  ["array", ([element], reading) => ({ kind: "array", element: reading.schema(element), checks: [] })],
  ["tuple", ([items, rest], reading) => tupleOf(reading.schemas(items), rest ? reading.schema(rest) : null)],
  ["record", (args, reading) => recordOf(args, reading, reading.isZod3)],
  ["partialRecord", (args, reading) => recordOf(args, reading, true)],
  ["enum", ([values], reading) => oneOf(reading.literals(values))],
  ["nativeEnum", ([values], reading) => oneOf(reading.literals(values))],
  ["literal", ([value], reading) => oneOf(reading.literals(value))],
  ["union", ([options], reading) => unionOf(reading.schemas(options))],
  ["discriminatedUnion", ([name, options], reading) => discriminated(name, options, reading)],
  [
    "intersection",
    ([left, right], reading) => ({ kind: "intersection", left: reading.schema(left), right: reading.schema(right) }),
  ],
  ["lazy", ([get], reading) => ({ kind: "lazy", get: () => reading.returned(get) })],
  ["preprocess", ([, schema], reading) => ({ kind: "pipe", input: opaque, output: reading.schema(schema) })],
  [
    "pipe",
    ([input, output], reading) => ({ kind: "pipe", input: reading.schema(input), output: reading.schema(output) }),
  ],
  ["keyof", ([schema], reading) => keysOf(reading.schema(schema))],
  ["_default", ([schema], reading) => around("default", reading.schema(schema))],
  ["nullish", ([schema], reading) => around("optional", around("nullable", reading.schema(schema)))],
]);

/** Forms of zod/mini (and of `z.optional(…)`) that are methods elsewhere. */
const functional = new Set([
  ...["optional", "nullable", "prefault", "catch", "readonly", "nonoptional", "exactOptional"],
  ...["extend", "safeExtend", "merge", "pick", "omit", "partial", "required", "catchall"],
]);

/** Opaque: a function that makes no schema that can be read. */
export function applyFactory(name: string, args: Args, reading: Reading): Schema {
  const factory = factories.get(name);
  if (factory) return reading.isZod3 ? { ...factory(args, reading), isZod3: true } : factory(args, reading);
  const [schema, ...rest] = args;
  return functional.has(name) ? applyMethod(reading.schema(schema), name, rest, reading) : opaque;
}

function coerced(type: PrimitiveType): Schema {
  return { kind: "primitive", type, checks: [], isCoerced: true };
}

function objectFrom(reading: Reading, node: ts.Expression | undefined, unknowns: "strip" | "strict" | "loose"): Schema {
  const fields: Fields | null = node ? reading.fields(node) : new Map();
  return fields ? objectOf(fields, unknowns) : opaque;
}

function tupleOf(items: Schema[] | null, rest: Schema | null): Schema {
  return items ? { kind: "tuple", items, rest } : opaque;
}

function recordOf([first, second]: Args, reading: Reading, isPartial: boolean): Schema {
  if (!second) return { kind: "record", key: primitive("string"), value: reading.schema(first), isPartial };
  return { kind: "record", key: reading.schema(first), value: reading.schema(second), isPartial };
}

function unionOf(options: Schema[] | null): Schema {
  return options ? { kind: "union", options } : opaque;
}

function discriminated(name: ts.Expression | undefined, options: ts.Expression | undefined, reading: Reading): Schema {
  const schema = unionOf(reading.schemas(options));
  return schema.kind === "union" && name && ts.isStringLiteralLike(name)
    ? { ...schema, discriminator: name.text }
    : schema;
}
