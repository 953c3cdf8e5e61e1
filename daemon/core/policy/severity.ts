// How loud a finding is, and whether it blocks: a pure function of the policy in force and of what was found.
// Knows no side: only the newcomer is ever blocked, and that is decided where somebody asks.
import type { ConflictKind, Evidence, Severity } from "../../../shared/model/conflict.ts";
import type { Rules } from "./rules.ts";

/** Which kinds can block: always, never, or only as the words say. */
export const whatBlocks: Record<ConflictKind, string> = {
  path_overlap: "where one side holds the file exclusively",
  symbol_overlap: "never",
  contract_break: "for contracts whose criticality block_contract_break_when_criticality names",
  dependency_order: "never",
  protected_path: "always",
  textual_merge: "never",
  duplicate_work: "never",
};

/** What counts of a finding. Confidence 0 to 1. */
export interface Judged {
  kind: ConflictKind;
  confidence: number;
  evidence: Evidence;
  subjects: readonly string[];
  /** One side holds the file exclusively. */
  isExclusive?: boolean | undefined;
  /** Still works, and does something else. */
  isBehaviour?: boolean | undefined;
  /** Between two repositories of a project. */
  isCrossRepo?: boolean | undefined;
  /** No more than information: one of the sides only formats. */
  isQuiet?: boolean | undefined;
}

/** The severity after everything that lowers it: `block` is what blocks the newcomer. */
export function severityOf(judged: Judged, rules: Rules): Severity {
  if (judged.isQuiet) return "info";
  const wanted = wantedSeverity(judged, rules);
  return wanted === "block" && !mayBlock(judged, rules) ? "warn" : wanted;
}

/** What the policy asks for, where the kind can block. */
function wantedSeverity(judged: Judged, rules: Rules): Severity {
  const asked = rules.policy.severity[judged.kind];
  if (judged.kind === "protected_path") return asked;
  if (isRaised(judged, rules)) return "block";
  return asked === "block" ? "warn" : asked;
}

function isRaised({ kind, subjects, isExclusive, isBehaviour }: Judged, rules: Rules): boolean {
  if (kind === "path_overlap") return isExclusive === true;
  if (kind !== "contract_break" || isBehaviour) return false;
  const blocking = rules.policy.block_contract_break_when_criticality;
  return subjects.some((contract) => blocking.includes(rules.criticalityOf(contract)));
}

function mayBlock({ confidence, evidence, isCrossRepo }: Judged, { policy }: Rules): boolean {
  return evidence !== "inferred" && confidence >= policy.block_min_confidence && !isCrossRepo;
}
