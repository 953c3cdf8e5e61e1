// YAML → plain value, with the place of each key and value. Bounded in time and depth, whatever the text is.
// Knows no policy.
import type { Range } from "../../shared/model/location.ts";
import type { PolicyProblem } from "../../shared/protocol/policyFile.ts";

export type KeyPath = readonly (string | number)[];

export interface YamlTree {
  /** `{}` for a text without content. */
  value: unknown;
  problems: PolicyProblem[];
  /** Of the value; of what holds it where it is not there. */
  placeOf(path: KeyPath): Range;
  /** Of the key of a pair. */
  placeOfKey(path: KeyPath): Range;
}

type Yaml = typeof import("yaml");
type Span = readonly [start: number, end: number];

/** The parser calls itself for each level: deeper ones could end the process. */
const deepest = 20;
const widestIndent = 100;

export async function readYaml(text: string): Promise<YamlTree> {
  // Loads only where there is a policy.
  const yaml = await import("yaml");
  const lines = new yaml.LineCounter();
  const rangeOf = ([start, end]: Span): Range => ({ start: positionOf(start), end: positionOf(Math.max(start, end)) });
  const positionOf = (offset: number): Range["start"] => {
    const { line, col } = lines.linePos(Math.min(offset, text.length));
    return { line: Math.max(0, line - 1), character: Math.max(0, col - 1) };
  };
  const spans = new Map<string, Span>();
  const problems: PolicyProblem[] = [];
  const problem = (message: string, span: Span): void =>
    void problems.push({ severity: "error", message: `${message}.`, range: rangeOf(span) });
  const tooDeep = depthProblem(yaml, text);
  // The parser is not asked, so the lines are counted here.
  if (tooDeep !== null) lineStarts(text).forEach((start) => lines.addNewLine(start));
  const value =
    tooDeep === null ? parse() : problem("it is nested deeper than any policy is: take levels out", tooDeep);

  function parse(): unknown {
    const document = yaml.parseDocument(text, {
      ...{ lineCounter: lines, prettyErrors: false, uniqueKeys: false, logLevel: "error" },
      ...{ schema: "core", merge: false, keepSourceTokens: false },
    });
    const [error] = document.errors;
    if (error) return problem(sentenceOf(error), error.pos);
    const { contents } = document;
    return contents === null || (yaml.isScalar(contents) && contents.source === "") ? {} : plain(contents, []);
  }

  function plain(node: unknown, path: KeyPath): unknown {
    if (node === null) return null;
    if (!yaml.isNode(node)) return undefined;
    const [start, end] = node.range ?? [0, 0];
    const span = [start, end] as const;
    spans.set(key(path), span);
    if (yaml.isMap(node)) return plainMap(node.items, path);
    if (yaml.isSeq(node)) return node.items.map((item, at) => plain(item, [...path, at]));
    if (yaml.isAlias(node))
      return problem('* begins a reference in YAML: put a pattern in quotes, as in "**/*.ts"', span);
    const { value } = node as { value: unknown };
    if (value === null || ["string", "number", "boolean"].includes(typeof value)) return value;
    return problem("this kind of value is not known here: write a text, a number, true or false", span);
  }

  function plainMap(pairs: readonly { key: unknown; value: unknown }[], path: KeyPath): unknown {
    const found = new Map<string, unknown>();
    for (const pair of pairs) {
      const name = plain(pair.key, [...path, "\0"]);
      const span = spans.get(key([...path, "\0"])) ?? [0, 0];
      if (typeof name !== "string") {
        problem("a key has to be a plain text", span);
        continue;
      }
      if (found.has(name)) problem(`${name} is there twice: keep one`, span);
      const inside = [...path, name];
      spans.set(`key ${key(inside)}`, span);
      spans.set(key(inside), span);
      found.set(name, plain(pair.value, inside));
    }
    // Names like `__proto__` are names here.
    return Object.fromEntries(found);
  }

  const placeOf = (path: KeyPath): Range => {
    for (let length = path.length; length > 0; length--) {
      const span = spans.get(key(path.slice(0, length)));
      if (span) return rangeOf(span);
    }
    return rangeOf([0, 0]);
  };
  return { value, problems, placeOf, placeOfKey: (path) => rangeOf(spans.get(`key ${key(path)}`) ?? [0, 0]) };
}

function key(path: KeyPath): string {
  return JSON.stringify(path);
}

function lineStarts(text: string): number[] {
  return [0, ...[...text.matchAll(/\n/g)].map(({ index }) => index + 1)];
}

/** Where the text goes too deep, by its tokens: they are read without nesting. */
function depthProblem({ Lexer, CST }: Yaml, text: string): Span | null {
  let at = 0;
  let inFlow = 0;
  let inLine = 0;
  for (const token of new Lexer().lex(text)) {
    const type = CST.tokenType(token);
    if (type === "flow-map-start" || type === "flow-seq-start") inFlow += 1;
    else if (type === "flow-map-end" || type === "flow-seq-end") inFlow -= 1;
    else if (type === "seq-item-ind" || type === "explicit-key-ind" || type === "map-value-ind") inLine += 1;
    else if (type === "newline") inLine = 0;
    const isWide = inLine === 0 && token.length > widestIndent && /^ +$/.test(token);
    if (inFlow > deepest || (inFlow === 0 && inLine > deepest) || isWide) return [at, at + 1];
    // Single control characters stand for nothing in the text.
    if (!marks.has(token)) at += token.length;
  }
  return null;
}

/** What the lexer says of itself between the parts of a text. */
const marks: ReadonlySet<string> = new Set(["\u0002", "\u0018", "\u001f"]);

const advice: Record<string, string> = {
  TAB_AS_INDENT: "a tab indents this line: indent with spaces",
  BAD_INDENT: "the indentation is not that of its neighbours, or a bracket is open: align it, and close each [ and {",
  BLOCK_AS_IMPLICIT_KEY: "a second `: ` is on this line: put the text in quotes",
  BAD_SCALAR_START: "a text cannot begin with this character: put it in quotes",
  BAD_ALIAS: '* begins a reference in YAML: put a pattern in quotes, as in "**/*.ts"',
  BAD_DQ_ESCAPE: "this escape is not known in double quotes: use single quotes, or write \\\\",
  MISSING_CHAR: "a quote, a bracket or a comma is missing: close what was opened",
  MULTIPLE_DOCS: "a second document begins here: keep one",
  UNEXPECTED_TOKEN: "this does not belong here: look at the indentation and the quotes",
};

function sentenceOf({ code, message }: { code: string; message: string }): string {
  return advice[code] ?? `this is no YAML: ${message}`;
}
