// All routes that one version of the tree serves.
// Reads the files that can declare or mount any, and what they lead to.
import { languageOf } from "../../../syntax/languageOf.ts";
import type { VersionTree } from "../../family.ts";
import type { CallExpr, Module } from "../code/expr.ts";
import { Program, type Place } from "../code/program.ts";
import { RecordedTree } from "../../recordedTree.ts";
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

/** Servers of earlier questions, the last one that was asked for first: the base and the sides of two pairs. */
const mostKept = 6;
let kept: { tree: RecordedTree; server: Server }[] = [];

/** Read once for each version, and not again while all stays the same that it was read from. */
export function serverOf(tree: VersionTree, proceed: () => void): Server {
  const server = known.get(tree) ?? serverLike(tree, proceed);
  known.set(tree, server);
  return server;
}

function serverLike(tree: VersionTree, proceed: () => void): Server {
  const found = kept.find((each) => each.tree.moveTo(tree)) ?? readAnew(new RecordedTree(tree), proceed);
  kept = [found, ...kept.filter((each) => each !== found)].slice(0, mostKept);
  return found.server;
}

function readAnew(tree: RecordedTree, proceed: () => void): (typeof kept)[number] {
  return { tree, server: readServer(tree, proceed) };
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
    if (text === null || (text !== "" && !hasSign(path, text, signs[group]))) continue;
    const module = program.module(path);
    if (module) found.push(module);
  }
  return found;
}

const looked = new Map<string, { text: string; has: boolean }>();
/** Files of which it is remembered. */
const mostLooked = 20_000;

function hasSign(path: string, text: string, sign: RegExp): boolean {
  const before = looked.get(path);
  if (before?.text === text) return before.has;
  if (looked.size >= mostLooked) looked.clear();
  const has = sign.test(text);
  looked.set(path, { text, has });
  return has;
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
