// A tree that notes what was asked of it: what was made of the answers holds for every tree that answers the same.
// Knows no contracts.
import type { VersionTree } from "./family.ts";

export class RecordedTree implements VersionTree {
  private readonly texts = new Map<string, string | null>();
  private readonly there = new Map<string, boolean>();
  private list: readonly string[] | null = null;

  constructor(private tree: VersionTree) {}

  read(path: string): string | null {
    const text = this.tree.read(path);
    this.texts.set(path, text);
    return text;
  }

  isFile(path: string): boolean {
    const isThere = this.tree.isFile(path);
    this.there.set(path, isThere);
    return isThere;
  }

  files(): readonly string[] {
    return (this.list = this.tree.files());
  }

  /** Whether the other tree answers all that was asked so far alike; then that one is asked from now on. */
  moveTo(tree: VersionTree): boolean {
    if (this.list && !isSameList(this.list, tree.files())) return false;
    for (const [path, text] of this.texts) if (tree.read(path) !== text) return false;
    for (const [path, isThere] of this.there) if (tree.isFile(path) !== isThere) return false;
    this.tree = tree;
    return true;
  }
}

function isSameList(one: readonly string[], other: readonly string[]): boolean {
  return one.length === other.length && one.every((each, at) => each === other[at]);
}
