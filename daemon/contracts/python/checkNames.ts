// Imports, names and attributes of new Python code that are not there any more, or are reached in another way.
// Knows no arguments and no results.
import { symbolId } from "../../../shared/model/symbol.ts";
import type { SyntaxNode } from "../syntaxTree.ts";
import type { Comparison } from "./comparison.ts";
import type { Definition, FunctionDef } from "./definitions.ts";
import { isGuarded } from "./guards.ts";
import { importsIn, moduleNamed } from "./readStatements.ts";
import { bindingsOf } from "./scopes.ts";
import type { Found, ModuleRef, World } from "./world.ts";

export function checkImport(node: SyntaxNode, to: Comparison): void {
  if (isGuarded(node, "import")) return;
  if (node.type === "import_from_statement") return checkFromImport(node, to);
  for (const name of node.all("name")) {
    const named = name.child("name") ?? name;
    const module = { from: to.path, level: 0, module: named.text.replace(/\s+/g, "") };
    if (to.code.isNew(named)) isModuleGone(module, named, to);
  }
}

function checkFromImport(node: SyntaxNode, to: Comparison): void {
  const module = { from: to.path, ...moduleNamed(node) };
  const moduleNode = node.child("module_name")!;
  const names = importsIn(node).filter(({ nameNode }) => to.code.isNew(nameNode));
  const isNew = names.length > 0 || (node.first("wildcard_import") !== null && to.code.isNew(node));
  if (!isNew || isModuleGone(module, moduleNode, to)) return;
  for (const { imported, nameNode } of names) checkImported(module, imported!, nameNode, to);
}

function checkImported(module: ModuleRef, name: string, node: SyntaxNode, to: Comparison): void {
  const { before, after } = to.versions;
  const [old, now] = [before, after].map((world) => world.member(module, name)) as [Found, Found];
  if (old.kind === "module") isModuleGone(old.module, node, to);
  if (old.kind !== "definition" || now.kind !== "absent") return;
  const { definition } = old;
  const file = before.place(module)?.file;
  const isOnlyExport = file && file !== definition.path && isThere(after, definition);
  if (isOnlyExport) checkExport(file, name, node, to);
  else to.broken(definition, `\`${name}\` is gone`, node);
}

function isThere(world: World, { path, name }: Definition): boolean {
  return world.module(path)?.names.has(name.split(".")[0]!) ?? false;
}

/** A module that no longer passes on what it takes from another one. */
function checkExport(file: string, name: string, node: SyntaxNode, to: Comparison): void {
  const exported = to.versions.base.module(file)?.names.get(name);
  const star = to.versions.base.starOf(file, name);
  if (!exported && !star) return;
  const at = exported?.nameNode ?? to.versions.base.module(file)!.listedAt;
  to.add(
    {
      contract: symbolId("py", file, name),
      certainty: "exact",
      reason: `\`${name}\` can no longer be imported from there`,
      ...(at ? { declaration: { change: "removed", path: file, range: at.range } as const } : {}),
    },
    node,
  );
}

/** Says so, if it is. */
function isModuleGone(module: ModuleRef, node: SyntaxNode, to: Comparison): boolean {
  const { before, after, baseTree } = to.versions;
  const file = before.place(module)?.file;
  if (!file || after.place(module) || !baseTree.isFile(file)) return false;
  to.add({ contract: `path:${file}`, certainty: "exact", reason: `the module ${module.module} is gone` }, node);
  return true;
}

export function checkName(node: SyntaxNode, to: Comparison): void {
  const [old, now] = [to.before, to.after].map((values) => values.find(node, to.path)) as [Found, Found];
  if (old.kind !== "definition" || now.kind === "definition" || isGuarded(node, "name")) return;
  if (isImportedAnew(node, to)) return;
  const module = to.before.world.module(to.path);
  const binding = module?.names.get(node.text);
  if (binding?.kind === "import" && !bindingsOf(node, node.text)) {
    const from = { from: to.path, level: binding.level, module: binding.module };
    if (isModuleGone(from, node, to)) return;
  }
  if (now.kind !== "absent") return;
  const star = to.before.world.starOf(to.path, node.text);
  if (star && checkStar(star.file, node, to)) return;
  to.broken(old.definition, `\`${node.text}\` is gone`, node);
}

/** The import is told already. */
function isImportedAnew(node: SyntaxNode, { before, code, path }: Comparison): boolean {
  const [local] = bindingsOf(node, node.text) ?? [];
  if (local) return local.kind === "import" && code.isNew(local.node);
  const binding = before.world.module(path)?.names.get(node.text);
  return binding?.kind === "import" && code.isNew(binding.nameNode);
}

/** The name is still there, and `*` no longer takes it. */
function checkStar(file: string, node: SyntaxNode, to: Comparison): boolean {
  const { after, theirs } = to.versions;
  if (after.resolve(file, node.text).kind !== "definition" || after.isTakenByStar(file, node.text) !== false)
    return false;
  const at = theirs.module(file)?.listedAt;
  to.add(
    {
      contract: symbolId("py", file, node.text),
      certainty: "exact",
      reason: `\`${node.text}\` is not in \`__all__\` any more`,
      ...(at ? { declaration: { change: "modified", path: file, range: at.range } as const } : {}),
    },
    node,
  );
  return true;
}

export function checkAttribute(node: SyntaxNode, to: Comparison): void {
  const [old, now] = [to.before, to.after].map((values) => values.find(node, to.path)) as [Found, Found];
  const name = node.child("attribute")!;
  if (isGuarded(node, "attribute")) return;
  if (old.kind === "module") return void isModuleGone(old.module, name, to);
  if (old.kind !== "definition") return;
  if (now.kind === "absent" && !isStored(node)) return to.broken(old.definition, `\`${name.text}\` is gone`, name);
  if (now.kind === "definition") checkRole(old.definition, now.definition, node, to);
}

function isStored(node: SyntaxNode): boolean {
  return node.field === "left" && /assignment$/.test(node.parent?.type ?? "");
}

/** A method became a property, or the reverse. */
function checkRole(old: Definition, now: Definition, node: SyntaxNode, to: Comparison): void {
  if (!now.owner || isStored(node) || to.before.evaluate(node.child("object")!, to.path).kind !== "object") return;
  const isCalled = node.parent?.type === "call" && node.field === "function";
  const name = node.child("attribute")!;
  if (isMethod(old) && now.kind === "function" && now.role === "property")
    to.broken(old, `\`${name.text}\` is a property now`, name);
  else if (isMethod(old) && now.kind === "value" && isCalled && isPlain(now.value))
    to.broken(old, `\`${name.text}\` is an attribute now`, name);
  else if (!isMethod(old) && isMethod(now) && !isCalled && old.kind !== "class")
    to.broken(now, `\`${name.text}\` is a method now`, name);
}

function isMethod(definition: Definition): definition is FunctionDef {
  return definition.kind === "function" && definition.role !== "property";
}

/** A value that cannot be called. */
function isPlain(value: SyntaxNode | null): boolean {
  return value !== null && /^(?:string|integer|float|true|false|none|list|tuple|dictionary|set)$/.test(value.type);
}
