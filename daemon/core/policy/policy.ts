// How loud each kind is. The defaults; a repository's own policy replaces them value by value.
import type { ConflictKind, Severity } from "../../../shared/model/conflict.ts";

export interface Policy {
  severity: Record<ConflictKind, Severity>;
}

export const defaultPolicy: Policy = {
  severity: {
    path_overlap: "info",
    symbol_overlap: "warn",
    contract_break: "warn",
    dependency_order: "warn",
    protected_path: "block",
    textual_merge: "warn",
    duplicate_work: "info",
  },
};
