// A new route that takes the requests of a route that the other side adds behind it.
// Knows no calls.
import type { Break } from "../../core/questions.ts";
import type { Side } from "../family.ts";
import type { Request } from "./clients/request.ts";
import { shownPath } from "./words.ts";
import { rangeIn, useAt } from "./places.ts";
import { compareOrders, hitsOf } from "./serve.ts";
import type { Route } from "./servers/route.ts";
import type { Server } from "./servers/server.ts";
import { routeKey } from "./table.ts";

const most = 200;

export function shadowsOf(changer: Side, user: Side, base: Server, now: Server, own: Server): Break[] {
  const isNew = (route: Route): boolean => !base.table.has(route) && !route.dialect.isMostExactFirst;
  const theirs = now.table.routes.filter(isNew).slice(0, most);
  const ours = own.table.routes.filter((route) => isNew(route) && !isSame(route, theirs)).slice(0, most);
  return ours.flatMap((route) => {
    const request = requestFor(route);
    const above = request && hitsOf(request, theirs).find((hit) => isDeclaredBefore(hit.route, now, route, own, base));
    if (!above) return [];
    const taker = above.route;
    const reason = `${taker.method} ${shownPath(taker)} is declared before it and takes its requests`;
    const declaration = { change: "added" as const, path: taker.place.path, range: rangeIn(changer.now, taker.place) };
    const contract = `http:${route.method} ${shownPath(route)}`;
    return [
      {
        contract,
        changer: changer.name,
        certainty: "pattern",
        reason,
        declaration,
        uses: [useAt(user.now, route.place)],
      },
    ];
  });
}

function isSame(route: Route, others: readonly Route[]): boolean {
  return others.some((other) => routeKey(other) === routeKey(route));
}

/** The request that a route without parameters is there for. */
function requestFor({ patterns, method, isVague }: Route): Request | null {
  const [pattern] = patterns;
  if (!pattern || patterns.length > 1 || isVague) return null;
  const segments = pattern.segments.map((each) => {
    const texts = "parts" in each ? each.parts.filter((part) => typeof part === "string") : [];
    return "parts" in each && texts.length === each.parts.length ? [texts.join("")] : null;
  });
  if (segments.length === 0 || segments.includes(null)) return null;
  const own = { method, slash: pattern.slash ?? false, isOpen: false, isLoose: false, body: null, query: null };
  return { ...own, segments: segments as string[][] };
}

/** Both are new: what stands before them in the base tells which of the two comes first. */
function isDeclaredBefore(taker: Route, now: Server, route: Route, own: Server, base: Server): boolean {
  if (taker.root !== route.root || taker.place.path !== route.place.path) return false;
  return placeAmong(taker, now, base) < placeAmong(route, own, base);
}

function placeAmong(route: Route, { table }: Server, base: Server): number {
  return table.routes.filter(
    (each) => each.root === route.root && base.table.has(each) && compareOrders(each.order, route.order) < 0,
  ).length;
}
