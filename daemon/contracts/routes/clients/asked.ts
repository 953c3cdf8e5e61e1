// The application that a test client is made for, or that a test asks by itself.
// Knows no servers: that it is one, others find out.
import type { CallExpr, Expr } from "../code/expr.ts";

/** `TestClient(app)`, `supertest(app)`, `httptest.NewServer(mux)`. */
const makers = new Set([
  "TestClient",
  "AsyncTestClient",
  "AsyncClient",
  "ASGITransport",
  "supertest",
  "request",
  "NewServer",
]);
/** `app.test_client()`, `app.inject(…)`, `app.request("/x")`, `mux.ServeHTTP(…)`. */
const methods = new Set(["test_client", "inject", "request", "ServeHTTP"]);

export function askedApplication({ callee, args, named }: CallExpr): Expr | null {
  const name = callee.is === "member" || callee.is === "name" ? callee.name : "";
  if (callee.is === "member" && methods.has(name)) return callee.of;
  const given = named.get("app") ?? named.get("transport") ?? (makers.has(name) ? args[0] : undefined);
  if (!makers.has(name) || !given) return null;
  return given.is === "call" && makers.has(calledName(given)) ? askedApplication(given) : given;
}

function calledName({ callee }: CallExpr): string {
  return callee.is === "member" || callee.is === "name" ? callee.name : "";
}
