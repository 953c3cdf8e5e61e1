// What new Python code does with the results of calls: awaits, walks over, enters, unpacks them.
// Knows no arguments.
import type { SyntaxNode } from "../syntaxTree.ts";
import { functionsCalled, type CalledFunctions } from "./checkCalls.ts";
import { formOf } from "./classes.ts";
import type { Comparison } from "./comparison.ts";
import type { FunctionDef } from "./definitions.ts";
import { flowOf, isStub, returnedValues, returnsOf, type Returns } from "./readFunction.ts";
import type { Value } from "./value.ts";

export function checkResult(call: SyntaxNode, to: Comparison): void {
  const called = functionsCalled(call, to);
  if (!called) return;
  const callee = call.child("function")!;
  const at = callee.child("attribute") ?? callee;
  const certain = flowTrouble(call, called);
  if (certain !== null) return to.broken(called.old, certain, at);
  if (flowOf(called.old) !== flowOf(called.now) || called.old.isContext || called.now.isContext) return;
  const taken = takenFrom(call);
  if (taken) checkReturned(taken, called, at, to);
}

const awaiting =
  /^(?:(?:asyncio|anyio|trio)\.)?(?:run|gather|create_task|ensure_future|wait_for|shield|run_until_complete)$/;

/** Where the result of the call goes, `await` aside. */
function user(call: SyntaxNode): { node: SyntaxNode; isAwaited: boolean } {
  let [node, isAwaited] = [call, false];
  for (; node.parent && /^(?:await|parenthesized_expression)$/.test(node.parent.type); node = node.parent)
    if (node.parent.type === "await") isAwaited = true;
  const list = node.parent?.type === "argument_list" ? node.parent.parent : null;
  const callee = list?.child("function")?.text ?? "";
  return {
    node,
    isAwaited: isAwaited || awaiting.test(callee) || /\.(?:run_until_complete|create_task)$/.test(callee),
  };
}

/** Null: the use fits what the call gives now, or nobody can tell. */
function flowTrouble(call: SyntaxNode, { old, now }: CalledFunctions): string | null {
  const { node, isAwaited } = user(call);
  if (old.isContext || now.isContext) return contextTrouble(node, old, now);
  const [before, after] = [flowOf(old), flowOf(now)];
  if (before === after) return null;
  const isWalked = node.field === "right" && /^(?:for_statement|for_in_clause)$/.test(node.parent?.type ?? "");
  if (after === "coroutine" && before !== "async generator") return isAwaited ? null : "it is async now";
  if (before === "coroutine" && after === "value")
    return isAwaited && isNeverAwaitable(old, now) ? "it is not async any more" : null;
  if (isAwaited && after !== "value") return `it is ${after === "generator" ? "a" : "an"} ${after} now`;
  if (isWalked && before === "generator" && after === "async generator") return "it is an async generator now";
  if (isWalked && before === "async generator" && after !== "value") return "it is no async generator any more";
  const isDropped = node.parent?.type === "expression_statement" || isIndexed(node);
  return before === "value" && after === "generator" && isDropped ? "it is a generator now" : null;
}

function isIndexed(node: SyntaxNode): boolean {
  return node.parent?.type === "subscript" && node.field === "value";
}

function contextTrouble(node: SyntaxNode, old: FunctionDef, now: FunctionDef): string | null {
  const item = node.parent?.type === "as_pattern" ? node.parent.parent : node.parent;
  const isEntered = item?.type === "with_item" || /enter_(?:async_)?context$/.test(calleeAround(node));
  if (old.isContext && !now.isContext)
    return isEntered && flowOf(now) !== "value" ? "it is no context manager any more" : null;
  if (!old.isContext) return isEntered ? null : "it is a context manager now";
  return old.isAsync !== now.isAsync && isEntered
    ? `it is ${now.isAsync ? "an async" : "a plain"} context manager now`
    : null;
}

function calleeAround({ parent }: SyntaxNode): string {
  return parent?.type === "argument_list" ? (parent.parent?.child("function")?.text ?? "") : "";
}

