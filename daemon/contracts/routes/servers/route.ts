// What a server serves: routes, the routers that they are declared on, and how each framework reads paths.
// Types and tables; knows no code.
import type { Expr, Span } from "../code/expr.ts";
import type { Place } from "../code/program.ts";
import type { Text } from "../code/texts.ts";

/** What a path with or without its last slash comes to: the same, nothing, or a redirect to the other. */
type Slash = "same" | "strict" | "redirect" | "redirect to slash";

export interface Dialect {
  name: string;
  syntax: "colon" | "brace" | "angle" | "folder" | "go";
  slash: Slash;
  /** The most exact of all paths that fit is taken; else the first that was declared. */
  isMostExactFirst: boolean;
  /** What `/` below a prefix is: the prefix alone, both, or the prefix with a slash. */
  root: "bare" | "both" | "slash";
}

function dialect(
  name: string,
  syntax: Dialect["syntax"],
  slash: Slash,
  root: Dialect["root"],
  order: "exact" | "declared",
): Dialect {
  return { name, syntax, slash, root, isMostExactFirst: order === "exact" };
}

export const dialects = {
  express: dialect("express", "colon", "same", "both", "declared"),
  koa: dialect("koa", "colon", "same", "both", "declared"),
  hono: dialect("hono", "colon", "strict", "bare", "declared"),
  fastify: dialect("fastify", "colon", "strict", "both", "exact"),
  elysia: dialect("elysia", "colon", "same", "both", "exact"),
  next: dialect("next", "folder", "same", "both", "exact"),
  fastapi: dialect("fastapi", "brace", "redirect", "slash", "declared"),
  starlette: dialect("starlette", "brace", "redirect", "slash", "declared"),
  flask: dialect("flask", "angle", "redirect to slash", "slash", "exact"),
  sanic: dialect("sanic", "angle", "same", "both", "exact"),
  http: dialect("net/http", "go", "strict", "slash", "exact"),
  gin: dialect("gin", "colon", "redirect", "slash", "exact"),
  echo: dialect("echo", "colon", "strict", "slash", "exact"),
  chi: dialect("chi", "brace", "strict", "both", "exact"),
};

export interface Router {
  key: string;
  /** Null: that of the router it is mounted on. */
  dialect: Dialect | null;
  /** Requests come in here: it needs nobody to mount it. */
  isRoot: boolean;
  prefix: Text;
}

/** Where it is written, and after how many others. */
export interface Written {
  path: string;
  span: Span;
  order: number;
}

export interface Registration extends Written {
  router: string;
  methods: readonly string[];
  text: Text;
  handler: Place | null;
  /** Takes all below its path, or passes it on: nobody can tell. */
  mayPass?: boolean;
  /** The call that declares it, for what else it says of requests and responses. */
  declared: Place | null;
}

export interface Mount extends Written {
  parent: string;
  child: string;
  prefix: Text;
  /** The prefix stands in the place of the router's own. */
  replaces: boolean;
}

/** A router, or a part of one: what is declared on it is below `prefix`. */
export interface View {
  router: string;
  prefix: Text;
  /** All methods of these paths: `router.route("/x")`. */
  paths?: Text[];
}

export interface Spot {
  path: string;
  span: Span;
}

export interface Route {
  /** `GET`, or `*` for all. */
  method: string;
  /** As it is declared, with all prefixes. */
  path: string;
  dialect: Dialect;
  patterns: readonly Pattern[];
  /** What stands before the path is not known. */
  isTail: boolean;
  /** It answers, or passes on to those behind it: nobody can tell. */
  mayPass?: boolean;
  /** Something in it is not known. */
  isVague: boolean;
  place: Spot;
  /** Where the routers are mounted that it hangs on, and what else its path comes from. */
  above: readonly Spot[];
  handler: Place<Expr> | null;
  declared: Place<Expr> | null;
  /** By which the routes of one server are in order. */
  order: readonly number[];
  /** The router on top. */
  root: string;
}

export type Slot = { accepts: "any" | "int" | "float" | "uuid" | "other" };

/** Texts and parameters of one part between slashes; `rest`: any number of parts from `least` on. */
export type Segment = { parts: readonly (string | Slot)[] } | { rest: true; least: number };

export interface Pattern {
  segments: readonly Segment[];
  /** Null: with a last slash or without. */
  slash: boolean | null;
}

/** All routes of one reading before they are put together. */
export class Sheet {
  readonly routers = new Map<string, Router>();
  readonly registrations: Registration[] = [];
  readonly mounts: Mount[] = [];
  /** Applications that nobody but their own test asks. */
  readonly askedByThemselves = new Set<string>();

  router(router: Router): void {
    if (!this.routers.has(router.key)) this.routers.set(router.key, router);
  }
}

export interface Field {
  type: string;
  isRequired: boolean;
}

/** What a route says that it takes and gives. Response null: it does not say. */
export interface Shape {
  body: ReadonlyMap<string, Field>;
  query: ReadonlyMap<string, Field>;
  response: ReadonlyMap<string, Field> | null;
}
