// symbol_overlap: both sides changed the same definition, one changed a class and the other a method in it, or both added one
// name to different files of one scope.
// Identical edits are no overlap: git makes them one.
import type { SideChange } from "../../../shared/model/conflict.ts";
import type { SymbolChange } from "../../../shared/model/footprint.ts";
import { nameOf, pathOf } from "../../../shared/model/subject.ts";
import type { SymbolId } from "../../../shared/model/symbol.ts";
import { contentOf, declarationOf } from "../footprint/compareFacts.ts";
import { isScopeSubject } from "../footprint/footprint.ts";
import { followSymbol } from "../footprint/moves.ts";
import type { Session } from "../state.ts";
import { confidence, isTestFile } from "./confidence.ts";
import type { Clash, Detector } from "./detector.ts";

/** Stands in no name. */
const within = "\0";

export const symbolOverlap: Detector = {
  kind: "symbol_overlap",

  /** The symbol itself, and, for a class, each of its methods that either side changed. */
  related(subject, a, b) {
    if (isScopeSubject(subject)) return [subject];
    if (!subject.startsWith("sym:")) return [];
    const symbol = subject as SymbolId;
    const members = new Set([...(a.footprint.members.get(symbol) ?? []), ...(b.footprint.members.get(symbol) ?? [])]);
    return [symbol, ...[...members].map((member) => symbol + within + member)];
  },

  clash(thing, a, b) {
    if (isScopeSubject(thing)) return clashInScope(thing, a, b);
    const [symbol, member] = thing.split(within) as [SymbolId, SymbolId | undefined];
    return member ? clashInClass(symbol, member, a, b) : clashOfSymbol(symbol, a, b);
  },
};

function clashOfSymbol(symbol: SymbolId, a: Session, b: Session): Clash | null {
  const left = changeOf(a, symbol);
  const right = changeOf(b, symbol);
  if (!left || !right || left.fingerprint === right.fingerprint) return null;
  if (isInBaseOf(b, symbol, left) || isInBaseOf(a, symbol, right)) return null;
  const table = confidence.symbol_overlap;
  const sure = [left, right].some(({ change }) => change !== "modified" && change !== "moved");
  return clashOf([symbol], left, right, sure ? table.signature : table.bothBodies, "observed");
}

/** What one side did is where the other one started: merged (squashed, say) since, and no work beside work. */
function isInBaseOf(other: Session, symbol: SymbolId, change: SymbolChange): boolean {
  if (change.change === "removed" || change.change === "moved" || change.change === "renamed") return false;
  const base = other.files.get(pathOf(symbol))?.base?.facts.symbols.find(({ name }) => name === nameOf(symbol));
  return base !== undefined && contentOf(base) === change.content;
}

function changeOf(side: Session, symbol: SymbolId): SymbolChange | null {
  const change = side.footprint.symbols.get(symbol);
  return change ? followSymbol(side, change) : null;
}

/** The class's own header or fields on one side, one of its methods on the other. */
function clashInClass(container: SymbolId, member: SymbolId, a: Session, b: Session): Clash | null {
  const [inA, inB] = [changeOf(a, container), changeOf(b, container)];
  const [memberInA, memberInB] = [changeOf(a, member), changeOf(b, member)];
  if ((memberInA && memberInB) || inA?.fingerprint === inB?.fingerprint) return null;
  const level = confidence.symbol_overlap.container;
  if (inA && memberInB && meets(inA, memberInB)) return clashOf([container, member], inA, memberInB, level, "inferred");
  if (inB && memberInA && meets(inB, memberInA)) return clashOf([container, member], memberInA, inB, level, "inferred");
  return null;
}

/**
 * A method that is new hangs on the class only where the class itself went.
 * A function that has members (`Refund.prototype.issue`) is their constructor: one definition beside another.
 */
function meets(container: SymbolChange, member: SymbolChange): boolean {
  if (["removed", "renamed", "moved"].includes(container.change)) return true;
  return container.change !== "added" && member.change !== "added" && !container.content.startsWith("function:");
}

/** One name added in two files of one scope: after the merge it is declared twice, be the two the same or not. */
function clashInScope(name: string, a: Session, b: Session): Clash | null {
  for (const left of additionsOf(a, name))
    for (const right of additionsOf(b, name)) {
      if (left.subject === right.subject || exclude(left, right)) continue;
      if (isInBaseOf(b, left.subject, left) || isInBaseOf(a, right.subject, right)) continue;
      const subjects = [left.subject, right.subject].sort();
      return clashOf(subjects, left, right, confidence.symbol_overlap.signature, "observed");
    }
  return null;
}

function additionsOf({ footprint }: Session, name: string): SymbolChange[] {
  return [...(footprint.scopes.get(name) ?? [])].sort().map((symbol) => footprint.symbols.get(symbol)!);
}

/** Files under different conditions need not take part at once: `//go:build linux` and `//go:build windows`. */
function exclude({ scope: left }: SymbolChange, { scope: right }: SymbolChange): boolean {
  const [one, other] = [left?.condition ?? null, right?.condition ?? null];
  return one !== null && other !== null && one !== other;
}

function clashOf(
  subjects: SymbolId[],
  left: SymbolChange,
  right: SymbolChange,
  level: number,
  evidence: Clash["evidence"],
): Clash {
  const paths = [...new Set(subjects.map(pathOf))];
  const lowered = paths.some(isTestFile) ? level + confidence.symbol_overlap.inTestFile : level;
  return {
    subjects,
    paths,
    confidence: Math.round(lowered * 100) / 100,
    evidence,
    a: [sideChange(left)],
    b: [sideChange(right)],
    key: `${subjects.join(within)} ${deedOf(left)} ${deedOf(right)}`,
  };
}

/** What a side did, without its body and place: a change of it is new evidence. */
function deedOf(change: SymbolChange): string {
  return `${change.change}:${declarationOf(change)}`;
}

function sideChange(change: SymbolChange): SideChange {
  return { subject: change.subject, change: change.change, path: change.path, range: change.nameRange };
}
