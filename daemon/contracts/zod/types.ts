// Types that rest on schemas → the same model: `z.infer<typeof X>`, aliases of it, lists, parts and literals of types.
// Knows no values.
import ts from "typescript";
import { memberName } from "../../syntax/languages/typescriptNodes.ts";
import type { Declaration, Module } from "../modules/module.ts";
import type { Evaluator } from "./evaluator.ts";
import {
  around,
  faceOf,
  objectOf,
  oneOf,
  opaque,
  primitive,
  uncovered,
  type Facing,
  type Literal,
  type Schema,
} from "./schema.ts";
import { topOf, type Scope } from "./scope.ts";
import { literalOf } from "./value.ts";

const facings: Record<string, Facing> = { infer: "output", output: "output", TypeOf: "output", input: "input" };
const memberFacings: Record<string, Facing> = { _output: "output", _type: "output", _input: "input" };
const same = new Set(["Readonly", "Promise", "PromiseLike", "Awaited", "NoInfer"]);
const lists = new Set(["Array", "ReadonlyArray"]);
const deepest = 60;

export class Types {
  private readonly declared = new Map<ts.Node, Schema | "busy">();
  private depth = 0;

  constructor(private readonly evaluator: Evaluator) {}

  schema(node: ts.TypeNode | undefined, scope: Scope): Schema {
    if (!node || this.depth > deepest) return opaque;
    this.depth++;
    const schema = this.look(node, scope);
    this.depth--;
    return schema;
  }

  private look(node: ts.TypeNode, scope: Scope): Schema {
    if (ts.isTypeReferenceNode(node)) return this.reference(node, scope);
    if (ts.isParenthesizedTypeNode(node) || ts.isTypeOperatorNode(node)) return this.schema(node.type, scope);
    if (ts.isArrayTypeNode(node)) return listOf(this.schema(node.elementType, scope));
    if (ts.isUnionTypeNode(node)) return this.union(node, scope);
    if (ts.isIntersectionTypeNode(node)) return this.intersection(node, scope);
    if (ts.isTypeLiteralNode(node)) return this.members(node.members, scope);
    if (ts.isIndexedAccessTypeNode(node)) return this.indexed(node, scope);
    if (ts.isLiteralTypeNode(node)) return oneOf(literalIn(node));
    return keyword(node.kind);
  }

  private reference({ typeName, typeArguments }: ts.TypeReferenceNode, scope: Scope): Schema {
    const [first, second] = typeArguments ?? [];
    const zod = this.zodType(typeName, scope);
    if (zod) return this.faceOf(zod, first, scope);
    if (!ts.isIdentifier(typeName)) return this.qualified(typeName, scope);
    const name = ts.idText(typeName);
    const meaning = this.evaluator.world.meaning(scope.module, name, "types");
    if (meaning?.is === "declared")
      return typeArguments ? opaque : this.declaredType(meaning.module, meaning.declaration);
    if (same.has(name)) return this.schema(first, scope);
    if (lists.has(name)) return listOf(this.schema(first, scope));
    if (name === "Record" && second)
      return { kind: "record", key: this.schema(first, scope), value: this.schema(second, scope), isPartial: false };
    return typeArguments ? this.partOf(name, this.schema(first, scope), second, scope) : opaque;
  }

  /** `infer` of `z.infer`, or of a name that is imported from zod. */
  private zodType(node: ts.EntityName, scope: Scope): Facing | null {
    const thing = ts.isIdentifier(node)
      ? this.evaluator.thing(node, scope)
      : ts.isIdentifier(node.left)
        ? this.evaluator.thing(node.left, scope)
        : null;
    if (thing?.is !== "zod") return null;
    const name = ts.isIdentifier(node) ? thing.name : ts.idText(node.right);
    return Object.hasOwn(facings, name) ? facings[name]! : null;
  }

  private faceOf(facing: Facing, node: ts.TypeNode | undefined, scope: Scope): Schema {
    if (!node || !ts.isTypeQueryNode(node)) return opaque;
    const thing = this.queried(node.exprName, scope);
    return thing.kind === "opaque" ? opaque : faceOf(facing, thing);
  }

  private queried(name: ts.EntityName, scope: Scope): Schema {
    const thing = this.evaluator.entity(name, scope);
    return thing?.is === "schema" ? thing.schema : opaque;
  }

  private qualified({ left, right }: ts.QualifiedName, scope: Scope): Schema {
    const owner = ts.isIdentifier(left) ? this.evaluator.world.meaning(scope.module, ts.idText(left), "types") : null;
    if (owner?.is !== "module") return opaque;
    const meaning = this.evaluator.world.exported(owner.module, ts.idText(right), "types");
    return meaning?.is === "declared" ? this.declaredType(meaning.module, meaning.declaration) : opaque;
  }

  private declaredType(module: Module, { node, file }: Declaration): Schema {
    const known = this.declared.get(node);
    if (known === "busy") return opaque;
    if (known) return known;
    this.declared.set(node, "busy");
    const schema = this.declaration(node, topOf(module, file));
    this.declared.set(node, schema);
    return schema;
  }

