// The family of changes that compile and do something else: a parameter that a callback now gets, members of an enum that shift.
// Knows no types.
import ts from "typescript";
import type { Break, Use } from "../../core/questions.ts";
import type { Family, Side } from "../family.ts";
import { codeFile, type Declaration, type Module } from "../modules/module.ts";
import { NewCode } from "../newCode.ts";
import { rangeOf, subjectAround } from "../modules/place.ts";
import { moduleIn, worldOf, type World } from "../modules/world.ts";
import { languageOf } from "../../syntax/languageOf.ts";
import { symbolId } from "../../../shared/model/symbol.ts";
import { startOf } from "../../syntax/languages/typescriptNodes.ts";
import { argumentsHandedOver, newlyReached } from "./callbacks.ts";
import { getsOut, shiftsOf } from "./enums.ts";

const deepest = 400;

export const silentChanges: Family = (changer, user, proceed) => {
  const changed = new Set(changer.changed.filter((path) => codeFile.test(path)));
  if (changed.size === 0) return [];
  const world = worldOf(user.now);
  const found = new Map<string, Break>();
  for (const path of user.changed) {
    proceed();
    const module = codeFile.test(path) ? moduleIn(user.now, path) : null;
    if (!module) continue;
    const code = new NewCode(user.base.read(path), module.file.text);
    const search = new Search(changer, world, module, code, found);
    search.visit(module.file, [], changed);
  }
  return [...found.values()];
};

class Search {
  constructor(
    private readonly changer: Side,
    private readonly world: World,
    private readonly module: Module,
    private readonly code: NewCode,
    private readonly found: Map<string, Break>,
  ) {}

  visit(node: ts.Node, above: readonly ts.Node[], changed: ReadonlySet<string>): void {
    if (above.length > deepest) return;
    if (ts.isCallExpression(node)) this.callbacks(node, changed);
    else if (ts.isPropertyAccessExpression(node)) this.member(node, above, changed);
    const below = [...above, node];
    ts.forEachChild(node, (child) => this.visit(child, below, changed));
  }

  private callbacks(call: ts.CallExpression, changed: ReadonlySet<string>): void {
    for (const argument of call.arguments) {
      const count = argumentsHandedOver(call, argument);
      const pair = count === null ? null : this.changedPair(argument, changed);
      const parameter = pair && newlyReached(pair.before, pair.now, count!);
      if (pair && parameter)
        this.add(pair, argument, `the new parameter ${parameter} gets what the callback is called with`);
    }
  }

  /** Members among themselves still fit: what counts is that the number gets out. */
  private member(node: ts.PropertyAccessExpression, above: readonly ts.Node[], changed: ReadonlySet<string>): void {
    const pair = this.changedPair(node.expression, changed);
    if (!pair || !getsOut(node, above.at(-1))) return;
    const name = ts.idText(node.name);
    const shift = shiftsOf(pair.before, pair.now).find(({ member }) => member === name);
    if (shift) this.add(pair, node, `${name} was ${shift.from} and is ${shift.to} now`);
  }

  /** What a name means, before and with the changer's change of it. */
  private changedPair(node: ts.Expression, changed: ReadonlySet<string>): Pair | null {
    const name = nameIn(node);
    const meaning = name === null ? null : this.meaning(name);
    if (meaning?.is !== "declared" || !changed.has(meaning.module.path)) return null;
    const before = meaning.declaration;
    const now = moduleIn(this.changer.now, meaning.module.path)?.values.get(before.name);
    return now ? { path: meaning.module.path, before, now } : null;
  }

  private meaning([name, member]: [string, string?]): ReturnType<World["meaning"]> {
    const meaning = this.world.meaning(this.module, name, "values");
    if (member === undefined) return meaning;
    return meaning?.is === "module" ? this.world.exported(meaning.module, member, "values") : null;
  }

  private add({ path, before, now }: Pair, node: ts.Node, reason: string): void {
    const { file, path: own } = this.module;
    if (!this.code.isInNewLine({ start: startOf(node, file), end: node.end })) return;
    const contract = symbolId(languageOf(path) ?? "ts", path, before.name);
    const range = rangeOf(node, file);
    const use: Use = { subject: subjectAround(own, file.text, range.start), path: own, range };
    const known = this.found.get(contract);
    if (known) return void known.uses.push(use);
    const place = rangeOf("name" in now.node && now.node.name ? now.node.name : now.node, now.file);
    const declaration = { change: "signature" as const, path, range: place };
    const { name: changer } = this.changer;
    this.found.set(contract, {
      contract,
      changer,
      certainty: "exact",
      isBehaviour: true,
      reason,
      declaration,
      uses: [use],
    });
  }
}

interface Pair {
  path: string;
  before: Declaration;
  now: Declaration;
}

function nameIn(node: ts.Expression): [string, string?] | null {
  if (ts.isIdentifier(node)) return [ts.idText(node)];
  if (!ts.isPropertyAccessExpression(node) || !ts.isIdentifier(node.expression)) return null;
  return [ts.idText(node.expression), ts.idText(node.name)];
}
