// Whether a value in new Go code still fits where it is put: the type that is wanted there, the methods of an interface.
// Knows no calls and no statements.
import type { SyntaxNode } from "../syntaxTree.ts";
import { declarationOf, type Comparison } from "./comparison.ts";
import type { Declaration } from "./definitions.ts";
import { isAssignable, isIdentical } from "./identical.ts";
import { askedBy, lackOf, memberOf, type Lack } from "./members.ts";
import { bindingOf } from "./scopes.ts";
import { parametersInWords, signatureInWords, underlying, type GoType } from "./types.ts";
import type { World } from "./world.ts";

/** The type that is wanted, in both versions, and the declaration that says so. */
export interface Wanted {
  before: GoType;
  after: GoType;
  by: Declaration | null;
}

export function checkFit(node: SyntaxNode, wanted: Wanted, to: Comparison): void {
  const [old, now] = [to.before.typeOf(node, to.path), to.after.typeOf(node, to.path)];
  const { before, after } = to.versions;
  if (misfit(before, old, wanted.before) !== null) return;
  const trouble = misfit(after, now, wanted.after);
  if (trouble === null) return;
  if (trouble !== "type") return checkLack(trouble, node, [old, now], wanted, to);
  const isWantedAnew = wanted.by !== null && isAnother(wanted.before, wanted.after);
  const cause = isWantedAnew ? wanted.by : originOf(node, to);
  if (cause) to.broken(cause, isWantedAnew ? "it takes another type now" : "it gives another type now", node);
}

function isAnother(before: GoType, after: GoType): boolean {
  if (before.kind === "function" && after.kind === "function")
    return signatureInWords(before.signature) !== signatureInWords(after.signature);
  return isIdentical(before, after) === false;
}

/** A function that is handed to one of another repository, and is not of the same type any more. */
export function checkPassed(node: SyntaxNode, to: Comparison): void {
  const [old, now] = to.evaluate(node);
  const declaration = declarationOf(old);
  if (old.kind !== "value" || now.kind !== "value" || declaration?.kind !== "function") return;
  if (old.type.kind === "function" && now.type.kind === "function" && isAnother(old.type, now.type))
    to.broken(declaration, `it is a func${signatureInWords(now.type.signature)} now`, node, false);
}

/** Null: it fits, or nobody can tell. */
function misfit(world: World, value: GoType, wanted: GoType): Lack | "type" | null {
  if (
    value.kind === "unknown" ||
    value.kind === "several" ||
    (value.kind === "constant" && value.of === "nil" && isInterface(world, wanted))
  )
    return null;
  if (isInterface(world, wanted)) return value.kind === "constant" ? null : lackOf(world, value, wanted);
  return isAssignable(world, value, wanted) === false ? "type" : null;
}

function isInterface(world: World, type: GoType): boolean {
  return underlying(world, type).kind === "interface";
}

/** The method that the interface asks for anew, or the one that the type lost. */
function checkLack(
  { name, why }: Lack,
  node: SyntaxNode,
  [old, now]: [GoType, GoType],
  wanted: Wanted,
  to: Comparison,
): void {
  const { before, after } = to.versions;
  const asked = askedBy(before, wanted.before)?.find((each) => each.name === name);
  const asksNow = memberOf(after, wanted.after, name);
  const owner = typeof asksNow !== "string" && asksNow.kind === "asked" ? asksNow.of : null;
  if (!asked) return owner ? to.broken(owner, `it asks for the method \`${name}\` now`, node) : undefined;
  const had = memberOf(before, old, name);
  const has = memberOf(after, now, name);
  const isAskedAnew =
    why === "different" &&
    typeof asksNow !== "string" &&
    asksNow.kind === "asked" &&
    parametersInWords(asked.signature) !== parametersInWords(asksNow.signature);
  if (isAskedAnew && owner) return to.broken(owner, `it asks for another form of the method \`${name}\` now`, node);
  if (typeof had === "string") return;
  const declaration = had.kind === "method" ? had.declaration : had.of;
  const words =
    typeof has === "string"
      ? `\`${name}\` is gone, which an interface asks for`
      : `\`${name}\` no longer fits an interface`;
  if (declaration) to.broken(declaration, words, node);
}

const longestWay = 8;

/** The declaration that a value's type comes from. */
export function originOf(node: SyntaxNode, to: Comparison, way = 0): Declaration | null {
  if (way > longestWay) return null;
  const binding = node.type === "identifier" ? bindingOf(node) : null;
  if (binding?.kind === "value") {
    const value = binding.values.length === binding.count ? binding.values[binding.index] : binding.values[0];
    return value ? originOf(value, to, way + 1) : null;
  }
  if (binding) return binding.kind === "element" ? originOf(binding.of, to, way + 1) : null;
  const own = declarationOf(to.before.evaluate(node, to.path));
  if (own) return own;
  const inner =
    node.child("function") ??
    node.child("operand") ??
    node.child("left") ??
    (node.type === "parenthesized_expression" ? node.children[0] : null);
  return inner ? originOf(inner, to, way + 1) : null;
}
