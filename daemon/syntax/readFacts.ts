// Text → facts, for whatever language the path's extension names. Never throws.
// Knows no file system, no git, no sides.
import type { FileFacts } from "../../shared/model/symbol.ts";
import { languageOf } from "./languageOf.ts";
import { createTypescriptReader } from "./languages/typescriptReader.ts";

/** Facts of one text. A text that cannot be read has no symbols and says why in `error`. */
export type FactsReader = (path: string, text: string) => FileFacts;

/** A reader remembers what it read last, so that a small edit costs little; its answers do not depend on that. */
export function createFactsReader(): FactsReader {
  const readTypescript = createTypescriptReader();
  return (path, text) => {
    const language = languageOf(path);
    if (language === null) return { language, symbols: [], error: null };
    try {
      return readTypescript(path, language, text);
    } catch (failure) {
      return { language, symbols: [], error: `cannot be read: ${sentenceOf(failure)}` };
    }
  };
}

/** A reading from nothing. */
export function readFacts(path: string, text: string): FileFacts {
  return createFactsReader()(path, text);
}

function sentenceOf(failure: unknown): string {
  if (failure instanceof RangeError) return "nested too deeply";
  return failure instanceof Error ? failure.message : String(failure);
}
