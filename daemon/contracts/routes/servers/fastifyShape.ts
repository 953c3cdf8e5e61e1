// What a Fastify route takes and gives, by the JSON schemas that it declares.
// Knows no other framework.
import type { Expr } from "../code/expr.ts";
import type { Place, Program } from "../code/program.ts";
import { known, textOf } from "../code/texts.ts";
import type { Field, Route, Shape } from "./route.ts";

/** Null: none is declared. */
export function fastifyShape(program: Program, { declared }: Route): Shape | null {
  if (declared?.expr.is !== "call") return null;
  const schemas = declared.expr.args.map((arg) => fieldAt(program, { ...declared, expr: arg }, "schema"));
  const schema = schemas.find(Boolean);
  if (!schema) return null;
  const part = (name: string): Map<string, Field> | null => fieldsOf(program, fieldAt(program, schema, name));
  const responses = fieldAt(program, schema, "response");
  const response = responses && fieldsOf(program, fieldAt(program, responses, "200"));
  return { body: part("body") ?? new Map(), query: part("querystring") ?? part("query") ?? new Map(), response };
}

function fieldAt(program: Program, place: Place, name: string): Place | null {
  const at = program.resolve(place);
  const field = at.expr.is === "record" ? at.expr.fields.get(name) : undefined;
  return field ? program.resolve({ ...at, expr: field }) : null;
}

function fieldsOf(program: Program, schema: Place | null): Map<string, Field> | null {
  const properties = schema && fieldAt(program, schema, "properties");
  const required = schema && fieldAt(program, schema, "required");
  if (!schema || (!properties && !required)) return null;
  const words = required?.expr.is === "list" ? required.expr.items.map((item) => wordAt(program, required, item)) : [];
  const names = properties?.expr.is === "record" ? [...properties.expr.fields.keys()] : [];
  const fields = new Map<string, Field>();
  for (const name of [...names, ...words]) {
    if (name === null || name.startsWith("...")) continue;
    const property = properties && fieldAt(program, properties, name);
    const type = property && fieldAt(program, property, "type");
    fields.set(name, { type: (type && wordAt(program, type, type.expr)) ?? "", isRequired: words.includes(name) });
  }
  return fields;
}

function wordAt(program: Program, of: Place, expr: Expr): string | null {
  return known(textOf(program, { ...of, expr }));
}
