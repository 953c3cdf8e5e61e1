// Which of the routes answers a request: as its framework picks it.
// Knows no code.
import type { Asked, Request } from "./clients/request.ts";
import type { Pattern, Route, Segment, Slot } from "./servers/route.ts";
import { routeKey, type RouteTable } from "./table.ts";

export interface Hit {
  route: Route;
  /** 2: whatever is not known of the request; 1: only if what is not known happens to fit. */
  fit: 1 | 2;
  /** It answers with a redirect to the path with another last slash. */
  isRedirect: boolean;
  /** By the end of the path alone. */
  isTail: boolean;
}

const mostRests = 3;

export function served(request: Request, table: RouteTable): Hit | null {
  const near = table.near(request);
  const hits = hitsOf(request, near).filter(({ route }) => !isRefused(request, route, near));
  const whole = hits.filter(({ isTail }) => !isTail);
  const wanted = whole.length > 0 ? whole : hits;
  const best = Math.max(0, ...wanted.map(({ fit }) => fit));
  const fitting = wanted.filter(({ fit }) => fit === best);
  // What fits only by chance counts where nothing else can be meant.
  if (best === 1 && new Set(fitting.map(({ route }) => routeKey(route))).size > 1) return null;
  return fitting.reduce<Hit | null>((first, hit) => (first && !isBefore(hit, first) ? first : hit), null);
}

/** Next.js picks the file by the path alone: one that is more exact refuses methods that it does not have. */
function isRefused(request: Request, route: Route, near: readonly Route[]): boolean {
  if (route.dialect.name !== "next") return false;
  const files = near.filter((each) => each.dialect.name === "next" && each.place.path !== route.place.path);
  const pathOf = (each: Route): string => exactness({ ...each, method: "*" });
  return hitsOf({ ...request, method: null }, files).some((hit) => hit.fit === 2 && pathOf(hit.route) > pathOf(route));
}

export function hitsOf(request: Request, routes: readonly Route[]): Hit[] {
  return routes.flatMap((route) => hitOf(request, route) ?? []);
}

function hitOf(request: Request, route: Route): Hit | null {
  if (!fitsMethod(request.method, route.method)) return null;
  let found: Hit | null = null;
  for (const pattern of route.patterns) {
    const whole = route.isTail ? 0 : fitOf(request.segments, pattern.segments);
    const fit = whole || tailFit(request, route, pattern);
    const slash = slashFit(request, route, pattern);
    if (fit === 0 || slash === "no") continue;
    const hit: Hit = { route, fit: fit === 2 ? 2 : 1, isRedirect: slash === "redirect", isTail: whole === 0 };
    if (!found || hit.fit > found.fit || (found.isRedirect && !hit.isRedirect)) found = hit;
  }
  return found;
}

function fitsMethod(asked: string | null, served: string): boolean {
  return asked === null || served === "*" || asked === served || (asked === "HEAD" && served === "GET");
}

/** Where the start of one of the two is not known, the ends are held against each other. */
function tailFit({ segments, isOpen }: Request, { isTail }: Route, pattern: Pattern): 0 | 1 | 2 {
  const length = pattern.segments.length;
  if (isTail) {
    const says = pattern.segments.some(
      (each) => "parts" in each && each.parts.every((part) => typeof part === "string"),
    );
    if (!says || segments.length < length || hasRest(pattern)) return 0;
    return fitOf(segments.slice(segments.length - length), pattern.segments);
  }
  if (!isOpen || segments.length === 0 || segments.length >= length || hasRest(pattern)) return 0;
  return fitOf(segments, pattern.segments.slice(length - segments.length));
}

function hasRest({ segments }: Pattern): boolean {
  return segments.some((each) => "rest" in each);
}

function slashFit(request: Request, { dialect }: Route, { slash, segments }: Pattern): "yes" | "no" | "redirect" {
  if (slash === null || slash === request.slash || segments.length === 0) return "yes";
  if (dialect.slash === "redirect") return "redirect";
  return dialect.slash === "redirect to slash" && slash ? "redirect" : "no";
}

