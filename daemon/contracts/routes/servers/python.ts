// Routes of FastAPI, Starlette, Flask, Quart and Sanic.
// Knows no paths: they stay as they are written.
import type { CallExpr, ClassInfo, Expr } from "../code/expr.ts";
import type { Place } from "../code/program.ts";
import { joined, known, textOf, type Text } from "../code/texts.ts";
import type { Maker, Reader, Rules } from "./reader.ts";
import { dialects, type Dialect, type View } from "./route.ts";

const verbs = new Set(["get", "post", "put", "delete", "patch", "head", "options"]);

const makers: Record<string, { dialect: Dialect; isRoot: boolean; packages: readonly string[] }> = {
  FastAPI: { dialect: dialects.fastapi, isRoot: true, packages: ["fastapi"] },
  APIRouter: { dialect: dialects.fastapi, isRoot: false, packages: ["fastapi"] },
  Starlette: { dialect: dialects.starlette, isRoot: true, packages: ["starlette"] },
  Router: { dialect: dialects.starlette, isRoot: false, packages: ["starlette"] },
  Flask: { dialect: dialects.flask, isRoot: true, packages: ["flask", "flask_openapi3", "apiflask"] },
  OpenAPI: { dialect: dialects.flask, isRoot: true, packages: ["flask_openapi3"] },
  APIFlask: { dialect: dialects.flask, isRoot: true, packages: ["apiflask"] },
  APIBlueprint: { dialect: dialects.flask, isRoot: false, packages: ["flask_openapi3", "apiflask"] },
  Quart: { dialect: dialects.flask, isRoot: true, packages: ["quart"] },
  Sanic: { dialect: dialects.sanic, isRoot: true, packages: ["sanic"] },
};

export class PythonRules implements Rules {
  constructor(private readonly reader: Reader) {}

  isOfRouter(name: string): boolean {
    return verbs.has(name) || methods.has(name);
  }

  onOther(call: Place<CallExpr>, order: number): void {
    const { callee } = call.expr;
    if (this.isCallOf(call, "Starlette", "Router", "FastAPI")) this.listed(call, order);
    if (callee.is === "member" && callee.name === "group") this.group(call, order);
  }

  onRouter(view: View, name: string, call: Place<CallExpr>, order: number): void {
    const { args, named } = call.expr;
    if (verbs.has(name)) return this.declare(view, call, args[0] ?? named.get("path"), [name.toUpperCase()], order);
    switch (name) {
      case "route":
      case "api_route":
        return this.declare(view, call, args[0] ?? named.get("path"), null, order);
      case "add_url_rule":
        return this.declare(view, call, args[0], null, order, named.get("view_func") ?? args[2]);
      case "add_api_route":
        return this.declare(view, call, args[0], null, order, named.get("endpoint") ?? args[1]);
      case "add_route":
        return this.addRoute(view, call, order);
      case "add_resource":
        for (const path of args.slice(1)) this.declare(view, call, path, null, order, args[0]);
        return;
      default:
        return this.mounted(view, name, call, order);
    }
  }

  /** Starlette: path and handler; Sanic: handler and path. */
  private addRoute(view: View, call: Place<CallExpr>, order: number): void {
    const [first, second] = call.expr.args;
    const isPath = known(this.reader.text(call, first))?.startsWith("/") ?? false;
    const [path, handler] = isPath ? [first, second] : [second ?? call.expr.named.get("uri"), first];
    this.declare(view, call, path, null, order, handler);
  }

  private declare(
    view: View,
    call: Place<CallExpr>,
    path: Expr | undefined,
    methods: string[] | null,
    order: number,
    handler: Expr | undefined = call.expr.decorates,
  ): void {
    if (!path || !handler) return;
    const place = this.reader.program.resolve(this.reader.at(call, handler));
    const given = call.expr.named.get("methods");
    const all = methods ?? (given ? (this.reader.words(call, given) ?? ["*"]) : this.methodsOf(place));
    for (const text of this.reader.texts(call, path) ?? []) this.reader.register(view, all, text, place, call, order);
  }

  /** Of a class the methods that it has; of a function GET. */
  private methodsOf(place: Place): string[] {
    const info = this.classOf(place);
    if (!info) return ["GET"];
    const own = info.members.flatMap(({ name }) => (verbs.has(name) ? [name.toUpperCase()] : []));
    return own.length > 0 ? own : ["*"];
  }

  /** Also of `View.as_view("name")`. */
  private classOf({ module, expr, env }: Place): ClassInfo | null {
    if (expr.is === "class") return module.classes[expr.at] ?? null;
    if (expr.is !== "call" || expr.callee.is !== "member" || expr.callee.name !== "as_view") return null;
    const of = this.reader.program.resolve({ module, expr: expr.callee.of, env });
    return of.expr.is === "class" ? (of.module.classes[of.expr.at] ?? null) : null;
  }

  private mounted(view: View, name: string, call: Place<CallExpr>, order: number): void {
    const { args, named } = call.expr;
    const prefix = named.get(name === "include_router" ? "prefix" : "url_prefix");
    const text = prefix && this.reader.text(call, prefix);
    if (name === "mount") {
      const app = args[1] ?? named.get("app");
      const child = app && this.reader.view(this.reader.at(call, app));
      const text = this.reader.text(call, args[0] ?? named.get("path"));
      if (child) this.reader.mount(view, child, text, call, order);
      else this.reader.perhaps(view, text, call, order);
      return;
    }
    const replaces = name !== "include_router" && text !== undefined && known(text) !== "";
    for (const child of this.children(call, args[0] ?? named.get("router") ?? named.get("blueprint"), 0))
      this.reader.mount(view, child, text ?? [""], call, order, replaces && !child.isGroup);
  }

