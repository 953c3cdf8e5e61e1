// What a route says of its requests and responses, before and now: what it asks for more, or gives less, than it did.
// Knows no calls.
import type { Request } from "./clients/request.ts";
import { fastapiShape } from "./servers/fastapiShape.ts";
import { fastifyShape } from "./servers/fastifyShape.ts";
import type { Route, Shape } from "./servers/route.ts";
import type { Server } from "./servers/server.ts";

export interface Declared {
  route: Route;
  server: Server;
}

/** The first thing that breaks who asks, as the end of a sentence; null: none is declared. */
export function refusedRequest(request: Request, before: Declared, after: Declared): string | null {
  const [old, now] = [shapeOf(before), shapeOf(after)];
  if (!old || !now) return null;
  return (
    newlyRequired(old.body, now.body, request.body, (name) => `field ${name} of its body is now required`) ??
    newlyRequired(old.query, now.query, request.query, (name) => `parameter ${name} is now required`) ??
    retyped(old, now, request)
  );
}

/** The first thing that who asks gets no more, whether it is looked at or not. */
export function lostResponse(before: Declared, after: Declared): string | null {
  const [old, now] = [shapeOf(before), shapeOf(after)];
  return old && now && lessGiven(old, now);
}

function shapeOf({ route, server }: Declared): Shape | null {
  return route.dialect.name === "fastify" ? fastifyShape(server.program, route) : fastapiShape(server.program, route);
}

type Fields = Shape["body"];

function newlyRequired(
  old: Fields,
  now: Fields,
  sent: readonly string[] | null,
  inWords: (name: string) => string,
): string | null {
  for (const [name, { isRequired }] of now)
    if (isRequired && !old.get(name)?.isRequired && !sent?.includes(name)) return inWords(name);
  return null;
}

function retyped(old: Shape, now: Shape, { body }: Request): string | null {
  for (const [name, { type }] of now.body) {
    const before = old.body.get(name)?.type;
    const isSent = body === null || body.includes(name);
    if (before !== undefined && isSent && !takes(type, before)) return `field ${name} of its body takes ${type} now`;
  }
  return null;
}

/** Another type that takes all of the old one: the old one among others. */
function takes(type: string, before: string): boolean {
  const parts = (text: string): string[] =>
    text
      .replace(/^Optional\[(.*)\]$/s, "$1|None")
      .split("|")
      .map((part) => part.trim());
  const wide = new Set(parts(type));
  if (wide.has("Any") || wide.has("object") || wide.has("")) return true;
  return parts(before).every((part) => wide.has(part) || (part === "int" && wide.has("float")));
}

function lessGiven({ response: old }: Shape, { response: now }: Shape): string | null {
  if (!old || !now) return null;
  for (const [name, { type }] of old) {
    const after = now.get(name);
    if (!after) return `field ${name} is no longer in its response`;
    if (after.type !== type && !takes(type, after.type)) return `field ${name} of its response is ${after.type} now`;
  }
  return null;
}
