// A function that took on a parameter, handed to something that calls it with more than one argument: `cells.map(parseNum)`.
// Knows no types: the compiler finds nothing wrong there.
import ts from "typescript";
import { valueOf, type Declaration } from "../modules/module.ts";

/** Which arguments the callback of a well-known function is called with, besides the first. */
const callers: Record<string, number> = {
  ...{ map: 3, flatMap: 3, filter: 3, forEach: 3, some: 3, every: 3, find: 3, findIndex: 3, findLast: 3 },
  ...{ findLastIndex: 3, reduce: 4, reduceRight: 4, from: 2, replace: 9, replaceAll: 9, sort: 2, toSorted: 2 },
};

/** How many arguments the function that is handed over there is called with; null: it is not handed over. */
export function argumentsHandedOver(call: ts.CallExpression, node: ts.Expression): number | null {
  if (!ts.isPropertyAccessExpression(call.expression)) return null;
  const method = ts.idText(call.expression.name);
  const at = call.arguments.indexOf(node);
  const isCallback = at === (method === "from" || method.startsWith("replace") ? 1 : 0);
  return isCallback && Object.hasOwn(callers, method) ? callers[method]! : null;
}

/** Name of the optional parameter that these many arguments reach now and did not before; null: none. */
export function newlyReached(before: Declaration, now: Declaration, count: number): string | null {
  const [old, parameters] = [parametersOf(before), parametersOf(now)];
  if (!old || !parameters || old.some(({ dotDotDotToken }) => dotDotDotToken)) return null;
  const added = parameters.slice(old.length, count).find(({ name }) => ts.isIdentifier(name));
  return added && ts.isIdentifier(added.name) ? ts.idText(added.name) : null;
}

function parametersOf(declaration: Declaration): readonly ts.ParameterDeclaration[] | null {
  const { node } = declaration;
  if (ts.isFunctionDeclaration(node)) return node.parameters;
  const value = valueOf(declaration);
  return value && (ts.isArrowFunction(value) || ts.isFunctionExpression(value)) ? value.parameters : null;
}
