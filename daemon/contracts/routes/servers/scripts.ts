// Routes of Express, Koa, Hono, Fastify, Elysia and routers of the same shape.
// Knows no paths: they stay as they are written.
import type { CallExpr, Expr } from "../code/expr.ts";
import type { Place } from "../code/program.ts";
import { joined, type Text } from "../code/texts.ts";
import type { Maker, Reader, Rules } from "./reader.ts";
import { dialects, type Dialect, type View } from "./route.ts";
import { middleware, packages, type Package } from "./scriptPackages.ts";

const verbs: Record<string, string> = {
  ...{ get: "GET", post: "POST", put: "PUT", delete: "DELETE", del: "DELETE", patch: "PATCH", head: "HEAD" },
  ...{ options: "OPTIONS", all: "*", any: "*" },
};

export class ScriptRules implements Rules {
  constructor(private readonly reader: Reader) {}

  isOfRouter(name: string): boolean {
    return Object.hasOwn(verbs, name) || others.has(name);
  }

  onRouter(view: View, name: string, call: Place<CallExpr>, order: number): void {
    if (Object.hasOwn(verbs, name)) return this.verb(view, [verbs[name]!], call, order);
    switch (name) {
      case "on":
        return this.on(view, call, order);
      case "route":
        return this.route(view, call, order);
      case "openapi":
        return this.openapi(view, call, order);
      case "register":
        return this.plugin(view, call, order);
      case "group":
      case "guard":
        return this.group(view, call, order);
      case "prefix":
        return this.ownPrefix(view, call);
      default:
        return this.use(view, call, order);
    }
  }

  private verb(view: View, methods: string[], call: Place<CallExpr>, order: number): void {
    const { args } = call.expr;
    const handler = this.handler(call);
    if (view.paths) {
      for (const path of view.paths) this.reader.register(view, methods, path, handler, call, order);
      return;
    }
    // Koa's routes may have a name before their path.
    const isNamed =
      args.length > 2 && isPath(this.reader.texts(call, args[1])) && !isPath(this.reader.texts(call, args[0]));
    const given = isNamed ? args[1] : args[0];
    if (args.length === 1 && this.isHandler(call, given))
      return this.reader.register(view, methods, [""], handler, call, order);
    if (args.length < 2) return;
    for (const path of this.reader.texts(call, given) ?? [])
      this.reader.register(view, methods, path, handler, call, order);
  }

  private isHandler(call: Place, expr: Expr | undefined): boolean {
    return expr !== undefined && this.reader.program.resolve(this.reader.at(call, expr)).expr.is === "function";
  }

  /** The last function among the arguments; else the last but options. */
  private handler(call: Place<CallExpr>): Place | null {
    const places = call.expr.args.map((arg) => this.reader.program.resolve(this.reader.at(call, arg)));
    return places.findLast(({ expr }) => expr.is === "function") ?? places.at(-1) ?? null;
  }

  /** Hono: `on("PURGE", "/cache", …)`, each of them one or several. */
  private on(view: View, call: Place<CallExpr>, order: number): void {
    const [methods, paths] = call.expr.args;
    const words = this.reader.words(call, methods);
    if (!words || call.expr.args.length < 3) return;
    for (const path of this.reader.texts(call, paths) ?? [])
      this.reader.register(view, words, path, this.handler(call), call, order);
  }

  /** Hono mounts, Fastify declares by a record, Elysia by method and path. Express's handle declares nothing yet. */
  private route(view: View, call: Place<CallExpr>, order: number): void {
    const [first, second, third] = call.expr.args;
    const options = first && this.reader.program.resolve(this.reader.at(call, first));
    if (options?.expr.is === "record") return this.routeOfRecord(view, options, call, order);
    const child = second && this.reader.view(this.reader.at(call, second));
    if (child) return this.reader.mount(view, child, this.reader.text(call, first), call, order);
    const methods = this.reader.words(call, first);
    if (!third || !methods) return;
    for (const path of this.reader.texts(call, second) ?? [])
      this.reader.register(view, methods, path, this.handler(call), call, order);
  }

