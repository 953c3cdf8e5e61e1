// What became of the route that answers a request: kept, gone, moved, or answering otherwise.
// Knows no frameworks.
import type { ChangeKind } from "../../../shared/model/footprint.ts";
import type { Break } from "../../core/questions.ts";
import { languageOf } from "../../syntax/languageOf.ts";
import type { Side, VersionTree } from "../family.ts";
import type { Request } from "./clients/request.ts";
import { headOf } from "./code/marks.ts";
import { rangeIn, rangeOfDifference } from "./places.ts";
import { lostResponse, refusedRequest } from "./schema.ts";
import { hitsOf, served, type Hit } from "./serve.ts";
import type { Route } from "./servers/route.ts";
import type { Server } from "./servers/server.ts";
import { Successors } from "./successors.ts";
import { routeKey, type RouteTable } from "./table.ts";
import { isFallback, shownPath, takesRest } from "./words.ts";

export type Verdict = Omit<Break, "changer" | "uses">;

/** The user's own side answers it by another route, or by none. */
export function isServedOtherwise(request: Request, before: Hit, own: RouteTable): boolean {
  const now = served(request, own);
  return !now || routeKey(now.route) !== routeKey(before.route);
}

/** One side's routes, before and now. */
export class Judge {
  private readonly successors: Successors;

  constructor(
    private readonly base: Server,
    private readonly now: Server,
    private readonly changer: Side,
  ) {
    this.successors = new Successors(base.table, now.table, changer);
  }

  /** Null: the request is answered as before. */
  verdict(request: Request, before: Hit): Verdict | null {
    const old = before.route;
    if (isFallback(old)) return null;
    const after = served(request, this.now.table);
    if (after && routeKey(after.route) === routeKey(old)) return this.kept(request, before, after);
    if (this.now.table.has(old)) return after && this.shadowed(request, before, after.route);
    if (after && !this.isCaughtByFallback(after.route)) return this.redirected(request, before, after);
    return this.isPerhapsServed(request) ? null : this.gone(request, before);
  }

  /** What was there before and takes whatever comes is no answer to a route that is gone. */
  private isCaughtByFallback(route: Route): boolean {
    return isFallback(route) || (takesRest(route) && this.base.table.has(route));
  }

  /** By a new route of which not all is known, or by a new handler or proxy for all below a path. */
  private isPerhapsServed(request: Request): boolean {
    const unclear = this.now.table.routes.filter((each) => (each.isTail || each.isVague) && !this.base.table.has(each));
    const [before, now] = [this.base, this.now].map(({ table }) => hitsOf(request, table.unsure).length);
    return now! > before! || hitsOf({ ...request, isOpen: true }, unclear).length > 0;
  }

  private gone(request: Request, before: Hit): Verdict {
    const old = before.route;
    const target = this.successors.of(old);
    if (!target)
      return this.said(request, before, "nothing answers it any more", this.at(old, this.changer.base, "removed"));
    const isSamePath = shownPath(target) === shownPath(old);
    const reason = !isSamePath
      ? `it is ${target.method} ${shownPath(target)} now`
      : target.method === old.method
        ? "it takes other values in its path now"
        : `it answers ${target.method} now`;
    return this.said(request, before, reason, this.at(target, this.changer.now, isSamePath ? "signature" : "moved"));
  }

  private shadowed(request: Request, before: Hit, route: Route): Verdict | null {
    if (this.base.table.has(route)) return null;
    const reason = `${route.method} ${shownPath(route)} is declared before it and takes its requests`;
    const verdict = this.said(request, before, reason, this.at(route, this.changer.now, "added"));
    return { ...verdict, certainty: "pattern" };
  }

  private redirected(request: Request, before: Hit, { route, isRedirect }: Hit): Verdict | null {
    const isSafe = request.method === null || request.method === "GET" || request.method === "HEAD";
    if (!isRedirect || isSafe) return null;
    const reason = `it is ${shownPath(route)} now, and answers the old path with a redirect`;
    const verdict = this.said(request, before, reason, this.at(route, this.changer.now, "moved"));
    return { ...verdict, certainty: "pattern" };
  }

  private kept(request: Request, before: Hit, after: Hit): Verdict | null {
    if (after.isRedirect) return this.redirected(request, before, after);
    const [old, { route }] = [before.route, after];
    const [then, since] = [
      { route: old, server: this.base },
      { route, server: this.now },
    ];
    const changed = this.at(route, this.changer.now, "signature");
    const refused = refusedRequest(request, then, since);
    if (refused !== null) return this.said(request, before, refused, changed);
    const lost = lostResponse(then, since);
    if (lost !== null) return { ...this.said(request, before, lost, changed), certainty: "pattern" };
    if (!this.successors.isHandledOtherwise(old, route)) return null;
    const reason = "handler changed; the response may be different";
    return { ...this.said(request, before, reason, this.handlerAt(route)), isBehaviour: true };
  }

  private said(request: Request, before: Hit, reason: string, declaration: Verdict["declaration"]): Verdict {
    const { route, fit, isTail } = before;
    const isSure = fit === 2 && !isTail && !request.isLoose && !route.isVague && request.method !== null;
    const method = route.method === "*" ? (request.method ?? "*") : route.method;
    const own = { contract: `http:${method} ${shownPath(route)}`, reason, ...(declaration ? { declaration } : {}) };
    return { ...own, certainty: isSure ? "exact" : "pattern" };
  }

  /** In a file that the changer changed: the route's own, a mount above it, else where its path comes from. */
  private at(route: Route, tree: VersionTree, change: ChangeKind): Verdict["declaration"] {
    const changed = new Set(this.changer.changed);
    const spot = [route.place, ...[...route.above].reverse()].find(({ path }) => changed.has(path));
    if (spot) return { change, path: spot.path, range: rangeIn(tree, spot) };
    const [path] = this.changer.changed.filter((each) => languageOf(each) !== null && this.changer.now.isFile(each));
    if (path === undefined) return { change, path: route.place.path, range: rangeIn(tree, route.place) };
    const deed = change === "removed" ? "signature" : change;
    return { change: deed, path, range: rangeOfDifference(this.changer, path) };
  }

  private handlerAt({ handler, place }: Route): Verdict["declaration"] {
    const isOwn = !handler || handler.module.path === place.path;
    const spot = isOwn ? place : { path: handler.module.path, span: headOf(handler.expr) };
    return { change: "modified", path: spot.path, range: rangeIn(this.changer.now, spot) };
  }
}
