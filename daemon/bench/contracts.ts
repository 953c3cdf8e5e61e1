// One question of the readers of contracts over a large tree on disk: the first one, and again after one file of a side changed.
// In this process, as the thread of contracts does it.
import fs from "node:fs";
import os from "node:os";
import path from "node:path";
import { Contracts } from "../contracts/contracts.ts";
import type { WorkFile } from "../sides/work.ts";
import { openSharedTree, type KeptTexts } from "../worktree/sharedTree.ts";
import { figure, median, printTable } from "./table.ts";

const files = 5000;
/** Files that each side changed. */
const changed = 50;
const rounds = 9;

export function benchContracts(): Promise<void> {
  const root = makeTree();
  const [contracts, kept] = [new Contracts(), new Map() as KeptTexts];
  const times = Array.from({ length: rounds + 1 }, (_, round) => {
    const started = performance.now();
    const tree = openSharedTree({ folders: [root] }, kept);
    contracts.breaks({ tree, files: work(round), renames: { a: [], b: [] } }, () => undefined);
    return performance.now() - started;
  });
  fs.rmSync(root, { recursive: true });
  const [cold, ...again] = times;
  const memory = process.memoryUsage().rss / 2 ** 20;
  printTable(
    `Contracts of ${changed} changed files a side in ${files}`,
    ["cold ms", "one file changed ms", "memory MB"],
    [[cold!, median(again), memory].map(figure)],
  );
  return Promise.resolve();
}

function makeTree(): string {
  const root = fs.mkdtempSync(path.join(os.tmpdir(), "parley-contracts-"));
  for (let n = 0; n < files; n++) {
    const file = path.join(root, pathOf(n));
    fs.mkdirSync(path.dirname(file), { recursive: true });
    fs.writeFileSync(file, textOf(n));
  }
  return root;
}

function pathOf(n: number): string {
  return `packages/p${n % 50}/src/f${n}.ts`;
}

/** Every 25th file has a route, every 10th a schema; the others have plain functions. */
function textOf(n: number): string {
  const next = (n + 1) % files;
  const imported = `import { value${next} } from "../../p${next % 50}/src/f${next}";\n`;
  if (n % 25 === 0)
    return `import express from "express";\n${imported}export const app${n} = express();\napp${n}.get("/things${n}/:id", (request, response) => response.json(value${next}()));\nexport const value${n} = () => ${n};\n`;
  if (n % 10 === 0)
    return `import { z } from "zod";\nexport const S${n} = z.object({ id: z.string(), count: z.number() });\nexport const value${n} = (raw: unknown) => S${n}.parse(raw).count;\n`;
  const functions = Array.from(
    { length: 12 },
    (_, at) => `export const run${n}_${at} = (a: number) => [a, ${at}].map((each) => each + value${next}());\n`,
  );
  return `${imported}${functions.join("")}export const value${n} = () => ${n};\n`;
}

/** One side changes routes and schemas; the other one writes new calls, in one file others each round. */
function work(round: number): WorkFile[] {
  const own = Array.from({ length: changed }, (_, at): WorkFile => {
    const base = textOf(at * 5);
    const a = base.replace("/things", "/items").replace("z.number()", "z.string()");
    return { path: pathOf(at * 5), base, a: `${a}export const more = 1;\n`, b: base };
  });
  const others = Array.from({ length: changed }, (_, at): WorkFile => {
    const [n, base] = [at * 5 + 1, textOf(at * 5 + 1)];
    const call = `export const load = () => fetch("/things${at * 25}/${at === 0 ? round : 0}");\n`;
    return { path: pathOf(n), base, a: base, b: base + call };
  });
  return [...own, ...others];
}
