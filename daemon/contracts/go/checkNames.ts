// Imports, names, types, fields and methods of new Go code that are not there any more.
// Knows no arguments and no values.
import type { SyntaxNode } from "../syntaxTree.ts";
import { declarationOf, type Comparison } from "./comparison.ts";
import type { Import } from "./definitions.ts";
import { memberOf } from "./members.ts";
import { bindingOf } from "./scopes.ts";
import { findType } from "./types.ts";
import { folderOf } from "../folderOf.ts";
import { isTest } from "./packages.ts";

export function checkImport(spec: SyntaxNode, to: Comparison): void {
  const named = to.versions.before.file(to.path)?.imports.find(({ node }) => node === spec);
  const { before, after } = to.versions;
  const folder = named ? before.folders.folderOfImport(named.path) : null;
  if (!named || folder === null) return;
  const at = spec.child("path")!;
  if (after.folders.folderOfImport(named.path) === null) return checkGone(named, folder, at, to);
  const old = before.imported(folder);
  if (named.alias === null && old) checkPackageName(folder, old.name, at, to);
}

function checkGone({ path }: Import, folder: string, at: SyntaxNode, to: Comparison): void {
  const { base, before, after } = to.versions;
  const module = before.folders.moduleOf(path);
  const now = module && after.folders.moduleIn(module.file);
  if (module && now && now.path !== module.path) return to.brokenFile(module.file, `the module is now ${now.path}`, at);
  const gone = base.folders
    .filesIn(folder)
    .find((each) => !isTest(each) && !after.folders.filesIn(folder).includes(each));
  if (gone !== undefined) to.brokenFile(gone, `the package ${path} is gone`, at);
}

/** A new file in a package that has another name now. */
export function checkPackage(clause: SyntaxNode, to: Comparison): void {
  const [name] = clause.children;
  if (name && !isTest(to.path)) checkPackageName(folderOf(to.path), name.text, name, to);
}

/** The files of the package have another name than in the base. */
function checkPackageName(folder: string, name: string, at: SyntaxNode, to: Comparison): void {
  const { base, after } = to.versions;
  for (const path of after.folders.filesIn(folder)) {
    const now = isTest(path) || base.file(path)?.package !== name ? null : after.file(path)!.package;
    if (now !== null && now !== name) return to.brokenFile(path, `the package is now \`${now}\``, at);
  }
}

export function checkIdentifier(node: SyntaxNode, to: Comparison): void {
  if (isBeingBound(node) || bindingOf(node)) return;
  const [old, now] = to.evaluate(node);
  const declaration = declarationOf(old);
  if (declaration && now.kind === "absent") to.broken(declaration, `\`${node.text}\` is gone`, node);
  else if (declaration && old.kind === "type" && now.kind === "value")
    to.broken(declaration, "it is no type any more", node);
}

/** A name on the left of `:=`, a parameter, a key of a literal. */
export function isBeingBound({ field, parent }: SyntaxNode): boolean {
  if (field === "name" || field === "alias" || !parent) return true;
  if (parent.field === "alias") return true;
  if (parent.type === "literal_element" && parent.field === "key") return true;
  return (
    parent.field === "left" && /^(?:short_var_declaration|range_clause|receive_statement)$/.test(parent.parent!.type)
  );
}

/** `T`, `package.T` in types. */
export function checkType(node: SyntaxNode, to: Comparison): void {
  if (node.field === "name" || node.parent?.type === "qualified_type") return;
  const { before, after } = to.versions;
  const [old, now] = [findType(before, node, to.path), findType(after, node, to.path)];
  if (old.kind !== "declaration" || old.declaration.kind !== "type") return;
  const name = (node.child("name") ?? node).text;
  if (now.kind === "absent") return to.broken(old.declaration, `\`${name}\` is gone`, node);
  if (now.kind !== "declaration") return;
  if (now.declaration.kind !== "type") return to.broken(old.declaration, "it is no type any more", node);
  const given = node.parent?.type === "generic_type" ? (node.parent.first("type_arguments")?.children.length ?? 0) : 0;
  const [had, has] = [old.declaration.typeParameters, now.declaration.typeParameters];
  if (had === given && has !== given) to.broken(old.declaration, `it takes ${has} type arguments now`, node);
}

/** `package.Name`, `value.Member`. */
export function checkSelector(node: SyntaxNode, to: Comparison): void {
  const [old, now] = to.evaluate(node);
  const field = node.child("field")!;
  const declaration = declarationOf(old);
  if (!declaration || now.kind !== "absent") return;
  const member = old.kind === "value" ? old.member : null;
  if (member && isKeptByPointer(node, to)) return;
  to.broken(declaration, `\`${field.text}\` is gone`, field);
}

/** A pointer to an interface has no methods: what it points to changed, not its member. */
function isKeptByPointer(node: SyntaxNode, to: Comparison): boolean {
  const type = to.after.typeOf(node.child("operand")!, to.path);
  return memberOf(to.versions.after, type, node.child("field")!.text) !== "absent";
}
