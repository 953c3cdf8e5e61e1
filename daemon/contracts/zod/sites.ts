// Every place of a file where a schema is used, and what is wrong there in one world.
// Knows no sides: the same walk is made in two worlds, and what they tell is compared.
import ts from "typescript";
import { bareValue } from "../../syntax/languages/typescriptNodes.ts";
import type { Module } from "../modules/module.ts";
import { verdictOn, type Issue, type Verdict } from "./accepts.ts";
import { Evaluator, type Knowledge } from "./evaluator.ts";
import { Inference, memberOf } from "./inference.ts";
import { isHarmlessRead, isGuardedRead } from "./context.ts";
import { kindsOf, verdictOnRead } from "./reads.ts";
import { uncovered, type Schema } from "./schema.ts";
import { enterNames, inner, keyOf, topOf, type Scope } from "./scope.ts";
import { Types } from "./types.ts";
import { Values } from "./values.ts";
import type { World } from "../modules/world.ts";

export interface Site extends Verdict {
  /** What is marked. */
  mark: ts.Node;
  /** Code that must be new for the use to be new. */
  parts: readonly ts.Node[];
  /** Of what is read there. */
  kinds: ReadonlySet<string> | null;
  /** What is read. */
  name: string;
  origins: Issue["origins"];
  /** Only some versions of zod mind. */
  isByVersion: boolean;
}

export type Sites = ReadonlyMap<string, Site>;

const deepest = 400;
const mostSites = 20_000;

/** One world to walk files in. */
export class Walks {
  private readonly refused = new Map<ts.Node, { why: string; isByVersion: boolean; of: Schema }>();
  private readonly evaluator: Evaluator;

  constructor(
    readonly world: World,
    knowledge: Knowledge,
  ) {
    this.evaluator = new Evaluator(world, knowledge, (node, why, isByVersion, of) =>
      this.refused.set(node, { why, isByVersion, of }),
    );
  }

  /** `file` is the text that is walked; its names mean what `module` says. */
  sites(module: Module, file: ts.SourceFile): Sites {
    this.evaluator.restart();
    const walk = new Walk(this.evaluator, this.refused, file);
    walk.visit(file, topOf(module, file), []);
    return walk.sites;
  }
}

class Walk {
  readonly sites = new Map<string, Site>();
  private readonly calls = new Map<ts.Node, { call: ts.CallExpression; scope: Scope }>();
  private readonly types: Types;
  private readonly values: Values;
  private readonly inference: Inference;

  constructor(
    private readonly evaluator: Evaluator,
    private readonly refused: ReadonlyMap<ts.Node, { why: string; isByVersion: boolean; of: Schema }>,
    private readonly file: ts.SourceFile,
  ) {
    this.types = new Types(evaluator);
    this.values = new Values(evaluator);
    this.inference = new Inference(evaluator, this.types, (node) => this.calls.get(node) ?? null);
  }

  visit(node: ts.Node, scope: Scope, above: readonly ts.Node[]): void {
    if (above.length > deepest || this.sites.size > mostSites) return;
    const isScope = ts.isFunctionLike(node) || ts.isBlock(node) || ts.isForOfStatement(node) || ts.isCaseClause(node);
    const own = isScope ? inner(scope) : scope;
    if (isScope || ts.isSourceFile(node)) enterNames(own, node);
    this.look(node, own, above);
    const below = [...above, node];
    ts.forEachChild(node, (child) => this.visit(child, own, below));
  }

  private look(node: ts.Node, scope: Scope, above: readonly ts.Node[]): void {
    if (ts.isCallExpression(node)) this.call(node, scope);
    else if (ts.isVariableDeclaration(node)) this.variable(node, scope);
    else if (ts.isPropertyAccessExpression(node)) this.access(node, scope, above);
    else if (ts.isSatisfiesExpression(node)) this.typed(node.type, node.expression, scope, node, scope);
    else if (ts.isParameter(node)) this.pattern(node.name, scope);
    else if (ts.isReturnStatement(node) && node.expression) this.returned(node.expression, scope, above);
    else if (ts.isArrowFunction(node) && !ts.isBlock(node.body)) this.result(node, node.body, scope);
    else if (ts.isBinaryExpression(node)) this.comparison(node, scope);
    else if (ts.isSwitchStatement(node)) this.cases(node, scope);
  }

