// Fixtures that new tests of pytest ask for by the names of their parameters.
// Knows no calls.
import type { SyntaxNode } from "../syntaxTree.ts";
import type { Comparison } from "./comparison.ts";
import type { FunctionDef } from "./definitions.ts";
import { folderOf } from "../folderOf.ts";
import { lastName } from "./readFunction.ts";
import type { World } from "./world.ts";

export function checkFixtures(node: SyntaxNode, to: Comparison): void {
  const name = node.child("name")?.text ?? "";
  if (!/^test_/.test(name)) return;
  for (const parameter of node.child("parameters")?.children ?? []) {
    const named =
      parameter.type === "identifier" ? parameter : parameter.type === "typed_parameter" ? parameter.children[0] : null;
    if (!named || !to.code.isNew(named)) continue;
    const found = fixtureOf(to.versions.before, to.path, named.text);
    if (found && !fixtureOf(to.versions.after, to.path, named.text))
      to.broken(found, `\`${named.text}\` is gone`, named, false);
  }
}

/** In the test's own file, or a `conftest.py` beside or above it. */
function fixtureOf(world: World, path: string, name: string): FunctionDef | null {
  const files = [path];
  for (let folder = folderOf(path); ; folder = folderOf(folder.slice(0, -1))) {
    files.push(`${folder}conftest.py`);
    if (folder === "") break;
  }
  for (const file of files) {
    const found = world.module(file) && world.resolve(file, name);
    const definition = found && found.kind === "definition" ? found.definition : null;
    if (definition?.kind === "function" && definition.unknownDecorators.map(lastName).includes("fixture"))
      return definition;
  }
  return null;
}
