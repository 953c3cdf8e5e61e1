// Contents by path and blob id as a merge wants them: from the disk while it has them, else from git's objects.
// Knows no base and no sides; says nothing of a content that is there no more.
import { isUtf8 } from "node:buffer";
import type { BlobReader } from "./blobs.ts";
import { binaryProbe } from "./content.ts";
import type { Fact } from "./inspect.ts";
import { look, type Disk } from "./look.ts";
import type { MergeContent, WantedContent } from "./observations.ts";

export interface MergeSource extends Disk {
  blobs: BlobReader;
  /** What is there now, as it counts. */
  inspect(paths: string[]): Promise<Fact[]>;
}

export async function mergeContents(source: MergeSource, wanted: WantedContent[]): Promise<(MergeContent | "gone")[]> {
  const facts = await source.inspect(wanted.map(({ path }) => path));
  return Promise.all(
    wanted.map(({ path, blob }, at) => {
      const { head = null } = facts[at] ?? {};
      return head?.blob === blob ? onDisk(source, path, head.content) : inObjects(source.blobs, blob);
    }),
  );
}

async function onDisk(disk: Disk, path: string, content: NonNullable<Fact["head"]>["content"]): Promise<MergeContent> {
  if (content.kind === "text") return { text: content.text };
  if (content.why === "binary" || content.why === "symbolic link") return { binary: true };
  const seen = await look(disk, path);
  return seen.kind === "present" && seen.bytes ? mergeContentOf(seen.bytes) : null;
}

async function inObjects(blobs: BlobReader, oid: string): Promise<MergeContent | "gone"> {
  const blob = await blobs.read(oid);
  return blob ? blob.bytes && mergeContentOf(blob.bytes) : "gone";
}

export async function contentInObjects(blobs: BlobReader, oid: string): Promise<MergeContent> {
  const content = await inObjects(blobs, oid);
  return content === "gone" ? null : content;
}

/** What is not UTF-8 is merged byte by byte. */
export function mergeContentOf(bytes: Buffer): MergeContent {
  if (bytes.subarray(0, binaryProbe).includes(0)) return { binary: true };
  const text = bytes.toString(isUtf8(bytes) ? "utf8" : "latin1");
  return { text: text.charCodeAt(0) === 0xfeff ? text.slice(1) : text };
}
