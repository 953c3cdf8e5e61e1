// Contracts of Python: what new Python code uses of modules, functions and classes that the other side changed.
// Knows how the parts are put together, and no rules of the language.
import { folderOf } from "../folderOf.ts";
import { newUses } from "../newUses.ts";
import { createSyntaxReader } from "../syntaxTree.ts";
import { Comparison } from "./comparison.ts";
import { checkUse } from "./uses.ts";
import { World } from "./world.ts";

const readSyntax = createSyntaxReader("py");

export const python = newUses<World>({
  read: readSyntax,
  isCode: isPython,
  isContract: isPython,
  worldOf: (tree) => new World(tree, readSyntax),
  isCarriedAway(path, { baseTree, mergedTree }) {
    const around = `${folderOf(path)}__init__.py`;
    return baseTree.isFile(around) && !mergedTree.isFile(around);
  },
  checkOf({ path, code, versions, breaks }) {
    const to = new Comparison(path, code, versions, breaks);
    return (node) => checkUse(node, to);
  },
});

function isPython(path: string): boolean {
  return /\.pyi?$/.test(path);
}
