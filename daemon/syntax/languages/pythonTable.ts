// What of Python code enters its fingerprint, and how its literals are written.
// Knows no symbols.
import type { HashTable } from "./treeHash.ts";
import { normalType } from "./pythonTypes.ts";

export const pythonTable: HashTable = {
  skipped: ["comment", "line_continuation", "string_end"],
  transparent: ["parenthesized_expression", "parenthesized_list_splat"],
  whole: ["identifier", "true", "false", "none", "ellipsis", "type_conversion"],
  rewritten: {
    type: normalType,
    integer: (text) => text.toLowerCase(),
    float: (text) => text.toLowerCase(),
    string: plainString,
    string_start: prefixOf,
    string_content: withoutQuoteEscapes,
  },
  dropped: ["(", ")", ";"],
  // Elsewhere the node says it: only `a[1,]` and `a[1]` are both subscripts.
  kept: [{ token: ",", within: "subscript", which: "first" }],
  alike: { tuple: "expression_list", tuple_pattern: "pattern_list" },
  // Docstrings, and strings that stand where a comment could.
  idle: { statement: "expression_statement", content: "string", begins: /[rRuU]?["']/y },
  definitions: ["decorated_definition", "function_definition", "class_definition"],
};

const opening = /^([A-Za-z]*)("""|'''|"|')/;

/** Prefix and content, without the kind of quotes. Null where it holds expressions. */
export function plainString(text: string): string | null {
  const [start, , quotes] = opening.exec(text) ?? [];
  if (start === undefined || quotes === undefined) return text;
  const prefix = prefixOf(start);
  if (/[ft]/.test(prefix)) return null;
  const content = text.slice(start.length, text.length - quotes.length);
  return `${prefix}"${prefix.includes("r") ? content : withoutQuoteEscapes(content)}`;
}

/** Letters before the quotes, in one order; `u` says nothing. */
function prefixOf(start: string): string {
  return [...start.toLowerCase()]
    .filter((letter) => "bfrt".includes(letter))
    .sort()
    .join("");
}

/** `\'` and `'` are one: which of them is written depends on the quotes around. */
function withoutQuoteEscapes(content: string): string {
  return content.includes("\\")
    ? content.replace(/\\([\s\S])/g, (all, next: string) => (/["']/.test(next) ? next : all))
    : content;
}