  private declaration(node: Declaration["node"], scope: Scope): Schema {
    if (ts.isTypeAliasDeclaration(node) && !node.typeParameters) return this.schema(node.type, scope);
    if (!ts.isInterfaceDeclaration(node) || node.typeParameters) return opaque;
    const own = this.members(node.members, scope);
    const [base] = node.heritageClauses?.flatMap(({ types }) => types) ?? [];
    if (!base) return own;
    const inherited =
      ts.isIdentifier(base.expression) && !base.typeArguments ? this.namedType(base.expression, scope) : opaque;
    return { kind: "intersection", left: inherited, right: own };
  }

  private namedType(name: ts.Identifier, scope: Scope): Schema {
    const meaning = this.evaluator.world.meaning(scope.module, ts.idText(name), "types");
    return meaning?.is === "declared" ? this.declaredType(meaning.module, meaning.declaration) : opaque;
  }

  private partOf(name: string, schema: Schema, second: ts.TypeNode | undefined, scope: Scope): Schema {
    const { schema: object, facing, origins } = uncovered(schema, "output");
    if (object.kind !== "object") return opaque;
    const chosen = second ? uncovered(this.schema(second, scope), "output").schema : null;
    const keys = chosen?.kind === "literals" ? chosen.values.map(String) : [];
    const fields = [...object.fields].flatMap(([key, field]): [string, Schema][] => {
      if (name === "Partial") return [[key, around("optional", field)]];
      if (name === "Required") return [[key, around("required", field)]];
      return keys.includes(key) === (name === "Pick") ? [[key, field]] : [];
    });
    const isKnown =
      name === "Partial" || name === "Required" || ((name === "Pick" || name === "Omit") && keys.length > 0);
    return isKnown
      ? faceOf(facing, { ...objectOf(new Map(fields), object.unknowns), origins: [...origins].reverse() })
      : opaque;
  }

  private union({ types }: ts.UnionTypeNode, scope: Scope): Schema {
    const literals = types.map((each) => (ts.isLiteralTypeNode(each) ? literalIn(each) : null));
    if (literals.every((each) => each !== null)) return oneOf(literals.flat());
    const isUndefined = (each: ts.TypeNode): boolean => each.kind === ts.SyntaxKind.UndefinedKeyword;
    const isNull = (each: ts.TypeNode): boolean =>
      ts.isLiteralTypeNode(each) && each.literal.kind === ts.SyntaxKind.NullKeyword;
    const rest = types.filter((each) => !isUndefined(each) && !isNull(each)).map((each) => this.schema(each, scope));
    let schema: Schema = rest.length === 1 ? rest[0]! : { kind: "union", options: rest };
    if (types.some(isNull)) schema = around("nullable", schema);
    return types.some(isUndefined) ? around("optional", schema) : schema;
  }

  private intersection({ types }: ts.IntersectionTypeNode, scope: Scope): Schema {
    return types
      .map((each) => this.schema(each, scope))
      .reduce((left, right) => ({ kind: "intersection", left, right }));
  }

  private members(members: readonly ts.TypeElement[], scope: Scope): Schema {
    const fields = new Map<string, Schema>();
    for (const each of members) {
      if (!each.name || ts.isComputedPropertyName(each.name)) return opaque;
      const schema = ts.isPropertySignature(each) ? this.schema(each.type, scope) : opaque;
      const name = memberName(each as ts.TypeElement & ts.ClassElement);
      fields.set(name, each.questionToken ? around("optional", schema) : schema);
    }
    return objectOf(fields);
  }

  private indexed({ objectType, indexType }: ts.IndexedAccessTypeNode, scope: Scope): Schema {
    const [key] = (ts.isLiteralTypeNode(indexType) && literalIn(indexType)) || [];
    if (ts.isTypeQueryNode(objectType)) {
      const facing = typeof key === "string" && Object.hasOwn(memberFacings, key) ? memberFacings[key]! : null;
      return facing ? faceOf(facing, this.queried(objectType.exprName, scope)) : opaque;
    }
    const { schema, facing, origins } = uncovered(this.schema(objectType, scope), "output");
    if (schema.kind === "array" && indexType.kind === ts.SyntaxKind.NumberKeyword)
      return faceOf(facing, schema.element);
    const field = schema.kind === "object" ? schema.fields.get(String(key)) : undefined;
    return field ? { ...faceOf(facing, field), origins: [...origins].reverse() } : opaque;
  }
}

function listOf(element: Schema): Schema {
  return { kind: "array", element, checks: [] };
}

function literalIn({ literal }: ts.LiteralTypeNode): Literal[] | null {
  const found = literalOf(literal);
  return found ? [found.literal] : null;
}

function keyword(kind: ts.SyntaxKind): Schema {
  if (kind === ts.SyntaxKind.StringKeyword) return primitive("string");
  if (kind === ts.SyntaxKind.NumberKeyword) return primitive("number");
  return kind === ts.SyntaxKind.BooleanKeyword ? primitive("boolean") : opaque;
}
