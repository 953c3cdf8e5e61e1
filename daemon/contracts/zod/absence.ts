// Whether a field may be left out, and which literals it takes.
// Knows no values.
import { mostLayers, uncovered, type Facing, type Schema } from "./schema.ts";

/** Literals that a member of an object takes; null: others too. */
export function literalsAt(option: Schema, name: string, facing: Facing): readonly unknown[] | null {
  const { schema } = uncovered(option, facing);
  const field = schema.kind === "object" ? schema.fields.get(name) : undefined;
  const inner = field && uncovered(field, facing).schema;
  return inner?.kind === "literals" ? inner.values : null;
}

/** Null: not known. */
export function mayBeAbsent(given: Schema, facing: Facing, depth = 0): boolean | null {
  const { schema, facing: face } = uncovered(given, facing);
  if (depth > mostLayers) return null;
  switch (schema.kind) {
    case "optional":
      return true;
    case "default":
    case "catch":
      return face === "input" ? true : mayBeAbsent(schema.inner, face, depth + 1);
    case "nullable":
    case "branded":
      return mayBeAbsent(schema.inner, face, depth + 1);
    case "pipe":
      return mayBeAbsent(face === "output" ? schema.output : schema.input, face, depth + 1);
    case "union": {
      const options = schema.options.map((option) => mayBeAbsent(option, face, depth + 1));
      return options.includes(true) ? null : options.includes(null) ? null : false;
    }
    case "literals":
      return schema.values.includes(undefined) ? null : false;
    case "primitive":
      return schema.isCoerced && face === "input" && schema.type !== "number" && schema.type !== "date" ? null : false;
    case "any":
    case "opaque":
    case "intersection":
    case "lazy":
      return null;
    default:
      return false;
  }
}
