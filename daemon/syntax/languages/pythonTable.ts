// What of Python code enters its fingerprint, and how its literals are written.
// Knows no symbols.
import type { HashTable } from "./treeHash.ts";
import { normalString } from "./pythonStrings.ts";
import { normalType } from "./pythonTypes.ts";

export const pythonTable: HashTable = {
  skipped: ["comment", "line_continuation"],
  transparent: ["parenthesized_expression", "parenthesized_list_splat"],
  // `for (key) in keys`: one name in parentheses is no tuple.
  transparentAlone: ["tuple_pattern"],
  whole: ["identifier", "true", "false", "none", "ellipsis", "type_conversion"],
  rewritten: {
    type: normalType,
    integer: (text) => text.toLowerCase(),
    float: normalFloat,
    string: normalString,
    concatenated_string: normalString,
  },
  dropped: ["(", ")", ";"],
  // Elsewhere the node says it: only `a[1,]` and `a[1]` are both subscripts.
  kept: [{ token: ",", within: "subscript", which: "first" }],
  alike: { concatenated_string: "string", tuple: "expression_list", tuple_pattern: "pattern_list" },
  // Docstrings, and strings that stand where a comment could.
  idle: { statement: "expression_statement", content: "string", begins: /[rRuU]?["']/y },
  definitions: ["decorated_definition", "function_definition", "class_definition"],
};

/** `.5` and `0.5`, `1.` and `1.0`. */
function normalFloat(text: string): string {
  return text
    .toLowerCase()
    .replace(/^\./, "0.")
    .replace(/\.(?!\d)/, ".0");
}
