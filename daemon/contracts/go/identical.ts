// Whether two Go types are the same, and whether a value of one can stand where the other is wanted.
// Null: nobody can tell. Interfaces are asked for elsewhere.
import { typeOf, underlying, type GoType, type Literal, type Signature } from "./types.ts";
import type { World } from "./world.ts";

export function isIdentical(a: GoType, b: GoType): boolean | null {
  if (a.kind === "unknown" || b.kind === "unknown") return null;
  if (a.kind !== b.kind) return false;
  if (a.kind === "basic" && b.kind === "basic") return a.name === b.name;
  if (a.kind === "named" && b.kind === "named") {
    const isSame = a.declaration.path === b.declaration.path && a.declaration.name === b.declaration.name;
    return isSame && a.declaration.typeParameters > 0 ? null : isSame;
  }
  if ("to" in a && "to" in b) {
    const inner = isIdentical(a.to, b.to);
    if (a.kind !== "map" || b.kind !== "map") return inner;
    const keys = isIdentical(a.key, b.key);
    return inner === false || keys === false ? false : inner === null || keys === null ? null : true;
  }
  return null;
}

/** `wanted` is no interface. */
export function isAssignable(world: World, value: GoType, wanted: GoType): boolean | null {
  const below = underlying(world, wanted);
  if (value.kind === "unknown" || below.kind === "unknown" || below.kind === "interface") return null;
  if (value.kind === "constant") return takesConstant(value.of, below);
  if (value.kind === "several") return null;
  const own = underlying(world, value);
  if (own.kind === "function" && below.kind === "function")
    return isSameSignature(world, own.signature, below.signature);
  const isSame = isIdentical(value, wanted);
  if (isSame !== false) return isSame;
  // A type without a name fits one with it that is made alike.
  const isNamed = (type: GoType): boolean => type.kind === "named" || type.kind === "basic";
  if (underlying(world, value).kind === "interface") return false;
  if (isNamed(value) && isNamed(wanted)) return false;
  return underlying(world, value).kind === below.kind ? null : false;
}

const integer = /^u?int(?:8|16|32|64|ptr)?$/;
const decimal = /^(?:float|complex)\d+$/;

function takesConstant(literal: Literal, below: GoType): boolean | null {
  if (literal === "nil") return below.kind !== "basic" && below.kind !== "struct";
  if (below.kind !== "basic") return false;
  if (literal === "string" || literal === "bool") return below.name === literal;
  const isNumber = integer.test(below.name) || decimal.test(below.name);
  return literal === "float" && integer.test(below.name) ? null : isNumber;
}

/** Null: nobody can tell. */
export function isSameSignature(world: World, a: Signature, b: Signature): boolean | null {
  if (a.isGeneric || b.isGeneric) return null;
  if (a.parameters.length !== b.parameters.length || a.results.length !== b.results.length) return false;
  if (a.isVariadic !== b.isVariadic) return false;
  const types = ({ parameters, results, path }: Signature): GoType[] =>
    [...parameters.map(({ type }) => type), ...results].map((node) => typeOf(world, node, path));
  const [left, right] = [types(a), types(b)];
  const same = left.map((each, at) => isIdentical(each, right[at]!));
  if (same.includes(false)) return false;
  return same.includes(null) ? null : true;
}
