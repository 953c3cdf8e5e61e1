// All routes that one version of the tree serves.
// Reads the files that can declare or mount any, and what they lead to.
import { languageOf } from "../../../syntax/languageOf.ts";
import type { VersionTree } from "../../family.ts";
import type { CallExpr, Module } from "../code/expr.ts";
import { Program, type Place } from "../code/program.ts";
import { RouteTable } from "../table.ts";
import { GoRules } from "./go.ts";
import { routesOf } from "./link.ts";
import { nestRoutes } from "./nest.ts";
import { isNextRoute, nextRoutes } from "./next.ts";
import { PythonRules } from "./python.ts";
import { Reader } from "./reader.ts";
import type { Route } from "./route.ts";
import { ScriptRules } from "./scripts.ts";

export interface Server {
  program: Program;
  table: RouteTable;
}

const mostRoutes = 20_000;

/** What a file that declares or mounts routes cannot do without. What they hand their routers to is read, too. */
const signs = {
  ts: /express|koa|hono|fastify|elysia|@nestjs|[rR]outer|polka|restify|oak|find-my-way|\.(?:get|post|put|patch|delete|all|use|route|on|mount|group)\(\s*\[?["'`]/,
  py: /fastapi|starlette|flask|quart|sanic|[rR]outer|[bB]lueprint|\.(?:get|post|put|patch|delete|route|mount)\(\s*f?["']\//,
  go: /net\/http|gin-gonic|labstack\/echo|go-chi/,
};

const known = new WeakMap<VersionTree, Server>();

/** Read once for each version. */
export function serverOf(tree: VersionTree, proceed: () => void): Server {
  const server = known.get(tree) ?? readServer(tree, proceed);
  known.set(tree, server);
  return server;
}

const rules = {
  ts: (reader: Reader) => new ScriptRules(reader),
  py: (reader: Reader) => new PythonRules(reader),
  go: (reader: Reader) => new GoRules(reader),
};

/** What one file says of routes; null: it is of no language that can. */
export function readerOf(program: Program, module: Module): Reader | null {
  const group = groupOf(module.path);
  if (group === null) return null;
  const reader = new Reader(program, rules[group]);
  module.calls.forEach((expr, order) => reader.call(placeOf(module, expr), order));
  return reader;
}

function readServer(tree: VersionTree, proceed: () => void): Server {
  const program = new Program(tree);
  const modules = modulesOf(program, tree, proceed);
  const readers = {
    ts: new Reader(program, rules.ts),
    py: new Reader(program, rules.py),
    go: new Reader(program, rules.go),
  };
  const routes: Route[] = [];
  // It grows while it is gone through.
  const all = new Set(modules);
  for (const module of all) {
    proceed();
    const group = groupOf(module.path);
    if (group === null) continue;
    const reader = readers[group];
    module.calls.forEach((expr, order) => reader.call(placeOf(module, expr), order));
    for (const each of reader.reached) all.add(each);
    if (isNextRoute(module.path)) routes.push(...nextRoutes(program, module));
  }
  routes.push(...nestRoutes(program, modules));
  for (const { sheet } of Object.values(readers)) routes.push(...routesOf(sheet, proceed));
  return { program, table: new RouteTable(routes.slice(0, mostRoutes)) };
}

function placeOf(module: Module, expr: CallExpr): Place<CallExpr> {
  return { module, expr, env: null };
}

function modulesOf(program: Program, tree: VersionTree, proceed: () => void): Module[] {
  const found: Module[] = [];
  for (const path of tree.files()) {
    const group = groupOf(path);
    if (group === null || isTest(path)) continue;
    proceed();
    const text = isNextRoute(path) ? "" : tree.read(path);
    if (text === null || (text !== "" && !signs[group].test(text))) continue;
    const module = program.module(path);
    if (module) found.push(module);
  }
  return found;
}

function groupOf(path: string): "ts" | "py" | "go" | null {
  const language = languageOf(path);
  if (language === null || /\.d\.[cm]?ts$|\.pyi$/.test(path)) return null;
  return language === "js" ? "ts" : language;
}

/** What tests serve is nobody's contract. */
export function isTest(path: string): boolean {
  return /(?:^|\/)(?:tests?|__tests__|__mocks__|mocks|e2e|spec|fixtures)\/|[._-](?:test|spec|mock)s?\.\w+$|(?:^|\/)(?:test_[^/]*|conftest)\.py$/.test(
    path,
  );
}
