// What comes out of a schema, followed through the code that uses it: results of parse, typed names, members, entries of lists.
// Knows no sides.
import ts from "typescript";
import { dottedName } from "../../syntax/languages/typescriptNodes.ts";
import type { Evaluator } from "./evaluator.ts";
import { resultOf } from "./results.ts";
import { anything, around, faceOf, objectOf, opaque, primitive, uncovered, type Schema } from "./schema.ts";
import { enterNames, find, inner, type Local, type Scope } from "./scope.ts";
import type { Types } from "./types.ts";

export const parsing = new Set(["parse", "parseAsync", "safeParse", "safeParseAsync", "spa", "decode", "encode"]);
const entryFirst = new Set(["map", "flatMap", "filter", "forEach", "find", "findLast", "some", "every", "findIndex"]);
const sameList = new Set(["filter", "slice", "sort", "toSorted", "reverse", "concat"]);
const deepest = 40;
const mostSteps = 50_000;

export class Inference {
  private depth = 0;
  private steps = 0;

  constructor(
    private readonly evaluator: Evaluator,
    private readonly types: Types,
    /** The call that a function is handed to. */
    private readonly callOf: (node: ts.Node) => { call: ts.CallExpression; scope: Scope } | null,
  ) {}

  /** Opaque: it does not come from a schema. */
  of(node: ts.Expression, scope: Scope): Schema {
    if (this.depth > deepest || ++this.steps > mostSteps) return opaque;
    this.depth++;
    const schema = this.look(node, scope);
    this.depth--;
    return schema;
  }

  private look(node: ts.Expression, scope: Scope): Schema {
    if (ts.isIdentifier(node)) return this.named(ts.idText(node), scope);
    if (ts.isCallExpression(node)) return this.called(node, scope);
    if (ts.isPropertyAccessExpression(node)) return memberOf(this.of(node.expression, scope), ts.idText(node.name));
    if (ts.isElementAccessExpression(node)) return this.element(node, scope);
    if (ts.isAsExpression(node) || ts.isSatisfiesExpression(node)) {
      const typed = this.types.schema(node.type, scope);
      return typed.kind === "opaque" && ts.isSatisfiesExpression(node) ? this.of(node.expression, scope) : typed;
    }
    if (ts.isNonNullExpression(node)) return present(this.of(node.expression, scope));
    return ts.isAwaitExpression(node) || ts.isParenthesizedExpression(node) ? this.of(node.expression, scope) : opaque;
  }

  private named(name: string, scope: Scope): Schema {
    const local = find(scope, name);
    if (local) return this.local(local);
    const meaning = this.evaluator.world.meaning(scope.module, name, "values");
    if (meaning?.is !== "declared" || !ts.isVariableDeclaration(meaning.declaration.node)) return opaque;
    const { node, file } = meaning.declaration;
    const own = { module: meaning.module, file, names: new Map<string, Local>(), parent: null };
    return node.type ? this.types.schema(node.type, own) : node.initializer ? this.of(node.initializer, own) : opaque;
  }

  /** What is taken apart where a pattern binds this name to that key. */
  ownerOf(name: string, key: string, scope: Scope): Schema {
    const local = find(scope, name);
    return local?.keys.at(-1) === key ? this.local(local, local.keys.slice(0, -1)) : opaque;
  }

  private local(local: Local, keys = local.keys): Schema {
    const whole = this.bound(local);
    return keys.reduce((at, key) => memberOf(at, key), local.isEntry ? entryOf(whole) : whole);
  }

  private bound({ type, value, parameter, scope }: Local): Schema {
    if (type) return this.types.schema(type, scope);
    if (value) return this.of(value, scope);
    return parameter ? this.parameter(parameter.of, parameter.index) : opaque;
  }

  /** What a list or a promise hands to the function that it is given. */
  private parameter(node: ts.SignatureDeclaration, index: number): Schema {
    const found = this.callOf(node);
    if (!found || !ts.isPropertyAccessExpression(found.call.expression)) return opaque;
    const { expression, name } = found.call.expression;
    const method = ts.idText(name);
    if (method === "then")
      return index === 0 && found.call.arguments[0] === node ? this.of(expression, found.scope) : opaque;
    const isEntry = (entryFirst.has(method) && index === 0) || (method === "reduce" && index === 1);
    if (isEntry) return entryOf(this.of(expression, found.scope));
    return index === 0 && ["query", "mutation", "handler", "action"].includes(method)
      ? this.procedure(expression, found.scope)
      : opaque;
  }

  /** `t.procedure.input(S).mutation(({ input }) => …)`. */
  private procedure(node: ts.Expression, scope: Scope): Schema {
    for (
      let at: ts.Expression = node;
      ts.isCallExpression(at) && ts.isPropertyAccessExpression(at.expression);
      at = at.expression.expression
    ) {
      const method = ts.idText(at.expression.name);
      if (method !== "input" && method !== "inputSchema") continue;
      const schema = this.evaluator.schema(at.arguments[0], scope);
      return schema.kind === "opaque" ? opaque : objectOf(new Map([["input", faceOf("output", schema)]]), opaque);
    }
    return opaque;
  }

  /** `c.req.valid("json")` in a handler that stands behind `zValidator("json", S)`. */
  private validated({ expression, arguments: [target] }: ts.CallExpression, scope: Scope): Schema {
    const root = dottedName(expression)?.split(".")[0];
    const local = root === undefined ? null : find(scope, root);
    const found = local?.parameter ? this.callOf(local.parameter.of) : null;
    if (!found || !target || !ts.isStringLiteralLike(target)) return opaque;
    for (const each of found.call.arguments) {
      if (!ts.isCallExpression(each)) continue;
      const [name, given] = each.arguments;
      const isMeant = name && ts.isStringLiteralLike(name) && name.text === target.text;
      const schema = isMeant ? this.evaluator.schema(given, found.scope) : opaque;
      if (schema.kind !== "opaque") return faceOf("output", schema);
    }
    return opaque;
  }

