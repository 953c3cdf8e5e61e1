// How much of one text is left in another, as git measures it for renames: the share of its lines, by length.
// Knows no paths.

/** Longer lines count in pieces of this length. */
const longestPiece = 64;

export interface Pieces {
  size: number;
  /** Line, or piece of one → characters in all its occurrences. */
  lengths: Map<string, number>;
}

export function piecesOf(text: string): Pieces {
  const lengths = new Map<string, number>();
  for (let start = 0; start < text.length;) {
    const end = text.indexOf("\n", start);
    const next = Math.min(end < 0 ? text.length : end + 1, start + longestPiece);
    const piece = text.slice(start, next).replace("\r\n", "\n");
    lengths.set(piece, (lengths.get(piece) ?? 0) + piece.length);
    start = next;
  }
  return { size: text.length, lengths };
}

/** 0 to 1; 0 where the sizes alone say that it is less than `least`. */
export function similarity(before: Pieces, after: Pieces, least: number): number {
  const [small, large] = before.size < after.size ? [before.size, after.size] : [after.size, before.size];
  if (small === 0 || large * (1 - least) < large - small) return 0;
  let copied = 0;
  for (const [piece, length] of before.lengths) copied += Math.min(length, after.lengths.get(piece) ?? 0);
  return copied / large;
}
