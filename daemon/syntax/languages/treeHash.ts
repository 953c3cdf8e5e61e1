// Fingerprints of tree-sitter trees: equal for equal code, whatever its layout and comments. A table per language says what enters.
// Knows no symbols. Walks with one cursor, without recursion: each look at a node is a call into WebAssembly.
import type { Language as Grammar, Node, TreeCursor } from "@vscode/tree-sitter-wasm";
import type { Fingerprint } from "../hash.ts";

/** What is done with the nodes of a language, by their names. Nodes without an entry enter with their name and children. */
export interface HashTable {
  /** Do not enter: comments. */
  skipped: string[];
  /** Enter with their children only: parentheses. */
  transparent: string[];
  /** The same, where between their parentheses is one child alone. */
  transparentAlone: string[];
  /** Enter with their text as it stands: names. */
  whole: string[];
  /** Enter with what the function makes of their text; null: with their children. */
  rewritten: Record<string, (text: string) => string | null>;
  /** Keywords and punctuation that do not enter: what they say, the nodes say as well. */
  dropped: string[];
  /** But they do in these nodes: each of them, or the first. */
  kept: { token: string; within: string; which: "each" | "first" }[];
  /** Nodes that are written as others. */
  alike: Record<string, string>;
  /** Statements that do nothing but stand there: they enter only if the function says no to the text from their start. */
  idle?: { statement: string; content: string; begins: RegExp };
  /** Told to whoever asks for them. */
  definitions: string[];
}

const end = -1;

const enum Deed {
  descend,
  token,
  skip,
  transparent,
  transparentAlone,
  whole,
  rewrite,
  keep,
  idle,
}

/** A table with the numbers that its grammar gives to the names. */
export class HashRules {
  readonly deeds: Uint8Array;
  readonly alike: Uint16Array;
  readonly isDefinition: Uint8Array;
  readonly rewrites = new Map<number, (text: string) => string | null>();
  readonly kept = new Map<string, "each" | "first">();
  readonly idleContent: number;

  constructor(
    grammar: Grammar,
    readonly table: HashTable,
  ) {
    const count = grammar.nodeTypeCount;
    this.deeds = new Uint8Array(count);
    this.isDefinition = new Uint8Array(count);
    this.alike = Uint16Array.from({ length: count }, (_, id) => id);
    const { idle } = table;
    for (let id = 0; id < count; id++) {
      const name = grammar.types[id] ?? "";
      const named = grammar.nodeTypeIsNamed(id);
      this.deeds[id] = named ? deedOfNode(table, name) : deedOfToken(table, name);
      if (!named) continue;
      this.alike[id] = numberOf(grammar, table.alike[name] ?? name);
      if (Object.hasOwn(table.rewritten, name)) this.rewrites.set(id, table.rewritten[name]!);
      if (table.definitions.includes(name)) this.isDefinition[id] = 1;
    }
    for (const { token, within, which } of table.kept)
      this.kept.set(`${numberOf(grammar, within)} ${numberOf(grammar, token, false)}`, which);
    this.idleContent = idle ? numberOf(grammar, idle.content) : end;
  }
}

function deedOfNode(table: HashTable, name: string): Deed {
  if (table.skipped.includes(name)) return Deed.skip;
  if (table.transparent.includes(name)) return Deed.transparent;
  if (table.transparentAlone.includes(name)) return Deed.transparentAlone;
  if (table.whole.includes(name)) return Deed.whole;
  if (Object.hasOwn(table.rewritten, name)) return Deed.rewrite;
  return table.idle?.statement === name ? Deed.idle : Deed.descend;
}

function deedOfToken(table: HashTable, name: string): Deed {
  if (table.kept.some(({ token }) => token === name)) return Deed.keep;
  return table.dropped.includes(name) ? Deed.skip : Deed.token;
}

function numberOf(grammar: Grammar, name: string, named = true): number {
  const id = grammar.idForNodeType(name, named);
  if (id === null) throw new Error(`the grammar has no ${name}`);
  return id;
}

/** Writes nodes of one tree. */
export class TreeHasher {
  private readonly cursor: TreeCursor;
  private readonly windows: boolean;
  /** Numbers of the nodes around; 0 for transparent ones. */
  private readonly around: number[] = [];
  /** In which of them the first of a kept token was seen. */
  private readonly seen: boolean[] = [];
  /** Depth of the definition that the walk is in. */
  private insideDefinition = 0;
  private definitions: Node[] | null = null;
  private leaveOutDefinitions = false;

