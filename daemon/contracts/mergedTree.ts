// The tree that both sides make together: what one of them changed, and where both did, what a merge makes of it.
// Knows no contracts.
import { mergedText } from "../merge/mergedText.ts";
import type { Side, VersionTree } from "./family.ts";

export interface MergedTree extends VersionTree {
  /** Both changed the file, and not so that it merges: it is read as the changer has it. */
  clashes(path: string): boolean;
}

interface Merged {
  text: string | null;
  clashes: boolean;
}

export function mergedTree(changer: Side, user: Side): MergedTree {
  const [byChanger, byUser] = [new Set(changer.changed), new Set(user.changed)];
  const merged = new Map<string, Merged>();
  const mergeOf = (path: string): Merged => {
    let known = merged.get(path);
    if (!known) merged.set(path, (known = merge(changer.base.read(path), changer.now.read(path), user.now.read(path))));
    return known;
  };
  const isOfBoth = (path: string): boolean => byChanger.has(path) && byUser.has(path);
  const treeOf = (path: string): VersionTree => (byChanger.has(path) ? changer.now : user.now);
  return {
    read: (path) => (isOfBoth(path) ? mergeOf(path).text : treeOf(path).read(path)),
    isFile: (path) => (isOfBoth(path) ? mergeOf(path).text !== null : treeOf(path).isFile(path)),
    files() {
      const all = new Set([...user.now.files(), ...changer.changed]);
      return [...all].filter((path) => !byChanger.has(path) || this.isFile(path)).sort();
    },
    clashes: (path) => isOfBoth(path) && mergeOf(path).clashes,
  };
}

function merge(base: string | null, changer: string | null, user: string | null): Merged {
  if (user === base || user === changer) return { text: changer, clashes: false };
  if (changer === base) return { text: user, clashes: false };
  if (base === null || changer === null || user === null) return { text: changer, clashes: true };
  const { text, clashes } = mergedText(base, changer, user, "a");
  return clashes ? { text: changer, clashes } : { text, clashes };
}
