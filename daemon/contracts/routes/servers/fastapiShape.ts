// What a FastAPI route takes and gives, by its parameters and its models.
// Knows no other framework.
import type { Expr } from "../code/expr.ts";
import type { Place, Program } from "../code/program.ts";
import type { Field, Route, Shape } from "./route.ts";

const scalars = new Set(["str", "int", "float", "bool", "date", "datetime", "UUID", "Decimal"]);
const deepest = 5;

/** Null: it is no such route. */
export function fastapiShape(program: Program, { handler, declared, path, dialect }: Route): Shape | null {
  if (dialect.name !== "fastapi" || handler?.expr.is !== "function") return null;
  const body = new Map<string, Field>();
  const query = new Map<string, Field>();
  for (const { name, type, isOptional } of handler.expr.params) {
    if (type === null) continue;
    const fields = modelFields(program, handler, type, 0);
    if (fields)
      for (const [field, each] of fields) body.set(field, { ...each, isRequired: each.isRequired && !isOptional });
    else if (scalars.has(type) && !path.includes(`{${name}}`) && !path.includes(`{${name}:`))
      query.set(name, { type, isRequired: !isOptional });
  }
  const model = declared?.expr.is === "call" ? declared.expr.named.get("response_model") : undefined;
  const response = declared && model ? fieldsAt(program, { ...declared, expr: model }, 0) : null;
  return { body, query, response };
}

function modelFields(program: Program, at: Place, type: string, depth: number): Map<string, Field> | null {
  if (!/^[A-Za-z_]\w*$/.test(type)) return null;
  const expr: Expr = { is: "name", name: type, scope: 0, start: at.expr.start, end: at.expr.end };
  return fieldsAt(program, { module: at.module, expr, env: null }, depth);
}

/** Of a model and those that it builds on; null: it is none. */
function fieldsAt(program: Program, place: Place, depth: number): Map<string, Field> | null {
  const { module, expr } = program.resolve(place);
  if (expr.is === "import") return expr.name === "BaseModel" || expr.name === "SQLModel" ? new Map() : null;
  const info = expr.is === "class" && depth < deepest ? module.classes[expr.at] : undefined;
  const bases = info?.bases.map((base) => fieldsAt(program, { module, expr: base, env: null }, depth + 1));
  const [base] = bases?.filter((each) => each !== null) ?? [];
  if (!info || !base) return null;
  const fields = new Map(base);
  for (const { name, value } of info.members) if (value.is === "typed") fields.set(name, fieldOf(value.type));
  return fields;
}

/** As the field is written: its type, and its default behind `=`. */
function fieldOf(written: string): Field {
  const at = written.indexOf(" = ");
  const type = (at < 0 ? written : written.slice(0, at)).replace(/\s+/g, " ");
  const value = at < 0 ? "" : written.slice(at + 3);
  const isWithout =
    at < 0 ||
    /^(?:\.\.\.|Field\(\s*\.\.\.)/.test(value) ||
    (/^Field\(/.test(value) && !/default|^Field\(\s*[^\s\w]|^Field\(\s*\w+\s*[,)]/.test(value));
  return { type, isRequired: isWithout && !/^Optional\[|\bNone\b/.test(type) };
}
