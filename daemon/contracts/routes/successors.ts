// What a route that is gone has become: by its handler, else by its path.
// Knows no requests.
import { tokensOf } from "../../syntax/tokens.ts";
import type { Side, VersionTree } from "../family.ts";
import type { Route } from "./servers/route.ts";
import type { RouteTable } from "./table.ts";
import { shownPath } from "./words.ts";

/** Longer handlers are taken for different ones where their texts differ. */
const longest = 20_000;

export class Successors {
  private readonly added: readonly Route[];
  private readonly byCode = new Map<string, Route[]>();
  private readonly codes = new Map<Route, string | null>();

  constructor(
    base: RouteTable,
    now: RouteTable,
    private readonly changer: Side,
  ) {
    this.added = now.routes.filter((route) => !base.has(route));
    for (const route of this.added) {
      const code = this.codeOf(route, changer.now);
      if (code !== null) this.byCode.set(code, [...(this.byCode.get(code) ?? []), route].slice(0, 50));
    }
  }

  /** Null: none is there. */
  of(old: Route): Route | null {
    const code = this.codeOf(old, this.changer.base);
    const same = code === null ? [] : (this.byCode.get(code) ?? []);
    const alike = same.filter(({ method }) => method === old.method);
    const ofPath = this.added.filter((route) => shownPath(route) === shownPath(old));
    const kept = ofPath.find(({ method }) => method === old.method);
    const nearest = alike.find(({ place }) => place.path === old.place.path) ?? alike[0];
    return kept ?? nearest ?? ofPath[0] ?? same[0] ?? null;
  }

  /** Both are functions whose code can be read, and it is not the same. */
  isHandledOtherwise(old: Route, route: Route): boolean {
    if (old.handler?.expr.is !== "function" || route.handler?.expr.is !== "function") return false;
    const [before, now] = [this.codeOf(old, this.changer.base), this.codeOf(route, this.changer.now)];
    return before !== now;
  }

  private codeOf(route: Route, tree: VersionTree): string | null {
    const known = this.codes.get(route);
    if (known !== undefined) return known;
    const code = codeIn(tree, route);
    this.codes.set(route, code);
    return code;
  }
}

function codeIn(tree: VersionTree, { handler }: Route): string | null {
  if (!handler || handler.expr.is === "unknown") return null;
  const { expr, module } = handler;
  const start = expr.is === "function" ? expr.inside : expr.start;
  const text = tree.read(module.path)?.slice(start, expr.end) ?? "";
  if (text.length > longest) return text;
  return tokensOf(text)
    .map((token) => token.text)
    .join(" ");
}
