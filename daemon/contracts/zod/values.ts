// Expressions → what is known of their values: through names, spreads and objects of constants.
// Knows no schemas but those that types tell of.
import ts from "typescript";
import { bareValue, dottedName, memberName } from "../../syntax/languages/typescriptNodes.ts";
import type { Evaluator } from "./evaluator.ts";
import type { PrimitiveType } from "./schema.ts";
import { find, type Scope } from "./scope.ts";
import { literalOf, type Value } from "./value.ts";

const deepest = 40;
const mostSteps = 20_000;
const ofType = new Map<ts.SyntaxKind, PrimitiveType>([
  [ts.SyntaxKind.StringKeyword, "string"],
  [ts.SyntaxKind.NumberKeyword, "number"],
  [ts.SyntaxKind.BooleanKeyword, "boolean"],
  [ts.SyntaxKind.BigIntKeyword, "bigint"],
]);
const ofFunction = new Map<string, PrimitiveType>([
  ...["String", "crypto.randomUUID", "randomUUID", "JSON.stringify", "nanoid"].map((name) => [name, "string"] as const),
  ...["Number", "parseInt", "parseFloat", "Number.parseInt", "Number.parseFloat", "Date.now"].map(
    (name) => [name, "number"] as const,
  ),
  ...["Math.round", "Math.floor", "Math.ceil", "Math.random"].map((name) => [name, "number"] as const),
  ["Boolean", "boolean"],
  ["BigInt", "bigint"],
]);

export class Values {
  private steps = 0;

  constructor(private readonly evaluator: Evaluator) {}

  of(given: ts.Expression, scope: Scope, depth = 0): Value {
    const node = bareValue(given);
    const literal = literalOf(node);
    if (literal) return { is: "literal", ...literal, node };
    if (depth > deepest || ++this.steps > mostSteps) return { is: "unknown", node };
    if (ts.isObjectLiteralExpression(node)) return this.object(node, scope, depth);
    if (ts.isArrayLiteralExpression(node)) return this.list(node, scope, depth);
    if (ts.isIdentifier(node) || ts.isPropertyAccessExpression(node)) return this.named(node, scope, depth);
    const type = typeOf(node);
    return type ? { is: "some", type, node } : { is: "unknown", node };
  }

  private object(node: ts.ObjectLiteralExpression, scope: Scope, depth: number): Value {
    const entries = new Map<string, Value>();
    let isOpen = false;
    for (const each of node.properties) {
      if (ts.isSpreadAssignment(each)) {
        const spread = this.of(each.expression, scope, depth + 1);
        if (spread.is === "object") for (const [name, value] of spread.entries) entries.set(name, value);
        if (spread.is === "object" && !spread.isOpen) continue;
        isOpen = true;
        // It may hold any of those before it.
        for (const [name, value] of entries) entries.set(name, { is: "unknown", node: value.node });
      } else if (each.name && ts.isComputedPropertyName(each.name)) isOpen = true;
      else entries.set(memberName(each), this.property(each, scope, depth));
    }
    return { is: "object", entries, isOpen, node };
  }

  private property(node: ts.ObjectLiteralElementLike, scope: Scope, depth: number): Value {
    if (ts.isPropertyAssignment(node)) {
      const value = this.of(node.initializer, scope, depth + 1);
      return value.is === "object" || value.is === "list" ? value : { ...value, node };
    }
    if (ts.isShorthandPropertyAssignment(node)) return { ...this.of(node.name, scope, depth + 1), node };
    return { is: "unknown", node };
  }

  private list(node: ts.ArrayLiteralExpression, scope: Scope, depth: number): Value {
    const isOpen = node.elements.some(ts.isSpreadElement);
    const items = isOpen ? [] : node.elements.map((each) => this.of(each, scope, depth + 1));
    return { is: "list", items, isOpen, node };
  }

  /** A name that is written to may hold anything else by then. */
  private named(node: ts.Identifier | ts.PropertyAccessExpression, scope: Scope, depth: number): Value {
    const thing = this.evaluator.thing(node, scope);
    if (thing && thing.is !== "object") return { is: "unknown", node };
    if (ts.isPropertyAccessExpression(node)) {
      const owner = this.evaluator.thing(node.expression, scope);
      const member = owner?.is === "enum" ? owner.values.get(ts.idText(node.name)) : undefined;
      if (member !== undefined) return { is: "literal", literal: member, node };
    }
    const root = rootOf(node);
    const typed = ts.isIdentifier(node) ? this.annotated(node, scope) : null;
    const plain = this.evaluator.plain(node, scope);
    if (!plain || root === null || plain.node === node) return typed ?? { is: "unknown", node };
    const how = writesTo(root, scope.file.text);
    if (how === "whole") return typed ?? { is: "unknown", node };
    const value = this.of(plain.node, plain.scope, depth + 1);
    return how === null ? value : opened(value);
  }

  private annotated(node: ts.Identifier, scope: Scope): Value | null {
    const local = find(scope, ts.idText(node));
    const type = local?.keys.length === 0 && local.type ? ofType.get(local.type.kind) : undefined;
    return type ? { is: "some", type, node } : null;
  }
}

function opened(value: Value): Value {
  if (value.is === "object")
    return {
      ...value,
      isOpen: true,
      entries: new Map([...value.entries].map(([name, { node }]) => [name, { is: "unknown", node }])),
    };
  return value.is === "list" ? { ...value, items: [], isOpen: true } : value;
}

function rootOf(node: ts.Expression): string | null {
  const name = dottedName(node);
  return name === null ? null : name.split(".")[0]!;
}

/** Whether a text assigns to a name as a whole, to parts of it, or neither. */
function writesTo(name: string, text: string): "whole" | "parts" | null {
  let isPart = false;
  for (let at = text.indexOf(name); at >= 0; at = text.indexOf(name, at + name.length)) {
    const before = text.slice(Math.max(0, at - 40), at);
    const after = text.slice(at + name.length, at + name.length + 80);
    if (/[\w$.]$/.test(before) || /^[\w$]/.test(after)) continue;
    if (/\b(?:let|var)\s+$/.test(before)) return "whole";
    if (
      /^(?:\.\w+|\[[^\]\n]{0,40}\]){1,4}\s*=(?![=>])/.test(after) ||
      /^\.(?:push|splice|unshift|sort|pop)\(/.test(after)
    )
      isPart = true;
    if (/\b(?:Object\.assign\(|delete |delete\()\s*$/.test(before)) isPart = true;
  }
  return isPart ? "parts" : null;
}

/** The kind of an expression, whatever is in it. */
function typeOf(node: ts.Expression): PrimitiveType | null {
  if (ts.isTemplateExpression(node)) return "string";
  if (ts.isBigIntLiteral(node)) return "bigint";
  if (ts.isPrefixUnaryExpression(node)) return node.operator === ts.SyntaxKind.ExclamationToken ? "boolean" : null;
  if (ts.isNewExpression(node)) return dottedName(node.expression) === "Date" ? "date" : null;
  if (ts.isCallExpression(node)) return ofFunction.get(dottedName(node.expression) ?? "") ?? null;
  if (!ts.isBinaryExpression(node)) return null;
  const operator = node.operatorToken.kind;
  const isArithmetic = [ts.SyntaxKind.MinusToken, ts.SyntaxKind.AsteriskToken, ts.SyntaxKind.SlashToken].includes(
    operator,
  );
  return isArithmetic ? "number" : null;
}
