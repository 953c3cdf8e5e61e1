// What derives one object schema from another: extend, merge, pick, omit, partial, required, strict and the like.
// Says where zod refuses it. Knows no syntax.
import { around, from, objectOf, opaque, type Fields, type Schema, type Unknowns } from "./schema.ts";

type ObjectSchema = Schema & { kind: "object" };

export interface Derived {
  schema: Schema;
  /** Why it fails when the module is loaded. */
  refused?: string;
  /** Only some versions of zod refuse it. */
  isByVersion?: boolean;
}

const masking = new Set(["pick", "omit", "partial", "required"]);
const extending = new Set(["extend", "safeExtend", "merge"]);

/** A method of objects with its mask or its fields; `keys` null: all, or not known. */
export function derive(given: Schema, method: string, keys: readonly string[] | null, fields: Fields | null): Derived {
  if (given.kind !== "object") {
    const isKnown = given.kind !== "opaque" && given.kind !== "lazy" && given.kind !== "any";
    return { schema: opaque, ...(isKnown ? { refused: `is not an object any more, which .${method}() needs` } : {}) };
  }
  const object = given;
  const refusal = refusalOf(object, method, keys, fields);
  if (masking.has(method)) return { schema: masked(object, method, keys), ...refusal };
  if (extending.has(method)) return { schema: extended(object, fields), ...refusal };
  return { schema: opaque };
}

function refusalOf(
  object: ObjectSchema,
  method: string,
  keys: readonly string[] | null,
  fields: Fields | null,
): Omit<Derived, "schema"> {
  const unknown = keys?.find((key) => !object.fields.has(key));
  if (masking.has(method) && unknown !== undefined)
    return { refused: `has no \`${unknown}\` any more, which .${method}() names` };
  if (!object.isRefined || object.isZod3) return {};
  const overwrites = [...(fields?.keys() ?? [])].some((key) => object.fields.has(key));
  if (["pick", "omit", "partial", "merge"].includes(method) || (method === "extend" && overwrites))
    return { refused: `is refined now, and .${method}() throws on refined objects`, isByVersion: true };
  return {};
}

function masked(object: ObjectSchema, method: string, keys: readonly string[] | null): Schema {
  const isMeant = (name: string): boolean => keys === null || keys.includes(name);
  const entries = [...object.fields].flatMap(([name, field]): [string, Schema][] => {
    if (method === "pick") return isMeant(name) ? [[name, field]] : [];
    if (method === "omit") return isMeant(name) ? [] : [[name, field]];
    if (!isMeant(name)) return [[name, field]];
    return [[name, method === "partial" ? around("optional", field) : required(field, object.isZod3 ?? false)]];
  });
  return withFields(object, new Map(entries));
}

/** zod 3 takes `optional` away; zod 4 refuses `undefined` whatever is inside. */
function required(field: Schema, isZod3: boolean): Schema {
  let at = field;
  while (isZod3 && at.kind === "optional") at = at.inner;
  return isZod3 ? at : around("required", at);
}

function extended(object: ObjectSchema, fields: Fields | null): Schema {
  if (!fields) return opaque;
  const schema = withFields(object, new Map([...object.fields, ...fields]));
  return object.isRefined ? { ...schema, isRefined: true } : schema;
}

function withFields(object: ObjectSchema, fields: Fields): Schema {
  const { origins, isZod3, unknowns } = object;
  return { ...objectOf(fields, unknowns), ...(origins ? { origins } : {}), ...(isZod3 ? { isZod3 } : {}) };
}

/** How the object treats keys that it does not know. */
export function withUnknowns(object: Schema, unknowns: Unknowns | Schema): Schema {
  return object.kind === "object" ? { ...object, unknowns } : opaque;
}

/** Fields that are taken out of an object, each with what the object was declared as. */
export function fieldsWithOrigins({ fields, origins = [] }: ObjectSchema): Fields {
  return new Map([...fields].map(([name, field]) => [name, origins.reduce(from, field)]));
}

/** `deepPartial` of zod 3: objects in objects and lists too. */
export function deepPartial(schema: Schema): Schema {
  const later = (inner: Schema): Schema => ({ kind: "lazy", get: () => deepPartial(inner) });
  if (schema.kind === "object") {
    const entries = [...schema.fields].map(([name, field]) => [name, around("optional", later(field))] as const);
    return withFields(schema, new Map(entries));
  }
  if (schema.kind === "array") return { ...schema, element: later(schema.element) };
  return schema.kind === "optional" || schema.kind === "nullable" ? around(schema.kind, later(schema.inner)) : schema;
}

export function keysOf(schema: Schema): Schema {
  return schema.kind === "object" ? { kind: "literals", values: [...schema.fields.keys()] } : opaque;
}
