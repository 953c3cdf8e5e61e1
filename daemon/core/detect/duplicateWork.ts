// duplicate_work: both sides add a definition that does the same, in different places or under different names.
// The same name in the same place is an overlap of that symbol, or nothing.
import type { SideChange } from "../../../shared/model/conflict.ts";
import type { SymbolChange } from "../../../shared/model/footprint.ts";
import { nameOf } from "../../../shared/model/subject.ts";
import type { SymbolId } from "../../../shared/model/symbol.ts";
import { partsOf } from "../footprint/shapes.ts";
import type { Shape } from "../questions.ts";
import type { Session } from "../state.ts";
import { confidence } from "./confidence.ts";
import type { Detector } from "./detector.ts";

/** Share of equal code from which two definitions do the same: less is asked of those with one name. */
const alike = 0.75;
const alikeWithOneName = 0.5;
const same = 0.95;

/** Stands in no name. */
const and = "\0";

export const duplicateWork: Detector = {
  kind: "duplicate_work",

  /** Every definition of the one side with this part of a shape, with every one of the other side. */
  related(subject, a, b) {
    const [ofA, ofB] = [a.footprint.shapeParts.get(subject), b.footprint.shapeParts.get(subject)];
    return [...(ofA ?? [])].flatMap((x) => [...(ofB ?? [])].map((y) => x + and + y));
  },

  clash(thing, a, b) {
    const [x, y] = thing.split(and) as [SymbolId, SymbolId];
    const [left, right] = [a.footprint.symbols.get(x), b.footprint.symbols.get(y)];
    const [shapeA, shapeB] = [a.footprint.shapes.get(x)?.shape, b.footprint.shapes.get(y)?.shape];
    if (!left || !right || !shapeA || !shapeB || x === y) return null;
    if (isMoved(a, left) || isMoved(b, right)) return null;
    const share = likeness(shapeA, shapeB);
    const isNamedAlike = lastName(x) === lastName(y);
    if (share < (isNamedAlike ? alikeWithOneName : alike)) return null;
    const table = confidence.duplicate_work;
    return {
      subjects: [x, y].sort(),
      paths: [...new Set([left.path, right.path])].sort(),
      confidence: share < same ? table.nearly : isNamedAlike ? table.sameName : table.same,
      evidence: "inferred",
      a: [sideChange(left)],
      b: [sideChange(right)],
      key: `${x} ${y}`,
      hangsOn: partsOf(shapeA).filter((part) => b.footprint.shapeParts.has(part)),
    };
  },
};

function likeness(x: Shape, y: Shape): number {
  return x.filter((hash, at) => hash === y[at]).length / x.length;
}

/** What the side took from another place is not its new work. */
function isMoved({ footprint }: Session, { subject }: SymbolChange): boolean {
  const name = lastName(subject);
  return [...footprint.removedSymbols].some((removed) => lastName(removed) === name);
}

function lastName(subject: string): string {
  const name = nameOf(subject);
  return name.slice(name.lastIndexOf(".") + 1);
}

function sideChange({ subject, change, path, nameRange }: SymbolChange): SideChange {
  return { subject, change, path, range: nameRange };
}
