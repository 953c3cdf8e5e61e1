// What a route says of its requests, before and now: what it asks for more than it did.
// Knows no calls.
import type { Request } from "./clients/request.ts";
import type { Route } from "./servers/route.ts";
import type { Server } from "./servers/server.ts";

export interface Declared {
  route: Route;
  server: Server;
}

/** The first thing that breaks a caller, as the end of a sentence; null: none is declared. */
export function changedSchema(_request: Request, _before: Declared, _after: Declared): string | null {
  return null;
}
