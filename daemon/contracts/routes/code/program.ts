// One version of the tree as a program: what a name, a member, an import or a call comes to, across files.
// Knows no framework. Every step is counted, so that no input keeps it for long.
import type { VersionTree } from "../../family.ts";
import type { CallExpr, Expr, Module } from "./expr.ts";
import { moduleAt } from "./modules.ts";
import { Imports } from "./imports.ts";

/** An expression where it stands, with what the parameters around it are. */
export interface Place<E extends Expr = Expr> {
  module: Module;
  expr: E;
  env: Env | null;
}

export interface Env {
  /** Start of the function whose parameters these are. */
  of: number;
  path: string;
  args: readonly Place[];
  named: ReadonlyMap<string, Place>;
  outer: Env | null;
}

const mostSteps = 60;

export class Program {
  private readonly modules = new Map<string, Module | null>();
  private readonly targets = new Map<string, Module[] | null>();
  private readonly imports: Imports;

  constructor(readonly tree: VersionTree) {
    this.imports = new Imports(tree);
  }

  module(path: string): Module | null {
    let module = this.modules.get(path);
    if (module === undefined) this.modules.set(path, (module = moduleAt(this.tree, path)));
    return module;
  }

  /** The files that a module's name means: one, or those of a Go package; null: a package from elsewhere. */
  target(from: Module, specifier: string): Module[] | null {
    const key = `${from.path}\0${specifier}`;
    let found = this.targets.get(key);
    if (found === undefined) {
      const paths = this.imports.paths(from.path, specifier);
      const modules = paths?.flatMap((path) => this.module(path) ?? []) ?? [];
      this.targets.set(key, (found = modules.length > 0 ? modules : paths === null ? null : []));
    }
    return found;
  }

  /** What the expression stands for, as far as it can be followed: a text, a call, a function, an import from a package … */
  resolve(place: Place, steps = mostSteps): Place {
    let at: Place = place;
    for (let left = steps; left > 0; left--) {
      const next = this.step(at, left);
      if (next === null) return at;
      at = next;
    }
    return unknown(place);
  }

  private step({ module, expr, env }: Place, left: number): Place | null {
    switch (expr.is) {
      case "name":
        return this.named(module, expr, env);
      case "member":
        return this.member({ module, expr, env }, left);
      case "import":
        return this.imported(module, expr);
      case "param":
        return this.argument(module, expr, env);
      case "call":
        return this.result({ module, expr, env }, left);
      default:
        return null;
    }
  }

  private named(module: Module, expr: Expr & { is: "name" }, env: Env | null): Place | null {
    for (let at = expr.scope; at >= 0; at = module.scopes[at]!.parent) {
      const values = module.scopes[at]!.names.get(expr.name);
      if (!values) continue;
      if (values.length === 1) return { module, expr: values[0]!, env };
      return { module, expr: { is: "either", options: values, start: expr.start, end: expr.end }, env };
    }
    return module.path.endsWith(".go") ? this.ofPackage(module, expr.name) : null;
  }

  private ofPackage(module: Module, name: string): Place | null {
    for (const each of this.target(module, ".") ?? []) {
      const found = each === module ? undefined : each.exports.get(name);
      if (found) return { module: each, expr: found, env: null };
    }
    return null;
  }

  private member({ module, expr, env }: Place<Expr & { is: "member" }>, left: number): Place | null {
    const of = this.resolve({ module, expr: expr.of, env }, left - 1);
    if (of.expr.is === "record") {
      const field = of.expr.fields.get(expr.name);
      return field ? { ...of, expr: field } : null;
    }
    if (of.expr.is === "class") {
      const field = of.module.classes[of.expr.at]?.fields.get(expr.name);
      return field ? { ...of, expr: field } : null;
    }
    if (of.expr.is === "import") {
      const { name, module: from } = of.expr;
      const isModule = name === "*" || name === "require" || name === "default";
      if (isModule) return { ...of, expr: { ...of.expr, name: expr.name, module: from } };
    }
    return null;
  }

  private imported(module: Module, expr: Expr & { is: "import" }): Place | null {
    const targets = this.target(module, expr.module);
    for (const target of targets ?? []) {
      const found = this.exported(target, expr.name, new Set());
      if (found) return found;
    }
    return expr.name === "*" || expr.name === "require" ? null : this.submodule(module, expr);
  }

  /** Python: `from package import module`. */
  private submodule(module: Module, expr: Expr & { is: "import" }): Place | null {
    if (!module.path.endsWith(".py")) return null;
    const inner = expr.module.endsWith(".") ? `${expr.module}${expr.name}` : `${expr.module}.${expr.name}`;
    if (!this.target(module, inner)?.length) return null;
    return { module, expr: { ...expr, module: inner, name: "*" }, env: null };
  }

  private exported(module: Module, name: string, seen: Set<Module>): Place | null {
    if (seen.has(module)) return null;
    seen.add(module);
    const own = module.exports.get(name) ?? (name === "default" ? module.exports.get("module.exports") : undefined);
    if (own) return { module, expr: own, env: null };
    const whole = module.exports.get("module.exports");
    if (whole && name === "require") return { module, expr: whole, env: null };
    if (whole?.is === "record" && whole.fields.has(name)) return { module, expr: whole.fields.get(name)!, env: null };
    if (name === "require" && module.exports.size > 0) return exportsAsRecord(module);
    for (const star of module.stars)
      for (const target of this.target(module, star) ?? []) {
        const found = this.exported(target, name, seen);
        if (found) return found;
      }
    return null;
  }

  private argument(module: Module, expr: Expr & { is: "param" }, env: Env | null): Place | null {
    for (let at = env; at; at = at.outer)
      if (at.of === expr.of && at.path === module.path) return at.named.get(expr.name) ?? at.args[expr.index] ?? null;
    return null;
  }

  /** What a function of the project returns. */
  private result(place: Place<CallExpr>, left: number): Place | null {
    const { module, expr, env } = place;
    const callee = this.resolve({ module, expr: expr.callee, env }, left - 1);
    if (callee.expr.is === "class") return this.instance(callee as Place<Expr & { is: "class" }>);
    if (callee.expr.is !== "function" || callee.expr.result === null) return null;
    return { module: callee.module, expr: callee.expr.result, env: this.envOf(place, callee) };
  }

  private instance({ module, expr }: Place<Expr & { is: "class" }>): Place | null {
    const info = module.classes[expr.at];
    return info
      ? { module, expr: { is: "record", fields: info.fields, start: info.start, end: info.end }, env: null }
      : null;
  }

  /** The parameters of a function where it is called like this. */
  envOf({ module, expr, env }: Place<CallExpr>, callee: Place): Env {
    const args = expr.args.map((arg): Place => ({ module, expr: arg, env }));
    const named = new Map([...expr.named].map(([name, value]) => [name, { module, expr: value, env }]));
    const depth = depthOf(callee.env);
    return { of: callee.expr.start, path: callee.module.path, args, named, outer: depth > 20 ? null : callee.env };
  }
}

function depthOf(env: Env | null): number {
  let depth = 0;
  for (let at = env; at; at = at.outer) depth++;
  return depth;
}

function exportsAsRecord(module: Module): Place {
  return { module, expr: { is: "record", fields: module.exports, start: 0, end: 0 }, env: null };
}

function unknown({ module, expr: { start, end } }: Place): Place {
  return { module, expr: { is: "unknown", start, end }, env: null };
}
