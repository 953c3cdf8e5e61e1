// Where a merge that fails is marked: at its first clash that no overlap of a definition tells of already.
// Knows no extension: two findings at one place are one to the eye.
import type { Range } from "../../../shared/model/location.ts";
import type { SymbolChange } from "../../../shared/model/footprint.ts";
import { followSymbol } from "../footprint/moves.ts";
import type { Hunk, Stretch } from "../questions.ts";
import type { Session } from "../state.ts";

/**
 * Places on both sides. A clash inside a definition that both changed has the name of that definition for its place.
 * `paths`: where each side has the file now.
 */
export function marksOf(
  hunks: readonly Hunk[],
  paths: { a: string; b: string },
  a: Session,
  b: Session,
): { a: Range; b: Range } | undefined {
  const [inA, inB] = [sharedIn(paths.a, a, b), sharedIn(paths.b, b, a)];
  const places = hunks.map((hunk) => placesOf(hunk, around(hunk.a, inA), around(hunk.b, inB)));
  return places.find(({ isTold }) => !isTold) ?? places[0];
}

function placesOf({ a, b }: Hunk, inA: SymbolChange | undefined, inB: SymbolChange | undefined) {
  if (!inA || !inB) return { isTold: false, a: a.mark, b: b.mark };
  return { isTold: true, a: inA.nameRange, b: inB.nameRange };
}

/** Definitions in the file, moved ones too, that the other side changed too. */
function sharedIn(path: string, side: Session, other: Session): SymbolChange[] {
  const shared = [...side.footprint.symbols.values()].filter(({ subject }) => other.footprint.symbols.has(subject));
  return shared.map((change) => followSymbol(side, change)).filter((change) => change.path === path);
}

/** The innermost of the definitions that holds the lines. */
function around({ start, end }: Stretch, definitions: readonly SymbolChange[]): SymbolChange | undefined {
  const holding = definitions.filter(
    ({ range }) => range.start.line <= start && Math.max(start, end - 1) <= range.end.line,
  );
  const length = ({ range }: SymbolChange): number => range.end.line - range.start.line;
  return holding.sort((x, y) => length(x) - length(y))[0];
}
