// Names of a Go file's own that the other side took away from its new code: imports, and variables of a function.
// Knows no other file.
import { symbolId } from "../../../shared/model/symbol.ts";
import type { SyntaxNode } from "../syntaxTree.ts";
import { isBeingBound } from "./checkNames.ts";
import type { Comparison } from "./comparison.ts";
import type { Declaration } from "./definitions.ts";
import { bindingOf, namesBoundIn } from "./scopes.ts";
import type { World } from "./world.ts";

export function checkOwnName(node: SyntaxNode, to: Comparison): void {
  if (to.versions.mergedTree.clashes(to.path)) return;
  const { type } = node.parent!;
  if (node.type === "package_identifier" ? type !== "qualified_type" : isBeingBound(node)) return;
  if (bindingOf(node)) checkLocal(node, to);
  else if (/^(?:selector_expression|qualified_type)$/.test(type)) checkImportThere(node, to);
}

/** Who removed the last use of an import removed it too, and new code uses it. */
function checkImportThere(node: SyntaxNode, to: Comparison): void {
  const { base, before, after } = to.versions;
  const imported = (world: World): string | null => world.importNamed(to.path, node.text);
  const [old, own] = [imported(base), imported(before)];
  const spec = base.file(to.path)?.imports.find(({ path }) => path === old);
  if (!spec || old !== own || imported(after) !== null || after.around(to.path)?.names.has(node.text)) return;
  to.add(
    {
      contract: symbolId("go", to.path, node.text),
      certainty: "exact",
      reason: `\`${node.text}\` is not imported any more`,
      declaration: { change: "removed", path: to.path, range: spec.node.range },
    },
    node,
  );
}

/** A variable or a parameter that its function has under another name now, or not at all. */
function checkLocal(node: SyntaxNode, to: Comparison): void {
  const { base, before, after } = to.versions;
  const own = before.file(to.path)?.declarations.find((each) => isAround(each, node));
  if (own?.kind !== "function" || own.name === "init") return;
  const [old, now] = [base, after].map((world) =>
    world.file(to.path)?.declarations.find(({ kind, name }) => kind === "function" && name === own.name),
  );
  const isGone = old && now && namesBoundIn(old.node).has(node.text) && !namesBoundIn(now.node).has(node.text);
  if (isGone && !after.around(to.path)?.names.has(node.text)) to.broken(own, `\`${node.text}\` is gone`, node);
}

function isAround({ node }: Declaration, inner: SyntaxNode): boolean {
  return node.start <= inner.start && inner.end <= node.end;
}
