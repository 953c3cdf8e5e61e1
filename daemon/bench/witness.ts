// The witness over one project against a plain compiler run over the same files: cold, and after an edit of a leaf.
// Both in processes of their own, one after the other, several times.
import { execFileSync } from "node:child_process";
import fs from "node:fs";
import os from "node:os";
import path from "node:path";
import { figure, median, printTable } from "./table.ts";

const rounds = 5;
const modules = 600;
const program = path.join(import.meta.dirname, "witnessProgram.ts");

export interface WitnessFigures {
  /** Milliseconds, and resident memory in MB. */
  cold: number;
  warm: number;
  memory: number;
}

/** Modules that import the three before them; one side changes a leaf, the other one a module that uses it. */
function makeProject(): string {
  const root = fs.mkdtempSync(path.join(os.tmpdir(), "parley-witness-"));
  fs.mkdirSync(path.join(root, "src"));
  fs.writeFileSync(path.join(root, "tsconfig.json"), '{ "compilerOptions": { "strict": true, "module": "esnext" } }');
  for (let n = 0; n < modules; n++) fs.writeFileSync(path.join(root, `src/m${n}.ts`), moduleText(n));
  return root;
}

function moduleText(n: number): string {
  const before = [n - 1, n - 2, n - 3].filter((each) => each >= 0);
  const imports = before.map((each) => `import { run${each}, type Item${each} } from "./m${each}";`);
  const functions = Array.from({ length: 12 }, (_, at) => {
    const uses = before.map((each) => `run${each}({ id: item.id, count: item.count + ${at} }).count`);
    return `export function step${at}(item: Item${n}): Item${n} {\n  const sum = [item.count, ${uses.join(", ")}].reduce((all, each) => all + each, 0);\n  return { ...item, count: sum };\n}`;
  });
  const type = `export interface Item${n} {\n  id: string;\n  count: number;\n}`;
  return [...imports, type, ...functions, `export const run${n} = step0;`, ""].join("\n");
}

export async function benchWitness(): Promise<void> {
  const root = makeProject();
  const measured: Record<string, WitnessFigures[]> = { witness: [], compiler: [] };
  try {
    for (let round = 0; round < rounds; round++)
      for (const [who, figures] of Object.entries(measured)) figures.push(run(who, root));
  } finally {
    fs.rmSync(root, { recursive: true });
  }
  const rows = (["cold", "warm", "memory"] as const).map((what) => {
    const [ours, plain] = ["witness", "compiler"].map((who) => median(measured[who]!.map((each) => each[what]))) as [
      number,
      number,
    ];
    return [what === "memory" ? "memory MB" : `${what} ms`, figure(ours), figure(plain), `${figure(ours / plain)}×`];
  });
  printTable(`Witness over ${modules} modules`, ["", "witness", "plain compiler", "ratio"], rows);
  return Promise.resolve();
}

function run(who: string, root: string): WitnessFigures {
  const out = execFileSync(process.execPath, ["--import=tsx", program, who, root], { encoding: "utf8" });
  return JSON.parse(out) as WitnessFigures;
}
