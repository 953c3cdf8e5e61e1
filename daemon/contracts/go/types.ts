// Go types as values, and what type a syntax of a type names in one version of the tree.
// Knows no expressions.
import type { SyntaxNode } from "../syntaxTree.ts";
import type { Declaration, FunctionDeclaration, GoPackage, TypeDeclaration } from "./definitions.ts";
import { bindingOf } from "./scopes.ts";
import type { World } from "./world.ts";

/** Parameters or results, each with its type. */
export interface Signature {
  parameters: { type: SyntaxNode; name: string }[];
  isVariadic: boolean;
  results: SyntaxNode[];
  /** The file whose names the types are in. */
  path: string;
  isGeneric: boolean;
}

export type Literal = "string" | "int" | "float" | "rune" | "bool" | "nil";

export type GoType =
  | { kind: "basic"; name: string }
  /** A constant without a type of its own. */
  | { kind: "constant"; of: Literal }
  | { kind: "named"; declaration: TypeDeclaration }
  | { kind: "pointer" | "slice" | "channel"; to: GoType }
  | { kind: "map"; key: GoType; to: GoType }
  | { kind: "struct" | "interface"; node: SyntaxNode; path: string }
  | { kind: "function"; signature: Signature }
  /** Results of a call, none or several. */
  | { kind: "several"; types: GoType[] }
  | { kind: "unknown" };

export const unknownType: GoType = { kind: "unknown" };

const basics = new Set([
  ...["bool", "string", "int", "int8", "int16", "int32", "int64", "uint", "uint8", "uint16", "uint32", "uint64"],
  ...["uintptr", "float32", "float64", "complex64", "complex128", "byte", "rune"],
]);

export function basic(name: string): GoType {
  const alias: Record<string, string> = { byte: "uint8", rune: "int32" };
  return { kind: "basic", name: Object.hasOwn(alias, name) ? alias[name]! : name };
}

/** What a name stands for: `absent`: the package is known, and has no such name. */
export type Found = { kind: "declaration"; declaration: Declaration } | { kind: "absent" | "unknown" };

/** A name without a qualifier, where no function binds it. */
export function findName(world: World, path: string, name: string): Found {
  const own = world.around(path);
  const declaration = own?.names.get(name);
  if (declaration) return { kind: "declaration", declaration };
  let isSure = own !== null && !basics.has(name);
  for (const { alias, path: importPath } of world.file(path)?.imports ?? []) {
    if (alias !== ".") continue;
    const folder = world.folders.folderOfImport(importPath);
    const found = folder === null ? null : world.imported(folder)?.names.get(name);
    if (found) return { kind: "declaration", declaration: found };
    isSure = false;
  }
  return { kind: isSure ? "absent" : "unknown" };
}

export function findInPackage(world: World, importPath: string, name: string): Found {
  const folder = world.folders.folderOfImport(importPath);
  const found: GoPackage | null = folder === null ? null : world.imported(folder);
  if (!found) return { kind: "unknown" };
  const declaration = found.names.get(name);
  return declaration ? { kind: "declaration", declaration } : { kind: "absent" };
}

/** What `name` or `package.name` in a type stands for. */
export function findType(world: World, node: SyntaxNode, path: string): Found {
  if (node.type === "qualified_type") {
    const importPath = world.importNamed(path, node.child("package")?.text ?? "");
    return importPath === null ? { kind: "unknown" } : findInPackage(world, importPath, node.child("name")?.text ?? "");
  }
  return bindingOf(node) || isTypeParameter(node) ? { kind: "unknown" } : findName(world, path, node.text);
}

/** A name that a generic type around it declares. */
function isTypeParameter(node: SyntaxNode): boolean {
  for (let at = node.parent; at; at = at.parent) {
    const list = at.child("type_parameters");
    if (list?.children.some((each) => each.all("name").some(({ text }) => text === node.text))) return true;
  }
  return false;
}

const deepest = 12;

export function typeOf(world: World, node: SyntaxNode | null, path: string, depth = 0): GoType {
  if (!node || depth > deepest) return unknownType;
  const inner = (field: string): GoType => typeOf(world, node.child(field), path, depth + 1);
  switch (node.type) {
    case "type_identifier":
    case "qualified_type":
      return named(world, node, path, depth);
    case "generic_type":
      return inner("type");
    case "pointer_type":
    case "parenthesized_type": {
      const to = typeOf(world, node.children[0] ?? null, path, depth + 1);
      return node.type === "pointer_type" ? { kind: "pointer", to } : to;
    }
    case "slice_type":
    case "array_type":
    case "implicit_length_array_type":
      return { kind: "slice", to: inner("element") };
    case "map_type":
      return { kind: "map", key: inner("key"), to: inner("value") };
    case "channel_type":
      return { kind: "channel", to: inner("value") };
    case "struct_type":
      return { kind: "struct", node, path };
    case "interface_type":
      return { kind: "interface", node, path };
    case "function_type":
      return { kind: "function", signature: signatureOf(node, path, false) };
    default:
      return unknownType;
  }
}

function named(world: World, node: SyntaxNode, path: string, depth: number): GoType {
  const local = node.type === "type_identifier" ? bindingOf(node) : null;
  if (local) return unknownType;
  const found = findType(world, node, path);
  if (found.kind !== "declaration") return basics.has(node.text) ? basic(node.text) : unknownType;
  const { declaration } = found;
  if (declaration.kind !== "type") return unknownType;
  return declaration.isAlias
    ? typeOf(world, declaration.type, declaration.path, depth + 1)
    : { kind: "named", declaration };
}

/** Of a function, a method, a function type or a method of an interface. */
export function signatureOf(node: SyntaxNode, path: string, isGeneric: boolean): Signature {
  const parameters = node.child("parameters")?.children ?? [];
  const result = node.child("result");
  const results = result?.type === "parameter_list" ? result.children : null;
  return {
    parameters: parameters.flatMap(eachParameter),
    isVariadic: parameters.some(({ type }) => type === "variadic_parameter_declaration"),
    results: results ? results.flatMap(eachParameter).map(({ type }) => type) : result ? [result] : [],
    path,
    isGeneric,
  };
}

function eachParameter(node: SyntaxNode): { type: SyntaxNode; name: string }[] {
  const type = node.child("type");
  if (!type) return [];
  const names = node.all("name").map(({ text }) => text);
  return (names.length > 0 ? names : [""]).map((name) => ({ type, name }));
}

export function signatureOfFunction({ node, path, typeParameters, receiver }: FunctionDeclaration): Signature {
  const ofGeneric = receiver !== null && node.child("receiver")!.text.includes("[");
  return signatureOf(node, path, typeParameters > 0 || ofGeneric);
}

/** `(string, bool)`, as it is written. */
export function parametersInWords({ parameters, isVariadic }: Signature): string {
  const texts = parameters.map(({ type }, index) => {
    const isLast = index === parameters.length - 1;
    return (isVariadic && isLast ? "..." : "") + type.text.replace(/\s+/g, " ");
  });
  return `(${texts.join(", ")})`;
}

/** `(string, bool) (int, error)`. */
export function signatureInWords(signature: Signature): string {
  const results = signature.results.map(({ text }) => text.replace(/\s+/g, " "));
  if (results.length === 0) return parametersInWords(signature);
  return `${parametersInWords(signature)} ${results.length > 1 ? `(${results.join(", ")})` : results[0]}`;
}

/** The type that a chain of names comes down to. */
export function underlying(world: World, type: GoType): GoType {
  let at = type;
  for (let n = 0; n < deepest && at.kind === "named"; n++) at = typeOf(world, at.declaration.type, at.declaration.path);
  return at;
}
