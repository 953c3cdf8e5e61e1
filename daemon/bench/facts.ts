// Facts of one changed 10 KB file against the bare parse of it, in the same run, alternating.
import { parseTypescript } from "../syntax/languages/typescript.ts";
import { withTree } from "../syntax/languages/treeSitter.ts";
import { createFactsReader, readFacts, readyFor } from "../syntax/readFacts.ts";
import { factsSources } from "./factsSources.ts";
import { figure, median, percentile, printTable } from "./table.ts";

const rounds = 200;
const warmUp = 100;

export async function benchFacts(wanted: string): Promise<void> {
  await readyFor(factsSources.map(({ path }) => path));
  const rows = factsSources.filter(({ path }) => path.includes(wanted)).map(measure);
  const header = [
    "file",
    "KB",
    "bare parse ms",
    "p95",
    "facts after an edit ms",
    "p95",
    "ratio",
    "first facts ms",
    "ratio",
  ];
  printTable("Facts of one file", header, rows);
}

function measure({ path, edited }: (typeof factsSources)[number]): string[] {
  const read = createFactsReader();
  const [bare, changed, first]: [number[], number[], number[]] = [[], [], []];
  for (let round = 0; round < rounds + warmUp; round++) {
    const text = edited(round);
    const times = [
      timed(() => parse(path, text)),
      timed(() => void read(path, text)),
      timed(() => void readFacts(path, text)),
    ] as const;
    if (round < warmUp) continue;
    [bare, changed, first].forEach((samples, index) => samples.push(times[index]!));
  }
  const floor = median(bare);
  const cells = [edited(0).length / 1000, floor, percentile(bare, 0.95), median(changed), percentile(changed, 0.95)];
  const ratios = [median(changed) / floor, median(first), median(first) / floor];
  return [path, ...cells.map(figure), ...ratios.map(figure)];
}

function timed(work: () => void): number {
  const started = performance.now();
  work();
  return performance.now() - started;
}

function parse(path: string, text: string): void {
  if (path.endsWith(".ts")) parseTypescript(path, text);
  else withTree(path.endsWith(".py") ? "py" : "go", text, () => undefined);
}