function fitOf(asked: readonly Asked[], pattern: readonly Segment[]): 0 | 1 | 2 {
  if (pattern.filter((each) => "rest" in each).length > mostRests) return 0;
  const [first, ...rest] = pattern;
  if (!first) return asked.length === 0 ? 2 : 0;
  if ("rest" in first) {
    for (let taken = first.least; taken <= asked.length; taken++) {
      const fit = fitOf(asked.slice(taken), rest);
      if (fit > 0) return fit;
    }
    return 0;
  }
  const [given, ...others] = asked;
  if (!given) return 0;
  const own = segmentFit(given, first.parts);
  return own === 0 ? 0 : (Math.min(own, fitOf(others, rest)) as 0 | 1 | 2);
}

function segmentFit(asked: Asked, parts: readonly (string | Slot)[]): 0 | 1 | 2 {
  const [only] = parts;
  const text = asked.length === 1 ? asked[0]! : null;
  if (typeof text === "string") return fitsText(text, parts) ? 2 : 0;
  if (parts.length === 1 && typeof only !== "string") return 2;
  if (parts.every((part) => typeof part === "string")) return mayBe(asked, parts.join("")) ? 1 : 0;
  const skeleton = (each: readonly (string | Slot | null)[]): string =>
    each.map((part) => (typeof part === "string" ? part : "\0")).join("");
  return skeleton(asked) === skeleton(parts) ? 2 : 1;
}

function mayBe(asked: Asked, text: string): boolean {
  const [first, last] = [asked[0], asked.at(-1)];
  return text.startsWith(first ?? "") && text.endsWith(last ?? "");
}

function fitsText(text: string, parts: readonly (string | Slot)[]): boolean {
  if (parts.every((part) => typeof part === "string")) return decoded(text) === decoded(parts.join(""));
  if (parts.length === 1) return accepts(parts[0] as Slot, text);
  let at = 0;
  for (const [index, part] of parts.entries()) {
    if (typeof part !== "string") continue;
    const found = index === 0 ? (text.startsWith(part) ? 0 : -1) : text.indexOf(part, at + 1);
    if (found < 0) return false;
    at = found + part.length;
  }
  return typeof parts.at(-1) !== "string" ? at < text.length : at === text.length;
}

function decoded(text: string): string {
  if (!text.includes("%")) return text;
  try {
    return decodeURIComponent(text);
  } catch {
    return text;
  }
}

function accepts({ accepts }: Slot, text: string): boolean {
  if (accepts === "int") return /^\d+$/.test(text);
  if (accepts === "float") return /^\d+(?:\.\d+)?$/.test(text);
  return accepts !== "uuid" || /^[0-9a-f]{8}-(?:[0-9a-f]{4}-){3}[0-9a-f]{12}$/i.test(text);
}

/** In one server as its framework does it; of several servers the more exact. */
function isBefore(a: Hit, b: Hit): boolean {
  if (a.isRedirect !== b.isRedirect) return b.isRedirect;
  const isOrdered = a.route.root === b.route.root && !a.route.dialect.isMostExactFirst && !a.isTail;
  return isOrdered ? compareOrders(a.route.order, b.route.order) < 0 : exactness(a.route) > exactness(b.route);
}

export function compareOrders(a: readonly number[], b: readonly number[]): number {
  for (let at = 0; at < Math.max(a.length, b.length); at++) {
    const difference = (a[at] ?? -1) - (b[at] ?? -1);
    if (difference !== 0) return difference;
  }
  return 0;
}

/** Part by part: text before parameters before any number of parts. */
function exactness({ patterns, method }: Route): string {
  const rank = (segment: Segment): string => {
    if ("rest" in segment) return "0";
    if (segment.parts.every((part) => typeof part === "string")) return "4";
    if (segment.parts.length > 1) return "3";
    return (segment.parts[0] as Slot).accepts === "any" ? "1" : "2";
  };
  const ranks = patterns.map(({ segments }) => segments.map(rank).join("")).sort();
  return `${ranks.at(-1) ?? ""}${method === "*" ? "" : "+"}`;
}
