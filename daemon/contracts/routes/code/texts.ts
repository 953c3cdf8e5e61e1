// What text an expression comes to, with holes where it cannot be known.
// Knows no addresses but those that are joined by the language's own means.
import type { CallExpr, Expr } from "./expr.ts";
import type { Place, Program } from "./program.ts";

/** Null: something that is not known. Neighbouring texts are one. */
export type Text = readonly (string | null)[];

export const hole: Text = [null];
const deepest = 30;
const mostTexts = 4;
/** A name that is made of itself (`path = join(path, next)`) would be read as often as it has values, again and again. */
const mostReadings = 400;

/** How much further one text may be followed; all its parts count together. */
interface Patience {
  depth: number;
  readings: { left: number };
}

function patience(): Patience {
  return { depth: deepest, readings: { left: mostReadings } };
}

function less({ depth, readings }: Patience): Patience {
  return { depth: depth - 1, readings };
}

/** Hole where it can be one of several. */
export function textOf(program: Program, place: Place, left = patience()): Text {
  const texts = textsOf(program, place, left);
  return texts.length === 1 ? texts[0]! : hole;
}

/** All that it can be, a few at most. */
export function textsOf(program: Program, place: Place, left = patience()): Text[] {
  if (left.depth <= 0 || left.readings.left-- <= 0) return [hole];
  const at = program.resolve(place);
  const inner = (expr: Expr): Text => textOf(program, { ...at, expr }, less(left));
  switch (at.expr.is) {
    case "text":
      return [[at.expr.text]];
    case "join":
      return [joined(at.expr.parts.slice(0, 100).map(inner))];
    case "either":
      return chosen(at.expr.options.flatMap((expr) => textsOf(program, { ...at, expr }, less(left))));
    case "member":
      return [addressOf(at.expr.name) ? inner(at.expr.of) : hole];
    case "call":
      return [textOfCall(program, at as Place<CallExpr>, left)];
    default:
      return [hole];
  }
}

export function joined(texts: readonly Text[]): Text {
  const parts: (string | null)[] = [];
  for (const part of texts.flat()) {
    const last = parts.at(-1);
    if (typeof last === "string" && typeof part === "string") parts[parts.length - 1] = last + part;
    else if (part !== null || last !== null || parts.length === 0) parts.push(part);
  }
  return parts.filter((part) => part !== "").length === 0 && !parts.includes(null)
    ? [""]
    : parts.filter((part) => part !== "");
}

/** The text as far as it is known at all; null: it has a hole. */
export function known(text: Text): string | null {
  return text.length === 1 ? text[0]! : null;
}

/** Of a setting or a literal the literal: what is read from the environment is unknown. */
function chosen(texts: Text[]): Text[] {
  const begun = texts.filter(([first]) => first !== null);
  const distinct = new Map((begun.length > 0 ? begun : texts).map((text) => [JSON.stringify(text), text]));
  return [...distinct.values()].slice(0, mostTexts);
}

function addressOf(name: string): boolean {
  return name === "href";
}

function textOfCall(program: Program, { module, expr, env }: Place<CallExpr>, left: Patience): Text {
  const inner = (each: Expr | undefined): Text =>
    each ? textOf(program, { module, expr: each, env }, less(left)) : hole;
  const { callee, args } = expr;
  const name = callee.is === "member" || callee.is === "name" ? callee.name : "";
  const of = callee.is === "member" ? callee.of : undefined;
  if (name === "URL" && expr.isNew) return args.length > 1 ? joinedUrl(inner(args[1]), inner(args[0])) : inner(args[0]);
  if (name === "urljoin" || name === "URL")
    return args.length > 1 ? joinedUrl(inner(args[0]), inner(args[1])) : inner(args[0]);
  if (name === "str" || name === "String" || name === "parse") return inner(args[0]);
  if (name === "toString" || name === "trim" || name === "geturl") return inner(of);
  if (name === "concat" && of) return joined([inner(of), ...args.map(inner)]);
  if (name === "join") return textOfJoin(program, { module, expr, env }, left);
  if ((name === "replace" || name === "replaceAll") && of) return replaced(inner(of), args.slice(0, 2).map(inner));
  if (name === "Sprintf") return printed(known(inner(args[0])), args.slice(1).map(inner));
  return hole;
}

/** `[a, b].join("/")`, `"/".join([a, b])`, `path.join(a, b)`. */
function textOfJoin(program: Program, { module, expr, env }: Place<CallExpr>, left: Patience): Text {
  const { callee, args } = expr;
  const [of, first] = [callee.is === "member" ? callee.of : callee, args[0]].map(
    (each) => each && program.resolve({ module, expr: each, env }),
  );
  const text = (place: Place): Text => textOf(program, place, less(left));
  const [list, between] = of?.expr.is === "list" ? [of, first] : [first, of];
  if (list?.expr.is === "list" && list.expr.items.length < 50) {
    const separator = between ? text(between) : [","];
    const items = list.expr.items.map((item) => text({ ...list, expr: item }));
    return joined(items.flatMap((item, at) => (at === 0 ? [item] : [separator, item])));
  }
  if (of?.expr.is !== "import") return hole;
  const parts = args.slice(0, 50).map((each) => text({ module, expr: each, env }));
  const whole = joined(parts.flatMap((part, at): Text[] => (at === 0 ? [part] : [["/"], part])));
  return whole.map((part) => part && part.replace(/\/+/g, "/"));
}

/** `"/users/:id".replace(":id", id)`. */
function replaced(text: Text, [what, by]: Text[]): Text {
  const searched = what && known(what);
  if (searched === null || searched === undefined || searched === "") return hole;
  return joined(
    text.map((part): Text => {
      const at = part === null ? -1 : part.indexOf(searched);
      return part === null || at < 0
        ? [part]
        : joined([[part.slice(0, at)], by ?? hole, [part.slice(at + searched.length)]]);
    }),
  );
}

function printed(format: string | null, values: Text[]): Text {
  if (format === null) return hole;
  const texts = format.split(/%[-+# 0-9.]*[a-zA-Z]/);
  return joined(texts.flatMap((text, at): Text[] => (at === 0 ? [[text]] : [values[at - 1] ?? hole, [text]])));
}

/** Scheme and host at the start of an address. */
const origin = /^[a-z][a-z0-9+.-]*:\/\/[^/?#]*/i;

/** `/x` drops the path of the base, `x` takes the place of its last part. */
export function joinedUrl(base: Text, relative: Text): Text {
  const [first] = relative;
  if (typeof first === "string" && origin.test(first)) return relative;
  if (first === null || first === undefined) return [null, ...relative.slice(1)];
  if (first.startsWith("/")) return [...originOf(base), ...relative];
  return [...upToSlash(base), ...relative].reduce<(string | null)[]>((parts, part) => {
    const last = parts.at(-1);
    if (typeof last === "string" && typeof part === "string") parts[parts.length - 1] = last + part;
    else parts.push(part);
    return parts;
  }, []);
}

function originOf([first]: Text): Text {
  const found = typeof first === "string" ? origin.exec(first)?.[0] : undefined;
  return found === undefined ? [null] : [found];
}

function upToSlash(base: Text): Text {
  const last = base.at(-1);
  if (typeof last !== "string") return [null];
  const hasPath = base.length > 1 || last.replace(origin, "").includes("/");
  return hasPath
    ? [...base.slice(0, -1), last.slice(0, last.lastIndexOf("/") + 1)]
    : [...base.slice(0, -1), `${last}/`];
}
