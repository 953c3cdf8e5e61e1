// Paths as the frameworks write them → what they match, without names and syntax.
// Knows no routers. Reads character by character: no expression is built from foreign text.
import type { Dialect, Pattern, Segment, Slot } from "./route.ts";

/** Optional parts double the patterns. */
const mostPatterns = 16;
const longest = 2_000;

export function patternsOf(path: string, { syntax, slash }: Dialect): Pattern[] {
  if (path.length > longest) return [];
  const variants = syntax === "colon" ? optionalVariants(path) : [path];
  return variants
    .flatMap((variant) => patternOf(variant, syntax))
    .map((each) => (slash === "same" ? { ...each, slash: null } : each));
}

function patternOf(path: string, syntax: Dialect["syntax"]): Pattern[] {
  const texts = splitOutside(path).filter((text) => text !== "");
  const segments: Segment[] = [];
  let ends = false;
  for (const text of texts) {
    if (syntax === "go" && text === "{$}") ends = true;
    else segments.push(segmentOf(text, syntax));
  }
  const slash = path.endsWith("/") || ends;
  // Go: what ends with a slash is everything below.
  if (syntax === "go" && slash && !ends) return [{ segments: [...segments, { rest: true, least: 0 }], slash: null }];
  const last = segments.at(-1);
  return [{ segments, slash: last && "rest" in last ? null : slash && segments.length > 0 ? true : false }];
}

/** At slashes outside of `{}`, `()`, `<>` and `[]`. */
function splitOutside(path: string): string[] {
  const parts = [""];
  let depth = 0;
  for (const char of path) {
    if ("{(<[".includes(char)) depth++;
    else if ("})>]".includes(char)) depth--;
    if (char === "/" && depth <= 0) parts.push("");
    else parts[parts.length - 1] += char;
  }
  return parts;
}

/** `/a{/:b}` is `/a` and `/a/:b`; so is `/a/:b?`. */
function optionalVariants(path: string): string[] {
  let variants = [""];
  for (let at = 0; at < path.length;) {
    const { optional, text, next } = pieceAt(path, at);
    at = next;
    variants =
      optional && variants.length < mostPatterns
        ? variants.flatMap((head) => [head, ...text.map((each) => head + each)])
        : variants.flatMap((head) => text.slice(0, mostPatterns).map((each) => head + each)).slice(0, mostPatterns);
  }
  return variants;
}

function pieceAt(path: string, at: number): { optional: boolean; text: string[]; next: number } {
  const brace =
    (path[at] === "{" && !/[:\w\])]/.test(path[at - 1] ?? "/")) ||
    (path[at] === "{" && /^\{[/.-]?[:*]|^\{\//.test(path.slice(at, at + 4)));
  if (brace) {
    const end = closing(path, at);
    if (end > at)
      return {
        optional: true,
        text: optionalVariants(path.slice(at + 1, end)),
        next: end + 1 + (path[end + 1] === "?" ? 1 : 0),
      };
  }
  const segment = /^\/:\w+(?:\([^()/]*\))?\?/.exec(path.slice(at, at + 200))?.[0];
  if (segment !== undefined) return { optional: true, text: [segment.slice(0, -1)], next: at + segment.length };
  return { optional: false, text: [path[at]!], next: at + 1 };
}

function closing(path: string, at: number): number {
  let depth = 0;
  for (let i = at; i < path.length; i++) {
    if (path[i] === "{") depth++;
    else if (path[i] === "}" && --depth === 0) return i;
  }
  return -1;
}

function segmentOf(text: string, syntax: Dialect["syntax"]): Segment {
  if (syntax === "colon") return colonSegment(text);
  if (syntax === "folder") return folderSegment(text);
  if (syntax === "angle") return bracketed(text, "<", ">");
  return bracketed(text, "{", "}");
}

const any: Slot = { accepts: "any" };

function colonSegment(text: string): Segment {
  if (/^\*\w*$|^\(\.\*\)$|^:\w+\(\.[*+]\)$|^:\w+\*$|^:\w+\{\.\+\}$/.test(text)) return { rest: true, least: 1 };
  if (/^:\w+\+$/.test(text)) return { rest: true, least: 1 };
  if (/^:\w+\{\.\*\}$/.test(text)) return { rest: true, least: 0 };
  const parts: (string | Slot)[] = [];
  for (let at = 0; at < text.length;) {
    const found = /^(?::\w+(\([^()]*\)|\{[^{}]*\})?[?]?|\*)/.exec(text.slice(at, at + 300));
    if (found) parts.push(found[1] === undefined ? any : ofExpression(found[1].slice(1, -1)));
    else addText(parts, text[at]!);
    at += found ? found[0].length : 1;
  }
  return { parts };
}

function addText(parts: (string | Slot)[], char: string): void {
  const last = parts.at(-1);
  if (typeof last === "string") parts[parts.length - 1] = last + char;
  else parts.push(char);
}

function ofExpression(expression: string): Slot {
  if (/^\^?(?:\\d|\[0-9\])[+*]?(?:\{[\d,]+\})?\$?$/.test(expression)) return { accepts: "int" };
  return { accepts: /^(?:\.\*|\.\+|\[\^\/\]\+)$/.test(expression) ? "any" : "other" };
}

/** Next.js: `[id]`, `[...all]`, `[[...all]]`. */
function folderSegment(text: string): Segment {
  if (/^\[\[\.\.\.[^\]]*\]\]$/.test(text)) return { rest: true, least: 0 };
  if (/^\[\.\.\.[^\]]*\]$/.test(text)) return { rest: true, least: 1 };
  return { parts: [/^\[[^\]]*\]$/.test(text) ? any : text] };
}

const kinds: Record<string, Slot["accepts"]> = {
  ...{
    int: "int",
    float: "float",
    number: "float",
    uuid: "uuid",
    str: "any",
    string: "any",
    slug: "any",
    strorempty: "any",
  },
};

/** `<int:id>`, `<id:int>` of Sanic, `{id:int}`, `{rest...}`, `{id:[0-9]+}`. */
function bracketed(text: string, open: string, close: string): Segment {
  if (text === "*") return { rest: true, least: 0 };
  const parts: (string | Slot)[] = [];
  for (let at = 0; at < text.length;) {
    const end = text[at] === open ? closingOf(text, at, open, close) : -1;
    if (end < 0) {
      addText(parts, text[at++]!);
      continue;
    }
    const inside = text.slice(at + 1, end);
    if (isRest(inside)) return { rest: true, least: inside.endsWith("...") ? 0 : 1 };
    parts.push(slotOf(inside));
    at = end + 1;
  }
  return { parts };
}

function closingOf(text: string, at: number, open: string, close: string): number {
  let depth = 0;
  for (let i = at; i < text.length; i++) {
    if (text[i] === open) depth++;
    else if (text[i] === close && --depth === 0) return i;
  }
  return -1;
}

function isRest(inside: string): boolean {
  return inside.endsWith("...") || /(?:^path:|:path$)/.test(inside.replace(/\s/g, "")) || /^\w+:\.[*+]$/.test(inside);
}

function slotOf(inside: string): Slot {
  const words = inside.split(/[:(]/).map((word) => word.trim());
  for (const word of [words[0], words[1]])
    if (word !== undefined && words.length > 1 && Object.hasOwn(kinds, word)) return { accepts: kinds[word]! };
  const colon = inside.indexOf(":");
  return colon < 0 ? any : ofExpression(inside.slice(colon + 1));
}
