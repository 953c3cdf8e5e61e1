// Whether Python code minds what it uses not being there: it stands in a `try` that catches just that.
// Knows no meaning of names.
import type { SyntaxNode } from "../syntaxTree.ts";

const caught = {
  import: ["ImportError", "ModuleNotFoundError", "Exception", "BaseException"],
  name: ["NameError", "ImportError", "ModuleNotFoundError"],
  attribute: ["AttributeError"],
  call: ["TypeError"],
};

export function isGuarded(node: SyntaxNode, against: keyof typeof caught): boolean {
  let from = node;
  for (let at = node.parent; at; from = at, at = at.parent) {
    if (at.type === "function_definition" || at.type === "class_definition") return false;
    if (at.type === "try_statement" && from.field === "body" && catches(at, against)) return true;
    if (at.type === "with_statement" && from.field === "body" && suppresses(at, against)) return true;
  }
  return false;
}

function catches(node: SyntaxNode, against: keyof typeof caught): boolean {
  return node.children
    .filter(({ type }) => type === "except_clause")
    .some(({ children }) => {
      const named = children.filter(({ type }) => type !== "block").map(({ text }) => text);
      return named.length === 0 ? against === "import" : named.some((text) => names(text, against));
    });
}

function suppresses(node: SyntaxNode, against: keyof typeof caught): boolean {
  const items = node.first("with_clause")?.text ?? "";
  return items.includes("suppress(") && names(items, against);
}

function names(text: string, against: keyof typeof caught): boolean {
  const words: string[] = text.match(/\w+/g) ?? [];
  return caught[against].some((each) => words.includes(each));
}
