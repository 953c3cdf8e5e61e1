// Which words of an expression are pointed at: few, and on one line where they can be.
// Knows no framework and no client.
import type { CallExpr, Expr, Span } from "./expr.ts";
import type { Place, Program } from "./program.ts";
import { textOf } from "./texts.ts";

/** The first thing that the call is given, by place, by name or in a record, that says a path; else what it calls. */
export function addressIn(program: Program, call: Place<CallExpr>): Span {
  const given = [...call.expr.args, ...call.expr.named.values()];
  const all = given.flatMap((each) => (each.is === "record" ? [...each.fields.values()] : [each]));
  const path = all.find((expr) => isPath(program, { ...call, expr }));
  return path ? { start: path.start, end: path.end } : headOf(call.expr);
}

export function isPath(program: Program, place: Place): boolean {
  return place.expr.is !== "record" && textOf(program, place).some((part) => part?.includes("/"));
}

/** Without what is given to it, and what it does. */
export function headOf(expr: Expr): Span {
  const { start, end } = expr;
  if (expr.is === "function") return { start, end: expr.inside };
  return expr.is === "call" ? { start, end: expr.callee.end } : { start, end };
}
