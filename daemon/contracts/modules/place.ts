// Places of syntax as editors count them, and the definition around one.
// Knows no contracts.
import type ts from "typescript";
import type { Position, Range } from "../../../shared/model/location.ts";
import { symbolId, type SymbolFact } from "../../../shared/model/symbol.ts";
import { startOf } from "../../syntax/languages/typescriptNodes.ts";
import { languageOf } from "../../syntax/languageOf.ts";
import { lineStarts, positionAt } from "../../syntax/lines.ts";
import { readFacts } from "../../syntax/readFacts.ts";

export function rangeOf(node: ts.Node, file: ts.SourceFile): Range {
  return rangeIn(file.text, startOf(node, file), node.end);
}

export function rangeIn(text: string, start: number, end: number): Range {
  const lines = lineStarts(text);
  return { start: positionAt(lines, start), end: positionAt(lines, end) };
}

/** The innermost definition around a place; the file itself where there is none. */
export function subjectAround(path: string, text: string, at: Position): string {
  const language = languageOf(path);
  const around = language === null ? [] : readFacts(path, text).symbols.filter(({ range }) => isIn(range, at));
  const [innermost] = around.sort((x, y) => sizeOf(x) - sizeOf(y));
  return innermost && language !== null ? symbolId(language, path, innermost.name) : `path:${path}`;
}

function isIn({ start, end }: Range, { line, character }: Position): boolean {
  const isAfter = line > start.line || (line === start.line && character >= start.character);
  return isAfter && (line < end.line || (line === end.line && character <= end.character));
}

function sizeOf({ range: { start, end } }: SymbolFact): number {
  return (end.line - start.line) * 10_000 + end.character;
}
