// Whether two texts of a file differ in layout, comments, quotes and the order of imports alone.
// Reads tokens, not trees: what it takes for the same is to be confirmed by the definitions.
import { languageOf } from "./languageOf.ts";
import { tokensOf } from "./tokens.ts";

/** Languages in which layout has no meaning. */
const free = new Set(["ts", "js", "go"]);

/** Texts of a language whose layout has no meaning can be told apart from their formatting. */
export function hasFreeLayout(path: string): boolean {
  const language = languageOf(path);
  return language !== null && free.has(language);
}

/** Equal for two texts that differ in nothing else: the code without what formatters change, imports first and in order. */
export function codeOf(text: string): string {
  const words = tokensOf(text).filter(({ text }) => text !== ",");
  const imports: string[] = [];
  const rest: string[] = [];
  for (let at = 0; at < words.length; at++) {
    const isImport = words[at]!.text === "import" && !["(", "."].includes(words[at + 1]?.text ?? "");
    const end = isImport ? words.findIndex(({ kind }, index) => index > at && kind === "literal") : -1;
    if (end < 0) rest.push(words[at]!.text);
    else {
      const names = words.slice(at, end + 1).map(({ text }) => text);
      imports.push(names.sort().join(" "));
      at = end;
    }
  }
  return [...imports.sort(), ...rest].join("\0");
}
