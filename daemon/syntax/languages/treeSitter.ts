// Parses Python and Go with tree-sitter: WebAssembly that is loaded when a file of the language is first read.
// Knows no symbols.
import { createRequire } from "node:module";
import path from "node:path";
import type { Language as Grammar, Node, Parser } from "@vscode/tree-sitter-wasm";

type Library = typeof import("@vscode/tree-sitter-wasm");

export type TreeLanguage = "py" | "go";

const grammarFiles: Record<TreeLanguage, string> = { py: "tree-sitter-python.wasm", go: "tree-sitter-go.wasm" };
const titles: Record<TreeLanguage, string> = { py: "Python", go: "Go" };

let library: Promise<Library> | null = null;
const loading = new Map<TreeLanguage, Promise<void>>();
const failures = new Map<TreeLanguage, string>();
const parsers = new Map<TreeLanguage, { parser: Parser; grammar: Grammar }>();

/** Await it before the first tree of the language. Where it cannot be loaded, asking for a tree says why. Never rejects. */
export function loadGrammar(language: TreeLanguage): Promise<void> {
  let loaded = loading.get(language);
  if (!loaded) {
    const fail = (failure: unknown): void => void failures.set(language, String(failure));
    loading.set(language, (loaded = startParser(language).catch(fail)));
  }
  return loaded;
}

/** It is loaded, or cannot be. */
export function hasGrammar(language: TreeLanguage): boolean {
  return parsers.has(language) || failures.has(language);
}

/** The grammar's names and numbers of nodes. */
export function grammarOf(language: TreeLanguage): Grammar {
  return loadedParser(language).grammar;
}

/** Hands the tree of the text to `read`; it is freed when that returns. Offsets count UTF-16 units. */
export function withTree<T>(language: TreeLanguage, text: string, read: (root: Node) => T): T {
  const { parser } = loadedParser(language);
  // The grammars know no line that ends with \r alone.
  const tree = parser.parse(text.includes("\r") ? text.replace(/\r(?!\n)/g, "\n") : text);
  if (!tree) throw new Error(`no tree of this ${titles[language]} text`);
  try {
    return read(tree.rootNode);
  } finally {
    tree.delete();
  }
}

/** The library's types say null where it has none. */
export function childrenOf(node: Node): Node[] {
  return node.children as Node[];
}

export function namedChildrenOf(node: Node): Node[] {
  return node.namedChildren as Node[];
}

/** The first syntax error as a sentence; `lineOf` turns an offset into a line, zero-based. */
export function firstError(language: TreeLanguage, root: Node, lineOf: (offset: number) => number): string | null {
  if (!root.hasError) return null;
  let node = root;
  for (let inner: Node | undefined = root; inner; inner = childrenOf(node).find(isBroken)) node = inner;
  const line = `line ${lineOf(node.startIndex) + 1}`;
  return node.isMissing ? `${line}: '${node.type}' is missing.` : `${line}: this is not ${titles[language]}.`;
}

function isBroken(node: Node): boolean {
  return node.hasError || node.isMissing;
}

function loadedParser(language: TreeLanguage): { parser: Parser; grammar: Grammar } {
  const loaded = parsers.get(language);
  if (!loaded) throw new Error(`no grammar of ${titles[language]}: ${failures.get(language) ?? "not loaded"}`);
  return loaded;
}

async function startParser(language: TreeLanguage): Promise<void> {
  const { Parser, Language } = await (library ??= startLibrary());
  const grammar = await Language.load(path.join(wasmFolder(), grammarFiles[language]));
  const parser = new Parser();
  parsers.set(language, { parser: parser.setLanguage(grammar), grammar });
}

async function startLibrary(): Promise<Library> {
  const loaded = (await import("@vscode/tree-sitter-wasm")) as Library & { default?: Library };
  const { Parser } = loaded.default ?? loaded;
  await Parser.init();
  return loaded.default ?? loaded;
}

declare const PARLEY_VERSION: string | undefined;

/** The bundler puts the WebAssembly beside the bundle; in the sources it is in its package. */
function wasmFolder(): string {
  if (typeof PARLEY_VERSION !== "undefined") return import.meta.dirname;
  const require = createRequire(path.join(import.meta.dirname, "treeSitter.ts"));
  return path.dirname(require.resolve("@vscode/tree-sitter-wasm"));
}
