// A `.facts` file: one source text, with what syntax reads from it as caret lines under the names.
// Knows nothing of sides and conflicts.
import type { SymbolFact } from "../../../shared/model/symbol.ts";
import { readFacts } from "../../syntax/readFacts.ts";
import { markOf, putMarks, takeMarks } from "./carets.ts";

export interface FactCase {
  title: string;
  about: string[];
  path: string;
  lines: string[];
}

const pathLine = /^\/\/- (\S.*)$/;

export function parseFacts(text: string): FactCase {
  const all = text.replace(/\n$/, "").split("\n");
  const at = all.findIndex((line) => pathLine.test(line));
  const about = all.slice(0, Math.max(at, 0)).filter((line) => line.startsWith("#"));
  if (about.length === 0) throw new Error("First a line `# what it shows`, then `//- PATH`, then the source.");
  const { lines } = takeMarks(all.slice(at + 1));
  return { title: about[0]!.replace(/^#\s*/, ""), about, path: pathLine.exec(all[at]!)![1]!, lines };
}

/** The file as it is to be: with the facts of now. */
export function renderFacts({ about, path, lines }: FactCase): string {
  const { symbols, error } = readFacts(path, lines.map((line) => line + "\n").join(""));
  const marks = symbols.map((symbol) => markOf(symbol.nameRange, lines, labelOf(symbol)));
  const trouble = error === null ? [] : [`error: ${error}`];
  return [...about, ...trouble, `//- ${path}`, ...putMarks(lines, marks)].join("\n") + "\n";
}

/** `Ledger.add method in Ledger, lines 2-5`. */
function labelOf({ name, kind, container, exported, range }: SymbolFact): string {
  const [from, to] = [range.start.line + 1, range.end.line + 1];
  const where = container === null ? "" : ` in ${container}`;
  return `${name} ${kind}${where}${exported ? " exported" : ""}, ${from === to ? `line ${from}` : `lines ${from}-${to}`}`;
}