  constructor(
    root: Node,
    private readonly text: string,
    private readonly rules: HashRules,
  ) {
    this.cursor = root.walk();
    this.windows = text.includes("\r");
  }

  delete(): void {
    this.cursor.delete();
  }

  write(print: Fingerprint, node: Node): void {
    this.cursor.reset(node);
    this.around.length = this.seen.length = this.insideDefinition = 0;
    for (;;) {
      if (this.enter(print)) continue;
      while (this.around.length > 0 && !this.cursor.gotoNextSibling()) this.leave(print);
      if (this.around.length === 0) return;
    }
  }

  /** Writes the node and answers the definitions in it that stand in no other definition of it. */
  writeWithDefinitions(print: Fingerprint, node: Node): Node[] {
    const found = (this.definitions = []);
    this.write(print, node);
    this.definitions = null;
    return found;
  }

  /** Writes what is not in a definition. */
  writeWithoutDefinitions(print: Fingerprint, node: Node): void {
    this.leaveOutDefinitions = true;
    this.write(print, node);
    this.leaveOutDefinitions = false;
  }

  /** Answers whether it went down to the first child. */
  private enter(print: Fingerprint): boolean {
    const { cursor, rules } = this;
    const id = cursor.nodeTypeId;
    switch (rules.deeds[id] as Deed | undefined) {
      case Deed.token:
        print.number(id);
        return false;
      case Deed.skip:
        return false;
      case Deed.whole:
        print.number(rules.alike[id]!).text(this.textHere());
        return false;
      case Deed.keep:
        this.keep(print, id);
        return false;
      case Deed.rewrite: {
        const rewritten = rules.rewrites.get(id)!(this.textHere());
        if (rewritten === null) return this.descend(print, id);
        print.number(rules.alike[id]!).text(rewritten);
        return false;
      }
      case Deed.transparent:
        return this.descendSilently();
      case Deed.transparentAlone:
        return cursor.currentNode.childCount === 3 ? this.descendSilently() : this.descend(print, id);
      case Deed.idle:
        return this.isIdle() ? false : this.descend(print, id);
      default:
        return this.descend(print, id);
    }
  }

  private descendSilently(): boolean {
    if (!this.cursor.gotoFirstChild()) return false;
    this.around.push(0);
    return true;
  }

  private descend(print: Fingerprint, id: number): boolean {
    const { cursor, rules, around } = this;
    if (rules.isDefinition[id] && around.length > 0 && this.meetDefinition()) return false;
    if (cursor.gotoFirstChild()) {
      print.number(rules.alike[id] ?? id);
      around.push(id);
      return true;
    }
    print.number(rules.alike[id] ?? id).text(this.textHere());
    return false;
  }

  /** Answers whether the definition is to be left out. */
  private meetDefinition(): boolean {
    if (this.leaveOutDefinitions) return true;
    if (this.definitions && this.insideDefinition === 0) {
      this.definitions.push(this.cursor.currentNode);
      this.insideDefinition = this.around.length + 1;
    }
    return false;
  }

  private leave(print: Fingerprint): void {
    this.cursor.gotoParent();
    if (this.around.length === this.insideDefinition) this.insideDefinition = 0;
    this.seen.length = Math.min(this.seen.length, this.around.length);
    if (this.around.pop() !== 0) print.number(end);
  }

  private keep(print: Fingerprint, id: number): void {
    const { around, seen } = this;
    const which = this.rules.kept.get(`${around.at(-1) ?? end} ${id}`);
    if (which === undefined || (which === "first" && seen[around.length])) return;
    seen[around.length] = true;
    print.number(id);
  }

  /** `"text"` alone as a statement. */
  private isIdle(): boolean {
    const { cursor, rules } = this;
    const { begins } = rules.table.idle!;
    begins.lastIndex = cursor.startIndex;
    if (!begins.test(this.text) || !cursor.gotoFirstChild()) return false;
    const idle = cursor.nodeTypeId === rules.idleContent && !cursor.gotoNextSibling();
    cursor.gotoParent();
    return idle;
  }

  private textHere(): string {
    const text = this.text.slice(this.cursor.startIndex, this.cursor.endIndex);
    return this.windows ? text.replace(/\r\n?/g, "\n") : text;
  }
}
