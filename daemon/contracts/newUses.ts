// The families that look up each new use twice: in the tree of the side that wrote it, and in the one that both sides make together.
// Knows no language.
import type { Proceed } from "../sides/work.ts";
import { BreakList } from "./breakList.ts";
import type { Family, Side, VersionTree } from "./family.ts";
import { mergedTree, type MergedTree } from "./mergedTree.ts";
import { NewCode } from "./newCode.ts";
import type { SyntaxNode, SyntaxReader } from "./syntaxTree.ts";

export interface Versions<World> {
  base: World;
  /** The tree of the side whose new code it is. */
  before: World;
  /** The same with the other side's changes. */
  after: World;
  /** The tree of the other side. */
  theirs: World;
  baseTree: VersionTree;
  mergedTree: MergedTree;
}

/** A file with new code. */
interface NewFile<World> {
  path: string;
  code: NewCode;
  versions: Versions<World>;
  breaks: BreakList;
}

interface Language<World> {
  read: SyntaxReader;
  isCode(path: string): boolean;
  /** Its change can break code. */
  isContract(path: string): boolean;
  worldOf(tree: VersionTree): World;
  /** The other side moved or removed the file, or all that it belongs to: its code goes along, or clashes. */
  isCarriedAway(path: string, versions: Versions<World>): boolean;
  /** What is done with each node in which there is something new, outer before inner. */
  checkOf(file: NewFile<World>): (node: SyntaxNode) => void;
}

export function newUses<World>(language: Language<World>): Family {
  return (changer, user, proceed) => {
    const files = user.changed.filter((path) => language.isCode(path) && user.now.isFile(path));
    if (files.length === 0 || !changer.changed.some((path) => language.isContract(path))) return [];
    const breaks = new BreakList(changer.name, user.now);
    const versions = versionsOf(changer, user, language);
    for (const path of files) {
      proceed();
      const text = user.now.read(path);
      const file = text === null ? null : language.read(text);
      if (!file || file.hasError || !versions.mergedTree.isFile(path) || language.isCarriedAway(path, versions))
        continue;
      const code = new NewCode(user.base.read(path), file.text);
      walk(file.root, code, language.checkOf({ path, code, versions, breaks }), proceed);
    }
    return breaks.list();
  };
}

function versionsOf<World>(changer: Side, user: Side, language: Language<World>): Versions<World> {
  const merged = mergedTree(changer, user);
  return {
    base: language.worldOf(user.base),
    before: language.worldOf(user.now),
    after: language.worldOf(merged),
    theirs: language.worldOf(changer.now),
    baseTree: user.base,
    mergedTree: merged,
  };
}

function walk(root: SyntaxNode, code: NewCode, check: (node: SyntaxNode) => void, proceed: Proceed): void {
  const open = [root];
  for (let node = open.pop(), n = 0; node; node = open.pop(), n++) {
    if (n % 500 === 0) proceed();
    if (!code.touches(node)) continue;
    check(node);
    for (let at = node.children.length - 1; at >= 0; at--) open.push(node.children[at]!);
  }
}
