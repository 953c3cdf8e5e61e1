// The routes of one server, so that those that can answer a request are found soon.
// Knows no code.
import type { Request } from "./clients/request.ts";
import type { Pattern, Route, Segment } from "./servers/route.ts";

export class RouteTable {
  readonly keys: ReadonlySet<string>;
  readonly routes: readonly Route[];
  /** What can answer as well, and need not. */
  readonly unsure: readonly Route[];
  /** By the text before the second slash; "" where that is no text. */
  private readonly byStart = new Map<string, Route[]>();

  constructor(all: readonly Route[]) {
    this.routes = all.filter(({ mayPass }) => !mayPass);
    this.unsure = all.filter(({ mayPass }) => mayPass);
    this.keys = new Set(this.routes.map(routeKey));
    for (const route of this.routes)
      for (const start of new Set(route.isTail ? [""] : route.patterns.map(startOf))) this.add(start, route);
  }

  private add(start: string, route: Route): void {
    const known = this.byStart.get(start);
    if (known) known.push(route);
    else this.byStart.set(start, [route]);
  }

  /** All that can answer; some of them do not. */
  near({ segments, isOpen }: Request): readonly Route[] {
    const [first] = segments;
    const start = first?.length === 1 ? first[0]! : null;
    if (isOpen || start === null || start.includes("%")) return this.routes;
    return [...(this.byStart.get(start) ?? []), ...(this.byStart.get("") ?? [])];
  }

  has(route: Route): boolean {
    return this.keys.has(routeKey(route));
  }
}

function startOf({ segments: [first] }: Pattern): string {
  return first && "parts" in first && first.parts.length === 1 && typeof first.parts[0] === "string"
    ? first.parts[0]
    : "";
}

const keyOf = new WeakMap<Route, string>();

/** The same method and the same paths, whatever its parameters are called. */
export function routeKey(route: Route): string {
  let key = keyOf.get(route);
  if (key === undefined) {
    key = `${route.method} ${route.isTail} ${route.patterns.map(patternKey).sort().join(" ")}`;
    keyOf.set(route, key);
  }
  return key;
}

function patternKey({ segments, slash }: Pattern): string {
  return `/${segments.map(segmentKey).join("/")}${slash === null ? "?" : slash ? "/" : ""}`;
}

function segmentKey(segment: Segment): string {
  if ("rest" in segment) return `**${segment.least}`;
  return segment.parts.map((part) => (typeof part === "string" ? part : `{${part.accepts}}`)).join("");
}
