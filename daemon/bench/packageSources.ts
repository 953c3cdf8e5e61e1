// Published versions of packages as folders, and pairs of sides that are made of them.
// What was fetched once stays in the temp folder of the system.
import { execFileSync } from "node:child_process";
import fs from "node:fs";
import os from "node:os";
import path from "node:path";
import { format } from "prettier";

export interface Package {
  name: string;
  /** Three, from old to new. */
  versions: [string, string, string];
}

export interface Sides {
  name: string;
  /** True: both sides together are one published version, or one side did nothing; nothing of it breaks. */
  isSound: boolean;
  folder: string;
  /** What each of the three has otherwise than the folder. */
  base: Changes;
  a: Changes;
  b: Changes;
}

/** Null: a file that is gone. */
export type Changes = ReadonlyMap<string, string | null>;

type Tree = Map<string, string>;

const store = path.join(os.tmpdir(), "parley-packages");
const code = /\.([cm]?[jt]sx?|py|go|json|toml|mod)$/;
const isCode = /\.([cm]?[jt]sx?|py|go)$/;
const none: Changes = new Map();
const mostReprinted = 60;

export function fetchPackage(name: string, version: string): string {
  const folder = path.join(store, `${name.replace("/", "+")}@${version}`);
  if (fs.existsSync(folder)) return folder;
  fs.mkdirSync(store, { recursive: true });
  const packed = fs.mkdtempSync(path.join(store, "pack-"));
  execFileSync("npm", ["pack", `${name}@${version}`, "--silent"], { cwd: packed, stdio: ["ignore", "pipe", "ignore"] });
  execFileSync("tar", ["xzf", fs.readdirSync(packed)[0]!, "--strip-components=1"], { cwd: packed });
  fs.rmSync(
    path.join(
      packed,
      fs.readdirSync(packed).find((file) => file.endsWith(".tgz"))!,
    ),
  );
  fs.renameSync(packed, folder);
  return folder;
}

/**
 * Two halves of a version two ways, a layout, files that a version leaves alone as if they were new, files of before as if
 * they were new, and two versions that know nothing of each other.
 */
export async function sidesOf(name: string, folders: [string, string, string]): Promise<Sides[]> {
  const folder = folders[0];
  const [base, next, later] = folders.map(readTree) as [Tree, Tree, Tree];
  const [changes, laterChanges] = [differences(base, next), differences(base, later)];
  const whole = { folder, base: none };
  const alone = filesOf(base, (file) => isCode.test(file) && !changes.has(file));
  const [some, others] = [half(alone, 0, 0), half(alone, 1, 0)];
  const [kept, old] = [half(changes, 0, 0), half(changes, 0, 1)];
  return [
    { ...whole, name: `${name} halves 1`, isSound: true, a: half(changes, 0, 0), b: half(changes, 0, 1) },
    { ...whole, name: `${name} halves 2`, isSound: true, a: half(changes, 1, 0), b: half(changes, 1, 1) },
    { ...whole, name: `${name} layout`, isSound: true, a: await layout(base, changes), b: changes },
    { ...asIfNew(folder, some, changes), name: `${name} added 1`, isSound: true },
    { ...asIfNew(folder, others, changes), name: `${name} added 2`, isSound: true },
    { ...asIfNew(folder, old, kept), name: `${name} stale`, isSound: false },
    { ...whole, name: `${name} versions`, isSound: false, a: half(changes, 0, 0), b: half(laterChanges, 0, 1) },
  ].filter(({ a, b }) => a.size > 0 && b !== a);
}

/** One side made the changes, the other one wrote the files. */
function asIfNew(folder: string, files: Changes, changes: Changes): Pick<Sides, "folder" | "base" | "a" | "b"> {
  const base = new Map([...files.keys()].map((file) => [file, null]));
  return { folder, base, a: new Map([...base, ...changes]), b: none };
}

function filesOf(tree: Tree, isWanted: (file: string) => boolean): Changes {
  return new Map([...tree].filter(([file]) => isWanted(file)));
}

function half(from: Changes, salt: number, which: number): Changes {
  return new Map([...from].filter(([file]) => (spread(file) >> salt) % 2 === which));
}

function readTree(root: string): Tree {
  const tree: Tree = new Map();
  for (const entry of fs.readdirSync(root, { recursive: true, withFileTypes: true })) {
    if (!entry.isFile() || !code.test(entry.name)) continue;
    const file = path.join(entry.parentPath, entry.name);
    tree.set(path.relative(root, file).replaceAll(path.sep, "/"), fs.readFileSync(file, "utf8"));
  }
  return tree;
}

function differences(base: Tree, now: Tree): Changes {
  const paths = [...new Set([...base.keys(), ...now.keys()])].sort();
  return new Map(paths.filter((file) => base.get(file) !== now.get(file)).map((file) => [file, now.get(file) ?? null]));
}

/** Files that the other side leaves alone, printed anew or with comments between their lines. */
async function layout(base: Tree, others: Changes): Promise<Map<string, string>> {
  const laid = new Map<string, string>();
  for (const [file, text] of base) {
    if (laid.size === mostReprinted) break;
    const now = others.has(file) ? text : await reprinted(file, text);
    if (now !== text) laid.set(file, now);
  }
  return laid;
}

async function reprinted(file: string, text: string): Promise<string> {
  if (/\.(py|go)$/.test(file)) {
    const sign = file.endsWith(".py") ? "#" : "//";
    return text.replace(/^(?=(def|class|func|type) )/gm, `\n${sign} Here begins the next one.\n`);
  }
  if (!isCode.test(file)) return text;
  const options = { filepath: file, printWidth: 60, semi: false, tabWidth: 4, useTabs: true } as const;
  return format(text, options).catch(() => text);
}

function spread(text: string): number {
  let sum = 7;
  for (const char of text) sum = (sum * 31 + char.codePointAt(0)!) % 1_000_003;
  return sum;
}