  private routeOfRecord(view: View, options: Place, call: Place<CallExpr>, order: number): void {
    const field = (name: string): Place | null => this.reader.option(options, options.expr, name);
    const method = field("method");
    const path = field("url") ?? field("path");
    const methods = method && this.reader.words(method, method.expr);
    const handler = field("handler");
    for (const text of (path && this.reader.texts(path, path.expr)) ?? [])
      this.reader.register(view, methods ?? ["*"], text, handler && this.reader.program.resolve(handler), call, order);
  }

  /** `app.openapi(createRoute({ method, path }), handler)`. */
  private openapi(view: View, call: Place<CallExpr>, order: number): void {
    const [first] = call.expr.args;
    const made = first && this.reader.program.resolve(this.reader.at(call, first));
    if (made?.expr.is !== "call") return;
    const [record] = made.expr.args;
    const method = this.reader.option(made, record, "method");
    const path = this.reader.optionText(made, record, "path");
    const methods = method && this.reader.words(method, method.expr);
    if (!methods || !path) return;
    const text = path.map((part) => part && part.replace(/\{(\w+)\}/g, ":$1"));
    this.reader.register(view, methods, text, this.handler(call), call, order);
  }

  /** Fastify: the plugin is a scope of its own below the prefix, but for one that is wrapped to be none. */
  private plugin(view: View, call: Place<CallExpr>, order: number): void {
    const [first, options] = call.expr.args;
    if (!first) return;
    const { place, isOpen } = this.unwrapped(this.reader.at(call, first));
    const prefix = (isOpen ? null : this.reader.optionText(call, options, "prefix")) ?? noPrefix;
    if (place.expr.is === "function") this.reader.mount(view, this.reader.param(place, 0), prefix, call, order);
    // A plugin of a package, below a prefix: a proxy, files.
    else if (place.expr.is === "import" && prefix !== noPrefix) this.reader.perhaps(view, prefix, call, order);
  }

  private unwrapped(given: Place): { place: Place; isOpen: boolean } {
    const place = this.reader.program.resolve(given);
    if (place.expr.is === "record") {
      const whole = place.expr.fields.get("default") ?? place.expr.fields.get("module.exports");
      return whole ? this.unwrapped({ ...place, expr: whole }) : { place, isOpen: false };
    }
    if (place.expr.is !== "call") return { place, isOpen: false };
    const [inner] = place.expr.args;
    const from = this.reader.program.resolve(this.reader.at(place, place.expr.callee)).expr;
    const isWrap = inner && from.is === "import" && from.module === "fastify-plugin";
    return isWrap
      ? { place: this.reader.program.resolve(this.reader.at(place, inner)), isOpen: true }
      : { place, isOpen: false };
  }

  /** Elysia: what the function declares on its parameter is below the path. */
  private group(view: View, call: Place<CallExpr>, order: number): void {
    const { args } = call.expr;
    const inner = this.handler(call);
    const prefix = args[0] && this.reader.texts(call, args[0])?.[0];
    if (inner?.expr.is === "function")
      this.reader.mount(view, this.reader.param(inner, 0), prefix ?? [""], call, order);
  }

  private ownPrefix(view: View, call: Place<CallExpr>): void {
    const router = this.reader.sheet.routers.get(view.router);
    if (router?.dialect?.name === "koa")
      router.prefix = joined([router.prefix, this.reader.text(call, call.expr.args[0])]);
  }

  /** Middleware, routers, lists of them, and functions that declare on the router that they are handed. */
  private use(view: View, call: Place<CallExpr>, order: number): void {
    const { args } = call.expr;
    const [first] = args;
    const given = first && !this.reader.view(this.reader.at(call, first)) ? this.reader.texts(call, first) : null;
    const isListOfPaths = given !== null && given.length > 0 && args.length > 1;
    const prefixes = isListOfPaths ? given : [[""]];
    for (const arg of isListOfPaths ? args.slice(1) : args) {
      const children = this.mounted(call, arg, 0);
      for (const child of children) for (const prefix of prefixes) this.reader.mount(view, child, prefix, call, order);
      if (children.length > 0 || this.passesOn(call, arg)) continue;
      for (const text of isListOfPaths ? prefixes : this.proxied(call, arg))
        this.reader.perhaps(view, text, call, order);
    }
  }

