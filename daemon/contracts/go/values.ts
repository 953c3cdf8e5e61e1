// Go expressions → what they stand for in one version of the tree: a package, a type, or a value of a type.
// Knows no changes. Whatever is not certain is `unknown`.
import type { SyntaxNode } from "../syntaxTree.ts";
import type { Declaration } from "./definitions.ts";
import { memberOf, type Member } from "./members.ts";
import { bindingOf, type Binding } from "./scopes.ts";
import {
  basic,
  findInPackage,
  findName,
  signatureOfFunction,
  typeOf,
  underlying,
  unknownType,
  type GoType,
  type Literal,
} from "./types.ts";
import type { World } from "./world.ts";

export type Entity =
  | { kind: "package"; path: string }
  | { kind: "type"; type: GoType; declaration: Declaration | null }
  /** `declaration`: of the package, where the value has a name of its own there; `member`: reached through another value. */
  | { kind: "value"; type: GoType; declaration: Declaration | null; member: Member | null }
  | { kind: "absent" | "unknown" };

const unknown: Entity = { kind: "unknown" };
const deepest = 25;

function value(type: GoType, declaration: Declaration | null = null, member: Member | null = null): Entity {
  return { kind: "value", type, declaration, member };
}

const literals: Record<string, Literal> = {
  ...{ interpreted_string_literal: "string", raw_string_literal: "string", int_literal: "int", float_literal: "float" },
  ...{ rune_literal: "rune", true: "bool", false: "bool", nil: "nil", iota: "int" },
};

/** Evaluates nodes of a file as the world has its package and its imports. */
export class Values {
  private readonly found = new Map<SyntaxNode, Entity>();
  private depth = 0;

  constructor(readonly world: World) {}

  evaluate(node: SyntaxNode, path: string): Entity {
    const known = this.found.get(node);
    if (known) return known;
    if (this.depth > deepest) return unknown;
    this.depth += 1;
    // What leads back to itself is unknown.
    this.found.set(node, unknown);
    try {
      const found = this.entityOf(node, path);
      this.found.set(node, found);
      return found;
    } finally {
      this.depth -= 1;
    }
  }

  /** The type of a value. */
  typeOf(node: SyntaxNode, path: string): GoType {
    const found = this.evaluate(node, path);
    return found.kind === "value" ? found.type : unknownType;
  }

  private entityOf(node: SyntaxNode, path: string): Entity {
    if (Object.hasOwn(literals, node.type)) return value({ kind: "constant", of: literals[node.type]! });
    switch (node.type) {
      case "identifier":
        return this.named(node, path);
      case "selector_expression":
        return this.selected(node, path);
      case "call_expression":
        return this.called(node, path);
      case "composite_literal":
      case "type_conversion_expression":
      case "type_assertion_expression":
        return value(typeOf(this.world, node.child("type"), path));
      case "parenthesized_expression":
        return node.children[0] ? this.evaluate(node.children[0], path) : unknown;
      case "unary_expression":
        return this.unary(node, path);
      case "binary_expression":
        return this.binary(node, path);
      case "index_expression":
        return this.indexed(node, path);
      case "slice_expression":
        return value(this.typeOf(node.child("operand")!, path));
      default:
        return node.type.endsWith("_type") || node.type === "type_identifier"
          ? { kind: "type", type: typeOf(this.world, node, path), declaration: null }
          : unknown;
    }
  }

  private named(node: SyntaxNode, path: string): Entity {
    const binding = bindingOf(node);
    if (binding) return value(this.ofBinding(binding, path));
    const found = findName(this.world, path, node.text);
    if (found.kind === "declaration") return this.ofDeclaration(found.declaration);
    const importPath = this.world.importNamed(path, node.text);
    if (importPath !== null) return { kind: "package", path: importPath };
    const type = basic(node.text);
    return /^(?:u?int\d*|float\d+|string|bool|byte|rune|uintptr)$/.test(node.text)
      ? { kind: "type", type, declaration: null }
      : { kind: found.kind };
  }

  private ofDeclaration(declaration: Declaration): Entity {
    if (declaration.kind === "function")
      return value({ kind: "function", signature: signatureOfFunction(declaration) }, declaration);
    if (declaration.kind === "type") {
      const { type, path, isAlias } = declaration;
      const own: GoType = isAlias ? typeOf(this.world, type, path) : { kind: "named", declaration };
      return { kind: "type", type: own, declaration };
    }
    const { type, values, index, path, node } = declaration;
    if (type) return value(typeOf(this.world, type, path), declaration);
    const count = node.all("name").length;
    return value(this.ofValues(values, index, count, path), declaration);
  }

  private ofBinding(binding: Binding, path: string): GoType {
    switch (binding.kind) {
      case "typed": {
        const type = typeOf(this.world, binding.type, path);
        return binding.isVariadic ? { kind: "slice", to: type } : type;
      }
      case "value":
        return this.ofValues(binding.values, binding.index, binding.count, path);
      case "element":
        return this.elementOf(this.typeOf(binding.of, path), binding.index);
      default:
        return unknownType;
    }
  }

