// Where a merge that fails is marked: at its first clash that no overlap of a definition tells of already.
// Knows no extension: two findings at one place are one to the eye.
import type { Range } from "../../../shared/model/location.ts";
import { pathOf } from "../../../shared/model/subject.ts";
import type { SymbolChange } from "../../../shared/model/footprint.ts";
import { followSymbol } from "../footprint/moves.ts";
import type { Hunk, Stretch } from "../questions.ts";
import type { Session } from "../state.ts";

/**
 * Places on both sides. A clash inside a definition that both changed has the name of that definition for its place.
 * `path`: the file of the base; `paths`: where each side has it now.
 */
export function marksOf(
  hunks: readonly Hunk[],
  path: string,
  paths: { a: string; b: string },
  a: Session,
  b: Session,
): { a: Range; b: Range } | undefined {
  const [inA, inB] = [sharedIn(path, paths.a, a, b), sharedIn(path, paths.b, b, a)];
  const places = hunks.map((hunk) => placesOf(hunk, around(hunk.a, inA), around(hunk.b, inB)));
  return places.find(({ isTold }) => !isTold) ?? places[0];
}

function placesOf({ a, b }: Hunk, inA: SymbolChange | undefined, inB: SymbolChange | undefined) {
  if (!inA || !inB) return { isTold: false, a: a.mark, b: b.mark };
  return { isTold: true, a: inA.nameRange, b: inB.nameRange };
}

/** Definitions of the file, moved with it, that the other side changed too. What is gone from it is nowhere in it. */
function sharedIn(path: string, to: string, side: Session, other: Session): SymbolChange[] {
  const shared = [...side.footprint.symbols.values()].filter(
    ({ subject }) => pathOf(subject) === path && other.footprint.symbols.has(subject),
  );
  const now = to === path ? shared : shared.map((change) => followSymbol(side, change));
  return now.filter((change) => change.path === to && change.change !== "removed");
}

/** The innermost of the definitions that holds the lines. */
function around({ start, end }: Stretch, definitions: readonly SymbolChange[]): SymbolChange | undefined {
  const holding = definitions.filter(
    ({ range }) => range.start.line <= start && Math.max(start, end - 1) <= range.end.line,
  );
  const length = ({ range }: SymbolChange): number => range.end.line - range.start.line;
  return holding.sort((x, y) => length(x) - length(y))[0];
}