  private called(node: ts.CallExpression, scope: Scope): Schema {
    const { expression: callee } = node;
    if (ts.isPropertyAccessExpression(callee)) {
      const method = ts.idText(callee.name);
      const parsed = parsing.has(method) ? this.parsed(node, scope) : null;
      if (parsed) return resultOfParse(method, parsed.schema);
      if (method === "valid") return this.validated(node, scope);
      const list = this.listMethod(node, method, scope);
      if (list.kind !== "opaque") return list;
    }
    return this.functionCall(callee, scope);
  }

  /** The schema and the value of `S.parse(x)` and `z.parse(S, x)`. */
  parsed(node: ts.CallExpression, scope: Scope): { schema: Schema; value: ts.Expression | undefined } | null {
    if (!ts.isPropertyAccessExpression(node.expression) && !ts.isIdentifier(node.expression)) return null;
    const [first, second] = node.arguments;
    const callee = this.evaluator.thing(node.expression, scope);
    if (callee?.is === "zod" && parsing.has(callee.name)) {
      const schema = this.evaluator.schema(first, scope);
      return schema.kind === "opaque" ? null : { schema, value: second };
    }
    if (!ts.isPropertyAccessExpression(node.expression) || !parsing.has(ts.idText(node.expression.name))) return null;
    const owner = this.evaluator.thing(node.expression.expression, scope);
    return owner?.is === "schema" ? { schema: owner.schema, value: first } : null;
  }

  private listMethod({ expression, arguments: args }: ts.CallExpression, method: string, scope: Scope): Schema {
    const { expression: owner } = expression as ts.PropertyAccessExpression;
    const list = this.of(owner, scope);
    const { schema } = uncovered(list, "output");
    const [callback] = args;
    if (method === "then" || (method === "map" && schema.kind === "array")) {
      const isFunction = callback && (ts.isArrowFunction(callback) || ts.isFunctionExpression(callback));
      const result = isFunction ? resultOf(callback) : null;
      if (!result || !isFunction) return opaque;
      const own = inner(scope);
      enterNames(own, callback);
      const mapped = this.of(result, own);
      return method === "then" || mapped.kind === "opaque" ? mapped : { kind: "array", element: mapped, checks: [] };
    }
    if (schema.kind !== "array") return opaque;
    if (sameList.has(method)) return list;
    return ["find", "at", "pop", "shift"].includes(method) ? around("optional", entryOf(list)) : opaque;
  }

  private functionCall(callee: ts.Expression, scope: Scope): Schema {
    const thing = this.evaluator.thing(callee, scope);
    if (thing?.is !== "function") return opaque;
    if (thing.node.type) return this.types.schema(thing.node.type, thing.scope);
    const result = resultOf(thing.node);
    if (!result) return opaque;
    const own = inner(thing.scope);
    enterNames(own, thing.node);
    return this.of(result, own);
  }

  private element({ expression, argumentExpression: key }: ts.ElementAccessExpression, scope: Scope): Schema {
    const owner = this.of(expression, scope);
    if (ts.isStringLiteralLike(key)) return memberOf(owner, key.text);
    return entryOf(owner);
  }
}

function resultOfParse(method: string, schema: Schema): Schema {
  const output = faceOf(method === "encode" ? "input" : "output", schema);
  if (method !== "safeParse" && method !== "safeParseAsync" && method !== "spa") return output;
  const fields: [string, Schema][] = [
    ["success", primitive("boolean")],
    ["data", output],
    ["error", anything],
  ];
  return objectOf(new Map(fields), opaque);
}

/** What a list holds; of a record its values. */
function entryOf(given: Schema): Schema {
  const { schema, facing, origins } = uncovered(given, "output");
  const back = [...origins].reverse();
  if (schema.kind === "array") return { ...faceOf(facing, schema.element), origins: back };
  return schema.kind === "record" ? { ...faceOf(facing, schema.value), origins: back } : opaque;
}

export function memberOf(given: Schema, name: string): Schema {
  const { schema, facing, origins } = uncovered(given, "output");
  const back = [...origins].reverse();
  const member = membersIn(schema, name, facing);
  return member ? { ...faceOf(facing, member), origins: back } : opaque;
}

function membersIn(schema: Schema, name: string, facing: "input" | "output"): Schema | null {
  if (schema.kind === "object") return schema.fields.get(name) ?? null;
  if (
    schema.kind === "optional" ||
    schema.kind === "nullable" ||
    schema.kind === "default" ||
    schema.kind === "branded"
  )
    return memberOf(faceOf(facing, schema.inner), name);
  if (schema.kind === "catch" || schema.kind === "required") return memberOf(faceOf(facing, schema.inner), name);
  if (schema.kind === "pipe") return memberOf(faceOf(facing, facing === "output" ? schema.output : schema.input), name);
  if (schema.kind === "array" || schema.kind === "tuple")
    return /^\d+$/.test(name) ? entryOf(faceOf(facing, schema)) : null;
  if (schema.kind !== "intersection") return null;
  const left = memberOf(faceOf(facing, schema.left), name);
  return left.kind === "opaque" ? memberOf(faceOf(facing, schema.right), name) : left;
}

/** Without `undefined` and `null`. */
function present(given: Schema): Schema {
  const { schema, facing, origins } = uncovered(given, "output");
  if (schema.kind !== "optional" && schema.kind !== "nullable") return given;
  return present({ ...faceOf(facing, schema.inner), origins: [...origins].reverse() });
}
