// What a definition does, without the names that are its own, as a short list of hashes.
// Reads tokens, not trees, and so any language alike; knows no other definition.
import type { Shape } from "../core/questions.ts";
import { tokensOf, type Token } from "./tokens.ts";

/** Fewer tokens are too small to be anybody's work. */
const fewestTokens = 40;
/** Tokens that are compared as one run. */
const runLength = 4;
/** Length of the list: its error in measuring likeness is about a tenth. */
const hashes = 63;

/** Null for a definition that is too small. */
export function shapeOf(text: string): Shape | null {
  const tokens = tokensOf(text);
  if (tokens.length < fewestTokens) return null;
  const words = withoutOwnNames(tokens);
  const smallest = new Uint32Array(hashes).fill(0xffffffff);
  for (let at = 0; at + runLength <= words.length; at++) {
    const run = numberOf(words.slice(at, at + runLength).join("\0"));
    for (let n = 0; n < hashes; n++) {
      const hash = Math.imul(run ^ seeds[n]!, 0x9e3779b1) >>> 0;
      const mixed = (hash ^ (hash >>> 15)) >>> 0;
      if (mixed < smallest[n]!) smallest[n] = mixed;
    }
  }
  return [...smallest];
}

function numberOf(text: string): number {
  let number = 0x811c9dc5;
  for (let at = 0; at < text.length; at++) number = Math.imul(number ^ text.charCodeAt(at), 0x01000193);
  return number ^ (number >>> 13);
}

const seeds = Array.from({ length: hashes }, (_, n) => Math.imul(n + 1, 0x85ebca6b));

/** Each name that the definition gives itself becomes one and the same word; what it uses of others keeps its name. */
function withoutOwnNames(tokens: Token[]): string[] {
  const own = ownNames(tokens);
  const words = tokens.map(({ kind, text }, at) =>
    kind === "name" && own.has(text) && tokens[at - 1]?.text !== "." ? "\u0001" : text,
  );
  return words.filter((word) => word !== ",");
}

const binders = new Set(
  ["const", "let", "var", "function", "class", "interface", "type", "enum", "def", "func", "for", "as", "in"].concat(
    "struct",
    "infer",
  ),
);

/** Names behind a word that declares, in parameter lists, and before `:=`, `=>` and `=`. */
function ownNames(tokens: Token[]): Set<string> {
  const own = new Set<string>();
  let parameters = 0;
  let open = 0;
  const first = tokens.findIndex(({ kind }) => kind === "name");
  for (const [at, { kind, text }] of tokens.entries()) {
    if (text === "(") open += 1;
    if (text === ")") {
      open -= 1;
      if (open < parameters) parameters = 0;
    }
    if (text === "(" && isParameterList(tokens, at)) parameters = open;
    if (kind !== "name") continue;
    const [before, after] = [tokens[at - 1]?.text ?? "", tokens[at + 1]?.text ?? ""];
    if (before === ".") continue;
    if (binders.has(before) || after === "=>" || after === ":=" || (after === "=" && before !== "{")) own.add(text);
    else if (parameters > 0 && open === parameters && "({[,.".includes(before) && before !== "") own.add(text);
    else if (at === first || (before === "<" && at === first + 2) || (before === "," && isBound(tokens, at)))
      own.add(text);
  }
  return own;
}

/** `a, b := …`, `const a, b`, `[a, b] =`. */
function isBound(tokens: Token[], from: number): boolean {
  let at = from;
  while (tokens[at]?.kind === "name" && tokens[at + 1]?.text === ",") at += 2;
  return [":=", "=", "]", "in"].includes(tokens[at + 1]?.text ?? "");
}

/** The bracket stands behind the name of a function, a keyword, or ends before `=>`, `{`, `:`. */
function isParameterList(tokens: Token[], from: number): boolean {
  if (tokens[from - 1]?.text === "catch") return true;
  if (["if", "while", "switch", "for", "return"].includes(tokens[from - 1]?.text ?? "")) return false;
  let depth = 0;
  for (let at = from; at < tokens.length; at++) {
    if (tokens[at]!.text === "(") depth += 1;
    if (tokens[at]!.text !== ")" || --depth > 0) continue;
    const after = tokens[at + 1]?.text ?? "";
    return after === "=>" || after === "{" || after === ":" || after === "->";
  }
  return false;
}