  private children(of: Place, expr: Expr | undefined, depth: number): (View & { isGroup?: boolean })[] {
    if (!expr || depth > 5) return [];
    const view = this.reader.view(this.reader.at(of, expr));
    if (view) return [{ ...view, isGroup: this.groups.has(view.router) }];
    const at = this.reader.program.resolve(this.reader.at(of, expr));
    return at.expr.is === "list" ? at.expr.items.flatMap((item) => this.children(at, item, depth + 1)) : [];
  }

  private readonly groups = new Set<string>();

  /** Sanic: `Blueprint.group(a, b, url_prefix="/v1")`. */
  private group(call: Place<CallExpr>, order: number): void {
    const group = this.reader.view(call);
    if (!group) return;
    this.groups.add(group.router);
    for (const arg of call.expr.args)
      for (const child of this.children(call, arg, 0)) this.reader.mount(group, child, [""], call, order);
  }

  /** Starlette's lists: `Starlette(routes=[Route("/x", x), Mount("/y", routes=[…])])`. */
  private listed(call: Place<CallExpr>, order: number): void {
    const view = this.reader.view(call);
    const routes = call.expr.named.get("routes") ?? call.expr.args.find(({ is }) => is === "list" || is === "name");
    if (view && routes) this.entries(view, this.reader.at(call, routes), [order], 0);
  }

  private entries(view: View, given: Place, order: number[], depth: number): void {
    const at = this.reader.program.resolve(given);
    if (at.expr.is !== "list" || depth > 10) return;
    at.expr.items.forEach((item, index) => {
      const entry = this.reader.program.resolve(this.reader.at(at, item));
      if (entry.expr.is === "call") this.entry(view, entry as Place<CallExpr>, (order[0] ?? 0) + index / 1000, depth);
    });
  }

  private entry(view: View, call: Place<CallExpr>, order: number, depth: number): void {
    const { args, named } = call.expr;
    const path = args[0] ?? named.get("path");
    const target = args[1] ?? named.get("endpoint") ?? named.get("app");
    if (this.isCallOf(call, "Route", "APIRoute")) return this.declare(view, call, path, null, order, target);
    if (!this.isCallOf(call, "Mount")) return;
    const routes = named.get("routes");
    const inner: View = this.reader.made(`${call.module.path}:${call.expr.start}:${call.expr.end}`, {
      dialect: dialects.starlette,
      isRoot: false,
    });
    const child = target && this.reader.view(this.reader.at(call, target));
    this.reader.mount(view, child ?? inner, this.reader.text(call, path), call, order);
    if (routes) this.entries(inner, this.reader.at(call, routes), [order], depth + 1);
  }

  private isCallOf({ module, expr, env }: Place<CallExpr>, ...names: string[]): boolean {
    const at = this.reader.program.resolve({ module, expr: expr.callee, env }).expr;
    return at.is === "import" && names.includes(at.name) && /^(?:starlette|fastapi)\b/.test(at.module);
  }

  derived(view: View, name: string): View | null {
    // `Api(app)` and the like stand for the application itself.
    return name === "init_app" ? view : null;
  }

  maker(call: Place<CallExpr>): Maker | null {
    const at = this.reader.program.resolve(this.reader.at(call, call.expr.callee)).expr;
    if (at.is === "member" && at.name === "group") return this.groupMaker(call, at);
    if (at.is !== "import") return null;
    const [home] = at.module.split(".");
    if (at.name === "group" && at.module === "sanic") return null;
    if (at.name === "Blueprint") return this.blueprint(home!);
    const made = Object.hasOwn(makers, at.name) ? makers[at.name]! : null;
    if (!made?.packages.includes(home!)) return null;
    const prefix = made.dialect.name === "flask" ? "url_prefix" : "prefix";
    // The option is there to be turned off.
    const isStrict = call.expr.named.has("redirect_slashes");
    const dialect: Dialect = isStrict ? { ...made.dialect, slash: "strict" } : made.dialect;
    return { dialect, isRoot: made.isRoot, prefix: (each) => this.namedText(each, prefix) };
  }

  private groupMaker(call: Place<CallExpr>, { of }: Expr & { is: "member" }): Maker | null {
    const from = this.reader.program.resolve(this.reader.at(call, of)).expr;
    if (from.is !== "import" || from.name !== "Blueprint") return null;
    return { dialect: dialects.sanic, isRoot: false, prefix: (each) => this.namedText(each, "url_prefix") };
  }

  private blueprint(home: string): Maker | null {
    const dialect =
      home === "sanic" ? dialects.sanic : ["flask", "quart", "flask_smorest"].includes(home) ? dialects.flask : null;
    return (
      dialect && { dialect, isRoot: false, prefix: (each) => this.versioned(each, this.namedText(each, "url_prefix")) }
    );
  }

  /** Sanic: `version=1` is `/v1` before all. */
  private versioned(call: Place<CallExpr>, prefix: Text): Text {
    const version = call.expr.named.get("version");
    const number = version && known(this.reader.text(call, version));
    return number ? joined([[`/v${number}`], prefix]) : prefix;
  }

  private namedText({ module, expr, env }: Place<CallExpr>, name: string): Text {
    const given = expr.named.get(name);
    return given ? textOf(this.reader.program, { module, expr: given, env }) : [""];
  }
}

const methods = new Set([
  ...["route", "api_route", "add_url_rule", "add_api_route", "add_route", "add_resource", "include_router"],
  ...["register_blueprint", "blueprint", "mount"],
]);
