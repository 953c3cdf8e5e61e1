// A whole tree of files to compare: a plain folder, a checkout with its uncommitted work, or a git ref.
// Knows no base and no sides.
import fs from "node:fs";
import path from "node:path";
import { BlobReader } from "./blobs.ts";
import { blobHash, blobId, contentOf, largestText, type ObjectFormat } from "./content.ts";
import { git, split } from "./git.ts";
import { isBuiltInIgnored } from "./ignoring.ts";
import { blobContent } from "./inspect.ts";
import { contentInObjects, mergeContentOf } from "./mergeContents.ts";
import type { TreeSource } from "./sharedTree.ts";
import type { Content, MergeContent } from "./observations.ts";

export interface Tree {
  /** Path with `/` → git blob id. */
  files: Map<string, string>;
  read(path: string): Promise<Content>;
  /** The same, also where it is not text for us. */
  readForMerge(path: string): Promise<MergeContent>;
  /** Where a thread of its own finds the same. */
  source: TreeSource;
  close(): void;
}

/** Opens what `argument` names; throws one sentence when it is neither a folder nor a ref of the repository in `cwd`. */
export async function openTree(argument: string, cwd: string): Promise<Tree> {
  const folder = path.resolve(cwd, argument);
  if (argument !== "" && fs.statSync(folder, { throwIfNoEntry: false })?.isDirectory()) return openFolder(folder);
  return openRef(argument, cwd);
}

async function openFolder(folder: string): Promise<Tree> {
  const isCheckout = fs.existsSync(path.join(folder, ".git"));
  const paths = isCheckout ? await checkoutPaths(folder) : walk(folder, "");
  const format: ObjectFormat = isCheckout ? await objectFormat(folder) : "sha1";
  const left = isCheckout ? await leftOut(folder) : new Map<string, string>();
  const files = new Map<string, string>();
  for (const file of paths) {
    if (isBuiltInIgnored(file)) continue;
    const blob = hashFile(path.join(folder, file), format) ?? left.get(file);
    if (blob !== undefined) files.set(file, blob);
  }
  const blobs = new BlobReader(path.join(folder, ".git"));
  return {
    files,
    source: { folders: [folder] },
    read: async (file) => readFile(path.join(folder, file)) ?? (await blobContent(blobs, left.get(file) ?? "")),
    async readForMerge(file) {
      const stat = fs.lstatSync(path.join(folder, file), { throwIfNoEntry: false });
      if (stat?.isSymbolicLink()) return { binary: true };
      if (stat) return stat.size > largestText ? null : mergeContentOf(fs.readFileSync(path.join(folder, file)));
      return contentInObjects(blobs, left.get(file) ?? "");
    },
    close: () => blobs.close(),
  };
}

/** What a sparse checkout leaves out by intent is as the index has it. */
async function leftOut(folder: string): Promise<Map<string, string>> {
  const listed = await git(folder, ["ls-files", "-t", "-z", "--stage"]);
  const entries = split(listed.stdout).map((line) => /^S (\d+) ([0-9a-f]+) 0\t(.*)$/s.exec(line));
  return new Map(entries.flatMap((entry) => (entry && entry[1] !== gitlinkMode ? [[entry[3]!, entry[2]!]] : [])));
}

async function checkoutPaths(folder: string): Promise<string[]> {
  const listed = await git(folder, ["ls-files", "-z", "--cached", "--others", "--exclude-standard"]);
  if (listed.code !== 0) throw new Error(`git cannot list the files of ${folder}: ${listed.stderr}`);
  return [...new Set(split(listed.stdout))];
}

async function objectFormat(folder: string): Promise<ObjectFormat> {
  const answer = await git(folder, ["rev-parse", "--show-object-format"]);
  return answer.stdout.toString().trim() === "sha256" ? "sha256" : "sha1";
}

function walk(root: string, folder: string): string[] {
  return fs.readdirSync(path.join(root, folder), { withFileTypes: true }).flatMap((entry) => {
    const relative = folder === "" ? entry.name : `${folder}/${entry.name}`;
    if (entry.isDirectory()) return entry.name === ".git" ? [] : walk(root, relative);
    return [relative];
  });
}

/** Null for what is neither a file nor a link, or cannot be read. */
function hashFile(file: string, format: ObjectFormat): string | null {
  try {
    const stat = fs.lstatSync(file);
    if (stat.isSymbolicLink()) return blobId(format, Buffer.from(fs.readlinkSync(file)));
    if (!stat.isFile()) return null;
    return stat.size > largestText * 8 ? hashInParts(file, stat.size, format) : blobId(format, fs.readFileSync(file));
  } catch {
    return null;
  }
}

function hashInParts(file: string, size: number, format: ObjectFormat): string {
  const hash = blobHash(format, size);
  const part = Buffer.alloc(1 << 20);
  const fd = fs.openSync(file, "r");
  try {
    for (let read = fs.readSync(fd, part); read > 0; read = fs.readSync(fd, part)) hash.update(part.subarray(0, read));
  } finally {
    fs.closeSync(fd);
  }
  return hash.digest("hex");
}

function readFile(file: string): Content | null {
  const stat = fs.lstatSync(file, { throwIfNoEntry: false });
  if (!stat) return null;
  if (stat.isSymbolicLink()) return { kind: "opaque", why: "symbolic link" };
  if (stat.size > largestText) return { kind: "opaque", why: "larger than 1 MB" };
  return contentOf(fs.readFileSync(file));
}

const gitlinkMode = "160000";
const linkMode = "120000";

async function openRef(ref: string, cwd: string): Promise<Tree> {
  const commit = await git(cwd, ["rev-parse", "--verify", "--quiet", "--end-of-options", `${ref}^{commit}`]);
  const name = ref === "" ? "An empty name" : ref.replace(/\p{Cc}/gu, "\ufffd");
  if (commit.code !== 0) throw new Error(`${name} is neither a folder nor a commit of the repository in ${cwd}.`);
  const gitDir = await git(cwd, ["rev-parse", "--absolute-git-dir"]);
  const listed = await git(cwd, ["ls-tree", "-r", "-z", "--full-tree", commit.stdout.toString().trim()]);
  const links = new Set<string>();
  const files = new Map<string, string>();
  for (const line of split(listed.stdout)) {
    const [meta = "", file = ""] = line.split("\t");
    const [mode = "", , blob = ""] = meta.split(" ");
    if (mode === gitlinkMode || isBuiltInIgnored(file)) continue;
    if (mode === linkMode) links.add(file);
    files.set(file, blob);
  }
  const blobs = new BlobReader(gitDir.stdout.toString().trim());
  return {
    files,
    source: { gitDir: gitDir.stdout.toString().trim(), objects: [...files].filter(([file]) => !links.has(file)) },
    readForMerge: async (file) => (links.has(file) ? { binary: true } : contentInObjects(blobs, files.get(file)!)),
    async read(file) {
      if (links.has(file)) return { kind: "opaque", why: "symbolic link" };
      return blobContent(blobs, files.get(file)!);
    },
    close: () => blobs.close(),
  };
}
