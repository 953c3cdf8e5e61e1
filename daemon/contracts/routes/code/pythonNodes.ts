// Questions to single nodes of a Python tree; what its imports bind.
// Knows no framework.
import type { Node } from "@vscode/tree-sitter-wasm";
import { namedChildrenOf } from "../../../syntax/languages/treeSitter.ts";
import { unknownAt, type Draft, type Expr, type Span } from "./expr.ts";
import { spanOf, textOf } from "./treeNodes.ts";

export function plainImport(draft: Draft, node: Node): void {
  for (const each of namedChildrenOf(node)) {
    const name = each.childForFieldName("name") ?? each;
    const alias = textOf(each, "alias");
    const module = alias === "" ? name.text.split(".")[0]! : name.text;
    draft.bind(alias || module, { is: "import", module, name: "*", ...spanOf(node) });
  }
}

export function importFrom(draft: Draft, node: Node): void {
  const from = node.childForFieldName("module_name");
  const module = from?.text ?? "";
  for (const each of namedChildrenOf(node)) {
    if (each.id === from?.id) continue;
    if (each.type === "wildcard_import") draft.module.stars.push(module);
    const name = (each.childForFieldName("name") ?? each).text;
    draft.bind(textOf(each, "alias") || name, { is: "import", module, name, ...spanOf(node) });
  }
}

/** Texts with a value between each two. */
export function formatted(texts: string[], values: readonly Expr[], span: Span): Expr {
  const parts = texts.flatMap((text, at): Expr[] => [
    ...(at === 0 ? [] : [values[at - 1] ?? unknownAt(span)]),
    { is: "text", text, ...span },
  ]);
  return { is: "join", parts, ...span };
}

export const params = new Set([
  "identifier",
  "typed_parameter",
  "default_parameter",
  "typed_default_parameter",
  "list_splat_pattern",
  "dictionary_splat_pattern",
]);

export function paramOf(node: Node): { name: string; type: string | null; isOptional: boolean } {
  const name = node.childForFieldName("name") ?? (node.type === "typed_parameter" ? namedChildrenOf(node)[0] : node);
  const type = node.childForFieldName("type")?.text ?? null;
  const isOptional = node.type.includes("default") || node.type.includes("splat");
  return { name: name?.text ?? "", type, isOptional };
}

/** A field's type as written, with `=` behind it where it has a default. */
export function typeAndDefault(type: Node, value: Node | null): string {
  return value ? `${type.text} = ${value.text}` : type.text;
}
