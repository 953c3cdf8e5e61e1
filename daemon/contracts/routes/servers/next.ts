// Routes of Next.js: what files in `app` and `pages/api` export, at the address that their folders spell.
// Knows no other framework.
import type { Expr, Module } from "../code/expr.ts";
import { headOf } from "../code/marks.ts";
import type { Program } from "../code/program.ts";
import { patternsOf } from "./pattern.ts";
import { dialects, type Route } from "./route.ts";

const methods = ["GET", "POST", "PUT", "PATCH", "DELETE", "HEAD", "OPTIONS"];

export function isNextRoute(path: string): boolean {
  return addressOf(path) !== null;
}

export function nextRoutes(program: Program, module: Module): Route[] {
  const found = addressOf(module.path);
  if (!found) return [];
  if (!found.isPages) return methods.flatMap((method) => routeOf(program, module, method, method, found.address));
  return routeOf(program, module, "*", "default", found.address);
}

function routeOf(program: Program, module: Module, method: string, name: string, path: string): Route[] {
  const handler = exportOf(program, module, name);
  if (!handler) return [];
  const patterns = patternsOf(path, dialects.next);
  const own = {
    method,
    path,
    dialect: dialects.next,
    patterns,
    isTail: false,
    isVague: false,
    order: [],
    above: [],
    root: "next",
  };
  return [
    { ...own, place: { path: module.path, span: headOf(handler.declared) }, handler: handler.place, declared: null },
  ];
}

function exportOf(program: Program, module: Module, name: string) {
  const start: Expr = { is: "import", module: "", name, start: 0, end: 0 };
  const own = module.exports.get(name) ?? (name === "default" ? module.exports.get("module.exports") : undefined);
  if (own) return { declared: own, place: program.resolve({ module, expr: own, env: null }) };
  for (const star of module.stars)
    for (const target of program.target(module, star) ?? []) {
      const found = target.exports.get(name);
      if (found) return { declared: start, place: program.resolve({ module: target, expr: found, env: null }) };
    }
  return null;
}

/** `/api/items/[id]` of `src/app/(shop)/api/items/[id]/route.ts`; null: the file serves nothing. */
function addressOf(path: string): { address: string; isPages: boolean } | null {
  const parts = path.split("/");
  const file = /^(.+)\.(?:[cm]?[jt]s|[jt]sx)$/.exec(parts.pop()!)?.[1];
  if (file === undefined || path.length > 1_000) return null;
  const pages = parts.findIndex(
    (part, at) => part === "pages" && (parts[at + 1] === "api" || (at === parts.length - 1 && file === "api")),
  );
  if (pages >= 0) {
    const below = [...parts.slice(pages + 1), ...(file === "index" ? [] : [file])];
    return { address: `/${below.join("/")}`, isPages: true };
  }
  if (file !== "route" || !parts.includes("app")) return null;
  const root = parts.findIndex(
    (part, at) => part === "app" && (parts[at - 1] === "src" || !parts.slice(at).includes("src")),
  );
  return root < 0 ? null : ofFolders(parts.slice(root + 1));
}

function ofFolders(folders: string[]): { address: string; isPages: boolean } | null {
  const isPrivate = folders.some((each) => each.startsWith("_") || /^\(\.{1,3}\)/.test(each));
  if (isPrivate) return null;
  const shown = folders.filter((each) => !each.startsWith("@") && !/^\([^)]*\)$/.test(each));
  return { address: `/${shown.join("/")}`, isPages: false };
}
