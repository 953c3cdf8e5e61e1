// Names and members of constants → the expressions that they stand for.
// Knows no schemas.
import ts from "typescript";
import { bareValue, memberName } from "../../syntax/languages/typescriptNodes.ts";
import { valueOf, type Declaration } from "../modules/module.ts";
import type { World } from "../modules/world.ts";
import { find, topOf, type Scope } from "./scope.ts";

export interface Plain {
  node: ts.Expression;
  scope: Scope;
}

const mostHops = 16;

/** `passed` is told of each declaration on the way. */
export function plainOf(
  given: ts.Expression,
  scope: Scope,
  world: World,
  passed: (declaration: Declaration, path: string) => void,
  hops = mostHops,
): Plain | null {
  const node = bareValue(given);
  if (hops === 0) return null;
  const follow = (next: ts.Expression, at: Scope): Plain | null => plainOf(next, at, world, passed, hops - 1);
  if (ts.isIdentifier(node)) {
    const local = find(scope, ts.idText(node));
    if (local)
      return local.value && !local.isEntry && local.keys.length === 0 ? follow(local.value, local.scope) : null;
    const meaning = world.meaning(scope.module, ts.idText(node), "values");
    const value = meaning?.is === "declared" ? valueOf(meaning.declaration) : null;
    if (meaning?.is !== "declared" || !value) return null;
    passed(meaning.declaration, meaning.module.path);
    return follow(value, topOf(meaning.module, meaning.declaration.file));
  }
  if (!ts.isPropertyAccessExpression(node)) return { node, scope };
  const owner = follow(node.expression, scope);
  if (!owner || !ts.isObjectLiteralExpression(owner.node)) return null;
  const name = ts.idText(node.name);
  const property = owner.node.properties.find((each) => memberName(each) === name);
  return property && ts.isPropertyAssignment(property) ? follow(property.initializer, owner.scope) : null;
}
