// What reading a member of a schema's output comes to: it is there, it may be missing, it is gone, and of which kind it is.
// Knows no syntax.
import type { Issue, Verdict } from "./accepts.ts";
import { mostLayers, uncovered, type Facing, type Origin, type Schema } from "./schema.ts";
import { typeOfLiteral } from "./value.ts";

/** `owner.name`; `isGuarded`: nobody minds that the owner may be missing. */
export function verdictOnRead(owner: Schema, name: string, isGuarded: boolean): Verdict {
  const issues: Issue[] = [];
  const at = throughMissing(owner, name, isGuarded ? null : issues);
  const found = lookUp(at.schema, name, at.facing, 0);
  if (found === null) return { issues, unknown: [name] };
  if (!found) issues.push({ path: name, why: "is no longer in the parsed value", origins: at.origins });
  return { issues, unknown: [] };
}

interface Owner {
  schema: Schema;
  facing: Facing;
  origins: readonly Origin[];
}

/** Looks behind `optional` and `nullable`, which it notes. */
function throughMissing(owner: Schema, name: string, issues: Issue[] | null): Owner {
  let at = uncovered(owner, "output");
  const origins: Origin[] = [...at.origins];
  for (let n = 0; n < mostLayers; n++) {
    const { schema, facing } = at;
    const mayMiss = schema.kind === "optional" || schema.kind === "nullable";
    if (mayMiss && issues && issues.length === 0)
      issues.push({ path: `${name}?`, why: "is read of a value that may be missing now", origins: [...origins] });
    if (!("inner" in schema)) break;
    at = uncovered(schema.inner, facing);
    origins.unshift(...at.origins);
  }
  return { schema: at.schema, facing: at.facing, origins };
}

/** Null: not known. */
function lookUp(given: Schema, name: string, facing: Facing, depth: number): boolean | null {
  const { schema, facing: face } = uncovered(given, facing);
  if (depth > mostLayers) return null;
  if (schema.kind === "object") {
    if (schema.fields.has(name)) return true;
    return schema.unknowns === "strip" || schema.unknowns === "strict"
      ? false
      : schema.unknowns === "loose"
        ? true
        : null;
  }
  if ("inner" in schema) return lookUp(schema.inner, name, face, depth + 1);
  if (schema.kind === "pipe") return lookUp(face === "output" ? schema.output : schema.input, name, face, depth + 1);
  const parts =
    schema.kind === "union" ? schema.options : schema.kind === "intersection" ? [schema.left, schema.right] : [];
  const found = parts.map((part) => lookUp(part, name, face, depth + 1));
  if (found.length === 0) return null;
  return found.includes(true) ? true : found.includes(null) ? null : false;
}

/** Kinds of values that come out; null: not known. */
export function kindsOf(given: Schema, facing: Facing = "output", depth = 0): ReadonlySet<string> | null {
  const { schema, facing: face } = uncovered(given, facing);
  if (depth > mostLayers) return null;
  switch (schema.kind) {
    case "primitive":
      return new Set([schema.type]);
    case "literals":
      return new Set(schema.values.map(typeOfLiteral));
    case "object":
    case "record":
      return new Set(["object"]);
    case "array":
    case "tuple":
      return new Set(["list"]);
    case "pipe":
      return kindsOf(face === "output" ? schema.output : schema.input, face, depth + 1);
    case "union":
      return joined(schema.options.map((option) => kindsOf(option, face, depth + 1)));
    default:
      return "inner" in schema ? kindsOf(schema.inner, face, depth + 1) : null;
  }
}

function joined(parts: (ReadonlySet<string> | null)[]): ReadonlySet<string> | null {
  return parts.includes(null) ? null : new Set(parts.flatMap((part) => [...(part ?? [])]));
}

/** Where what came out before and what comes out now has nothing in common. */
export function isRetyped(before: ReadonlySet<string> | null, now: ReadonlySet<string> | null): boolean {
  if (!before || !now || before.size === 0 || now.size === 0) return false;
  return ![...now].some((kind) => before.has(kind));
}
