// Facts between the threads: a symbol that stands as it stood in the file's last facts travels as its number there.
// Both ends see the same paths in the same order, so both know the same last facts.
import type { FileFacts, SymbolFact } from "../../shared/model/symbol.ts";
import { Recent } from "./recent.ts";

export interface FactsOnTheWay extends Omit<FileFacts, "symbols"> {
  symbols: (SymbolFact | number)[];
}

export type Pack = (path: string, facts: FileFacts) => FactsOnTheWay;
export type Unpack = (path: string, facts: FactsOnTheWay) => FileFacts;

/** Knows a symbol again by its identity: the reader gives out the same object while nothing about it changed. */
export function createPack(): Pack {
  const sent = new Recent<Map<SymbolFact, number>>();
  return (path, facts) => {
    const before = sent.get(path);
    sent.set(path, new Map(facts.symbols.map((symbol, index) => [symbol, index])));
    return { ...facts, symbols: facts.symbols.map((symbol) => before?.get(symbol) ?? symbol) };
  };
}

export function createUnpack(): Unpack {
  const received = new Recent<SymbolFact[]>();
  return (path, facts) => {
    const before = received.get(path);
    const symbols = facts.symbols.map((symbol) => (typeof symbol === "number" ? before![symbol]! : symbol));
    received.set(path, symbols);
    return { ...facts, symbols };
  };
}
