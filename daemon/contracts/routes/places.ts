// Offsets in a text → places as they are shown, and the definition around them.
// Knows no routes.
import type { Position, Range } from "../../../shared/model/location.ts";
import { symbolId, type SymbolFact } from "../../../shared/model/symbol.ts";
import type { Use } from "../../core/questions.ts";
import { languageOf } from "../../syntax/languageOf.ts";
import { lineStarts, positionAt } from "../../syntax/lines.ts";
import { createFactsReader } from "../../syntax/readFacts.ts";
import type { Side, VersionTree } from "../family.ts";
import type { Spot } from "./servers/route.ts";

const readFacts = createFactsReader();

/** The text that was looked at last: many places are in one. */
let last: { path: string; text: string; starts: number[]; symbols: SymbolFact[] | null } | null = null;

function lookAt(path: string, text: string): NonNullable<typeof last> {
  if (last?.path !== path || last.text !== text) last = { path, text, starts: lineStarts(text), symbols: null };
  return last;
}

export function rangeIn(tree: VersionTree, { path, span }: Spot): Range {
  const { starts } = lookAt(path, tree.read(path) ?? "");
  return { start: positionAt(starts, span.start), end: positionAt(starts, span.end) };
}

/** The first line in which the side's text is not as in the base. */
export function rangeOfDifference({ base, now }: Side, path: string): Range {
  const [before, after] = [base, now].map((tree) => (tree.read(path) ?? "").split("\n"));
  const found = after!.findIndex((text, at) => text !== before![at]);
  // What went at the end has left the line before it.
  const line = Math.max(
    0,
    after!.slice(0, found + 1).findLastIndex((text) => text.trim() !== ""),
  );
  return { start: { line, character: 0 }, end: { line, character: after![line]?.length ?? 0 } };
}

export function useAt(tree: VersionTree, spot: Spot): Use {
  const { path } = spot;
  const range = rangeIn(tree, spot);
  return { subject: subjectAt(path, tree.read(path) ?? "", range.start), path, range };
}

/** The innermost definition around a place; the file where there is none. */
function subjectAt(path: string, text: string, at: Position): string {
  const seen = lookAt(path, text);
  const symbols = (seen.symbols ??= readFacts(path, text).symbols);
  const around = symbols.filter(({ range }) => isBefore(range.start, at) && isBefore(at, range.end));
  const [inner] = around.sort((x, y) => (isBefore(x.range.start, y.range.start) ? 1 : -1));
  return inner ? symbolId(languageOf(path)!, path, inner.name) : `path:${path}`;
}

function isBefore(a: Position, b: Position): boolean {
  return a.line < b.line || (a.line === b.line && a.character <= b.character);
}
