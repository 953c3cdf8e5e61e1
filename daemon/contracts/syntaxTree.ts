// A file's syntax as plain objects, which may be kept: trees of tree-sitter have to be freed.
// Knows no meaning of the nodes. Only named nodes are there, and no comments.
import type { Range } from "../../shared/model/location.ts";
import { lineStarts, positionAt } from "../syntax/lines.ts";
import { withTree, type TreeLanguage } from "../syntax/languages/treeSitter.ts";

type TreeNode = Parameters<Parameters<typeof withTree>[2]>[0];

/** A longer text is not read; what is kept is not more than so many characters. */
const longestText = 1 << 20;
const mostKept = 4 << 20;
/** Code that is nested deeper nobody wrote by hand. */
const deepest = 1000;

export class SyntaxNode {
  readonly children: SyntaxNode[] = [];

  constructor(
    readonly file: SyntaxFile,
    readonly parent: SyntaxNode | null,
    readonly type: string,
    /** Name of the field that the node is in its parent. */
    readonly field: string | null,
    readonly start: number,
    readonly end: number,
  ) {}

  get text(): string {
    return this.file.text.slice(this.start, this.end);
  }

  child(field: string): SyntaxNode | null {
    return this.children.find((each) => each.field === field) ?? null;
  }

  all(field: string): SyntaxNode[] {
    return this.children.filter((each) => each.field === field);
  }

  first(type: string): SyntaxNode | null {
    return this.children.find((each) => each.type === type) ?? null;
  }

  get range(): Range {
    const { lines } = this.file;
    return { start: positionAt(lines, this.start), end: positionAt(lines, this.end) };
  }
}

export class SyntaxFile {
  readonly lines: number[];
  root!: SyntaxNode;
  hasError = false;

  constructor(readonly text: string) {
    this.lines = lineStarts(text);
  }
}

/** Reads files and keeps what it read last. Null: too long, or no tree of it. */
export type SyntaxReader = (text: string) => SyntaxFile | null;

export function createSyntaxReader(language: TreeLanguage): SyntaxReader {
  const kept = new Map<string, SyntaxFile>();
  let size = 0;
  return (text) => {
    const known = kept.get(text);
    if (known) {
      kept.delete(text);
      kept.set(text, known);
      return known;
    }
    const file = text.length > longestText ? null : readSyntax(language, text);
    if (!file) return null;
    kept.set(text, file);
    size += text.length;
    for (const old of kept.keys()) {
      if (size <= mostKept) break;
      kept.delete(old);
      size -= old.length;
    }
    return file;
  };
}

function readSyntax(language: TreeLanguage, text: string): SyntaxFile | null {
  try {
    return withTree(language, text, (root) => copyOf(root, text));
  } catch {
    // No grammar, or a text that the parser gives up.
    return null;
  }
}

/** Null: nested too deeply. */
function copyOf(root: TreeNode, text: string): SyntaxFile | null {
  const file = new SyntaxFile(text);
  file.hasError = root.hasError;
  const cursor = root.walk();
  const copy = (parent: SyntaxNode | null): SyntaxNode => {
    const { nodeType, currentFieldName, startIndex, endIndex } = cursor;
    return new SyntaxNode(file, parent, nodeType, currentFieldName, startIndex, endIndex);
  };
  file.root = copy(null);
  let at = file.root;
  let depth = 0;
  for (let descending = true; ;) {
    if (depth > deepest) {
      cursor.delete();
      return null;
    }
    if (descending && cursor.gotoFirstChild()) {
      depth += 1;
      at = enter(copy(at), cursor.nodeIsNamed);
    } else if (cursor.gotoNextSibling()) {
      at = enter(copy(at.parent), cursor.nodeIsNamed);
      descending = true;
    } else if (cursor.gotoParent()) {
      depth -= 1;
      at = at.parent!;
      descending = false;
    } else {
      cursor.delete();
      return file;
    }
  }
}

function enter(node: SyntaxNode, isNamed: boolean): SyntaxNode {
  if (isNamed && node.type !== "comment") node.parent!.children.push(node);
  return node;
}

/** The node and all that is in it, outer before inner, without those that `isClosed` names and what is in them. */
export function* descendants(
  node: SyntaxNode,
  isClosed: (node: SyntaxNode) => boolean = () => false,
): Generator<SyntaxNode> {
  const open = [node];
  for (let next = open.pop(); next; next = open.pop()) {
    yield next;
    for (let n = next.children.length - 1; n >= 0; n--) if (!isClosed(next.children[n]!)) open.push(next.children[n]!);
  }
}
