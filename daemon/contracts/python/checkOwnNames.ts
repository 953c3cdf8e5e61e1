// Names of a Python file's own that the other side took away from its new code: imports, and variables of a function.
// Knows no other file.
import { symbolId } from "../../../shared/model/symbol.ts";
import type { SyntaxNode } from "../syntaxTree.ts";
import { definitionIn, type Comparison } from "./comparison.ts";
import type { Definition } from "./definitions.ts";
import { bindingsOf, namesBoundIn } from "./scopes.ts";
import type { World } from "./world.ts";

export function checkOwnName(node: SyntaxNode, to: Comparison): void {
  if (to.versions.mergedTree.clashes(to.path)) return;
  if (bindingsOf(node, node.text)) checkLocal(node, to);
  else checkImportThere(node, to);
}

/** Who removed the last use of an import removed it too, and new code uses it. */
function checkImportThere(node: SyntaxNode, to: Comparison): void {
  const { base, before, after } = to.versions;
  const name = node.text;
  const imported = (world: World): Definition | null => {
    const found = world.module(to.path)?.names.get(name);
    return found?.kind === "import" ? found : null;
  };
  const [old, own] = [imported(base), imported(before)];
  if (!old || !own || after.resolve(to.path, name).kind !== "absent") return;
  to.add(
    {
      contract: symbolId("py", to.path, name),
      certainty: "exact",
      reason: `\`${name}\` is not imported any more`,
      declaration: { change: "removed", path: to.path, range: old.nameNode.range },
    },
    node,
  );
}

/** A variable or a parameter that its function has under another name now, or not at all. */
function checkLocal(node: SyntaxNode, to: Comparison): void {
  const name = functionAround(node);
  if (name === null) return;
  const { base, before, after } = to.versions;
  const [old, own, now] = [base, before, after].map((world) => definitionIn(world, to.path, name));
  const binds = (definition: Definition | null | undefined): boolean | null =>
    definition?.kind === "function" ? namesBoundIn(definition.node).has(node.text) : null;
  if (!own || !binds(old) || binds(now) !== false || !now?.node.text.includes(lineOf(node))) return;
  if (after.resolve(to.path, node.text).kind === "absent") to.broken(own, `\`${node.text}\` is gone`, node);
}

/** The first line of the statement around: where the function was taken apart it can stand in another one now. */
function lineOf(node: SyntaxNode): string {
  let at = node;
  while (at.parent && at.parent.type !== "block") at = at.parent;
  return at.text.split("\n", 1)[0]!.trim();
}

/** The outermost function or method around, qualified; null: there is none that others could name. */
function functionAround(node: SyntaxNode): string | null {
  let names: string[] = [];
  let hasFunction = false;
  for (let at = node.parent; at; at = at.parent) {
    if (at.type !== "function_definition" && at.type !== "class_definition") continue;
    if (at.type === "function_definition") [names, hasFunction] = [[], true];
    names.unshift(at.child("name")?.text ?? "");
  }
  return hasFunction ? names.join(".") : null;
}
