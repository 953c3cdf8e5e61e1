// What readers of all frameworks share: one version's program and the sheet that they fill.
// Knows no framework.
import { askedApplication } from "../clients/asked.ts";
import { outermostAround, type CallExpr, type Expr, type Module } from "../code/expr.ts";
import { addressIn, headOf } from "../code/marks.ts";
import type { Place, Program } from "../code/program.ts";
import { joined, known, textOf, textsOf, type Text } from "../code/texts.ts";
import { Sheet, type Dialect, type Router, type View, type Written } from "./route.ts";

/** What a router is made by. */
export interface Maker {
  dialect: Dialect | null;
  isRoot: boolean;
  prefix(call: Place<CallExpr>): Text;
}

const deepest = 400;

/** What a framework's calls mean. */
export interface Rules {
  /** Whether a router's method of this name can say something of routes. */
  isOfRouter(name: string): boolean;
  onRouter(view: View, name: string, call: Place<CallExpr>, order: number): void;
  /** What a call says by itself, whatever it is called on. */
  onOther?(call: Place<CallExpr>, order: number): void;
  /** The router that an expression stands for though no call makes it. */
  unmade?(of: Place): View | null;
  /** The router that a call to a package makes. */
  maker(call: Place<CallExpr>): Maker | null;
  /** The router that a call on a router gives back; null: none. */
  derived(view: View, name: string, call: Place<CallExpr>): View | null;
}

export class Reader {
  readonly sheet = new Sheet();
  /** Where routers are handed to: what is declared there counts, too. */
  readonly reached = new Set<Module>();
  private readonly views = new Map<Expr, View | null>();
  private depth = 0;

  private readonly rules: Rules;

  constructor(
    readonly program: Program,
    rulesOf: (reader: Reader) => Rules,
  ) {
    this.rules = rulesOf(this);
  }

  /** All that this call says of routes. */
  call(call: Place<CallExpr>, order: number): void {
    const { callee } = call.expr;
    this.handedOver(call, order);
    this.askedByItself(call);
    this.rules.onOther?.(call, order);
    if (callee.is !== "member" || !this.rules.isOfRouter(callee.name)) return;
    const of = this.at(call, callee.of);
    const view = this.view(of) ?? this.rules.unmade?.(of);
    if (view) this.rules.onRouter(view, callee.name, call, order);
  }

  /** The router that an expression stands for. */
  view(place: Place): View | null {
    if (place.env) return this.viewOf(place);
    const known = this.views.get(place.expr);
    if (known !== undefined) return known;
    if (this.depth > deepest) return null;
    this.views.set(place.expr, null);
    this.depth++;
    const view = this.viewOf(place);
    this.depth--;
    this.views.set(place.expr, view);
    return view;
  }

  private viewOf(place: Place): View | null {
    const at = this.program.resolve(place);
    const { module, expr } = at;
    if (at.expr !== place.expr) return this.view(at);
    if (expr.is === "param") return this.made(`${module.path}:${expr.of}:${expr.index}`, null);
    if (expr.is === "member" && throughMembers.has(expr.name)) return this.view({ ...at, expr: expr.of });
    return expr.is === "call" ? this.ofCall(at as Place<CallExpr>) : null;
  }

  private ofCall(place: Place<CallExpr>): View | null {
    const { module, expr, env } = place;
    const maker = this.rules.maker(place);
    if (maker) return this.made(`${module.path}:${expr.start}:${expr.end}`, maker, maker.prefix(place));
    if (expr.callee.is !== "member") return null;
    const of = this.view({ module, expr: expr.callee.of, env });
    return of && this.rules.derived(of, expr.callee.name, place);
  }

  made(key: string, maker: Omit<Maker, "prefix"> | null, prefix: Text = [""]): View {
    const router: Router = { key, dialect: maker?.dialect ?? null, isRoot: maker?.isRoot ?? false, prefix };
    this.sheet.router(router);
    return { router: key, prefix: [""] };
  }

  at<E extends Expr>({ module, env }: Place, expr: E): Place<E> {
    return { module, expr, env };
  }

  text(of: Place, expr: Expr | undefined): Text {
    return expr ? textOf(this.program, this.at(of, expr)) : [null];
  }

