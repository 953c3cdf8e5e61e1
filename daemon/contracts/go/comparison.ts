// One file of new Go code in two versions of the tree: as its author has it, and with what the other side did.
// Decides nothing: what breaks, the checks say.
import { symbolId } from "../../../shared/model/symbol.ts";
import type { BreakList, Trouble } from "../breakList.ts";
import type { NewCode } from "../newCode.ts";
import type { Versions } from "../newUses.ts";
import type { SyntaxNode } from "../syntaxTree.ts";
import type { Declaration } from "./definitions.ts";
import { type Entity, Values } from "./values.ts";
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

  /** What the node stands for in both versions. */
  evaluate(node: SyntaxNode): [before: Entity, after: Entity] {
    return [this.before.evaluate(node, this.path), this.after.evaluate(node, this.path)];
  }

  /** The changer broke a declaration. */
  broken(declaration: Declaration, reason: string, at: SyntaxNode, isCertain = true): void {
    if (!this.isOfBoth(declaration)) return;
    const contract = symbolId("go", declaration.path, declaration.name);
    this.breaks.add({ contract, certainty: isCertain ? "exact" : "pattern", reason }, this.path, at);
  }

  /** The changer took away what is no declaration. */
  add(trouble: Trouble, at: SyntaxNode): void {
    this.breaks.add(trouble, this.path, at);
  }

  /** The changer moved or renamed what others import. */
  brokenFile(path: string, reason: string, at: SyntaxNode): void {
    this.breaks.add({ contract: `path:${path}`, certainty: "exact", reason }, this.path, at);
  }

  /** It was there before both sides, and where they clash about its file, the user left it alone. */
  private isOfBoth({ path, name }: Declaration): boolean {
    const { base, before, mergedTree } = this.versions;
    const [old, now] = [base, before].map((world) => world.file(path)?.declarations.find((each) => each.name === name));
    return old !== undefined && (!mergedTree.clashes(path) || old.node.text === now?.node.text);
  }
}

/** The declaration that says of what type a value is, and what it can do. */
export function declarationOf(entity: Entity): Declaration | null {
  if (entity.kind === "type") return entity.declaration;
  if (entity.kind !== "value") return null;
  return entity.declaration ?? (entity.member && "of" in entity.member ? entity.member.of : null);
}
