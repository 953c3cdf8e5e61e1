// The modules of one version of the tree: read once, and found where another one names them.
// Knows no framework.
import { languageOf } from "../../../syntax/languageOf.ts";
import type { VersionTree } from "../../family.ts";
import { emptyModule, type Module } from "./expr.ts";
import { lowerGo } from "./lowerGo.ts";
import { lowerPython } from "./lowerPython.ts";
import { lowerTypescript } from "./lowerTypescript.ts";

/** Larger texts are machine-made. */
const longest = 1_000_000;
/** Readings that are kept from one question to the next. */
const mostKept = 8_000;

const kept = new Map<string, { text: string; module: Module }>();

/** Null: it is no code, or not there. Never throws. */
export function moduleAt(tree: VersionTree, path: string): Module | null {
  if (languageOf(path) === null) return null;
  const text = tree.read(path);
  return text === null || text.length > longest ? null : moduleOf(path, text);
}

function moduleOf(path: string, text: string): Module {
  for (const key of [`${path}\0`, `${path}\0\0`]) {
    const known = kept.get(key);
    if (known?.text === text) return known.module;
  }
  const module = lower(path, text);
  if (kept.size >= mostKept) forgetOldest();
  const first = kept.get(`${path}\0`);
  if (first) kept.set(`${path}\0\0`, first);
  kept.set(`${path}\0`, { text, module });
  return module;
}

function forgetOldest(): void {
  let left = mostKept / 10;
  for (const key of kept.keys()) if (left-- > 0) kept.delete(key);
}

function lower(path: string, text: string): Module {
  try {
    const language = languageOf(path);
    if (language === "py") return lowerPython(path, text);
    return language === "go" ? lowerGo(path, text) : lowerTypescript(path, text);
  } catch {
    // Nested too deeply, or the grammar could not be loaded.
    return emptyModule(path);
  }
}
