// Compares paths on disk with their base: what is in the base, what is there now, when it was changed.
// Knows no events and remembers nothing: who calls decides what to believe.
import { type BlobReader } from "./blobs.ts";
import { blobId, contentOf, type ObjectFormat } from "./content.ts";
import { withoutCarriageReturns, type LineEndings } from "./lineEndings.ts";
import { type Disk, look, type Look } from "./look.ts";
import type { Content } from "./observations.ts";
import { breathe } from "./watcher.ts";

export interface Tree extends Disk {
  format: ObjectFormat;
  base: string | null;
  blobs: BlobReader;
  endings: LineEndings;
}

/** A path to look at. `base` undefined: not known yet. */
export interface Wanted {
  path: string;
  base?: string | null;
  /** What the index holds, read where the file is absent by intent (sparse checkout) or a submodule. */
  index?: { oid: string; submodule: boolean };
}

export interface Fact {
  path: string;
  base: string | null;
  /** Content of the base where it was read on the way. */
  baseBytes?: Buffer | null;
  head: { blob: string; content: Content } | null;
  /** False: permission denied or the like; `head` says nothing. */
  readable: boolean;
  mtime: number | null;
}

const sliceMs = 8;

export async function inspect(tree: Tree, wanted: readonly Wanted[]): Promise<Fact[]> {
  const bases = wanted.map((one) => baseOf(tree, one));
  const folders = new Map<string, boolean>();
  const looks: Look[] = [];
  let since = performance.now();
  for (const { path } of wanted) {
    looks.push(await look(tree, path, folders));
    if (performance.now() - since < sliceMs) continue;
    await breathe();
    since = performance.now();
  }
  const found = await Promise.all(bases);
  const facts = wanted.map((one, at) => fact(one.path, found[at] ?? { oid: null }, looks[at] ?? { kind: "absent" }));
  await fromIndex(tree, wanted, facts);
  await mendLineEndings(tree, facts, looks);
  return facts;
}

interface BaseFound {
  oid: string | null;
  bytes?: Buffer | null;
}

async function baseOf(tree: Tree, { path, base }: Wanted): Promise<BaseFound> {
  if (base !== undefined) return { oid: base };
  const blob = tree.base === null ? null : await tree.blobs.find(tree.base, path);
  return blob === null ? { oid: null } : { oid: blob.oid, bytes: blob.bytes };
}

function fact(path: string, base: BaseFound, seen: Look): Fact {
  const head = seen.kind === "present" ? { blob: seen.blob, content: seen.content } : null;
  const mtime = seen.kind === "present" ? seen.mtime : null;
  return { path, base: base.oid, baseBytes: base.bytes, head, readable: seen.kind !== "unreadable", mtime };
}

/** Files left out of a sparse checkout are as the index has them; a submodule is its commit. */
async function fromIndex(tree: Tree, wanted: readonly Wanted[], facts: Fact[]): Promise<void> {
  for (const [at, { index }] of wanted.entries()) {
    const known = facts[at];
    if (!index || !known || known.head !== null || !known.readable) continue;
    known.head = { blob: index.oid, content: index.submodule ? submodule : await blobContent(tree.blobs, index.oid) };
  }
}

const submodule: Content = { kind: "opaque", why: "submodule" };

export async function blobContent(blobs: BlobReader, oid: string): Promise<Content> {
  const blob = await blobs.read(oid);
  if (blob?.bytes) return contentOf(blob.bytes);
  return { kind: "opaque", why: blob ? "larger than 1 MB" : "not in this clone" };
}

/** Where git would store LF for the CRLF on disk, the LF form counts, unless the base itself has CRLF. */
async function mendLineEndings(tree: Tree, facts: Fact[], looks: readonly Look[]): Promise<void> {
  const suspects = facts.flatMap((known, at) => {
    const seen = looks[at];
    const bytes = seen?.kind === "present" ? seen.bytes : null;
    return bytes && known.head?.content.kind === "text" && known.head.blob !== known.base && bytes.includes("\r\n")
      ? [{ known, bytes }]
      : [];
  });
  if (suspects.length === 0) return;
  const converted = await tree.endings.converted(suspects.map(({ known }) => known.path));
  for (const { known, bytes } of suspects) {
    if (!converted.has(known.path)) continue;
    const base = known.base === null ? null : (known.baseBytes ?? (await tree.blobs.read(known.base))?.bytes);
    if (base?.includes("\r\n")) continue;
    const mended = withoutCarriageReturns(bytes);
    known.head = { blob: blobId(tree.format, mended), content: contentOf(mended) };
  }
}
