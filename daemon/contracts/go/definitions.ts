// What a Go file declares, as readers of contracts see it.
// Types only.
import type { SyntaxNode } from "../syntaxTree.ts";

interface Declared {
  path: string;
  /** `Refund.Issue` of a method. */
  name: string;
  node: SyntaxNode;
  nameNode: SyntaxNode;
}

export interface FunctionDeclaration extends Declared {
  kind: "function";
  receiver: { type: string; isPointer: boolean } | null;
  typeParameters: number;
}

export interface TypeDeclaration extends Declared {
  kind: "type";
  isAlias: boolean;
  type: SyntaxNode;
  typeParameters: number;
}

export interface ValueDeclaration extends Declared {
  kind: "value";
  /** `var a, b T = x, y`: its place among the names, and what is on the right. */
  index: number;
  type: SyntaxNode | null;
  values: SyntaxNode[];
}

export type Declaration = FunctionDeclaration | TypeDeclaration | ValueDeclaration;

export interface Import {
  path: string;
  /** Null: the package's own name. */
  alias: string | null;
  node: SyntaxNode;
}

export interface GoFile {
  path: string;
  package: string;
  packageNode: SyntaxNode;
  imports: Import[];
  declarations: Declaration[];
}

/** The files of a folder that are one package. */
export interface GoPackage {
  folder: string;
  name: string;
  files: GoFile[];
  names: Map<string, Declaration>;
  /** By the name of the receiver's type. */
  methods: Map<string, Map<string, FunctionDeclaration>>;
}
