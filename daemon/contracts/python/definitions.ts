// What a Python module, class or function defines, as readers of contracts see it.
// Types only.
import type { SyntaxNode } from "../syntaxTree.ts";

interface Named {
  path: string;
  /** Qualified within the module. */
  name: string;
  /** The whole definition, and the name in it. */
  node: SyntaxNode;
  nameNode: SyntaxNode;
  /** The class that it is a member of. */
  owner: ClassDef | null;
}

export interface Parameter {
  name: string;
  kind: "positional" | "either" | "keyword" | "rest" | "keywords";
  hasDefault: boolean;
  annotation: SyntaxNode | null;
}

/** How a member is reached: `obj.m()`, without `self`, with the class, or without a call. */
export type Role = "plain" | "static" | "class" | "property";

export interface FunctionDef extends Named {
  kind: "function";
  /** Of its overloads, else its own. */
  signatures: Parameter[][];
  role: Role;
  isAsync: boolean;
  isAbstract: boolean;
  /** Used in `with`. */
  isContext: boolean;
  /** Decorators of which it is not known what they make of the function. */
  unknownDecorators: string[];
}

export interface Field {
  name: string;
  hasDefault: boolean;
  isKeywordOnly: boolean;
  /** Whether the constructor takes it. */
  isInit: boolean;
  node: SyntaxNode;
}

/** Where a class gets its constructor from, apart from its own `__init__`. */
export type ClassForm = "plain" | "dataclass" | "model" | "namedtuple" | "typeddict" | "enum";

export interface ClassDef extends Named {
  kind: "class";
  bases: SyntaxNode[];
  hasMetaclass: boolean;
  decorators: SyntaxNode[];
  members: Map<string, Definition>;
  /** Annotated names of the class body, in order. */
  fields: Field[];
  /** Attributes can be there that nobody wrote down. */
  isDynamic: boolean;
}

export interface ImportDef extends Named {
  kind: "import";
  /** Dots before the module's name. */
  level: number;
  module: string;
  /** Null: the module itself. */
  imported: string | null;
}

/** A variable, or something that is bound in several ways: it is there. */
export interface ValueDef extends Named {
  kind: "value";
  annotation: SyntaxNode | null;
  value: SyntaxNode | null;
}

export type Definition = FunctionDef | ClassDef | ImportDef | ValueDef;

export interface StarImport {
  level: number;
  module: string;
}

export interface PythonModule {
  path: string;
  names: Map<string, Definition>;
  stars: StarImport[];
  /** What `*` takes, where it is written down; `computed`: nobody knows. */
  listed: Set<string> | "computed" | null;
  listedAt: SyntaxNode | null;
  /** Names can be there that nobody wrote down. */
  isDynamic: boolean;
}