  private add(kind: string, site: Partial<Site> & Pick<Site, "mark" | "parts"> & Verdict): void {
    const key = `${kind} ${site.mark.pos} ${site.mark.end}`;
    this.sites.set(key, { kinds: null, name: "", origins: [], isByVersion: false, ...site });
  }

  private call(node: ts.CallExpression, scope: Scope): void {
    for (const each of node.arguments)
      if (ts.isArrowFunction(each) || ts.isFunctionExpression(each)) this.calls.set(each, { call: node, scope });
    const parsed = this.inference.parsed(node, scope);
    if (parsed?.value) {
      const value = this.values.of(parsed.value, scope);
      const parts = [node, parsed.value, ...(this.isHere(value.node) ? [value.node] : [])];
      return this.add("parse", { mark: node.expression, parts, ...verdictOn(parsed.schema, value, "parse") });
    }
    this.derivation(node, scope);
    const callee = this.evaluator.thing(node.expression, scope);
    if (callee?.is !== "function") return;
    callee.node.parameters.forEach(({ type }, index) => {
      const argument = node.arguments[index];
      if (type && argument) this.typed(type, argument, scope, argument, callee.scope);
    });
  }

  private isHere(node: ts.Node): boolean {
    return node.pos >= 0 && this.file.text.length >= node.end && this.nodes().has(node);
  }

  private known: Set<ts.Node> | null = null;

  /** Nodes of this file: a value may stand in another one. */
  private nodes(): Set<ts.Node> {
    if (this.known) return this.known;
    const known = new Set<ts.Node>();
    const enter = (node: ts.Node, depth: number): void => {
      known.add(node);
      if (depth < deepest) ts.forEachChild(node, (child) => enter(child, depth + 1));
    };
    enter(this.file, 0);
    return (this.known = known);
  }

  private derivation(node: ts.CallExpression, scope: Scope): void {
    const { expression } = node;
    this.evaluator.thing(node, scope);
    const refused = this.refused.get(node);
    if (!refused && !ts.isPropertyAccessExpression(expression)) return;
    const { of, isByVersion, why } = refused ?? { of: null, isByVersion: false, why: "" };
    const origins = of ? uncovered(of, "input").origins : [];
    const mark = ts.isPropertyAccessExpression(expression) ? expression.name : expression;
    const issues = refused ? [{ path: "", why, origins, isOfSchema: true }] : [];
    this.add("derive", { mark, parts: [node], issues, unknown: [], isByVersion });
  }

  private variable(node: ts.VariableDeclaration, scope: Scope): void {
    if (node.type && node.initializer) this.typed(node.type, node.initializer, scope, node.name, scope);
    this.pattern(node.name, scope);
  }

  /** A value where a type that rests on a schema is wanted. */
  private typed(type: ts.TypeNode, node: ts.Expression, scope: Scope, mark: ts.Node, typeScope: Scope): void {
    const schema = this.types.schema(type, typeScope);
    if (schema.kind === "opaque") return;
    const value = this.values.of(node, scope);
    const isFresh = ts.isObjectLiteralExpression(bareValue(node)) || ts.isArrayLiteralExpression(bareValue(node));
    const { issues, unknown } = verdictOn(schema, value, "type", "output");
    const told = issues.filter(({ why }) => isFresh || why !== "is not known");
    this.add("typed", { mark, parts: [mark, node], issues: told, unknown });
  }

