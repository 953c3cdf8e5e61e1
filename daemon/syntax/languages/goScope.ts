// In which scope the names of a Go file are: its package, where its build constraints let it in.
// Knows no symbols.
import type { Node } from "@vscode/tree-sitter-wasm";
import type { Scope } from "../../../shared/model/symbol.ts";
import { namedChildrenOf } from "./treeSitter.ts";

const systems = [
  ...["aix", "android", "darwin", "dragonfly", "freebsd", "hurd", "illumos", "ios", "js", "linux", "nacl", "netbsd"],
  ...["openbsd", "plan9", "solaris", "wasip1", "windows", "zos"],
].join("|");
const processors = [
  ...["386", "amd64", "arm", "arm64", "loong64", "mips", "mips64", "mips64le", "mipsle", "ppc64", "ppc64le"],
  ...["riscv64", "s390x", "sparc64", "wasm"],
].join("|");

/** Source of the names: the go command's rule for `*_GOOS_GOARCH.go`. */
const suffix = new RegExp(`_((?:${systems})(?:_(?:${processors}))?|${processors})(?:_test)?\\.go$`);

/** Null for a file without a package clause. */
export function scopeOf(path: string, text: string, root: Node): Scope | null {
  const clause = namedChildrenOf(root).find(({ type }) => type === "package_clause");
  const name = clause?.firstNamedChild?.text;
  if (!clause || !name) return null;
  const conditions = constraintsIn(text.slice(0, clause.startIndex));
  const bySuffix = suffix.exec(path)?.[1];
  if (bySuffix) conditions.push(bySuffix);
  return { name: `go ${name}`, condition: conditions.length > 0 ? conditions.sort().join("\n") : null };
}

function constraintsIn(head: string): string[] {
  const lines = head.split(/\r?\n|\r/).filter((line) => /^\s*\/\/(?:go:build| *\+build)\s/.test(line));
  return lines.map((line) => line.replace(/\s+/g, " ").trim());
}
