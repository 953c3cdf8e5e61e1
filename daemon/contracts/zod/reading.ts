// What the readers of zod's functions and methods need of the code around a call.
// Types only.
import type ts from "typescript";
import type { Fields, Literal, Schema } from "./schema.ts";

export interface Reading {
  isZod3: boolean;
  /** Opaque where it cannot be read. */
  schema(node: ts.Expression | undefined): Schema;
  /** Of `{ a: z.string(), ...Other.shape }`; null where a part of it cannot be read. */
  fields(node: ts.Expression | undefined): Fields | null;
  schemas(node: ts.Expression | undefined): Schema[] | null;
  literals(node: ts.Expression | undefined): Literal[] | null;
  /** The keys of a mask such as `{ id: true }`. */
  mask(node: ts.Expression | undefined): string[] | null;
  /** What a function without parameters returns. */
  returned(node: ts.Expression | undefined): Schema;
  /** A primitive that a function certainly returns; opaque: not known. */
  result(node: ts.Expression | undefined): Schema;
  /** The name of a function of zod that is called, with its arguments: `z.minLength(5)`. */
  zodCall(node: ts.Expression): { name: string; args: readonly ts.Expression[] } | null;
  refuse(why: string, isByVersion: boolean): void;
}
