// Calls in new Go code whose arguments do not fit any more, or that give another number of results than is taken.
// Knows no names that are gone.
import type { SyntaxNode } from "../syntaxTree.ts";
import { declarationOf, type Comparison } from "./comparison.ts";
import { checkFit, checkPassed } from "./fit.ts";
import { parametersInWords, typeOf, underlying, type GoType, type Signature } from "./types.ts";
import type { Entity } from "./values.ts";
import type { World } from "./world.ts";

export function checkCall(call: SyntaxNode, to: Comparison): void {
  const callee = call.child("function")!;
  const [old, now] = to.evaluate(callee);
  const { before, after } = to.versions;
  if (old.kind === "type" && now.kind === "type") return checkConversion(call, old.type, now.type, to);
  const [had, has] = [signatureOf(before, old), signatureOf(after, now)];
  const declaration = declarationOf(old);
  const given = call.child("arguments")?.children ?? [];
  if (old.kind === "unknown") for (const argument of given) checkPassed(argument, to);
  if (!had || !declaration) return;
  const at = callee.child("field") ?? callee;
  if (!has) {
    if (cannotBeCalled(after, now)) to.broken(declaration, "it cannot be called any more", at);
    return;
  }
  const counts = [to.before, to.after].map((values) => countOf(given.map((each) => values.typeOf(each, to.path))));
  const isSpread = given.some(({ type }) => type === "variadic_argument");
  if (takes(had, counts[0]!, isSpread) && counts[0] === counts[1] && !takes(has, counts[1]!, isSpread))
    return to.broken(declaration, `it takes ${parametersInWords(has)} now, not ${parametersInWords(had)}`, at);
  checkReceiver(callee, old, now, to);
  if (counts[0] !== given.length || isSpread) return;
  for (const [index, argument] of given.entries()) {
    const wanted = { before: wantedAt(before, had, index), after: wantedAt(after, has, index), by: declaration };
    checkFit(argument, wanted, to);
  }
}

/** `Interface(value)`. */
function checkConversion(call: SyntaxNode, before: GoType, after: GoType, to: Comparison): void {
  const [only] = call.child("arguments")?.children ?? [];
  const isOf = underlying(to.versions.before, before).kind === "interface";
  if (only && isOf) checkFit(only, { before, after, by: null }, to);
}

export function signatureOf(world: World, entity: Entity): Signature | null {
  const type = entity.kind === "value" ? underlying(world, entity.type) : null;
  return type?.kind === "function" ? type.signature : null;
}

function cannotBeCalled(world: World, entity: Entity): boolean {
  if (entity.kind !== "value") return false;
  return !/^(?:unknown|function|several)$/.test(underlying(world, entity.type).kind);
}

/** How many values the arguments are: one call may give all. */
function countOf(types: GoType[]): number {
  const [only] = types;
  return types.length === 1 && only?.kind === "several" ? only.types.length : types.length;
}

function takes({ parameters, isVariadic }: Signature, count: number, isSpread: boolean): boolean {
  if (isSpread) return isVariadic && count === parameters.length;
  return isVariadic ? count >= parameters.length - 1 : count === parameters.length;
}

function wantedAt(world: World, { parameters, path }: Signature, index: number): GoType {
  return typeOf(world, (parameters[index] ?? parameters.at(-1))?.type ?? null, path);
}

/** A value that has no address has no methods of its pointer. */
function checkReceiver(callee: SyntaxNode, old: Entity, now: Entity, to: Comparison): void {
  const operand = callee.child("operand");
  const receiver = (entity: Entity): boolean | null =>
    entity.kind === "value" && entity.member?.kind === "method" ? entity.member.declaration.receiver!.isPointer : null;
  if (!operand || receiver(old) !== false || receiver(now) !== true) return;
  const isValue = to.after.typeOf(operand, to.path).kind === "named";
  if (isValue && /^(?:composite_literal|call_expression)$/.test(operand.type))
    to.broken(declarationOf(old)!, "it has a pointer receiver now", callee.child("field")!);
}

export function checkResults(call: SyntaxNode, to: Comparison): void {
  const callee = call.child("function")!;
  const [old, now] = to.evaluate(callee);
  const [had, has] = [signatureOf(to.versions.before, old), signatureOf(to.versions.after, now)];
  const declaration = declarationOf(old);
  const [count, countNow] = [had?.results.length, has?.results.length];
  if (!declaration || count === undefined || countNow === undefined || count === countNow) return;
  const taken = takenFrom(call, to, countNow);
  if (taken === count)
    to.broken(declaration, `it returns ${countNow} values now, not ${count}`, callee.child("field") ?? callee);
}

/** How many values are taken where the call stands; null: whatever comes. */
function takenFrom(call: SyntaxNode, to: Comparison, countNow: number): number | null {
  let node = call;
  while (node.parent?.type === "parenthesized_expression") node = node.parent;
  const list = node.parent!;
  if (/^(?:expression_statement|go_statement|defer_statement)$/.test(list.type)) return null;
  if (list.type === "argument_list") return list.children.length > 1 ? 1 : takenByCall(list.parent!, to, countNow);
  if (list.type !== "expression_list" || list.children.length > 1) return 1;
  const statement = list.parent!;
  if (statement.type === "return_statement") return resultsAround(statement);
  if (list.field === "value") return Math.max(statement.all("name").length, 1);
  return list.field === "right" ? (statement.child("left")?.children.length ?? 1) : 1;
}

/** A call as the only argument passes all that it gives. */
function takenByCall(call: SyntaxNode, to: Comparison, countNow: number): number | null {
  const [old, now] = to.evaluate(call.child("function")!);
  const [had, has] = [signatureOf(to.versions.before, old), signatureOf(to.versions.after, now)];
  if (!had || !has) return old.kind === "type" || countNow === 0 ? 1 : null;
  return takes(has, countNow, false) ? null : had.parameters.length;
}

/** How many results the function around has. */
function resultsAround(node: SyntaxNode): number | null {
  for (let at = node.parent; at; at = at.parent) {
    if (!/^(?:func_literal|function_declaration|method_declaration)$/.test(at.type)) continue;
    const result = at.child("result");
    if (!result) return 0;
    if (result.type !== "parameter_list") return 1;
    return result.children.reduce((sum, each) => sum + Math.max(each.all("name").length, 1), 0);
  }
  return null;
}
