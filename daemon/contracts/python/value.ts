// What Python expressions stand for, and who finds that out.
// Types only.
import type { SyntaxNode } from "../syntaxTree.ts";
import type { ClassDef, FunctionDef } from "./definitions.ts";
import type { Found, ModuleRef } from "./world.ts";

export type Value =
  | { kind: "module"; module: ModuleRef }
  /** `isBound`: the first parameter is given already. */
  | { kind: "function"; definition: FunctionDef; isBound: boolean }
  | { kind: "class" | "object" | "super"; definition: ClassDef }
  | { kind: "many"; element: Value }
  | { kind: "unknown" };

/** Evaluates nodes of a file in one version of the tree. */
export interface Evaluator {
  evaluate(node: SyntaxNode, path: string): Value;
  /** What the name or attribute is bound to. */
  find(node: SyntaxNode, path: string): Found;
  findName(at: SyntaxNode, name: string, path: string): Found;
}
