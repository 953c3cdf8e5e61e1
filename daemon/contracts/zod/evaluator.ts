// Expressions of one world → the schemas that they make: through names, imports, functions and objects of schemas.
// Knows no types and no sides.
import ts from "typescript";
import { memberName } from "../../syntax/languages/typescriptNodes.ts";
import { valueOf, type Declaration, type Module } from "../modules/module.ts";
import type { Meaning, World } from "../modules/world.ts";
import { applyFactory } from "./factories.ts";
import { readingAt } from "./arguments.ts";
import { applyMethod } from "./methods.ts";
import { plainOf, type Plain } from "./plain.ts";
import { opaque, type Origin, type Schema } from "./schema.ts";
import { memberOfSchema, schemaThing, withOrigin, type FunctionNode, type Thing } from "./thing.ts";
import { enumMembers, resultOf } from "./results.ts";
import { find, inner, topOf, type Scope } from "./scope.ts";

/** As it is filled while its declaration is evaluated. */
type OpenOrigin = Origin & { changed: Set<Origin> };

/** Told where zod refuses to derive one schema from another. */
export type Refused = (node: ts.Node, why: string, isByVersion: boolean, of: Schema) => void;

/** What the evaluator is to know of a declaration and of a file. */
export interface Knowledge {
  isChanged(declaration: Declaration, path: string): boolean;
  /** Whether `from "zod"` in that file is zod 3. */
  isZod3(path: string): boolean;
}

const mostSteps = 100_000;
const deepest = 120;
const zodPackage =
  /^(?:zod(?:\/(?:v3|v4|mini|v4-mini|v4\/mini|v4\/core))?|@hono\/zod-openapi|astro\/zod|astro:schema)$/;

export class Evaluator {
  private readonly things = new Map<ts.Node, Thing | null>();
  private readonly declared = new Map<ts.Node, { thing: Thing | null; origin: Origin } | "busy">();
  /** Declarations that are being evaluated, the innermost last. */
  private readonly open: OpenOrigin[] = [];
  private steps = 0;
  private depth = 0;

  constructor(
    readonly world: World,
    private readonly knowledge: Knowledge,
    private readonly refused: Refused = () => undefined,
  ) {}

  /** Each file has its own share of the work. */
  restart(): void {
    this.steps = 0;
  }

  schema(node: ts.Expression | undefined, scope: Scope): Schema {
    const thing = node && this.thing(node, scope);
    return thing?.is === "schema" ? thing.schema : opaque;
  }

  thing(node: ts.Expression, scope: Scope): Thing | null {
    if (++this.steps > mostSteps || this.depth > deepest) return null;
    // A call with parameters that are bound elsewhere means something else each time.
    const known = scope.parent === null && this.open.length === 0 ? this.things.get(node) : undefined;
    if (known !== undefined) return known;
    this.depth++;
    const thing = this.look(node, scope);
    this.depth--;
    if (scope.parent === null && this.open.length === 0) this.things.set(node, thing);
    return thing;
  }

  /** What stands behind `typeof`. */
  entity(name: ts.EntityName, scope: Scope): Thing | null {
    return ts.isIdentifier(name)
      ? this.thing(name, scope)
      : this.member(this.entity(name.left, scope), ts.idText(name.right));
  }

  private look(node: ts.Expression, scope: Scope): Thing | null {
    if (ts.isIdentifier(node)) return this.named(ts.idText(node), scope);
    if (ts.isCallExpression(node)) return this.called(node, scope);
    if (ts.isPropertyAccessExpression(node))
      return this.member(this.thing(node.expression, scope), ts.idText(node.name));
    if (ts.isElementAccessExpression(node) && ts.isStringLiteralLike(node.argumentExpression))
      return this.member(this.thing(node.expression, scope), node.argumentExpression.text);
    if (ts.isObjectLiteralExpression(node)) return { is: "object", node, scope };
    if (ts.isArrowFunction(node) || ts.isFunctionExpression(node)) return { is: "function", node, scope };
    const isAround =
      ts.isParenthesizedExpression(node) ||
      ts.isAsExpression(node) ||
      ts.isSatisfiesExpression(node) ||
      ts.isNonNullExpression(node);
    return isAround ? this.thing(node.expression, scope) : null;
  }

  private named(name: string, scope: Scope): Thing | null {
    const local = find(scope, name);
    if (!local) return this.meant(this.world.meaning(scope.module, name, "values"), scope.module.path);
    if (local.declared) return { is: "function", node: local.declared, scope: local.scope };
    if (!local.value || local.isEntry) return null;
    return local.keys.reduce<Thing | null>((at, key) => this.member(at, key), this.thing(local.value, local.scope));
  }

  private meant(meaning: Meaning | null, path: string): Thing | null {
    if (!meaning) return null;
    if (meaning.is === "module") return { is: "module", module: meaning.module };
    if (meaning.is === "declared") return this.declaredThing(meaning.module, meaning.declaration);
    if (!zodPackage.test(meaning.from)) return null;
    const isOpen = meaning.from === "zod" || meaning.from.startsWith("@") || meaning.from.startsWith("astro");
    const name = ["z", "default", "*"].includes(meaning.name) ? "" : meaning.name;
    return { is: "zod", name, isZod3: isOpen ? this.knowledge.isZod3(path) : meaning.from === "zod/v3" };
  }