  private returned(node: ts.Expression, scope: Scope, above: readonly ts.Node[]): void {
    const around = [...above].reverse().find((each) => ts.isFunctionLike(each));
    if (around && ts.isFunctionLike(around)) this.result(around, node, scope);
  }

  private result(node: ts.SignatureDeclaration, value: ts.Expression, scope: Scope): void {
    if (node.type) this.typed(node.type, value, scope, value, scope);
  }

  private pattern(name: ts.BindingName, scope: Scope): void {
    if (!ts.isObjectBindingPattern(name)) return;
    for (const element of name.elements) {
      this.pattern(element.name, scope);
      const key = element.dotDotDotToken || !ts.isIdentifier(element.name) ? null : keyOf(element);
      if (key === null || !ts.isIdentifier(element.name)) continue;
      const owner = this.inference.ownerOf(ts.idText(element.name), key, scope);
      if (owner.kind === "opaque") continue;
      const { origins } = uncovered(owner, "output");
      const kinds = kindsOf(memberOf(owner, key));
      this.add("read", {
        mark: element,
        name: key,
        parts: [element],
        kinds,
        origins,
        ...verdictOnRead(owner, key, true),
      });
    }
  }

  private access(node: ts.PropertyAccessExpression, scope: Scope, above: readonly ts.Node[]): void {
    const name = ts.idText(node.name);
    if (this.partOfSchema(node, name, scope)) return;
    const owner = this.inference.of(node.expression, scope);
    if (owner.kind === "opaque") return;
    const isGuarded = node.questionDotToken !== undefined || isGuardedRead(node.expression, this.file, above);
    const verdict = verdictOnRead(owner, name, isGuarded);
    const { origins } = uncovered(owner, "output");
    const kinds = isHarmlessRead(node, above) ? null : kindsOf(this.inference.of(node, scope));
    this.add("read", { mark: node.name, name, parts: [node], kinds, origins, ...verdict });
  }

  /** `X.shape.id`, `X.enum.open`. */
  private partOfSchema(node: ts.PropertyAccessExpression, name: string, scope: Scope): boolean {
    const { expression: owner } = node;
    if (!ts.isPropertyAccessExpression(owner)) return false;
    const whole = this.evaluator.thing(owner.expression, scope);
    const part = whole?.is === "schema" ? this.evaluator.thing(owner, scope) : null;
    if (whole?.is !== "schema" || (part?.is !== "fields" && part?.is !== "enum")) return false;
    const isThere = part.is === "fields" ? part.fields.has(name) : part.values.has(name);
    const { origins } = uncovered(whole.schema, "input");
    const issues = isThere ? [] : [{ path: name, why: "is no longer in the schema", origins }];
    this.add("part", { mark: node.name, parts: [node], issues, unknown: [] });
    return true;
  }

  private comparison({ left, right, operatorToken: { kind } }: ts.BinaryExpression, scope: Scope): void {
    const operators = [
      ...[ts.SyntaxKind.EqualsEqualsEqualsToken, ts.SyntaxKind.ExclamationEqualsEqualsToken],
      ...[ts.SyntaxKind.EqualsEqualsToken, ts.SyntaxKind.ExclamationEqualsToken],
    ];
    if (!operators.includes(kind)) return;
    this.compared(left, right, scope);
    this.compared(right, left, scope);
  }

  private cases({ expression, caseBlock }: ts.SwitchStatement, scope: Scope): void {
    for (const each of caseBlock.clauses) if (ts.isCaseClause(each)) this.compared(expression, each.expression, scope);
  }

  private compared(node: ts.Expression, literal: ts.Expression, scope: Scope): void {
    if (!ts.isStringLiteralLike(literal)) return;
    const schema = this.inference.of(node, scope);
    if (schema.kind === "opaque" || kindsOf(schema) === null) return;
    const value = { is: "literal", literal: literal.text, node: literal } as const;
    this.add("compare", { mark: literal, parts: [literal], ...verdictOn(schema, value, "type", "output") });
  }
}
