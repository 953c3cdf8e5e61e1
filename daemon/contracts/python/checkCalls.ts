// Calls in new Python code whose arguments do not fit any more, or that give something else than before.
// Knows no names that are gone.
import type { SyntaxNode } from "../syntaxTree.ts";
import { causeOf, givenIn, misfitInWords, misfitOf, shiftInWords, type Given } from "./calls.ts";
import { constructorOf, type Constructor, type ConstructorParameter } from "./classes.ts";
import type { Comparison } from "./comparison.ts";
import type { Definition, FunctionDef } from "./definitions.ts";
import { isGuarded } from "./guards.ts";
import { passedOn } from "./passedOn.ts";
import type { Value } from "./value.ts";
import type { Values } from "./values.ts";

/** What a call needs, wherever it is written down. */
interface Callee extends Constructor {
  definition: Definition;
}

export function checkArguments(call: SyntaxNode, to: Comparison): void {
  checkGiven(call.child("function")!, givenIn(call), to);
  const passed = passedOn(call);
  if (passed) checkGiven(passed.callee, passed.given, to, false);
}

/** Whether the callee takes what it is given; `isCalled`: it is called there itself. */
function checkGiven(callee: SyntaxNode, given: Given, to: Comparison, isCalled = true): void {
  const values = [to.before.evaluate(callee, to.path), to.after.evaluate(callee, to.path)] as const;
  const [old, now] = [calleeOf(to.before, values[0]), calleeOf(to.after, values[1])];
  if (!old || !now || !isMadeAlike(...values) || isGuarded(callee, "call")) return;
  const fitted = old.signatures.find((each) => misfitOf(each, given) === null);
  if (!fitted) return;
  const at = callee.child("attribute") ?? callee;
  const isCertain = isCalled && old.isCertain && now.isCertain;
  const misfits = now.signatures.map((each) => misfitOf(each, given));
  if (misfits.every((each) => each !== null)) {
    const parameters = now.signatures.at(-1)!;
    const misfit = causeOf(misfits.at(-1)!, fitted, parameters);
    const source = sourceOf(misfit, fitted, old, now);
    to.broken(source, misfitInWords(misfit, fitted, parameters, now.of), at, isCertain);
  } else if (now.signatures.length === 1 && old.signatures.length === 1) {
    checkShift(fitted, now, given, to, at, isCertain);
  }
}

function checkShift(
  before: ConstructorParameter[],
  now: Callee,
  given: Given,
  to: Comparison,
  at: SyntaxNode,
  isCertain: boolean,
): void {
  const [parameters] = now.signatures;
  const words = shiftInWords(before, parameters!, given);
  if (words !== null) to.broken(parameters![0]?.source ?? now.definition, words, at, isCertain);
}

/** Where the parameter in question is, or was, written down. */
function sourceOf(
  misfit: NonNullable<ReturnType<typeof misfitOf<ConstructorParameter>>>,
  before: ConstructorParameter[],
  old: Callee,
  now: Callee,
): Definition {
  if (misfit.kind === "missing") return misfit.parameter.source;
  const parameter = misfit.kind === "keyword" ? before.find(({ name }) => name === misfit.name) : before[misfit.index];
  return parameter?.source ?? (now.definition.kind === "function" ? now.definition : old.definition);
}

function calleeOf(values: Values, value: Value): Callee | null {
  if (value.kind === "class") {
    const found = constructorOf(values, value.definition);
    return found && { ...found, definition: value.definition };
  }
  if (value.kind !== "function") return null;
  const { definition, isBound } = value;
  const signatures = definition.signatures.map((each) => {
    const isGiven = isBound && each[0]?.kind !== "rest";
    return (isGiven ? each.slice(1) : each).map((parameter) => ({ ...parameter, source: definition }));
  });
  return { signatures, of: "parameter", isCertain: definition.unknownDecorators.length === 0, definition };
}

export interface CalledFunctions {
  old: FunctionDef;
  now: FunctionDef;
}

/** The function that is called, in both versions; null where something else is called, or is made of it. */
export function functionsCalled(call: SyntaxNode, to: Comparison): CalledFunctions | null {
  const callee = call.child("function")!;
  const [old, now] = [to.before, to.after].map((values) => values.evaluate(callee, to.path)) as [Value, Value];
  if (old.kind !== "function" || now.kind !== "function" || !isMadeAlike(old, now)) return null;
  return { old: old.definition, now: now.definition };
}

/** Unknown decorators may make anything of a function, but the same of both. */
function isMadeAlike(old: Value, now: Value): boolean {
  if (old.kind !== "function" || now.kind !== "function") return true;
  return old.definition.unknownDecorators.join() === now.definition.unknownDecorators.join();
}