  /** The type that a name gets from what stands on the right of it. */
  private ofValues(values: SyntaxNode[], index: number, count: number, path: string): GoType {
    const own = values.length === count ? values[index]! : null;
    if (own)
      return own.parent?.parent?.type === "const_spec" ? this.typeOf(own, path) : settled(this.typeOf(own, path));
    const [only] = values;
    if (values.length !== 1 || !only) return unknownType;
    const type = this.typeOf(only, path);
    if (type.kind === "several") return type.types[index] ?? unknownType;
    const isTold = count === 2 && only.type !== "call_expression";
    if (isTold) return index === 0 ? type : basic("bool");
    return unknownType;
  }

  private elementOf(type: GoType, index: number): GoType {
    const below = underlying(this.world, type);
    if (below.kind === "map") return index === 0 ? below.key : below.to;
    if (below.kind === "channel") return below.to;
    if (below.kind !== "slice") return unknownType;
    return index === 0 ? basic("int") : below.to;
  }

  private selected(node: SyntaxNode, path: string): Entity {
    const operand = this.evaluate(node.child("operand")!, path);
    const name = node.child("field")?.text ?? "";
    if (operand.kind === "package") {
      const found = findInPackage(this.world, operand.path, name);
      return found.kind === "declaration" ? this.ofDeclaration(found.declaration) : { kind: found.kind };
    }
    if (operand.kind !== "value") return unknown;
    const found = memberOf(this.world, operand.type, name);
    if (typeof found === "string") return { kind: found };
    if (found.kind === "field") return value(found.type, null, found);
    const declaration = found.kind === "method" ? found.declaration : null;
    return value({ kind: "function", signature: found.signature }, declaration, found);
  }

  private called(node: SyntaxNode, path: string): Entity {
    const callee = node.child("function")!;
    const [first] = node.child("arguments")?.children ?? [];
    if (callee.type === "identifier" && !bindingOf(callee) && first) {
      if (callee.text === "new") return value({ kind: "pointer", to: typeOf(this.world, asType(first), path) });
      if (callee.text === "make") return value(typeOf(this.world, first, path));
      if (callee.text === "append") return value(this.typeOf(first, path));
      if (callee.text === "len" || callee.text === "cap") return value(basic("int"));
    }
    const called = this.evaluate(callee, path);
    if (called.kind === "type") return value(called.type);
    if (called.kind !== "value") return unknown;
    const type = underlying(this.world, called.type);
    if (type.kind !== "function") return unknown;
    const { results, path: home } = type.signature;
    const types = results.map((each) => typeOf(this.world, each, home));
    return value(types.length === 1 ? types[0]! : { kind: "several", types });
  }

  private unary(node: SyntaxNode, path: string): Entity {
    const operand = node.child("operand");
    if (!operand) return unknown;
    const sign = node.file.text[node.start];
    const inner = this.evaluate(operand, path);
    if (inner.kind === "type" && sign === "*")
      return { ...inner, type: { kind: "pointer", to: inner.type }, declaration: null };
    if (inner.kind !== "value") return unknown;
    if (sign === "&") return value({ kind: "pointer", to: inner.type });
    const below = underlying(this.world, inner.type);
    if (sign === "*") return value(below.kind === "pointer" ? below.to : unknownType);
    if (sign === "<") return value(below.kind === "channel" ? below.to : unknownType);
    return value(inner.type);
  }

  private binary(node: SyntaxNode, path: string): Entity {
    const [left, right] = [node.child("left")!, node.child("right")!];
    const operator = node.file.text.slice(left.end, right.start).trim();
    if (/^(?:[=!<>]=?|==|&&|\|\|)$/.test(operator)) return value({ kind: "constant", of: "bool" });
    const [a, b] = [this.typeOf(left, path), this.typeOf(right, path)];
    const isUnclear = /^(?:<<|>>)$/.test(operator) || (a.kind === "constant" && b.kind === "constant" && a.of !== b.of);
    return isUnclear ? unknown : value(a.kind === "constant" ? b : a);
  }

  private indexed(node: SyntaxNode, path: string): Entity {
    const operand = this.evaluate(node.child("operand")!, path);
    if (operand.kind !== "value") return operand.kind === "type" ? operand : unknown;
    const type = operand.type.kind === "pointer" ? operand.type.to : operand.type;
    const below = underlying(this.world, type);
    if (below.kind === "function") return operand;
    return value(below.kind === "slice" || below.kind === "map" ? below.to : unknownType);
  }
}

/** `new(T)`: the grammar takes a name for a value. */
function asType(node: SyntaxNode): SyntaxNode | null {
  return node.type === "identifier" ? null : node;
}

/** A variable of a constant has the constant's default type. */
function settled(type: GoType): GoType {
  if (type.kind !== "constant") return type;
  const names = { string: "string", int: "int", float: "float64", rune: "int32", bool: "bool" };
  return type.of === "nil" ? unknownType : basic(names[type.of]);
}
