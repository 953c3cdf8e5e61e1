// Gathers what breaks: one break per contract, with all its uses.
// Knows no language: what breaks, its callers say.
import { symbolId, type Language, type SymbolFact } from "../../shared/model/symbol.ts";
import type { Position, Range } from "../../shared/model/location.ts";
import type { Break, Certainty, Use } from "../core/questions.ts";
import type { SideName } from "../sides/work.ts";
import { languageOf } from "../syntax/languageOf.ts";
import { createFactsReader } from "../syntax/readFacts.ts";
import type { VersionTree } from "./family.ts";
import type { SyntaxNode } from "./syntaxTree.ts";

/** What is said of one use. */
export interface Trouble {
  contract: string;
  certainty: Exclude<Certainty, "witness">;
  reason: string;
  declaration?: Break["declaration"];
}

interface Entry {
  certainty: Trouble["certainty"];
  reasons: Set<string>;
  declaration: Break["declaration"];
  uses: Map<string, Use>;
}

/** More reasons are not told. */
const mostReasons = 3;

export class BreakList {
  private readonly entries = new Map<string, Entry>();
  private readonly symbols = new Map<string, SymbolFact[]>();

  constructor(
    private readonly changer: SideName,
    private readonly user: VersionTree,
    private readonly readFacts = createFactsReader(),
  ) {}

  add({ contract, certainty, reason, declaration }: Trouble, path: string, node: SyntaxNode): void {
    let entry = this.entries.get(contract);
    if (!entry) this.entries.set(contract, (entry = { certainty, reasons: new Set(), declaration, uses: new Map() }));
    const { range } = node;
    if (certainty === "exact") entry.certainty = certainty;
    entry.reasons.add(reason);
    entry.uses.set(`${path} ${node.start}`, { subject: this.subjectAt(path, range.start), path, range });
  }

  list(): Break[] {
    return [...this.entries].map(([contract, { certainty, reasons, declaration, uses }]) => ({
      contract,
      changer: this.changer,
      certainty,
      reason: [...reasons].slice(0, mostReasons).join("; "),
      ...(declaration ? { declaration } : {}),
      uses: [...uses.values()],
    }));
  }

  /** The innermost definition around the place. */
  private subjectAt(path: string, at: Position): string {
    const language = languageOf(path) as Language;
    let symbols = this.symbols.get(path);
    if (!symbols) this.symbols.set(path, (symbols = this.readFacts(path, this.user.read(path) ?? "").symbols));
    const around = symbols.filter(({ range }) => isIn(range, at));
    // In the order of the text: what stands in another one comes after it.
    const innermost = around.at(-1);
    return innermost ? symbolId(language, path, innermost.name) : `path:${path}`;
  }
}

function isIn({ start, end }: Range, { line, character }: Position): boolean {
  const isAfter = line > start.line || (line === start.line && character >= start.character);
  return isAfter && (line < end.line || (line === end.line && character < end.character));
}
