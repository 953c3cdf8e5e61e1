// One file of new Python code in two versions of the tree: as its author has it, and with what the other side did.
// Decides nothing: what breaks, the checks say.
import { symbolId } from "../../../shared/model/symbol.ts";
import type { BreakList, Trouble } from "../breakList.ts";
import type { NewCode } from "../newCode.ts";
import type { Versions } from "../newUses.ts";
import type { SyntaxNode } from "../syntaxTree.ts";
import type { Definition } from "./definitions.ts";
import { Values } from "./values.ts";
import type { World } from "./world.ts";

export class Comparison {
  readonly before: Values;
  readonly after: Values;

  constructor(
    readonly path: string,
    readonly code: NewCode,
    readonly versions: Versions<World>,
    private readonly breaks: BreakList,
  ) {
    this.before = new Values(versions.before);
    this.after = new Values(versions.after);
  }

  /** The changer broke a definition. */
  broken(definition: Definition, reason: string, at: SyntaxNode, isCertain = true): void {
    const contract = this.contractOf(definition);
    if (!contract) return;
    const { path } = definition;
    const declaration = contract === definition ? undefined : this.declarationIn(contract);
    const certainty = isCertain ? "exact" : "pattern";
    this.add({ contract: symbolId("py", path, contract.name), certainty, reason, declaration }, at);
  }

  /** The changer took a module away, or what it lets others take. */
  add(trouble: Trouble, at: SyntaxNode): void {
    this.breaks.add(trouble, this.path, at);
  }

  /** The definition, or what it is in, that has a name of its own and was there before both sides. */
  private contractOf(definition: Definition): Definition | null {
    const isOwn = definition.kind === "function" || definition.kind === "class" || !definition.owner;
    const named = isOwn ? definition : definition.owner!;
    if (!this.isSettled(definition)) return null;
    return this.inBase(named) || (named.owner && this.inBase(named.owner)) ? named : null;
  }

  /** Where both sides changed a file and it does not merge, only what the user left alone. */
  private isSettled({ path, name }: Definition): boolean {
    if (!this.versions.mergedTree.clashes(path)) return true;
    const [old, now] = [this.versions.base, this.versions.before].map((world) => definitionIn(world, path, name));
    return old?.node.text === now?.node.text;
  }

  private inBase({ path, name }: Definition): boolean {
    return definitionIn(this.versions.base, path, name) !== null;
  }

  /** Of what has no name that a footprint knows. */
  private declarationIn({ path, name }: Definition): Trouble["declaration"] {
    const found = definitionIn(this.versions.theirs, path, name);
    return found ? { change: "modified", path, range: found.nameNode.range } : undefined;
  }
}

export function definitionIn(world: World, path: string, name: string): Definition | null {
  const [first = "", ...members] = name.split(".");
  let found: Definition | undefined = world.module(path)?.names.get(first);
  for (const member of members) found = found?.kind === "class" ? found.members.get(member) : undefined;
  return found ?? null;
}
