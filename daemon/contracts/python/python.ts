// Contracts of Python: what new Python code uses of modules, functions and classes that the other side changed.
// Knows how the parts are put together, and no rules of the language.
import type { Proceed } from "../../sides/work.ts";
import { BreakList } from "../breakList.ts";
import type { Family, Side } from "../family.ts";
import { mergedTree } from "../mergedTree.ts";
import { NewCode } from "../newCode.ts";
import { createSyntaxReader } from "../syntaxTree.ts";
import { Comparison, type Versions } from "./comparison.ts";
import { folderOf } from "../folderOf.ts";
import { checkUses } from "./uses.ts";
import { Values } from "./values.ts";
import { World } from "./world.ts";

const readSyntax = createSyntaxReader("py");

export const python: Family = (changer, user, proceed) => {
  const files = user.changed.filter((path) => isPython(path) && user.now.isFile(path));
  if (files.length === 0 || !changer.changed.some(isPython)) return [];
  const breaks = new BreakList(changer.name, user.now);
  const versions = versionsOf(changer, user);
  for (const path of files) {
    proceed();
    if (isCarriedAway(path, user, versions)) continue;
    checkFile(path, user, versions, breaks, proceed);
  }
  return breaks.list();
};

function isPython(path: string): boolean {
  return /\.pyi?$/.test(path);
}

function versionsOf(changer: Side, user: Side): Versions {
  const merged = mergedTree(changer, user);
  const before = new World(user.now, readSyntax);
  return {
    base: new World(user.base, readSyntax),
    before,
    after: new World(merged, readSyntax),
    theirs: new World(changer.now, readSyntax),
    baseTree: user.base,
    mergedTree: merged,
  };
}

/** The other side moved or removed the file, or the package that it is in: its code goes along, or clashes. */
function isCarriedAway(path: string, { base }: Side, { mergedTree: merged }: Versions): boolean {
  const around = `${folderOf(path)}__init__.py`;
  return !merged.isFile(path) || (base.isFile(around) && !merged.isFile(around));
}

function checkFile(path: string, user: Side, versions: Versions, breaks: BreakList, proceed: Proceed): void {
  const text = user.now.read(path);
  const file = text === null ? null : readSyntax(text);
  if (!file || file.hasError) return;
  const code = new NewCode(user.base.read(path), file.text);
  const values = [versions.before, versions.after].map((world) => new Values(world)) as [Values, Values];
  checkUses(file.root, new Comparison(path, code, versions, ...values, breaks), proceed);
}
