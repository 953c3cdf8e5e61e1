// A case through the real core and the real syntax → the same case with what was found as its marks.
// Knows nothing of how it is written down.
import assert from "node:assert/strict";
import type { Conflict, ConflictKind, SideChange } from "../../../shared/model/conflict.ts";
import { flicker } from "../../core/lifecycle/reconcile.ts";
import { textOf, type CaseFile, type Owner, type Section, type Side } from "./caseFile.ts";
import { markOf } from "./carets.ts";
import { World, type Texts } from "./twoSides.ts";

/** Kinds of which only their own cases tell: any two edits can lie close together, or do the same. */
const apart: readonly string[] = ["textual_merge", "duplicate_work"] satisfies ConflictKind[];

/** Runs a case of this kind with `first` there before the other side. */
export function runCase(given: CaseFile, kind: string, first: Side): CaseFile {
  const second: Side = first === "left" ? "right" : "left";
  const world = new World();
  world.isWitnessed = kind === ("contract_break" satisfies ConflictKind);
  const base = textsOf(given, "base");
  for (const side of [first, second]) {
    world.see(`/${side}`);
    for (const files of savesOf(given, side, base)) world.read(`/${side}`, base, files, ++world.now);
    world.answer();
  }
  world.pass(flicker);
  const conflicts = world.live();
  for (const conflict of conflicts) checkShape(conflict, first);
  const shown = { ...given, info: infoOf(conflicts), sections: given.sections.map((s) => ({ ...s, marks: [] })) };
  for (const conflict of conflicts) if (isTold(conflict, kind)) markConflict(shown, conflict);
  return shown;
}

function textsOf(given: CaseFile, owner: Owner, earlier = false): Texts {
  const own = given.sections.filter((each) => each.owner === owner && each.flags.has("earlier") === earlier);
  return Object.fromEntries(own.filter((each) => !each.flags.has("removed")).map((each) => [each.path, textOf(each)]));
}

function isTold(conflict: Conflict, kind: string): boolean {
  if (apart.includes(kind)) return conflict.kind === kind;
  return conflict.severity !== "info" && !apart.includes(conflict.kind);
}

/** The states of a side's files, one after the other: what it does not list is as in the base. */
function savesOf(given: CaseFile, side: Side, base: Texts): Texts[] {
  const removed = given.sections.filter((each) => each.owner === side && each.flags.has("removed"));
  const now = { ...base, ...textsOf(given, side) };
  for (const { path } of removed) delete now[path];
  const earlier = textsOf(given, side, true);
  return Object.keys(earlier).length === 0 ? [now] : [{ ...base, ...earlier }, now];
}

/** What holds for every conflict, whatever clashes. */
function checkShape(conflict: Conflict, first: Side): void {
  const [early, late] = conflict.sides;
  assert.deepEqual([early.role, late.role], ["incumbent", "newcomer"], `${first} was there first`);
  for (const side of conflict.sides) {
    assert.ok(conflict.summary.includes(side.ref), "the summary names both sides");
    const subjects = side.changes.map(({ subject }) => subject);
    assert.equal(new Set(subjects).size, subjects.length, "each subject is shown once");
  }
  assert.ok(conflict.suggestion.includes(late.ref), "the suggestion is to the newcomer");
}

function infoOf(conflicts: Conflict[]): string[] | null {
  const found = conflicts.filter(({ kind, severity }) => kind === "path_overlap" && severity === "info");
  return found[0]?.paths ?? null;
}

function markConflict(shown: CaseFile, conflict: Conflict): void {
  const { kind, severity, confidence, evidence } = conflict;
  for (const { checkout, changes } of conflict.sides) {
    const side = checkout.slice(1) as Side;
    for (const change of changes) {
      const removed = change.change === "removed";
      const section = sectionOf(shown, removed ? "base" : side, change);
      const deed = removed ? `${side} removed` : change.change;
      const label = [kind, severity, deed, confidence, ...(evidence === "observed" ? [] : [evidence])].join(" ");
      section.marks.push(markOf(change.range, section.lines, label));
    }
  }
}

/** Where a change is to be seen: what was removed stands in the base. */
function sectionOf(shown: CaseFile, owner: Owner, { path, subject }: SideChange): Section {
  const found = shown.sections.find(
    (each) => each.owner === owner && each.path === path && !each.flags.has("earlier") && !each.flags.has("removed"),
  );
  assert.ok(found, `${subject} is shown at ${path} of ${owner}, which is not in the case`);
  return found;
}
