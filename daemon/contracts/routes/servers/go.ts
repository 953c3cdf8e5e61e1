// Routes of Go: net/http with the patterns of 1.22, gin, echo, chi.
// Knows no paths: they stay as they are written.
import type { CallExpr, Expr } from "../code/expr.ts";
import type { Place } from "../code/program.ts";
import { joined, type Text } from "../code/texts.ts";
import type { Maker, Reader, Rules } from "./reader.ts";
import { dialects, type Dialect, type View } from "./route.ts";

const verbs = new Set(["GET", "POST", "PUT", "DELETE", "PATCH", "HEAD", "OPTIONS", "CONNECT", "TRACE"]);

interface Package {
  starts: string;
  dialect: Dialect;
  makers: readonly string[];
}

const packages: readonly Package[] = [
  { starts: "net/http", dialect: dialects.http, makers: ["NewServeMux", "DefaultServeMux"] },
  { starts: "github.com/gin-gonic/gin", dialect: dialects.gin, makers: ["Default", "New"] },
  { starts: "github.com/labstack/echo", dialect: dialects.echo, makers: ["New"] },
  { starts: "github.com/go-chi/chi", dialect: dialects.chi, makers: ["NewRouter", "NewMux"] },
];

export class GoRules implements Rules {
  constructor(private readonly reader: Reader) {}

  isOfRouter(name: string): boolean {
    return others.has(name) || verbs.has(name.toUpperCase());
  }

  /** `http.HandleFunc(…)`. */
  unmade(of: Place): View | null {
    const at = this.reader.program.resolve(of).expr;
    if (at.is !== "import" || at.module !== "net/http") return null;
    return this.reader.made("net/http", { dialect: dialects.http, isRoot: true });
  }

  onRouter(view: View, name: string, call: Place<CallExpr>, order: number): void {
    const { args } = call.expr;
    const upper = name.toUpperCase();
    if (verbs.has(upper)) return this.declare(view, [upper], call, args[0], order);
    if (name === "Any") return this.declare(view, ["*"], call, args[0], order);
    if (name === "Route" || name === "Mount") return this.below(view, call, order);
    if (name === "Group" || name === "With") return this.grouped(view, call, order);
    if (name === "HandleFunc" || (name === "Handle" && args.length === 2)) return this.pattern(view, call, order);
    // Match, Method, MethodFunc, Add, gin's Handle.
    this.declare(view, this.methods(call, args[0]), call, args[1], order);
  }

  private methods(call: Place, given: Expr | undefined): string[] {
    if (given?.is === "member" && given.name.startsWith("Method")) return [given.name.slice(6).toUpperCase()];
    return this.reader.words(call, given) ?? ["*"];
  }

  private declare(view: View, methods: string[], call: Place<CallExpr>, path: Expr | undefined, order: number): void {
    const handler = call.expr.args.at(-1);
    if (!path || !handler || handler === path) return;
    const place = this.reader.program.resolve(this.reader.at(call, handler));
    for (const text of this.reader.texts(call, path) ?? [])
      this.reader.register(view, methods, text, place, call, order);
  }

  /** `"GET /items/{id}"`, `"/items/"`, `"example.com/items"`; or another multiplexer below a prefix. */
  private pattern(view: View, call: Place<CallExpr>, order: number): void {
    const [path, handler] = call.expr.args;
    const text = this.reader.text(call, path);
    const [first] = text;
    if (!handler || typeof first !== "string") return;
    const [, method, rest] = /^(?:([A-Z]+)[ \t]+)?(.*)$/s.exec(first)!;
    const own: Text = [rest!.startsWith("/") ? rest! : rest!.slice(Math.max(0, rest!.indexOf("/"))), ...text.slice(1)];
    const child = this.handlerView(call, handler);
    if (child) return this.reader.mount(view, child.view, child.prefix, call, order);
    this.reader.register(
      view,
      [method ?? "*"],
      own,
      this.reader.program.resolve(this.reader.at(call, handler)),
      call,
      order,
    );
  }

  /** A multiplexer as a handler: below what is stripped before it is asked, else as it is. */
  private handlerView(call: Place, handler: Expr): { view: View; prefix: Text } | null {
    const view = this.reader.view(this.reader.at(call, handler));
    if (view) return { view, prefix: [""] };
    const at = this.reader.program.resolve(this.reader.at(call, handler));
    if (at.expr.is !== "call" || at.expr.callee.is !== "member" || at.expr.callee.name !== "StripPrefix") return null;
    const [prefix, inner] = at.expr.args;
    const stripped = inner && this.reader.view(this.reader.at(at, inner));
    return stripped ? { view: stripped, prefix: this.reader.text(at, prefix) } : null;
  }

  /** chi: a router of its own, made by the function or handed over. */
  private below(view: View, call: Place<CallExpr>, order: number): void {
    const [path, inner] = call.expr.args;
    const prefix = this.reader.text(call, path);
    const child = inner && this.reader.view(this.reader.at(call, inner));
    const made = inner && this.reader.program.resolve(this.reader.at(call, inner));
    if (child) this.reader.mount(view, child, prefix, call, order);
    else if (made?.expr.is === "function") this.reader.mount(view, this.reader.param(made, 0), prefix, call, order);
    else if (made) this.reader.perhaps(view, prefix, call, order);
  }

  private grouped(view: View, call: Place<CallExpr>, order: number): void {
    const [first] = call.expr.args;
    const inner = first && this.reader.program.resolve(this.reader.at(call, first));
    if (inner?.expr.is === "function" && call.expr.args.length === 1)
      this.reader.mount(view, this.reader.param(inner, 0), [""], call, order);
  }

  derived(view: View, name: string, call: Place<CallExpr>): View | null {
    const [first] = call.expr.args;
    const path = first && this.reader.texts(call, first)?.[0];
    if (name === "Group" && path) return { ...view, prefix: joined([view.prefix, path]) };
    return name === "With" || name === "Group" || name === "Use" ? view : null;
  }

  maker(call: Place<CallExpr>): Maker | null {
    const made = this.reader.program.resolve(this.reader.at(call, call.expr.callee)).expr;
    if (made.is !== "import") return null;
    const found = packages.find(({ starts }) => made.module === starts || made.module.startsWith(`${starts}/`));
    if (!found?.makers.includes(made.name)) return null;
    return { dialect: found.dialect, isRoot: true, prefix: () => [""] };
  }
}

const others = new Set([
  "HandleFunc",
  "Handle",
  "Any",
  "Match",
  "Method",
  "MethodFunc",
  "Add",
  "Route",
  "Mount",
  "Group",
  "With",
]);
