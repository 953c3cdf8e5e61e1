// What the code around a read makes of it: whether it may be missing, and whether its kind matters.
// Knows no schemas.
import ts from "typescript";
import { dottedName, startOf } from "../../syntax/languages/typescriptNodes.ts";

/** The owner is looked at elsewhere in the function, where it is not taken apart: `if (order.due) order.due.getTime()`. */
export function isGuardedRead(owner: ts.Expression, file: ts.SourceFile, above: readonly ts.Node[]): boolean {
  const around = [...above].reverse().find((each) => ts.isFunctionLike(each)) ?? file;
  const text = file.text.slice(around.pos, around.end);
  const name = file.text.slice(startOf(owner, file), owner.end);
  for (let at = text.indexOf(name); at >= 0; at = text.indexOf(name, at + name.length)) {
    const after = text.slice(at + name.length, at + name.length + 2);
    if (!/^[\w$.[(]/.test(after) && !/[\w$.]/.test(text[at - 1] ?? "")) return true;
    if (after === "?.") return true;
  }
  return false;
}

const anyKind = new Set(["String", "Boolean", "Number", "JSON.stringify", "Object.keys"]);

/** Where every kind of value is welcome: in texts, logs and JSON, or where more is read of it. */
export function isHarmlessRead(node: ts.Expression, above: readonly ts.Node[]): boolean {
  const parent = above.at(-1);
  if (!parent) return true;
  if (ts.isTemplateSpan(parent) || ts.isExpressionStatement(parent) || ts.isJsxExpression(parent)) return true;
  if (!ts.isCallExpression(parent) || parent.expression === node) return false;
  const callee = dottedName(parent.expression) ?? "";
  return anyKind.has(callee) || /^(?:console|log|logger)\./.test(callee);
}
