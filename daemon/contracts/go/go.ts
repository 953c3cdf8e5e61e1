// Contracts of Go: what new Go code uses of modules, packages, functions and types that the other side changed.
// Knows how the parts are put together, and no rules of the language.
import type { Proceed } from "../../sides/work.ts";
import { BreakList } from "../breakList.ts";
import type { Family, Side } from "../family.ts";
import { mergedTree } from "../mergedTree.ts";
import { NewCode } from "../newCode.ts";
import { createSyntaxReader, type SyntaxNode } from "../syntaxTree.ts";
import { checkCall, checkResults } from "./checkCalls.ts";
import { checkIdentifier, checkImport, checkPackage, checkSelector, checkType } from "./checkNames.ts";
import { checkOwnName } from "./checkOwnNames.ts";
import { checkAssignment, checkLiteral, checkReturn, checkSpec } from "./checkValues.ts";
import { Comparison, type Versions } from "./comparison.ts";
import { Values } from "./values.ts";
import { folderOf } from "../folderOf.ts";
import { World } from "./world.ts";

const readSyntax = createSyntaxReader("go");

export const go: Family = (changer, user, proceed) => {
  const files = user.changed.filter((path) => path.endsWith(".go") && user.now.isFile(path));
  if (files.length === 0 || !changer.changed.some((path) => /\.go$|(?:^|\/)go\.mod$/.test(path))) return [];
  const breaks = new BreakList(changer.name, user.now);
  const versions = versionsOf(changer, user);
  for (const path of files) {
    proceed();
    if (isCarriedAway(path, versions)) continue;
    checkFile(path, user, versions, breaks, proceed);
  }
  return breaks.list();
};

function versionsOf(changer: Side, user: Side): Versions {
  const merged = mergedTree(changer, user);
  const before = new World(user.now, readSyntax);
  return {
    base: new World(user.base, readSyntax),
    before,
    after: new World(merged, readSyntax),
    mergedTree: merged,
  };
}

/** The other side moved or removed the file, or all of its package: its code goes along, or clashes. */
function isCarriedAway(path: string, { base, after, mergedTree: merged }: Versions): boolean {
  const others = base.folders.filesIn(folderOf(path));
  return !merged.isFile(path) || (others.length > 0 && !others.some((each) => after.file(each)));
}

function checkFile(path: string, user: Side, versions: Versions, breaks: BreakList, proceed: Proceed): void {
  const text = user.now.read(path);
  const file = text === null ? null : readSyntax(text);
  if (!file || file.hasError) return;
  const code = new NewCode(user.base.read(path), file.text);
  const values = [versions.before, versions.after].map((world) => new Values(world)) as [Values, Values];
  checkUses(file.root, new Comparison(path, code, versions, ...values, breaks), proceed);
}

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

function checkUses(root: SyntaxNode, to: Comparison, proceed: Proceed): void {
  const open = [root];
  for (let node = open.pop(), n = 0; node; node = open.pop(), n++) {
    if (n % 500 === 0) proceed();
    if (!to.code.touches(node)) continue;
    const list = Object.hasOwn(checks, node.type) ? checks[node.type]! : [];
    if (list.length > 0 && to.code.isNew(node)) for (const check of list) check(node, to);
    for (let at = node.children.length - 1; at >= 0; at--) open.push(node.children[at]!);
  }
}
