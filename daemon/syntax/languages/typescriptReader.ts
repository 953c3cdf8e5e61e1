// Reads a TypeScript or JavaScript file again after an edit: what did not change is not read twice.
// Answers exactly what a reading from nothing would.
import ts from "typescript";
import type { Position, Range } from "../../../shared/model/location.ts";
import type { FileFacts, Language, SymbolFact } from "../../../shared/model/symbol.ts";
import { lineStarts, positionAt } from "../lines.ts";
import { mergeDeclarations } from "../mergeDeclarations.ts";
import { firstError, parseTypescript, readStatement } from "./typescript.ts";
import { startOf } from "./typescriptNodes.ts";

/** Files whose last reading is kept. */
const kept = 256;

/** A top-level statement. Its symbols' places count from its own start. */
interface Statement {
  kind: ts.SyntaxKind;
  start: number;
  end: number;
  symbols: SymbolFact[];
  /** The symbols where they were last. */
  shown?: { at: Position; symbols: SymbolFact[] };
}

interface Reading {
  text: string;
  /** Top-level `await` means something else in a script. */
  isModule: boolean;
  statements: Statement[];
  error: string | null;
}

export type TypescriptReader = (path: string, language: Language, text: string) => FileFacts;

export function createTypescriptReader(): TypescriptReader {
  const recent = new Map<string, Reading>();
  return (path, language, text) => {
    const before = recent.get(path);
    const now = (before && readEditedStatement(before, path, text)) ?? readWhole(path, text, before);
    if (now.error === null) remember(recent, path, now);
    return { language, symbols: mergeDeclarations(placed(now)), error: now.error };
  };
}

function remember(recent: Map<string, Reading>, path: string, reading: Reading): void {
  recent.delete(path);
  recent.set(path, reading);
  if (recent.size > kept) recent.delete(recent.keys().next().value!);
}

function readWhole(path: string, text: string, before: Reading | undefined): Reading {
  const file = parseTypescript(path, text);
  const isModule = ts.isExternalModule(file);
  const known = new Map<string, Statement>();
  if (before?.isModule === isModule)
    for (const each of before.statements) known.set(before.text.slice(each.start, each.end), each);
  const lines = lineStarts(text);
  const statements = file.statements.map((statement) => {
    const start = startOf(statement, file);
    const { end, kind } = statement;
    const same = known.get(text.slice(start, end));
    return same ? { ...same, start, end } : { kind, start, end, symbols: relative(file, lines, statement, start) };
  });
  return { text, isModule, statements, error: firstError(file) };
}

/**
 * The new reading where the edit lies inside one statement that is still one statement of its kind; else null. Its first
 * and last characters stand, so its neighbours are read as before.
 */
function readEditedStatement(before: Reading, path: string, text: string): Reading | null {
  const { first, last } = editedRange(before.text, text);
  const index = before.statements.findIndex(({ start, end }) => start < first && last < end);
  const old = before.statements[index];
  if (!old || !endsFirmly(before.text, old)) return null;
  // It alone can make a file a module.
  if (before.text.slice(old.start, old.end).includes("import.meta")) return null;
  const grown = text.length - before.text.length;
  const slice = text.slice(old.start, old.end + grown);
  // The marker puts the statement into a module where the file is one.
  const file = parseTypescript(path, before.isModule ? `${slice}\nexport {}` : slice);
  const [statement, ...more] = file.statements;
  if (!statement || more.length !== (before.isModule ? 1 : 0) || firstError(file) !== null) return null;
  if (statement.kind !== old.kind || statement.end !== slice.length || ts.isExternalModule(file) !== before.isModule)
    return null;
  const symbols = relative(file, lineStarts(slice), statement, 0);
  const edited: Statement = { kind: old.kind, start: old.start, end: old.end + grown, symbols };
  const after = before.statements
    .slice(index + 1)
    .map((each) => ({ ...each, start: each.start + grown, end: each.end + grown }));
  return { ...before, text, statements: [...before.statements.slice(0, index), edited, ...after] };
}

/** Only a closing brace or a semicolon ends a statement whatever stands behind it. */
function endsFirmly(text: string, { end }: Statement): boolean {
  return text[end - 1] === "}" || text[end - 1] === ";";
}

/** Where the texts differ, in the old one: from `first` to before `last`. */
function editedRange(before: string, now: string): { first: number; last: number } {
  const shorter = Math.min(before.length, now.length);
  const first = longest(shorter, (n) => before.slice(0, n) === now.slice(0, n));
  const same = longest(shorter - first, (n) => before.slice(before.length - n) === now.slice(now.length - n));
  return { first, last: before.length - same };
}

/** The largest number up to `limit` for which `holds`; what holds for a number holds for all below it. */
function longest(limit: number, holds: (n: number) => boolean): number {
  let low = 0;
  let high = limit;
  while (low < high) {
    const middle = (low + high + 1) >> 1;
    if (holds(middle)) low = middle;
    else high = middle - 1;
  }
  return low;
}

function relative(file: ts.SourceFile, lines: readonly number[], statement: ts.Statement, start: number): SymbolFact[] {
  const origin = positionAt(lines, start);
  const back = ({ line, character }: Position): Position => ({
    line: line - origin.line,
    character: line === origin.line ? character - origin.character : character,
  });
  return readStatement(file, lines, statement).map((symbol) => moved(symbol, back));
}

/** All symbols at their places in the file; a statement that stands where it stood gives the same objects again. */
function placed({ text, statements }: Reading): SymbolFact[] {
  const lines = lineStarts(text);
  return statements.flatMap((statement) => {
    const at = positionAt(lines, statement.start);
    const { shown } = statement;
    if (shown?.at.line === at.line && shown.at.character === at.character) return shown.symbols;
    const forth = ({ line, character }: Position): Position => ({
      line: line + at.line,
      character: line === 0 ? character + at.character : character,
    });
    const symbols = statement.symbols.map((symbol) => moved(symbol, forth));
    statement.shown = { at, symbols };
    return symbols;
  });
}

function moved(symbol: SymbolFact, move: (position: Position) => Position): SymbolFact {
  const range = ({ start, end }: Range): Range => ({ start: move(start), end: move(end) });
  return { ...symbol, range: range(symbol.range), nameRange: range(symbol.nameRange) };
}
