// Contracts of Go: what new Go code uses of modules, packages, functions and types that the other side changed.
// Knows how the parts are put together, and no rules of the language.
import { folderOf } from "../folderOf.ts";
import { newUses } from "../newUses.ts";
import { createSyntaxReader, type SyntaxNode } from "../syntaxTree.ts";
import { checkCall, checkResults } from "./checkCalls.ts";
import { checkIdentifier, checkImport, checkPackage, checkSelector, checkType } from "./checkNames.ts";
import { checkOwnName } from "./checkOwnNames.ts";
import { checkAssignment, checkLiteral, checkReturn, checkSpec } from "./checkValues.ts";
import { Comparison } from "./comparison.ts";
import { World } from "./world.ts";

const readSyntax = createSyntaxReader("go");

export const go = newUses<World>({
  read: readSyntax,
  isCode: (path) => path.endsWith(".go"),
  isContract: (path) => /\.go$|(?:^|\/)go\.mod$/.test(path),
  worldOf: (tree) => new World(tree, readSyntax),
  isCarriedAway(path, { base, after }) {
    const others = base.folders.filesIn(folderOf(path));
    return others.length > 0 && !others.some((each) => after.file(each));
  },
  checkOf({ path, code, versions, breaks }) {
    const to = new Comparison(path, code, versions, breaks);
    return (node) => {
      const list = Object.hasOwn(checks, node.type) ? checks[node.type]! : [];
      if (list.length > 0 && code.isNew(node)) for (const check of list) check(node, to);
    };
  },
});

type Check = (node: SyntaxNode, to: Comparison) => void;

const checks: Record<string, Check[]> = {
  package_clause: [checkPackage],
  import_spec: [checkImport],
  identifier: [checkIdentifier, checkOwnName],
  package_identifier: [checkOwnName],
  type_identifier: [checkType],
  qualified_type: [checkType],
  selector_expression: [checkSelector],
  call_expression: [checkCall, checkResults],
  composite_literal: [checkLiteral],
  var_spec: [checkSpec],
  assignment_statement: [checkAssignment],
  return_statement: [checkReturn],
};