  /** Middleware that never answers by itself. */
  private passesOn(of: Place, arg: Expr): boolean {
    const at = this.reader.program.resolve(this.reader.at(of, arg));
    if (at.expr.is !== "call") return false;
    const made = this.reader.program.resolve(this.reader.at(at, at.expr.callee)).expr;
    return (
      made.is === "import" && (middleware.has(made.module) || (made.module === "express" && made.name !== "static"))
    );
  }

  /** Paths that stand in the handler itself: `createProxyMiddleware("/users", …)`, `mount("/users", …)`. */
  private proxied(of: Place, arg: Expr): Text[] {
    const at = this.reader.program.resolve(this.reader.at(of, arg));
    if (at.expr.is !== "call") return [];
    const [first] = at.expr.args;
    const filter = this.reader.option(at, first, "pathFilter");
    const paths = filter ? this.reader.texts(filter, filter.expr) : first ? this.reader.texts(at, first) : null;
    if (paths && isPath(paths)) return paths;
    const { callee } = at.expr;
    return (callee.is === "name" || callee.is === "member") && /proxy/i.test(callee.name) ? [[""]] : [];
  }

  private mounted(of: Place, arg: Expr, depth: number): View[] {
    const view = this.reader.view(this.reader.at(of, arg));
    if (view) return [view];
    const at = this.reader.program.resolve(this.reader.at(of, arg));
    if (at.expr.is === "list" && depth < 5) return at.expr.items.flatMap((item) => this.mounted(at, item, depth + 1));
    if (at.expr.is === "record") {
      const whole = at.expr.fields.get("default") ?? at.expr.fields.get("module.exports");
      return whole && depth < 5 ? this.mounted(at, whole, depth + 1) : [];
    }
    return at.expr.is === "function" && at.expr.params.length === 1 ? [this.reader.param(at, 0)] : [];
  }

  derived(view: View, name: string, call: Place<CallExpr>): View | null {
    const [first, second] = call.expr.args;
    if (name === "basePath") return { ...view, prefix: joined([view.prefix, this.reader.text(call, first)]) };
    if (name !== "route" || second || !first) return view;
    const paths = this.reader.texts(call, first);
    return paths ? { ...view, paths } : view;
  }

  maker(call: Place<CallExpr>): Maker | null {
    const made = this.reader.program.resolve(this.reader.at(call, call.expr.callee)).expr;
    if (made.is !== "import") return null;
    const name = made.name === "require" || made.name === "*" ? "default" : made.name;
    const found = Object.hasOwn(packages, made.module) ? packages[made.module]! : null;
    if (found) return this.makerOf(found, name, call);
    const isLocal = made.module.startsWith(".") || !/^(?:create)?[A-Z]?\w*Router$/.test(name);
    const isOwn = isLocal || name.includes("BrowserRouter") || name.includes("MemoryRouter") || name === "useRouter";
    return isOwn ? null : { dialect: dialects.express, isRoot: false, prefix: this.prefixOption };
  }

  private makerOf(found: Package, name: string, call: Place<CallExpr>): Maker | null {
    const { roots, routers } = found;
    const isRoot = roots.includes(name);
    if (!isRoot && !routers.includes(name) && !(call.expr.isNew && routers.length > 0)) return null;
    // The option is there to be turned on.
    const isLenient = this.reader.option(call, call.expr.args[0], "ignoreTrailingSlash") !== null;
    const dialect: Dialect = isLenient ? { ...found.dialect, slash: "same" } : found.dialect;
    return { dialect, isRoot, prefix: this.prefixOption };
  }

  private readonly prefixOption = (call: Place<CallExpr>): Text => {
    const [first] = call.expr.args;
    return this.reader.optionText(call, first, "prefix") ?? this.reader.optionText(call, first, "base") ?? [""];
  };
}

const noPrefix: Text = [""];

const others = new Set(["on", "route", "openapi", "register", "group", "guard", "prefix", "use", "mount", "nest"]);

function isPath(texts: Text[] | null): boolean {
  return (
    texts?.some(([first]) => typeof first === "string" && (first.startsWith("/") || first === "*" || first === "")) ??
    false
  );
}
