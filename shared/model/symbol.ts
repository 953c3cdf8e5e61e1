// Named definitions as syntax reads them from one file.
// Knows nothing of base, sides or conflicts.
import type { Range } from "./location.ts";

/** `sym:<language>:<path>#<Qualified.name>`, e.g. `sym:ts:src/refund.ts#RefundService.issue`. */
export type SymbolId = string & { readonly brand: "SymbolId" };

export type Language = "ts" | "js" | "py" | "go";

export type SymbolKind =
  "function" | "class" | "method" | "field" | "interface" | "type" | "enum" | "namespace" | "constant" | "variable";

/** One definition. Hashes are of the normalised syntax: layout, comments and quotes do not enter. */
export interface SymbolFact {
  /** Qualified by its containers: `RefundService.issue`. A default export without a name is `default`. */
  name: string;
  kind: SymbolKind;
  /** Qualified name of the definition that contains it, if any. */
  container: string | null;
  exported: boolean;
  /** What callers see: parameters, types, modifiers. The name and `export` do not enter. */
  signature: string;
  /** What it does: the body, initialiser or own fields. */
  body: string;
  range: Range;
  nameRange: Range;
  /** Absent where the file is the scope, or where several may have one name. */
  scope?: Scope;
}

/** Where a name may stand once only, though over several files of one folder: a Go package. */
export interface Scope {
  name: string;
  /** Under which the file takes part, as it is written; null: always. Two different ones may exclude each other. */
  condition: string | null;
}

/** Everything that syntax reads from one text. Never absent: an unreadable text has no symbols and says why. */
export interface FileFacts {
  language: Language | null;
  /** In the order of the text. */
  symbols: SymbolFact[];
  /** First syntax error as one sentence with its line; null when the text parses. */
  error: string | null;
}

export function symbolId(language: Language, path: string, name: string): SymbolId {
  return `sym:${language}:${path}#${name}` as SymbolId;
}
