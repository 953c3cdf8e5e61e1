// Several definitions of one name in one file → one symbol.
// Knows no language.
import type { SymbolFact } from "../../shared/model/symbol.ts";
import { Fingerprint } from "./hash.ts";

/** Overloads, accessor pairs and merged declarations of one name are one symbol. */
export function mergeDeclarations(symbols: SymbolFact[]): SymbolFact[] {
  const byName = new Map<string, SymbolFact>();
  for (const symbol of symbols) {
    const known = byName.get(symbol.name);
    byName.set(symbol.name, known ? merged(known, symbol) : symbol);
  }
  return byName.size === symbols.length ? symbols : [...byName.values()];
}

function merged(first: SymbolFact, second: SymbolFact): SymbolFact {
  return {
    ...first,
    exported: first.exported || second.exported,
    signature: new Fingerprint().text(first.signature).text(second.signature).digest(),
    body: new Fingerprint().text(first.body).text(second.body).digest(),
    // The implementation stands last among overloads: that is where people edit.
    nameRange: second.nameRange,
    range: { start: first.range.start, end: second.range.end },
  };
}
