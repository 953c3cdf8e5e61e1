// Text → facts, for whatever language the path's extension names. Never throws.
// Knows no file system, no git, no sides.
import type { FileFacts, Language } from "../../shared/model/symbol.ts";
import { languageOf } from "./languageOf.ts";
import { goRules } from "./languages/go.ts";
import { pythonRules } from "./languages/python.ts";
import { createTreeReader } from "./languages/treeReader.ts";
import { hasGrammar, loadGrammar } from "./languages/treeSitter.ts";
import { createTypescriptReader } from "./languages/typescriptReader.ts";

/** Facts of one text. A text that cannot be read has no symbols and says why in `error`. */
export type FactsReader = (path: string, text: string) => FileFacts;

/** Loads what the languages of these files need and is not loaded yet: to be awaited before they are read. Never rejects. */
export async function readyFor(paths: Iterable<string>): Promise<void> {
  for (const language of new Set([...paths].map(languageOf)))
    if (language === "py" || language === "go") await loadGrammar(language);
}

export function isReadyFor(path: string): boolean {
  const language = languageOf(path);
  return (language !== "py" && language !== "go") || hasGrammar(language);
}

/** A reader remembers what it read last, so that a small edit costs little; its answers do not depend on that. */
export function createFactsReader(): FactsReader {
  const readTypescript = createTypescriptReader();
  const readPython = createTreeReader("py", pythonRules);
  const readGo = createTreeReader("go", goRules);
  const read = (path: string, language: Language, text: string): FileFacts => {
    if (language === "py") return readPython(path, text);
    if (language === "go") return readGo(path, text);
    return readTypescript(path, language, text);
  };
  return (path, text) => {
    const language = languageOf(path);
    if (language === null) return { language, symbols: [], error: null };
    try {
      return read(path, language, text);
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
