// Routers, what is declared on them and where they are mounted → routes with their full paths.
// Knows no framework but by its dialect.
import { joined, known, type Text } from "../code/texts.ts";
import { patternsOf } from "./pattern.ts";
import {
  dialects,
  type Dialect,
  type Mount,
  type Pattern,
  type Registration,
  type Route,
  type Sheet,
  type Spot,
} from "./route.ts";

/** One place where a router hangs, with all that is above it. */
interface Hanging {
  prefix: Text;
  dialect: Dialect | null;
  isTail: boolean;
  order: readonly number[];
  root: string;
  above: readonly Spot[];
}

const mostHangings = 24;
const deepest = 20;

export function routesOf(sheet: Sheet, proceed: () => void): Route[] {
  return new Linking(sheet).routes(proceed);
}

class Linking {
  private readonly mountsOf = new Map<string, Mount[]>();
  private readonly hangings = new Map<string, Hanging[]>();

  constructor(private readonly sheet: Sheet) {
    for (const mount of sheet.mounts)
      if (mount.parent !== mount.child)
        this.mountsOf.set(mount.child, [...(this.mountsOf.get(mount.child) ?? []), mount].slice(-mostHangings));
  }

  routes(proceed: () => void): Route[] {
    const { registrations, askedByThemselves } = this.sheet;
    const all = registrations.flatMap((registration) => {
      proceed();
      const hangings = this.hangingsOf(registration.router, 0);
      return hangings.flatMap((hanging) =>
        registration.methods.flatMap((method) => routeOf(registration, method, hanging)),
      );
    });
    return all.filter(({ root }) => !askedByThemselves.has(root));
  }

  private hangingsOf(key: string, depth: number): Hanging[] {
    const kept = this.hangings.get(key);
    if (kept) return kept;
    if (depth > deepest) return [];
    this.hangings.set(key, []);
    const found = this.hangingsAnew(key, depth).slice(0, mostHangings);
    this.hangings.set(key, found);
    return found;
  }

  private hangingsAnew(key: string, depth: number): Hanging[] {
    const router = this.sheet.routers.get(key);
    if (!router) return [];
    const { dialect, prefix, isRoot } = router;
    const mounts = this.mountsOf.get(key) ?? [];
    const above = mounts.flatMap((mount) =>
      this.hangingsOf(mount.parent, depth + 1).map((parent): Hanging => ({
        prefix: joinedPaths(parent.prefix, mount.replaces ? mount.prefix : joinedPaths(mount.prefix, prefix)),
        dialect: !dialect || dialect.name === parent.dialect?.name ? parent.dialect : dialect,
        isTail: parent.isTail,
        order: [...parent.order, mount.order],
        root: parent.root,
        above: [...parent.above, { path: mount.path, span: mount.span }],
      })),
    );
    if (above.length > 0 || !dialect) return above;
    return [{ prefix, dialect, isTail: !isRoot, order: [], root: key, above: [] }];
  }
}

function joinedPaths(above: Text, below: Text): Text {
  const [first] = below;
  if (first === undefined || (below.length === 1 && (first === "" || first === "/"))) return above;
  const head = trimmed(above);
  const needsSlash = typeof first === "string" && !first.startsWith("/") && !first.startsWith("{/");
  return joined([head, needsSlash ? [`/`] : [""], below]);
}

function trimmed(text: Text): Text {
  const last = text.at(-1);
  return typeof last === "string" && last.endsWith("/") ? [...text.slice(0, -1), last.slice(0, -1)] : text;
}

/** What a registration comes to by itself, whatever its router hangs on. */
export function routesDeclaredBy(registration: Registration, dialect: Dialect): Route[] {
  const hanging: Hanging = { prefix: [""], dialect, isTail: false, order: [], root: registration.router, above: [] };
  return registration.methods.flatMap((method) => routeOf(registration, method, hanging));
}

function routeOf(registration: Registration, method: string, hanging: Hanging): Route[] {
  const { text, path, span, handler, declared, order, mayPass } = registration;
  const { root, above } = hanging;
  const dialect = hanging.dialect ?? dialects.express;
  const bare = joinedPaths(hanging.prefix, text);
  const whole = bare[0] === null ? bare.slice(1) : bare;
  const isAtPrefix = text.length === 1 && (text[0] === "/" || text[0] === "") && known(hanging.prefix) !== "";
  const end = isAtPrefix && text[0] === "/" && dialect.root === "slash" ? "/" : "";
  const full = rooted(whole.map((part) => part ?? "*").join("") + end);
  const patterns = patternsOf(full, dialect).map((pattern): Pattern => {
    if (mayPass) return { segments: [...pattern.segments, { rest: true, least: 0 }], slash: null };
    return isAtPrefix && dialect.root === "both" ? { ...pattern, slash: null } : pattern;
  });
  if (patterns.length === 0) return [];
  const isTail = hanging.isTail || bare[0] === null;
  const own = {
    method,
    path: full,
    dialect,
    patterns,
    isTail,
    isVague: whole.includes(null),
    mayPass: mayPass ?? false,
  };
  return [{ ...own, place: { path, span }, above, handler, declared, order: [...hanging.order, order], root }];
}

function rooted(path: string): string {
  return path.startsWith("/") ? path : `/${path}`;
}
