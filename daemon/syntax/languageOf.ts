// Which language a file is in, by its name.
// Loads no compiler: the daemon's main thread asks here.
import type { Language } from "../../shared/model/symbol.ts";

const languages: Record<string, Language> = {
  ".ts": "ts",
  ".tsx": "ts",
  ".mts": "ts",
  ".cts": "ts",
  ".js": "js",
  ".jsx": "js",
  ".mjs": "js",
  ".cjs": "js",
  ".py": "py",
  ".pyi": "py",
  ".go": "go",
};

export function languageOf(path: string): Language | null {
  return languages[path.slice(path.lastIndexOf("."))] ?? null;
}