  /** One path or a list of them; null: none of both. */
  texts(of: Place, expr: Expr | undefined): Text[] | null {
    if (!expr) return null;
    const at = this.program.resolve(this.at(of, expr));
    if (at.expr.is === "list") return at.expr.items.flatMap((item) => this.texts(at, item) ?? []);
    if (!isTextual(at.expr)) return null;
    return textsOf(this.program, at);
  }

  /** A field of a record that is handed over. */
  option(of: Place, record: Expr | undefined, name: string): Place | null {
    if (!record) return null;
    const at = this.program.resolve(this.at(of, record));
    const field = at.expr.is === "record" ? at.expr.fields.get(name) : undefined;
    return field ? { ...at, expr: field } : null;
  }

  optionText(of: Place, record: Expr | undefined, name: string): Text | null {
    const field = this.option(of, record, name);
    return field && textOf(this.program, field);
  }

  words(of: Place, expr: Expr | undefined): string[] | null {
    const words = this.texts(of, expr)?.map(known);
    return words?.every((word) => word !== null) ? words.map((word) => word.toUpperCase()) : null;
  }

  written(place: Place, order: number): Written {
    const { expr, module } = place;
    const span = expr.is === "call" ? addressIn(this.program, { ...place, expr }) : headOf(expr);
    return { path: module.path, span, order };
  }

  register(
    view: View,
    methods: readonly string[],
    text: Text,
    handler: Place | null,
    call: Place,
    order: number,
  ): void {
    const whole = joined([view.prefix, text]);
    const own = { router: view.router, methods, text: whole, handler, declared: call };
    this.sheet.registrations.push({ ...own, ...this.written(call, order) });
  }

  /** What can answer all below the path, and need not: a handler of another kind, a proxy. */
  perhaps(view: View, text: Text, call: Place, order: number): void {
    const own = { router: view.router, methods: ["*"], text: joined([view.prefix, text]), handler: null };
    this.sheet.registrations.push({ ...own, mayPass: true, declared: null, ...this.written(call, order) });
  }

  mount(parent: View, child: View, prefix: Text, call: Place, order: number, replaces = false): void {
    const own = { parent: parent.router, child: child.router, prefix: joined([parent.prefix, prefix]), replaces };
    this.sheet.mounts.push({ ...own, ...this.written(call, order) });
  }

  /** A function of the project that is handed a router declares on it what it declares on its parameter. */
  private handedOver(call: Place<CallExpr>, order: number): void {
    const { args, callee } = call.expr;
    if (args.length === 0 || args.length > 20) return;
    const views = args.map((arg) => (isRouterLike(arg) ? this.view(this.at(call, arg)) : null));
    if (!views.some(Boolean)) return;
    const target = this.program.resolve(this.at(call, callee));
    if (target.expr.is !== "function") return;
    views.forEach((view, index) => {
      if (view) this.mount(view, this.param(target, index), [""], call, order);
    });
  }

  /** An application that the function which makes it also asks is there for that function alone. */
  private askedByItself(call: Place<CallExpr>): void {
    const application = askedApplication(call.expr);
    const key = application && this.view(this.at(call, application))?.router;
    const [, start] = key?.startsWith(`${call.module.path}:`) ? key.slice(call.module.path.length).split(":") : [];
    const around = start === undefined ? undefined : outermostAround(call.module, Number(start));
    if (around && around === outermostAround(call.module, call.expr.start)) this.sheet.askedByThemselves.add(key!);
  }

  param({ module, expr }: Place, index: number): View {
    this.reached.add(module);
    return this.made(`${module.path}:${expr.start}:${index}`, null);
  }
}

/** `app.fetch` and `router.handle` are the application as a handler. */
const throughMembers = new Set(["fetch", "handle", "handler", "router"]);

function isTextual({ is }: Expr): boolean {
  return (
    is === "text" ||
    is === "join" ||
    is === "either" ||
    is === "call" ||
    is === "unknown" ||
    is === "param" ||
    is === "member"
  );
}

function isRouterLike({ is }: Expr): boolean {
  return is === "name" || is === "member" || is === "call";
}
