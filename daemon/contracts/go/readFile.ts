// The text of a Go file → its package, imports and declarations.
// Knows no other file.
import type { SyntaxFile, SyntaxNode } from "../syntaxTree.ts";
import type { Declaration, GoFile, Import } from "./definitions.ts";

export function readFile(path: string, { root }: SyntaxFile): GoFile | null {
  const packageNode = root.first("package_clause")?.children[0];
  if (!packageNode) return null;
  const declarations = root.children.flatMap((node) => declarationsIn(node, path));
  return { path, package: packageNode.text, packageNode, imports: importsIn(root), declarations };
}

function importsIn(root: SyntaxNode): Import[] {
  const specs = root.children
    .filter(({ type }) => type === "import_declaration")
    .flatMap((node) => (node.first("import_spec_list") ?? node).children)
    .filter(({ type }) => type === "import_spec");
  return specs.map((node) => ({
    path: node.child("path")?.text.slice(1, -1) ?? "",
    alias: node.child("name")?.text ?? null,
    node,
  }));
}

/** Also of declarations inside functions. */
export function declarationsIn(node: SyntaxNode, path: string): Declaration[] {
  switch (node.type) {
    case "function_declaration":
    case "method_declaration":
      return functionIn(node, path);
    case "type_declaration":
      return node.children.flatMap((spec) => typeIn(spec, path));
    case "const_declaration":
    case "var_declaration":
      return specsIn(node).flatMap((spec) => valuesIn(spec, path));
    default:
      return [];
  }
}

function specsIn(node: SyntaxNode): SyntaxNode[] {
  return node.children.flatMap((child) => (child.type === "var_spec_list" ? child.children : [child]));
}

function functionIn(node: SyntaxNode, path: string): Declaration[] {
  const nameNode = node.child("name");
  if (!nameNode) return [];
  const typeParameters = typeParametersOf(node);
  const receiver = node.child("receiver");
  if (!receiver)
    return [{ kind: "function", path, name: nameNode.text, node, nameNode, receiver: null, typeParameters }];
  const type = receiver.children[0]?.child("type");
  const named = type ? typeName(type) : null;
  if (!type || named === null) return [];
  const isPointer = type.type === "pointer_type";
  const name = `${named}.${nameNode.text}`;
  return [{ kind: "function", path, name, node, nameNode, receiver: { type: named, isPointer }, typeParameters }];
}

/** `Refund` of `*Refund[T]`. */
function typeName(type: SyntaxNode): string | null {
  for (let at: SyntaxNode | undefined = type; at; at = at.children[0])
    if (at.type === "type_identifier") return at.text;
  return null;
}

function typeParametersOf(node: SyntaxNode): number {
  return (node.child("type_parameters")?.children ?? []).reduce((sum, each) => sum + each.all("name").length, 0);
}

function typeIn(spec: SyntaxNode, path: string): Declaration[] {
  const [nameNode, type] = [spec.child("name"), spec.child("type")];
  if (!nameNode || !type) return [];
  const isAlias = spec.type === "type_alias";
  const typeParameters = typeParametersOf(spec);
  return [{ kind: "type", path, name: nameNode.text, node: spec, nameNode, isAlias, type, typeParameters }];
}

function valuesIn(spec: SyntaxNode, path: string): Declaration[] {
  const values = spec.child("value")?.children ?? [];
  const type = spec.child("type");
  return spec.all("name").map((nameNode, index): Declaration => ({
    kind: "value",
    path,
    name: nameNode.text,
    node: spec,
    nameNode,
    index,
    type,
    values,
  }));
}
