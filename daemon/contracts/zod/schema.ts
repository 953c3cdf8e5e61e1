// The model of a zod schema, and of a type that rests on one: what they let in and what comes out.
// Knows no syntax.

export type Literal = string | number | boolean | null | undefined;
export type PrimitiveType = "string" | "number" | "boolean" | "bigint" | "date" | "symbol";

/** A condition on a string, a number or a list: its name in zod and what it is given. */
export interface Check {
  name: string;
  operand?: string | number | RegExp;
}

/** A declaration that a schema comes from. */
export interface Origin {
  path: string;
  name: string;
  isExported: boolean;
  /** The declaration itself differs between the two worlds. */
  isChanged: boolean;
  /** Changed declarations that it is made of, itself among them. */
  changed: ReadonlySet<Origin>;
}

/** Values that enter a schema, and those that come out of it. */
export type Facing = "input" | "output";

export type Unknowns = "strip" | "strict" | "loose";

export type Fields = ReadonlyMap<string, Schema>;

type Shape =
  | { kind: "primitive"; type: PrimitiveType; checks: readonly Check[]; isCoerced?: boolean }
  | { kind: "literals"; values: readonly Literal[] }
  | { kind: "object"; fields: Fields; unknowns: Unknowns | Schema }
  | { kind: "array"; element: Schema; checks: readonly Check[] }
  | { kind: "tuple"; items: readonly Schema[]; rest: Schema | null }
  | { kind: "record"; key: Schema; value: Schema; isPartial: boolean }
  | { kind: "union"; options: readonly Schema[]; discriminator?: string }
  | { kind: "intersection"; left: Schema; right: Schema }
  | { kind: "optional" | "nullable" | "default" | "catch" | "branded" | "required" | "readonly"; inner: Schema }
  | { kind: "pipe"; input: Schema; output: Schema }
  | { kind: "lazy"; get: () => Schema }
  /** A type: one face of a schema. */
  | { kind: "face"; facing: Facing; inner: Schema }
  | { kind: "any" }
  | { kind: "never" }
  /** Not read: anything may be true of it. */
  | { kind: "opaque" };

export type Schema = Shape & { origins?: readonly Origin[]; isRefined?: boolean; isZod3?: boolean };

export const opaque: Schema = { kind: "opaque" };
export const anything: Schema = { kind: "any" };
export const undefinedOnly: Schema = { kind: "literals", values: [undefined] };

export function primitive(type: PrimitiveType, checks: readonly Check[] = []): Schema {
  return { kind: "primitive", type, checks };
}

export function oneOf(values: readonly Literal[] | null): Schema {
  return values ? { kind: "literals", values } : opaque;
}

export function objectOf(fields: Fields, unknowns: Unknowns | Schema = "strip"): Schema {
  return { kind: "object", fields, unknowns };
}

export function around(
  kind: "optional" | "nullable" | "default" | "catch" | "branded" | "required" | "readonly",
  inner: Schema,
): Schema {
  return { kind, inner };
}

export function faceOf(facing: Facing, inner: Schema): Schema {
  return { kind: "face", facing, inner };
}

/** The schema with what it was declared as, the outermost last. */
export function from(schema: Schema, origin: Origin): Schema {
  return { ...schema, origins: [...(schema.origins ?? []), origin] };
}

/** Most wrappers and references that are looked through. */
export const mostLayers = 40;

/** The schema that stands behind `lazy`, and what it faces. */
export function uncovered(schema: Schema, facing: Facing): { schema: Schema; facing: Facing; origins: Origin[] } {
  const origins: Origin[] = [];
  let [at, face] = [schema, facing];
  for (let n = 0; n < mostLayers; n++) {
    origins.push(...[...(at.origins ?? [])].reverse());
    if (at.kind === "face") [at, face] = [at.inner, at.facing];
    else if (at.kind === "lazy") at = at.get();
    else if (at.kind === "readonly") at = at.inner;
    else return { schema: at, facing: face, origins };
  }
  return { schema: opaque, facing: face, origins };
}