/** Annotations of what nobody can await. */
const plainResult = /^(?:None|bool|int|float|str|bytes|(?:\w+\.)?(?:[Ll]ist|[Dd]ict|[Ss]et|[Tt]uple)\b.*)$/s;

/** A plain function may return what can be awaited: another call's result, or what its annotation says. */
function isNeverAwaitable(old: FunctionDef, now: FunctionDef): boolean {
  const annotation = now.node.child("return_type")?.text;
  if (annotation !== undefined)
    return plainResult.test(annotation) || annotation === old.node.child("return_type")?.text;
  return returnedValues(now.node).every(({ type }) => !/^(?:call|identifier|attribute|await|subscript)$/.test(type));
}

type Taken = { unpacked: number; hasRest: boolean } | "whole";

/** How the result is taken; null: it is not. */
function takenFrom(call: SyntaxNode): Taken | null {
  const { node } = user(call);
  const { parent } = node;
  if (!parent || parent.type === "expression_statement" || parent.type === "return_statement") return null;
  const target = parent.type === "assignment" && node.field === "right" ? parent.child("left") : null;
  if (target && /^(?:pattern_list|tuple_pattern|list_pattern)$/.test(target.type)) return unpackedBy(target);
  return "whole";
}

function unpackedBy(target: SyntaxNode): Taken {
  const rest = target.children.filter(({ type }) => type === "list_splat_pattern").length;
  return { unpacked: target.children.length - rest, hasRest: rest > 0 };
}

function checkReturned(taken: Taken, { old, now }: CalledFunctions, at: SyntaxNode, to: Comparison): void {
  const [before, after] = [returnsOf(old), returnsOf(now)];
  if (after === "nothing" && !isStub(now.node)) {
    if (before !== "nothing" && returnedValues(old.node).length > 0) to.broken(old, "it returns nothing now", at);
    return;
  }
  if (taken === "whole") return checkWhole(before, after, old, at, to);
  if (!fits(taken, before) || fits(taken, after)) return;
  const was = typeof before === "object" ? `, not ${before.tuple}` : "";
  const words = typeof after === "object" ? `it returns ${after.tuple} values now${was}` : "it returns one value now";
  to.broken(old, words, at, typeof before === "object");
}

function fits({ unpacked, hasRest }: Exclude<Taken, "whole">, returns: Returns): boolean {
  if (typeof returns !== "object") return returns === "unknown";
  return hasRest ? unpacked <= returns.tuple : unpacked === returns.tuple;
}

/** What was one value is several now. */
function checkWhole(before: Returns, after: Returns, old: FunctionDef, at: SyntaxNode, to: Comparison): void {
  if (typeof after !== "object" || typeof before === "object" || before === "nothing") return;
  const returned = returnedValues(old.node);
  // What a call gives may have been as many before.
  if (returned.length === 0 || returned.some(({ type }) => /^(?:call|await|conditional_expression)$/.test(type)))
    return;
  to.broken(old, `it returns ${after.tuple} values now`, at, before === "single");
}

/** `x, y = point` of a named tuple. */
export function checkUnpacked(assignment: SyntaxNode, to: Comparison): void {
  const [target, right] = [assignment.child("left"), assignment.child("right")];
  if (!target || !right || !/^(?:pattern_list|tuple_pattern)$/.test(target.type)) return;
  const [old, now] = [to.before, to.after].map((values): [Value, number | null] => {
    const value = values.evaluate(right, to.path);
    const isTuple = value.kind === "object" && formOf(values, value.definition) === "namedtuple";
    return [value, isTuple ? value.definition.fields.length : null];
  }) as [[Value, number | null], [Value, number | null]];
  const taken = unpackedBy(target) as Exclude<Taken, "whole">;
  if (old[1] === null || now[1] === null || old[0].kind !== "object") return;
  if (fits(taken, { tuple: old[1] }) && !fits(taken, { tuple: now[1] }))
    to.broken(old[0].definition, `it has ${now[1]} fields now, not ${old[1]}`, right);
}
