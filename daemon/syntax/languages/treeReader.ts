// Reads a Python or Go file: what stands as it stood in the file's last reading is not looked at again.
// Knows no language: what a statement defines, the language says. Answers exactly what a reading from nothing would.
import type { Node } from "@vscode/tree-sitter-wasm";
import type { Range } from "../../../shared/model/location.ts";
import type { FileFacts, SymbolFact, SymbolKind } from "../../../shared/model/symbol.ts";
import { Fingerprint } from "../hash.ts";
import { lineStarts, positionAt } from "../lines.ts";
import { mergeDeclarations } from "../mergeDeclarations.ts";
import { HashRules, TreeHasher, type HashTable } from "./treeHash.ts";
import { firstError, grammarOf, namedChildrenOf, withTree, type TreeLanguage } from "./treeSitter.ts";

/** Files whose last reading is kept. */
const kept = 256;

/** One definition of a statement. Names are qualified within the statement; places are offsets in the text. */
export interface Definition {
  name: string;
  kind: SymbolKind;
  container: string | null;
  /** Inside a function: nobody else can name it. */
  local: boolean;
  signature: string;
  body: string;
  start: number;
  end: number;
  nameStart: number;
  nameEnd: number;
}

/** What `whole` defines under `name`, qualified by its container. */
export function definition(
  kind: SymbolKind,
  name: Node,
  whole: Node,
  signature: Fingerprint,
  body: Fingerprint,
  container: string | null = null,
): Definition {
  return {
    name: container === null ? name.text : `${container}.${name.text}`,
    kind,
    container,
    local: false,
    signature: signature.digest(),
    body: body.digest(),
    start: whole.startIndex,
    end: whole.endIndex,
    nameStart: name.startIndex,
    nameEnd: name.endIndex,
  };
}

export interface TreeRules {
  table: HashTable;
  definitionsOf(statement: Node, reading: TreeReading): Definition[];
  /** What the whole file says of its definitions: is one exported, in which scope is its name. */
  judge(path: string, text: string, root: Node): (definition: Definition) => Pick<SymbolFact, "exported" | "scope">;
}

/** A statement that was read, with the statements inside it that were read on their own. */
interface Entry {
  start: number;
  definitions: Definition[];
  inside: Map<string, Entry>;
}

interface LastReading {
  entries: Map<string, Entry>;
  symbols: Map<string, SymbolFact>;
}

export type TreeReader = (path: string, text: string) => FileFacts;

export function createTreeReader(language: TreeLanguage, rules: TreeRules): TreeReader {
  const recent = new Map<string, LastReading>();
  let hashRules: HashRules | null = null;
  return (path, text) => {
    hashRules ??= new HashRules(grammarOf(language), rules.table);
    const before = recent.get(path);
    const { symbols, error, entries } = readTree(language, rules, hashRules, path, text, before);
    if (error === null) remember(recent, path, { entries, symbols: new Map(symbols.map((each) => [each.name, each])) });
    return { language, symbols, error };
  };
}

function remember(recent: Map<string, LastReading>, path: string, reading: LastReading): void {
  recent.delete(path);
  recent.set(path, reading);
  if (recent.size > kept) recent.delete(recent.keys().next().value!);
}

function readTree(
  language: TreeLanguage,
  rules: TreeRules,
  hashRules: HashRules,
  path: string,
  text: string,
  before: LastReading | undefined,
) {
  const lines = lineStarts(text);
  return withTree(language, text, (root) => {
    // Behind an error the same text may be read as something else.
    const reading = new TreeReading(root, text, hashRules, root.hasError ? undefined : before?.entries);
    try {
      const definitions = namedChildrenOf(root).flatMap((each) =>
        reading.statement(each, "", () => rules.definitionsOf(each, reading)),
      );
      const judge = rules.judge(path, text, root);
      const found = mergeDeclarations(definitions.map((each) => factOf(each, lines, judge(each))));
      return {
        symbols: found.map((symbol) => asBefore(symbol, before?.symbols.get(symbol.name))),
        error: firstError(language, root, (offset) => positionAt(lines, offset).line),
        entries: reading.entries,
      };
    } finally {
      reading.hasher.delete();
    }
  });
}

/** One reading of one text. */
export class TreeReading {
  readonly hasher: TreeHasher;
  entries = new Map<string, Entry>();

  constructor(
    root: Node,
    readonly text: string,
    rules: HashRules,
    private readonly before: ReadonlyMap<string, Entry> = new Map(),
  ) {
    this.hasher = new TreeHasher(root, text, rules);
  }

  /** The definitions of a statement, read only if the same text did not stand there before. `role`: what else they depend on. */
  statement(node: Node, role: string, read: () => Definition[]): Definition[] {
    const start = node.startIndex;
    // The texts themselves are not kept: a few hundred large files would be much.
    const key = `${role} ${new Fingerprint().text(this.text.slice(start, node.endIndex)).digest()}`;
    const known = this.before.get(key) ?? this.entries.get(key);
    if (known) {
      this.keep(key, known);
      return moved(known.definitions, start - known.start);
    }
    const around = this.entries;
    const inside = (this.entries = new Map<string, Entry>());
    const definitions = read();
    this.entries = around;
    this.keep(key, { start, definitions, inside });
    return definitions;
  }

  private keep(key: string, entry: Entry): void {
    this.entries.set(key, entry);
    for (const [inner, each] of entry.inside) this.entries.set(inner, each);
  }
}

/** Definitions of what stands inside something, as seen from outside it. */
export function within(container: Definition, inner: Definition[]): Definition[] {
  return inner.map((each) => ({
    ...each,
    name: `${container.name}.${each.name}`,
    container: each.container === null ? container.name : `${container.name}.${each.container}`,
    local: each.local || container.kind !== "class",
  }));
}

function moved(definitions: Definition[], by: number): Definition[] {
  if (by === 0) return definitions;
  return definitions.map((each) => ({
    ...each,
    start: each.start + by,
    end: each.end + by,
    nameStart: each.nameStart + by,
    nameEnd: each.nameEnd + by,
  }));
}

function factOf(
  { name, kind, container, signature, body, ...at }: Definition,
  lines: readonly number[],
  judged: Pick<SymbolFact, "exported" | "scope">,
): SymbolFact {
  const range = { start: positionAt(lines, at.start), end: positionAt(lines, at.end) };
  const nameRange = { start: positionAt(lines, at.nameStart), end: positionAt(lines, at.nameEnd) };
  return { name, kind, container, ...judged, signature, body, range, nameRange };
}

/** The symbol of the last reading where nothing about it changed: it need not travel again. */
function asBefore(symbol: SymbolFact, before: SymbolFact | undefined): SymbolFact {
  const same =
    before !== undefined &&
    before.signature === symbol.signature &&
    before.body === symbol.body &&
    before.kind === symbol.kind &&
    before.container === symbol.container &&
    before.exported === symbol.exported &&
    before.scope?.name === symbol.scope?.name &&
    before.scope?.condition === symbol.scope?.condition &&
    sameRange(before.range, symbol.range) &&
    sameRange(before.nameRange, symbol.nameRange);
  return same ? before : symbol;
}

function sameRange(a: Range, b: Range): boolean {
  return (
    a.start.line === b.start.line &&
    a.start.character === b.start.character &&
    a.end.line === b.end.line &&
    a.end.character === b.end.character
  );
}
