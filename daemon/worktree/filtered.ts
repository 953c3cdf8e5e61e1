// Judges files that a filter program (Git LFS, git-crypt, …) stores otherwise than they are on disk, without running it.
// Knows no events: who calls decides when.
import { createHash } from "node:crypto";
import { type BigIntStats, createReadStream, lstatSync } from "node:fs";
import { join } from "node:path";
import type { Attributes } from "./attributes.ts";
import type { BlobReader } from "./blobs.ts";
import { git, split } from "./git.ts";
import { blobContent, type Fact } from "./inspect.ts";

export interface FilteredTree {
  root: string;
  blobs: BlobReader;
  attributes: Attributes;
}

interface Entry {
  oid: string;
  size: string;
  mtime: string;
}

/** Up to this size the content is compared, beyond it the size alone. */
const largestHashed = 32_000_000;
const longestPointer = 1_024;

/** A filtered file counts as what the index holds where it is as git left it, and as the LFS pointer that names its content. */
export async function mendFiltered(tree: FilteredTree, facts: readonly Fact[]): Promise<void> {
  const different = facts.filter(({ head, base }) => head !== null && head.blob !== base);
  const filtered = await tree.attributes.filtered(different.map(({ path }) => path));
  if (filtered.size === 0) return;
  const entries = await indexEntries(tree.root, [...filtered]);
  for (const fact of different) {
    if (!filtered.has(fact.path)) continue;
    const stored = await storedAs(tree, fact, entries.get(fact.path));
    if (stored !== null) fact.head = { blob: stored, content: await blobContent(tree.blobs, stored) };
  }
}

async function storedAs(tree: FilteredTree, { path, base }: Fact, entry: Entry | undefined): Promise<string | null> {
  const file = join(tree.root, path);
  const stats = lstatSync(file, { bigint: true, throwIfNoEntry: false });
  if (!stats?.isFile()) return null;
  if (entry && isAsGitLeftIt(stats, entry)) return entry.oid;
  const known = new Set([entry?.oid, base].filter((oid) => typeof oid === "string"));
  for (const oid of known) if (await isPointerTo(tree.blobs, oid, file, stats.size)) return oid;
  return null;
}

function isAsGitLeftIt({ size, mtimeNs }: BigIntStats, entry: Entry): boolean {
  const seconds = mtimeNs / 1_000_000_000n;
  const times = [`${seconds}:${mtimeNs % 1_000_000_000n}`, `${seconds}:0`];
  return times.includes(entry.mtime) && entry.size === String(BigInt.asUintN(32, size));
}

async function isPointerTo(blobs: BlobReader, oid: string, file: string, size: bigint): Promise<boolean> {
  const blob = await blobs.read(oid);
  if (!blob?.bytes || blob.size > longestPointer) return false;
  const [, content, length] =
    /^version https:\/\/.*\noid sha256:([0-9a-f]{64})\nsize (\d+)\n/s.exec(blob.bytes.toString()) ?? [];
  if (content === undefined || length !== String(size)) return false;
  return size > largestHashed || (await sha256(file)) === content;
}

async function sha256(file: string): Promise<string | null> {
  const hash = createHash("sha256");
  try {
    for await (const chunk of createReadStream(file)) hash.update(chunk as Buffer);
  } catch {
    return null;
  }
  return hash.digest("hex");
}

/** What the index holds of these paths, and what the files looked like when git last wrote or read them. */
async function indexEntries(root: string, paths: string[]): Promise<Map<string, Entry>> {
  const listed = await git(root, ["ls-files", "-z", "--stage", "--debug", "--", ...paths]);
  const found = new Map<string, Entry>();
  let open: { oid: string; path: string } | null = null;
  for (const part of split(listed.stdout)) {
    const mtime = /^ {2}mtime: (\d+:\d+)$/m.exec(part)?.[1];
    const [, size, rest = ""] = /^ {2}size: (\d+)\tflags: [0-9a-f]+\n(.*)$/ms.exec(part) ?? [];
    if (open && mtime !== undefined && size !== undefined) found.set(open.path, { oid: open.oid, size, mtime });
    const named: RegExpExecArray | null = /^\d+ ([0-9a-f]+) 0\t(.*)$/s.exec(open ? rest : part);
    open = named && { oid: named[1] ?? "", path: named[2] ?? "" };
  }
  return found;
}
