// Fields and methods of Go types, those of embedded types among them, and whether a type has what an interface asks for.
// Knows no expressions.
import type { SyntaxNode } from "../syntaxTree.ts";
import type { Declaration, FunctionDeclaration, TypeDeclaration } from "./definitions.ts";
import { isSameSignature } from "./identical.ts";
import { signatureOf, signatureOfFunction, typeOf, underlying, type GoType, type Signature } from "./types.ts";
import { folderOf } from "../folderOf.ts";
import type { World } from "./world.ts";

export interface Field {
  name: string;
  type: SyntaxNode;
  isEmbedded: boolean;
}

export type Member =
  | { kind: "field"; name: string; type: GoType; of: TypeDeclaration | null }
  | { kind: "method"; name: string; signature: Signature; declaration: FunctionDeclaration }
  /** Asked for by an interface. */
  | { kind: "asked"; name: string; signature: Signature; of: TypeDeclaration | null };

export type FoundMember = Member | "absent" | "unknown";

const knownFields = new WeakMap<SyntaxNode, Field[]>();

export function fieldsOf(struct: SyntaxNode): Field[] {
  let fields = knownFields.get(struct);
  if (!fields) knownFields.set(struct, (fields = readFields(struct)));
  return fields;
}

function readFields(struct: SyntaxNode): Field[] {
  const list = struct.first("field_declaration_list")?.children ?? [];
  return list.flatMap((each): Field[] => {
    const type = each.child("type");
    if (!type) return [];
    const names = each.all("name").map(({ text }) => text);
    if (names.length > 0) return names.map((name) => ({ name, type, isEmbedded: false }));
    const named = type.type === "generic_type" ? (type.child("type") ?? type) : type;
    const name = named.type === "qualified_type" ? named.child("name")!.text : named.text;
    return [{ name, type, isEmbedded: true }];
  });
}

/** Types that were looked into already: some embed each other. */
type Seen = Set<TypeDeclaration>;

/** `x.name`, whether `x` is a value or a pointer. */
export function memberOf(world: World, type: GoType, name: string, seen: Seen = new Set()): FoundMember {
  const at = type.kind === "pointer" ? type.to : type;
  if (at.kind === "named") {
    if (seen.has(at.declaration)) return "absent";
    seen.add(at.declaration);
    const method = methodsOf(world, at.declaration)?.get(name);
    if (method) return { kind: "method", name, signature: signatureOfFunction(method), declaration: method };
  }
  const below = underlying(world, at);
  const of = at.kind === "named" ? at.declaration : null;
  if (below.kind === "struct") return memberOfStruct(world, below, of, name, seen);
  if (below.kind === "interface") return memberOfInterface(world, below, of, name, seen);
  return below.kind === "unknown" || below.kind === "several" ? "unknown" : "absent";
}

function methodsOf(
  world: World,
  { path, name }: TypeDeclaration,
): ReadonlyMap<string, FunctionDeclaration> | undefined {
  return (world.around(path) ?? world.imported(folderOf(path)))?.methods.get(name);
}

type Struct = Extract<GoType, { kind: "struct" | "interface" }>;

function memberOfStruct(
  world: World,
  struct: Struct,
  of: TypeDeclaration | null,
  name: string,
  seen: Seen,
): FoundMember {
  const fields = fieldsOf(struct.node);
  const own = fields.find((each) => each.name === name);
  if (own) return { kind: "field", name, type: typeOf(world, own.type, struct.path), of };
  let isUnsure = false;
  for (const { type, isEmbedded } of fields) {
    if (!isEmbedded) continue;
    const found = memberOf(world, typeOf(world, type, struct.path), name, seen);
    if (typeof found !== "string") return found;
    if (found === "unknown") isUnsure = true;
  }
  return isUnsure ? "unknown" : "absent";
}

function memberOfInterface(
  world: World,
  type: Struct,
  of: TypeDeclaration | null,
  name: string,
  seen: Seen,
): FoundMember {
  let isUnsure = false;
  for (const each of type.node.children) {
    if (each.type === "method_elem") {
      if (each.child("name")?.text !== name) continue;
      return { kind: "asked", name, signature: signatureOf(each, type.path, false), of };
    }
    const found = memberOf(world, typeOf(world, each.children[0] ?? null, type.path), name, seen);
    if (typeof found !== "string") return found;
    if (found === "unknown") isUnsure = true;
  }
  return isUnsure ? "unknown" : "absent";
}

export interface Asked {
  name: string;
  signature: Signature;
}

/** All methods that an interface asks for; null: some are not known, or it is no interface of methods alone. */
export function askedBy(world: World, type: GoType, seen: Seen = new Set()): Asked[] | null {
  const below = underlying(world, type);
  if (below.kind !== "interface") return null;
  if (type.kind === "named") {
    if (seen.has(type.declaration)) return [];
    seen.add(type.declaration);
  }
  const found: Asked[] = [];
  for (const each of below.node.children) {
    const name = each.child("name")?.text;
    if (each.type === "method_elem" && name !== undefined)
      found.push({ name, signature: signatureOf(each, below.path, false) });
    else {
      const embedded =
        each.children.length === 1 ? askedBy(world, typeOf(world, each.children[0]!, below.path), seen) : null;
      if (!embedded) return null;
      found.push(...embedded);
    }
  }
  return found;
}

/** A method that a type lacks, or has in another form. */
export interface Lack {
  name: string;
  why: "missing" | "different" | "on the pointer";
  /** What the type has under the name. */
  has: Declaration | null;
}

/** Null: it has all, or nobody can tell. */
export function lackOf(world: World, type: GoType, wanted: GoType): Lack | null {
  for (const { name, signature } of askedBy(world, wanted) ?? []) {
    const found = memberOf(world, type, name);
    if (found === "unknown") return null;
    if (found === "absent" || found.kind === "field") return { name, why: "missing", has: null };
    const has = found.kind === "method" ? found.declaration : null;
    if (isSameSignature(world, found.signature, signature) === false) return { name, why: "different", has };
    if (
      found.kind === "method" &&
      found.declaration.receiver!.isPointer &&
      !reachesPointer(world, type, found.declaration)
    )
      return { name, why: "on the pointer", has };
  }
  return null;
}

/** Whether the pointer's methods are the type's own: it is a pointer, or embeds one. */
function reachesPointer(world: World, type: GoType, { receiver }: FunctionDeclaration): boolean {
  return (
    type.kind !== "named" || type.declaration.name !== receiver!.type || underlying(world, type).kind === "interface"
  );
}
