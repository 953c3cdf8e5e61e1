// Positions in a text, zero-based, in UTF-16 units as editors count them.

export interface Position {
  line: number;
  character: number;
}

export interface Range {
  start: Position;
  end: Position;
}

export const startOfFile: Range = { start: { line: 0, character: 0 }, end: { line: 0, character: 0 } };
