// Code of any language as far as addresses and routers are written in it: names, calls, texts, functions, classes.
// Knows no framework and no other file than its own. Plain data, so that a reading can be kept.

export interface Span {
  start: number;
  end: number;
}

interface Param {
  name: string;
  /** As it is written; null: not said. */
  type: string | null;
  isOptional: boolean;
}

export type FunctionExpr = Span & {
  is: "function";
  params: readonly Param[];
  result: Expr | null;
  /** Where its name and decorators end. */
  inside: number;
};

export type CallExpr = Span & {
  is: "call";
  callee: Expr;
  args: readonly Expr[];
  /** Python's keyword arguments. */
  named: Fields;
  isNew: boolean;
  /** What a decorator stands above. */
  decorates?: Expr;
};

export type Fields = ReadonlyMap<string, Expr>;

export type RecordExpr = Span & { is: "record"; fields: Fields };

export type Expr = Span &
  (
    | { is: "text"; text: string }
    | { is: "join"; parts: readonly Expr[] }
    | { is: "name"; name: string; scope: number }
    | { is: "member"; of: Expr; name: string }
    | CallExpr
    | FunctionExpr
    /** A parameter of the function that starts at `of`. */
    | { is: "param"; of: number; index: number; name: string; type: string | null }
    | { is: "list"; items: readonly Expr[] }
    | RecordExpr
    | { is: "either"; options: readonly Expr[] }
    /** `name` is `*` for the module itself. */
    | { is: "import"; module: string; name: string }
    /** The class by its place in `Module.classes`. */
    | { is: "class"; at: number }
    /** A value of a type that is written, and nothing more is known of it. */
    | { is: "typed"; type: string }
    | { is: "unknown" }
  );

export interface Scope {
  /** -1: none. */
  parent: number;
  /** All that is assigned to a name. */
  names: Map<string, Expr[]>;
}

export interface Member {
  name: string;
  decorators: Expr[];
  value: Expr;
}

export interface ClassInfo extends Span {
  name: string;
  decorators: Expr[];
  bases: Expr[];
  members: Member[];
  /** What `this` has. */
  fields: Map<string, Expr>;
}

export interface Module {
  path: string;
  scopes: Scope[];
  exports: Map<string, Expr>;
  /** Modules whose exports are all passed on. */
  stars: string[];
  /** In the order in which they run, as far as that can be told. */
  calls: CallExpr[];
  classes: ClassInfo[];
  /** Functions that stand in no other one. */
  functions: Span[];
}

export function emptyModule(path: string): Module {
  const empty = { exports: new Map<string, Expr>(), stars: [], calls: [], classes: [], functions: [] };
  return { path, scopes: [{ parent: -1, names: new Map() }], ...empty };
}

/** The function around a place that stands in no other one; undefined: it is outside of all. */
export function outermostAround({ functions }: Module, at: number): Span | undefined {
  return functions.find(({ start, end }) => start <= at && at < end);
}

export function unknownAt({ start, end }: Span): Expr {
  return { is: "unknown", start, end };
}

export function oneOf(options: readonly Expr[], { start, end }: Span): Expr | null {
  if (options.length > 1) return { is: "either", options, start, end };
  return options[0] ?? null;
}

/** A module under construction: scopes, names, calls. */
export class Draft {
  readonly module: Module;
  scope = 0;

  constructor(path: string) {
    this.module = emptyModule(path);
  }

  bind(name: string, value: Expr, scope = this.scope): void {
    const { names } = this.module.scopes[scope]!;
    names.set(name, [...(names.get(name) ?? []), value].slice(0, mostValues));
  }

  /** Assigns to a name where it is declared; else here. */
  assign(name: string, value: Expr): void {
    let scope = this.scope;
    while (scope > 0 && !this.module.scopes[scope]!.names.has(name)) scope = this.module.scopes[scope]!.parent;
    this.bind(name, value, scope);
  }

  within<T>(read: () => T): T {
    const outer = this.scope;
    this.scope = this.module.scopes.push({ parent: outer, names: new Map() }) - 1;
    try {
      return read();
    } finally {
      this.scope = outer;
    }
  }

  private functionsAround = 0;

  withinFunction<T>(span: Span, read: () => T): T {
    if (this.functionsAround++ === 0) this.module.functions.push(span);
    try {
      return this.within(read);
    } finally {
      this.functionsAround--;
    }
  }

  name(name: string, span: Span): Expr {
    return { is: "name", name, scope: this.scope, ...span };
  }
}

/** More values than that of one name are not told apart. */
const mostValues = 8;
