// npm run bench:accuracy: what `parley compare` says of pairs out of real history, held against git, a compiler and a mapper of
// hunks. The pairs are in pairs.json, what was judged by eye in verdicts.json; the repositories are the reader's own.
import fs from "node:fs";
import os from "node:os";
import path from "node:path";
import type { Finding } from "../../../shared/model/conflict.ts";
import { runChild } from "./children.ts";
import type { Pair, Sides } from "./history.ts";
import { judge, type Compared, type Judged } from "./judge.ts";
import { printFigures } from "./figures.ts";
import type { Truth } from "./truth.ts";

const usage =
  "Give the folder with a full clone (git clone --mirror) of each repository in pairs.json, as owner/name, owner+name/repo or name: npm run bench:accuracy -- --repositories FOLDER [--truth FOLDER] [--jobs N] [--how HOW] [NAME [COMMIT]], or set PARLEY_BENCH_REPOSITORIES.";

interface Task {
  name: string;
  place: string;
  pair: Pair;
}

const here = import.meta.dirname;
const program = path.join(here, "../../../dist/parley.cjs");
const longest = { truth: 240_000, compare: 220_000 };

const args = process.argv.slice(2);
const repositories = option("--repositories") ?? process.env.PARLEY_BENCH_REPOSITORIES;
/** Where the answers of the compiler are kept, and not asked for again. */
const kept = option("--truth") ?? "";
const jobs = Number(option("--jobs") ?? 2);
const how = option("--how") ?? "";
const [wantedName = "", wantedCommit = ""] = args;

if (repositories === undefined || !fs.existsSync(repositories)) {
  console.error(usage);
  process.exitCode = 2;
} else await run(tasksIn(repositories));

function option(name: string): string | undefined {
  const at = args.indexOf(name);
  return at < 0 ? undefined : args.splice(at, 2)[1];
}

function readJson<T>(name: string): T {
  return JSON.parse(fs.readFileSync(path.join(here, name), "utf8")) as T;
}

function tasksIn(folder: string): Task[] {
  const { repositories: all } = readJson<{ repositories: { name: string; pairs: string[] }[] }>("pairs.json");
  return all
    .filter(({ name }) => name.includes(wantedName))
    .flatMap(({ name, pairs }) => {
      const places = [name, `${name.replace("/", "+")}/repo`, path.basename(name)].map((each) =>
        path.join(folder, each),
      );
      const place = places.find((each) => fs.existsSync(each));
      if (place === undefined) console.log(`${name} is not in the folder: left out.`);
      return place === undefined ? [] : pairs.map((line) => ({ name, place, pair: pairOf(line) }));
    })
    .filter(({ pair }) => pair.how.includes(how) && pair.a.startsWith(wantedCommit));
}

function pairOf(line: string): Pair {
  const [kind, a, b] = line.split(" ") as [Pair["how"], string, string];
  return { how: kind, a, b };
}

async function run(tasks: Task[]): Promise<void> {
  const verdicts = readJson<Record<string, string>>("verdicts.json");
  const judged: Judged[] = [];
  let next = 0;
  const work = async (): Promise<void> => {
    for (let task = tasks[next++]; task; task = tasks[next++]) {
      const started = performance.now();
      const one = await runPair(task, verdicts);
      judged.push(one);
      const seconds = ((performance.now() - started) / 1000).toFixed(1);
      console.log([`${judged.length}/${tasks.length} ${one.id} ${one.how} ${seconds} s`, ...one.lines].join("\n  "));
    }
  };
  await Promise.all(Array.from({ length: jobs }, work));
  judged.sort((one, other) => (one.id < other.id ? -1 : 1));
  printFigures(judged);
}

/** What fails or takes too long is told as unanswered: the others go on. */
async function runPair({ name, place, pair }: Task, verdicts: Record<string, string>): Promise<Judged> {
  const id = `${name} ${pair.a.slice(0, 8)} ${pair.b.slice(0, 8)}`;
  const gitDir = fs.mkdtempSync(path.join(os.tmpdir(), "parley-accuracy-"));
  try {
    const asked = JSON.stringify({ gitDir, place, pair, kept: kept && path.resolve(kept), id });
    const command = ["--max-old-space-size=4000", "--import", "tsx", path.join(here, "truthProgram.ts"), asked];
    const told = await runChild(command, { cwd: path.join(here, "../../.."), deadlineMs: longest.truth });
    if ("failure" in told) return judge(id, pair.how, unanswered(`truth: ${told.failure}`), null, verdicts);
    const { sides, truth } = JSON.parse(told.out) as { sides: Sides; truth: Truth };
    return judge(id, pair.how, await compare(gitDir, sides), truth, verdicts);
  } finally {
    fs.rmSync(gitDir, { recursive: true, force: true });
  }
}

async function compare(cwd: string, { base, a, b }: Sides): Promise<Compared> {
  const options = ["compare", "--base", base, "--a", a, "--b", b, "--json"];
  const told = await runChild([program, ...options], { cwd, deadlineMs: longest.compare });
  if ("failure" in told) return unanswered(`compare: ${told.failure}`);
  return JSON.parse(told.out) as { conflicts: Finding[]; unanswered: string[] };
}

function unanswered(why: string): Compared {
  return { conflicts: [], unanswered: [why] };
}