  /** A declaration that needs itself is looked up again when it is used. */
  private declaredThing(module: Module, declaration: Declaration): Thing | null {
    const known = this.declared.get(declaration.node);
    if (known === "busy") return { is: "schema", schema: { kind: "lazy", get: () => this.late(declaration) } };
    const { thing, origin } = known ?? this.evaluate(module, declaration);
    if (thing?.is === "schema") for (const each of origin.changed) this.open.at(-1)?.changed.add(each);
    else this.madeOf(origin.isChanged);
    return thing;
  }

  /** What is being evaluated is made of something changed that has no schema of its own. */
  private madeOf(isChanged: boolean): void {
    const open = this.open.at(-1);
    if (!open || !isChanged) return;
    open.isChanged = true;
    open.changed.add(open);
  }

  private late({ node }: Declaration): Schema {
    const known = this.declared.get(node);
    return known && known !== "busy" && known.thing?.is === "schema" ? known.thing.schema : opaque;
  }

  private evaluate(module: Module, declaration: Declaration): { thing: Thing | null; origin: Origin } {
    this.declared.set(declaration.node, "busy");
    const origin = this.originOf(module, declaration);
    this.open.push(origin);
    const thing = this.declaration(module, declaration);
    this.open.pop();
    const found = thing && withOrigin(thing, origin);
    this.declared.set(declaration.node, { thing: found, origin });
    return { thing: found, origin };
  }

  private originOf(module: Module, declaration: Declaration): OpenOrigin {
    const { path } = module;
    const { name } = declaration;
    const isExported = [...module.exports.values()].includes(name);
    const isChanged = this.knowledge.isChanged(declaration, path);
    const origin: OpenOrigin = { path, name, isExported, isChanged, changed: new Set() };
    if (isChanged) origin.changed.add(origin);
    return origin;
  }

  private declaration(module: Module, declaration: Declaration): Thing | null {
    const scope = topOf(module, declaration.file);
    const { node } = declaration;
    if (ts.isFunctionDeclaration(node)) return { is: "function", node, scope };
    if (ts.isEnumDeclaration(node)) return { is: "enum", values: enumMembers(node) };
    const value = valueOf(declaration);
    return value && this.thing(value, scope);
  }

  /** The expression that a name stands for, where it is no schema: a list, a literal, an object. */
  plain(node: ts.Expression, scope: Scope): Plain | null {
    return plainOf(node, scope, this.world, (declaration, path) =>
      this.madeOf(this.knowledge.isChanged(declaration, path)),
    );
  }

  private member(thing: Thing | null, name: string): Thing | null {
    if (!thing) return null;
    if (thing.is === "zod") {
      if (thing.name === "" && name === "z") return thing;
      return { ...thing, name: thing.name === "" ? name : `${thing.name}.${name}` };
    }
    if (thing.is === "module") return this.meant(this.world.exported(thing.module, name, "values"), thing.module.path);
    if (thing.is === "object") {
      const found = this.property(thing.node, name, thing.scope);
      return found && thing.origin
        ? withOrigin(found, { ...thing.origin, name: `${thing.origin.name}.${name}` })
        : found;
    }
    if (thing.is === "fields") return schemaThing(thing.fields.get(name));
    return thing.is === "schema" ? memberOfSchema(thing.schema, name) : null;
  }

  private property(node: ts.ObjectLiteralExpression, name: string, scope: Scope): Thing | null {
    for (const each of [...node.properties].reverse()) {
      if (ts.isSpreadAssignment(each)) {
        const found = this.member(this.thing(each.expression, scope), name);
        if (found) return found;
      } else if (memberName(each) !== name) continue;
      else if (ts.isPropertyAssignment(each)) return this.thing(each.initializer, scope);
      else if (ts.isShorthandPropertyAssignment(each)) return this.named(name, scope);
      else return null;
    }
    return null;
  }

  private called(node: ts.CallExpression, scope: Scope): Thing | null {
    const { expression, arguments: args } = node;
    let callee: Thing | null;
    if (ts.isPropertyAccessExpression(expression)) {
      const owner = this.thing(expression.expression, scope);
      const name = ts.idText(expression.name);
      if (owner?.is === "schema") return this.methodOf(owner.schema, name, node, scope);
      callee = this.member(owner, name);
    } else callee = this.thing(expression, scope);
    if (callee?.is === "zod") {
      const schema = applyFactory(
        callee.name,
        args,
        readingAt(this, scope, callee.isZod3, this.refusing(node, args[0], scope)),
      );
      return schemaThing(schema);
    }
    if (callee?.is !== "function") return null;
    const found = this.applied(callee.node, args, callee.scope, scope);
    return found && callee.origin ? withOrigin(found, callee.origin) : found;
  }

  private methodOf(schema: Schema, name: string, node: ts.CallExpression, scope: Scope): Thing | null {
    const refuse = (why: string, isByVersion: boolean): void => this.refused(node, why, isByVersion, schema);
    return schemaThing(
      applyMethod(schema, name, node.arguments, readingAt(this, scope, schema.isZod3 ?? false, refuse)),
    );
  }

  private refusing(
    node: ts.Node,
    of: ts.Expression | undefined,
    scope: Scope,
  ): (why: string, isByVersion: boolean) => void {
    return (why, isByVersion) => this.refused(node, why, isByVersion, this.schema(of, scope));
  }

  /** A function of one expression, with its parameters bound to what it is given. */
  private applied(node: FunctionNode, args: readonly ts.Expression[], own: Scope, caller: Scope): Thing | null {
    const result = resultOf(node);
    if (!result) return null;
    const scope = inner(own);
    node.parameters.forEach(({ name }, index) => {
      if (ts.isIdentifier(name)) scope.names.set(ts.idText(name), { scope: caller, value: args[index], keys: [] });
    });
    return this.thing(result, scope);
  }
}
