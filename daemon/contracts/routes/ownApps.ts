// Requests to applications that the asking file makes for itself: what they are answered by is nobody else's contract.
// Knows no frameworks.
import type { HttpCall } from "./clients/calls.ts";
import { outermostAround, type Module } from "./code/expr.ts";
import { hitsOf } from "./serve.ts";
import { routesDeclaredBy } from "./servers/link.ts";
import type { Reader } from "./servers/reader.ts";
import type { Dialect } from "./servers/route.ts";
import { readerOf, type Server } from "./servers/server.ts";

export class OwnApps {
  private readonly readers = new Map<Module, Reader>();

  /** The tree of the side that asks. */
  constructor(private readonly server: Server) {}

  /** `dialect`: of the route that would be meant otherwise. */
  answer(call: HttpCall, dialect: Dialect): boolean {
    const module = this.server.program.module(call.path);
    const reader = module && this.readerOf(module);
    return reader ? this.isClosed(call, reader) || answersInFunction(call, module, reader, dialect) : false;
  }

  /** It is asked of an application of its own file, on which only that file declares anything. */
  private isClosed({ application, path }: HttpCall, reader: Reader): boolean {
    const key = application && reader.view(application)?.router;
    if (!key || !reader.sheet.routers.get(key)?.dialect) return false;
    return isOf(path, key, reader) && !this.server.table.routes.some(({ root }) => root === key);
  }

  private readerOf(module: Module): Reader | null {
    const known = this.readers.get(module);
    if (known) return known;
    const reader = readerOf(this.server.program, module);
    if (reader) this.readers.set(module, reader);
    return reader;
  }
}

/** The router is made in the file, and so are all that hang on it. */
function isOf(path: string, key: string, { sheet }: Reader): boolean {
  const open = [key];
  const seen = new Set<string>();
  for (let at = open.pop(); at !== undefined; at = open.pop()) {
    if (!at.startsWith(`${path}:`)) return false;
    seen.add(at);
    for (const { parent, child } of sheet.mounts) if (parent === at && !seen.has(child)) open.push(child);
  }
  return true;
}

/** The function around it declares the route itself, on whatever it was handed. */
function answersInFunction({ span, request }: HttpCall, module: Module, { sheet }: Reader, dialect: Dialect): boolean {
  const around = outermostAround(module, span.start);
  if (!around) return false;
  const inside = sheet.registrations.filter((each) => outermostAround(module, each.span.start) === around);
  return inside.some((each) => hitsOf(request, routesDeclaredBy(each, dialect)).length > 0);
}
