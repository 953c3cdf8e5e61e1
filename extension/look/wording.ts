// The short words for a conflict that several surfaces share: who, what, which thing.
// Must not know vscode: `say` translates and fills in `{0}`.
import type { Conflict, ConflictKind, ConflictSide, Severity, SideChange } from "../../shared/model/conflict.ts";
import { nameOf } from "../../shared/model/subject.ts";
import type { Mark } from "../model/marks.ts";

/** `vscode.l10n.t`, or the same without translation. */
export type Say = (message: string, ...args: (string | number)[]) => string;

/** Fills in `{0}`, `{1}`, … of the English text. */
export const sayEnglish: Say = (message, ...args) =>
  message.replace(/\{(\d+)\}/g, (whole, index: string) => String(args[Number(index)] ?? whole));

/** The word that stands in the text at the place of a symbol, or null when the subject has none. */
export function wordOf(subject: string): string | null {
  if (!/^sym:[a-z]+:.*#/.test(subject)) return null;
  const name = nameOf(subject);
  const word = name.slice(name.lastIndexOf(".") + 1);
  return word === "" || word === "default" ? null : word;
}

/** The other party as `claude_code on feat/partial-refunds`; raw text of others, to be escaped by the surface. */
export function who(side: ConflictSide, say: Say): string {
  if (isRule(side)) return say("the policy ({0})", side.ref.slice("rule:".length));
  const person = side.developer.replace(/@.*$/s, "") || side.ref;
  const actor = side.client === "unknown" || side.client === "vscode" ? person : side.client;
  return side.branch === null ? say("{0} ({1})", actor, side.ref) : say("{0} on {1}", actor, side.branch);
}

/** A protected path: nobody who could answer. */
export function isRule({ ref }: Pick<ConflictSide, "ref">): boolean {
  return ref.startsWith("rule:");
}

/** What the other side does to the marked thing, as a lens says it. */
export function deed(mark: Mark, say: Say): string {
  const { kind } = mark.conflict;
  const actor = who(mark.theirs, say);
  if (kind === "textual_merge") return say("{0} changes this too, and git cannot merge the two", actor);
  if (kind === "duplicate_work") return say("{0} adds the same", actor);
  const change = mark.counterpart?.change;
  if (kind === "protected_path") return say("protected by {0}", actor);
  if (change === "claims") return say("{0} is about to edit this file", actor);
  if (kind === "path_overlap") return say("{0} changes this file", actor);
  if (change === "uses") return say("{0} relies on this", actor);
  if (isUse(mark)) return deedToContract(change, contractOf(mark), actor, say);
  return change === undefined ? say("{0} clashes here", actor) : deedOf(change, actor, say);
}

/**
 * What Problems and the line itself say: short, seen from this window, and clear without the code beside it.
 * Where only the daemon's sentence knows what will break (a compiler's message, a call site), that sentence.
 */
export function problem(mark: Mark, say: Say): string {
  const { kind, summary, witness, reason } = mark.conflict;
  if (witness) return say("{0}. Merged: {1}", broken(mark, say), witness.message);
  if (reason !== undefined) return say(isUse(mark) ? "{0}: {1}" : "{0}, but {1}", broken(mark, say), reason);
  if (kind === "textual_merge") return changesSameFile(mark) ? deed(mark, say) : summary;
  // Who holds the file, and what is to be done, no short form tells.
  if (kind === "path_overlap" && mark.conflict.severity === "block") return summary;
  if (kind !== "symbol_overlap" && kind !== "duplicate_work" && kind !== "path_overlap") return summary;
  return say("{0}: {1}", nameOf(mark.change.subject), deed(mark, say));
}

/** Who does what to which contract; on the side that changed it, who relies on it. */
function broken(mark: Mark, say: Say): string {
  if (isUse(mark)) return deed(mark, say);
  return say("{0} relies on {1}", who(mark.theirs, say), contractOf(mark));
}

function isUse({ change }: Mark): boolean {
  return change.change === "uses";
}

function contractOf({ conflict, change }: Mark): string {
  return nameOf(conflict.subjects[0] ?? change.subject);
}

function deedToContract(change: SideChange["change"] | undefined, name: string, actor: string, say: Say): string {
  switch (change) {
    case "signature":
      return say("{0} changes the signature of {1}", actor, name);
    case "removed":
      return say("{0} removes {1}", actor, name);
    case "moved":
      return say("{0} moves {1}", actor, name);
    case "renamed":
      return say("{0} renames {1}", actor, name);
    default:
      return say("{0} changes {1}", actor, name);
  }
}

/** Both have the file where it was; whatever else git stumbles over takes a whole sentence. */
function changesSameFile({ change, counterpart }: Mark): boolean {
  const isEdit = (each: SideChange | null): boolean => each?.change === "modified" || each?.change === "added";
  return change.subject === counterpart?.subject && isEdit(change) && isEdit(counterpart);
}

function deedOf(change: SideChange["change"], actor: string, say: Say): string {
  switch (change) {
    case "signature":
      return say("{0} changes this signature", actor);
    case "added":
      return say("{0} adds this too", actor);
    case "modified":
      return say("{0} changes this too", actor);
    case "removed":
      return say("{0} removes this", actor);
    case "moved":
      return say("{0} moves this", actor);
    case "renamed":
      return say("{0} renames this", actor);
    case "uses":
      return say("{0} uses this", actor);
    case "claims":
      return say("{0} is about to edit this", actor);
  }
}

export function kindLabel(kind: ConflictKind, say: Say): string {
  const labels: Record<ConflictKind, string> = {
    path_overlap: say("Same files"),
    symbol_overlap: say("Same code"),
    contract_break: say("Contract break"),
    dependency_order: say("Dependency order"),
    protected_path: say("Protected path"),
    textual_merge: say("Merge conflict"),
    duplicate_work: say("Duplicate work"),
  };
  return labels[kind];
}

/** What clashes, shortly: `issueRefund`, `issueRefund and 2 more`. Raw text of others. */
export function subjectsShort(conflict: Conflict, say: Say): string {
  const names = conflict.subjects.length > 0 ? conflict.subjects.map(nameOf) : conflict.paths;
  const [first = conflict.ref] = names;
  return names.length > 1 ? say("{0} and {1} more", first, names.length - 1) : first;
}

export type Counts = Record<Severity, number>;

export function countBySeverity(conflicts: readonly Conflict[]): Counts {
  const counts: Counts = { info: 0, warn: 0, block: 0 };
  for (const conflict of conflicts) counts[conflict.severity] += 1;
  return counts;
}

/** `1 conflict`, `3 conflicts`. */
export function conflictCount(count: number, say: Say): string {
  return count === 1 ? say("1 conflict") : say("{0} conflicts", count);
}
