// What a participant has changed since its base: paths and symbols.
import type { Range } from "./location.ts";
import type { Scope, SymbolId } from "./symbol.ts";

export type ChangeKind = "added" | "modified" | "signature" | "removed" | "moved" | "renamed";

/** A file that differs from the base. */
export interface PathChange {
  path: string;
  change: "added" | "modified" | "removed" | "moved";
  /** Content now: git blob id; null when the file is gone. Equal hashes are equal contents. */
  content: string | null;
  /** Where it went, for `moved`. */
  to?: string;
}

/** A symbol that differs from the base. The subject is its identity in the base (for `added`: its new one). */
export interface SymbolChange {
  subject: SymbolId;
  change: ChangeKind;
  /** File and place of the changed code now; for `removed` the place is where it was. */
  path: string;
  range: Range;
  nameRange: Range;
  /** Fingerprint of the definition without its name: what moved elsewhere keeps it. */
  content: string;
  /** Equal fingerprints of one subject are the same edit. */
  fingerprint: string;
  /** The containing class or namespace, if any. */
  container: SymbolId | null;
  /** New identity, for `moved` and `renamed`. */
  to?: SymbolId;
  /** Where the change puts a name that several files share. */
  scope?: Scope;
}
