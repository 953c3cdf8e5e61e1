// HTTP calls of Go's own client, and requests that tests make.
// Knows no servers.
import type { CallExpr } from "../code/expr.ts";
import type { Place, Program } from "../code/program.ts";
import { Given, type Sent } from "./given.ts";

const verbs: Record<string, string> = { Get: "GET", Post: "POST", PostForm: "POST", Head: "HEAD" };
/** Which argument is the method; the address follows it. */
const makers: Record<string, number> = { NewRequest: 0, NewRequestWithContext: 1 };

export function goCall(program: Program, call: Place<CallExpr>): Sent | null {
  const { callee, args } = call.expr;
  if (callee.is !== "member") return null;
  const of = program.resolve({ ...call, expr: callee.of }).expr;
  if (of.is !== "import" || !["net/http", "net/http/httptest"].includes(of.module)) return null;
  const given = new Given(program, call);
  if (Object.hasOwn(verbs, callee.name)) return { method: verbs[callee.name]!, urls: given.urls(args[0]) };
  const at = Object.hasOwn(makers, callee.name) ? makers[callee.name]! : -1;
  const method = at < 0 ? undefined : args[at];
  if (!method) return null;
  const constant =
    method.is === "member" && method.name.startsWith("Method") ? method.name.slice(6).toUpperCase() : null;
  return { method: constant ?? given.word(given.at(method)), urls: given.urls(args[at + 1]) };
}
