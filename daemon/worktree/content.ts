// Decides what bytes count as (text or opaque) and computes git's blob id of them.
// Knows no disk and no git process.
import { isUtf8 } from "node:buffer";
import { createHash, type Hash } from "node:crypto";
import type { Content } from "./observations.ts";

/** How a repository names its objects. */
export type ObjectFormat = "sha1" | "sha256";

/** Larger files count as a path only. */
export const largestText = 1_000_000;
export const binaryProbe = 8_192;
/** From this size on, lines of more than `minifiedLine` characters on average are not written by hand. */
const minifiedSize = 4_096;
const minifiedLine = 1_000;

export function blobHash(format: ObjectFormat, size: number): Hash {
  return createHash(format).update(`blob ${size}\0`);
}

export function blobId(format: ObjectFormat, bytes: Buffer): string {
  return blobHash(format, bytes.length).update(bytes).digest("hex");
}

export function contentOf(bytes: Buffer): Content {
  if (bytes.length > largestText) return { kind: "opaque", why: "larger than 1 MB" };
  if (bytes.subarray(0, binaryProbe).includes(0)) return { kind: "opaque", why: "binary" };
  if (!isUtf8(bytes)) return { kind: "opaque", why: "not UTF-8" };
  if (isMinified(bytes)) return { kind: "opaque", why: "minified" };
  const text = bytes.toString("utf8");
  return { kind: "text", text: text.charCodeAt(0) === 0xfeff ? text.slice(1) : text };
}

function isMinified(bytes: Buffer): boolean {
  if (bytes.length < minifiedSize) return false;
  let lines = 1;
  for (let at = bytes.indexOf(10); at >= 0; at = bytes.indexOf(10, at + 1)) lines += 1;
  return bytes.length / lines > minifiedLine;
}
