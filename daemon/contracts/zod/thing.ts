// What an expression is, as far as it has to do with schemas.
// Knows no worlds.
import type ts from "typescript";
import type { Module } from "../modules/module.ts";
import { fieldsWithOrigins } from "./objects.ts";
import { from, type Fields, type Literal, type Origin, type Schema } from "./schema.ts";
import type { Scope } from "./scope.ts";

export type Thing =
  | { is: "schema"; schema: Schema }
  /** zod itself, or what a dotted name in it is. */
  | { is: "zod"; name: string; isZod3: boolean }
  | { is: "fields"; fields: Fields }
  | { is: "enum"; values: ReadonlyMap<string, Literal> }
  | { is: "object"; node: ts.ObjectLiteralExpression; scope: Scope; origin?: Origin }
  | { is: "function"; node: FunctionNode; scope: Scope; origin?: Origin }
  | { is: "module"; module: Module };

export type FunctionNode = ts.ArrowFunction | ts.FunctionExpression | ts.FunctionDeclaration;

/** `X.shape`, `X.element`, `X.enum`. */
export function memberOfSchema(schema: Schema, name: string): Thing | null {
  if (name === "shape") return schema.kind === "object" ? { is: "fields", fields: fieldsWithOrigins(schema) } : null;
  if (name === "element") return schema.kind === "array" ? schemaThing(schema.element) : null;
  if (["enum", "Enum", "Values"].includes(name) && schema.kind === "literals")
    return { is: "enum", values: new Map(schema.values.map((each) => [String(each), each])) };
  if (name === "options" && schema.kind === "literals") return schemaThing(schema);
  return null;
}

export function withOrigin(thing: Thing, origin: Origin): Thing {
  if (thing.is === "schema") return { is: "schema", schema: from(thing.schema, origin) };
  return thing.is === "object" || thing.is === "function" ? { ...thing, origin } : thing;
}

export function schemaThing(schema: Schema | undefined): Thing | null {
  return schema && schema.kind !== "opaque" ? { is: "schema", schema } : null;
}
