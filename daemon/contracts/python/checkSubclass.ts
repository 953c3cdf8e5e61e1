// New Python subclasses of classes that the other side changed: what they must have now, and whether what they override still fits.
// Knows no calls.
import type { SyntaxNode } from "../syntaxTree.ts";
import { callsOf, misfitOf } from "./calls.ts";
import { dataclassOptions, isFrozen, lineageOf } from "./classes.ts";
import type { Comparison } from "./comparison.ts";
import type { ClassDef, Definition, FunctionDef } from "./definitions.ts";
import { isStub } from "./readFunction.ts";
import type { Values } from "./values.ts";

export function checkSubclass(node: SyntaxNode, to: Comparison): void {
  const own = to.before.classAt(node, to.path);
  if (!own || own.bases.length === 0) return;
  const [old, now] = [inherited(to.before, own), inherited(to.after, own)];
  for (const member of own.members.values()) if (member.kind === "function") checkOverride(member, old, now, to);
  // A new method in it makes no new subclass.
  if (!to.code.isNew(node.child("superclasses")!)) return;
  const at = node.child("name")!;
  checkMissing(own, old, now, at, to);
  checkDataclass(own, old, now, at, to);
}

interface Inherited {
  classes: ClassDef[];
  members: Map<string, Definition>;
  /** Abstract methods are asked for when an object is made. */
  isEnforced: boolean;
}

function inherited(values: Values, own: ClassDef): Inherited {
  const { classes, others } = lineageOf(values, own);
  const above = classes.slice(1);
  const members = new Map<string, Definition>();
  for (const each of above)
    for (const [name, member] of each.members) if (!members.has(name)) members.set(name, member);
  const isEnforced =
    above.some(({ hasMetaclass }) => hasMetaclass) || others.some((name) => /(?:^|\.)(?:ABC|Protocol)$/.test(name));
  return { classes: above, members, isEnforced };
}

function checkMissing(own: ClassDef, old: Inherited, now: Inherited, at: SyntaxNode, to: Comparison): void {
  const asked = (from: Inherited): FunctionDef[] =>
    [...from.members.values()].filter(
      (each): each is FunctionDef => isAbstract(each) && !own.members.has(lastPart(each)),
    );
  if (now.isEnforced && asked(old).length === 0)
    for (const each of asked(now))
      to.broken(each, `abstract method \`${lastPart(each)}\` has to be implemented now`, at);
  for (const [name, each] of now.members)
    if (!old.members.has(name) && !own.members.has(name) && isLeftOpen(each))
      to.broken(each, `method \`${name}\` has to be implemented now`, at, false);
}

function isAbstract(definition: Definition): boolean {
  return definition.kind === "function" && definition.isAbstract;
}

/** `raise NotImplementedError`. */
function isLeftOpen(definition: Definition): boolean {
  if (definition.kind !== "function" || definition.isAbstract || !isStub(definition.node)) return false;
  return /\braise\s+NotImplementedError\b/.test(definition.node.child("body")?.text ?? "");
}

function lastPart({ name }: Definition): string {
  return name.slice(name.lastIndexOf(".") + 1);
}

/** Whoever calls the method through its base passes what the base takes now. */
function checkOverride(own: FunctionDef, old: Inherited, now: Inherited, to: Comparison): void {
  const name = lastPart(own);
  const [before, after] = [old.members.get(name), now.members.get(name)];
  if (before?.kind !== "function" || after?.kind !== "function" || /^__/.test(name)) return;
  if (!to.code.isNew(own.node) || [own, before, after].some((each) => each.unknownDecorators.length > 0)) return;
  const trouble = overrideTrouble(own, before, after);
  if (trouble !== null) to.broken(before, trouble, own.nameNode);
}

function overrideTrouble(own: FunctionDef, before: FunctionDef, after: FunctionDef): string | null {
  const isAlike = (each: FunctionDef): boolean => each.isAsync === own.isAsync && each.role === own.role;
  if (isAlike(before) && before.isAsync !== after.isAsync)
    return after.isAsync ? "it is async now, its override is not" : "it is not async any more, its override is";
  if (isAlike(before) && before.role !== after.role) return "its override is of another kind now";
  if (accepts(own, before) && !accepts(own, after)) return "its override does not take what it takes now";
  return null;
}

function accepts(own: FunctionDef, base: FunctionDef): boolean {
  const parameters = own.signatures.at(-1)!;
  return callsOf(base.signatures.at(-1)!).every((given) => misfitOf(parameters, given) === null);
}

function checkDataclass(own: ClassDef, old: Inherited, now: Inherited, at: SyntaxNode, to: Comparison): void {
  const options = dataclassOptions(own);
  if (!options) return;
  const frozen = ({ classes }: Inherited): ClassDef | undefined =>
    classes.find((each) => dataclassOptions(each) && isFrozen(each));
  const plain = ({ classes }: Inherited): ClassDef | undefined =>
    classes.find((each) => dataclassOptions(each) && !isFrozen(each));
  const [base] = now.classes;
  if (!isFrozen(own) && !frozen(old) && frozen(now))
    to.broken(frozen(now)!, "it is frozen now, its subclass is not", at);
  if (isFrozen(own) && !plain(old) && plain(now))
    to.broken(plain(now)!, "it is not frozen any more, its subclass is", at);
  const isOpen =
    options.get("kw_only") !== "True" &&
    own.fields.some((each) => !each.hasDefault && !each.isKeywordOnly && each.isInit);
  if (base && isOpen && !endsWithDefault(old) && endsWithDefault(now))
    to.broken(base, "it has a field with a default now, before fields of its subclass without one", at);
}

/** Whether a field of the bases has a default, so that those behind it need one too. */
function endsWithDefault({ classes }: Inherited): boolean {
  return classes.some((each) => {
    const options = dataclassOptions(each);
    if (!options || options.get("kw_only") === "True") return false;
    return each.fields.some(({ hasDefault, isKeywordOnly, isInit }) => hasDefault && !isKeywordOnly && isInit);
  });
}
