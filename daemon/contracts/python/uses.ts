// Hands each use in the new code of a Python file to what checks it.
// Decides nothing itself.
import type { SyntaxNode } from "../syntaxTree.ts";
import { checkArguments } from "./checkCalls.ts";
import { checkEnumValue, checkKey, checkStore } from "./checkFields.ts";
import { checkFixtures } from "./checkFixtures.ts";
import { checkAttribute, checkImport, checkName } from "./checkNames.ts";
import { checkResult, checkUnpacked } from "./checkResults.ts";
import { checkSubclass } from "./checkSubclass.ts";
import { checkOwnName } from "./checkOwnNames.ts";
import type { Comparison } from "./comparison.ts";

type Check = (node: SyntaxNode, to: Comparison) => void;

const checks: Record<string, Check[]> = {
  import_statement: [checkImport],
  import_from_statement: [checkImport],
  identifier: [checkName, checkOwnName],
  attribute: [checkAttribute],
  call: [checkArguments, checkResult, checkEnumValue],
  assignment: [checkUnpacked, checkStore],
  augmented_assignment: [checkStore],
  subscript: [checkKey],
  class_definition: [checkSubclass],
  function_definition: [checkFixtures],
};

/** Of these, parts are new or not, and the checks look for themselves. */
const inParts = new Set(["import_statement", "import_from_statement", "class_definition", "function_definition"]);

export function checkUse(node: SyntaxNode, to: Comparison): void {
  const list = Object.hasOwn(checks, node.type) ? checks[node.type]! : [];
  if (list.length > 0 && isUse(node) && (inParts.has(node.type) || to.code.isNew(node)))
    for (const check of list) check(node, to);
}

/** Not a name that is only being bound. */
function isUse({ type, field, parent }: SyntaxNode): boolean {
  if (type !== "identifier" || !parent) return true;
  if (field === "name" || field === "attribute" || field === "alias") return false;
  if (field === "left" && parent.type !== "augmented_assignment") return parent.type === "binary_operator";
  return !notUsed.has(parent.type);
}

const notUsed = new Set([
  ...["parameters", "lambda_parameters", "typed_parameter", "list_splat_pattern", "dictionary_splat_pattern"],
  ...["pattern_list", "tuple_pattern", "list_pattern", "as_pattern_target", "global_statement", "nonlocal_statement"],
  ...["keyword_pattern", "delete_statement", "dotted_name"],
]);
