// The text of a Python module → what it defines.
// Knows no other module: where its imports lead is asked elsewhere.
import { descendants, type SyntaxFile, type SyntaxNode } from "../syntaxTree.ts";
import type { Definition, PythonModule } from "./definitions.ts";
import { readClass } from "./readClass.ts";
import { bindGlobals, moduleNamed, readStatement, statementsOf, type Place } from "./readStatements.ts";

export function readModule(path: string, file: SyntaxFile): PythonModule {
  const module: PythonModule = {
    ...{ path, names: new Map<string, Definition>(), stars: [], listed: null, listedAt: null },
    isDynamic: file.hasError || /\b__getattr__\b|\bglobals\(\)|\bsys\.modules\[__name__\]/.test(file.text),
  };
  const place: Place = { path, owner: null, names: module.names, readClass };
  for (const statement of statementsOf(file.root)) {
    readStatement(statement.node, statement.isSure, place);
    readStar(statement.node, module);
    readListed(statement.node, statement.isSure, module);
  }
  if (/\bglobal\s/.test(file.text))
    for (const node of descendants(file.root)) if (node.type === "global_statement") bindGlobals(node, place);
  return module;
}

function readStar(node: SyntaxNode, module: PythonModule): void {
  if (node.type === "import_from_statement" && node.first("wildcard_import")) module.stars.push(moduleNamed(node));
}

/** `__all__ = […]`, `+= […]`, `.extend([…])`. */
function readListed(node: SyntaxNode, isSure: boolean, module: PythonModule): void {
  if (node.type !== "expression_statement" || !node.text.startsWith("__all__")) return;
  const [expression] = node.children;
  const call = expression?.type === "call" ? expression.child("arguments") : null;
  const list = call ? call.children[0] : expression?.child("right");
  const names = list && /^(?:list|tuple)$/.test(list.type) ? list.children : null;
  module.listedAt ??= node;
  if (!isSure || module.listed === "computed" || !names?.every(({ type }) => type === "string"))
    module.listed = "computed";
  else {
    const before = expression?.type === "assignment" ? [] : (module.listed ?? []);
    module.listed = new Set([...before, ...names.map((each) => each.first("string_content")?.text ?? "")]);
  }
}
