// Questions to single nodes of a tree, in whatever language.
// Knows no grammar.
import type { Node } from "@vscode/tree-sitter-wasm";
import { namedChildrenOf, withTree, type TreeLanguage } from "../../../syntax/languages/treeSitter.ts";
import { Draft, unknownAt, type Expr, type Module, type Span } from "./expr.ts";

interface Lowering {
  statement(node: Node): void;
  expression(node: Node): Expr;
}

/** All that is declared at the top of the text is exported. */
export function lowerTree(
  language: TreeLanguage,
  path: string,
  text: string,
  loweringOf: (draft: Draft) => Lowering,
): Module {
  return withTree(language, text, (root) => {
    const draft = new Draft(path);
    const lowering = loweringOf(draft);
    for (const node of namedChildrenOf(root)) lowering.statement(node);
    const { module } = draft;
    for (const [name, [value]] of module.scopes[0]!.names)
      module.exports.set(name, { is: "name", name, scope: 0, start: value!.start, end: value!.end });
    return module;
  });
}

export function spanOf({ startIndex, endIndex }: Node): Span {
  return { start: startIndex, end: endIndex };
}

export function textOf(node: Node, field: string): string {
  return node.childForFieldName(field)?.text ?? "";
}

export function expressionIn(lowering: Lowering, node: Node, field: string): Expr {
  const child = node.childForFieldName(field);
  return child ? lowering.expression(child) : unknownAt(spanOf(node));
}
