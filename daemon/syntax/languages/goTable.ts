// What of Go code enters its fingerprint.
// Knows no symbols.
import type { HashTable } from "./treeHash.ts";

const headers = ["for_clause", "if_statement", "expression_switch_statement", "type_switch_statement"];

export const goTable: HashTable = {
  skipped: ["comment"],
  transparent: ["parenthesized_expression", "parenthesized_type"],
  transparentAlone: [],
  whole: [
    ...["identifier", "field_identifier", "type_identifier", "package_identifier", "label_name", "blank_identifier"],
    ...["interpreted_string_literal", "raw_string_literal", "rune_literal", "true", "false", "nil", "iota", "dot"],
  ],
  rewritten: {
    ...Object.fromEntries(["int_literal", "float_literal", "imaginary_literal"].map((each) => [each, lowerCase])),
    interface_type: (text) => (/^interface\s*\{\s*\}$/.test(text) ? "any" : null),
  },
  dropped: ["(", ")", ",", "\n", "\0"],
  // Elsewhere it only ends a line.
  kept: headers.map((within) => ({ token: ";", within, which: "each" })),
  alike: { interface_type: "type_identifier" },
  definitions: [],
};

/** `0XFF` and `0xff`. */
function lowerCase(text: string): string {
  return text.toLowerCase();
}
