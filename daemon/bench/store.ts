// What 10,000 conflicts in the store cost: an action until it is on disk, the start, memory. Against one bare sync and an empty daemon.
import fs from "node:fs";
import path from "node:path";
import type { Conflict } from "../../shared/model/conflict.ts";
import { gitScene, type GitScene } from "../test/gitScene.ts";
import { connect, newHome, post, startDaemon, type RealDaemon } from "../test/realDaemon.ts";
import { memoryOf } from "./processUse.ts";
import { figure, median, percentile, printTable } from "./table.ts";

const conflicts = 10_000;
const actions = 300;
const starts = 7;
const settled = 5_000;
const base = "export function f(a: number) {\n  return a;\n}\n";

interface Kept {
  type: string;
  conflict?: Record<string, unknown> & { key: string; ref: string };
}

export async function benchStore(): Promise<void> {
  const scene = clashing();
  const [empty, full] = [newHome(), newHome()];
  try {
    await makeFull(scene, full);
    const times: Record<"empty" | "full", number[]> = { empty: [], full: [] };
    for (let round = 0; round < starts; round++) {
      times.empty.push(await timeStart(empty));
      times.full.push(await timeStart(full));
    }
    const memory = { empty: await memoryAfterStart(empty), full: await memoryAfterStart(full) };
    const [e, f] = [median(times.empty), median(times.full)];
    printTable(
      `Start and memory with ${conflicts} conflicts`,
      ["", "empty", `${conflicts}`, "full / empty", "more"],
      [
        ["start until it answers, ms", figure(e), figure(f), figure(f / e), figure(f - e)],
        [
          "memory, MB",
          figure(memory.empty),
          figure(memory.full),
          figure(memory.full / memory.empty),
          figure(memory.full - memory.empty),
        ],
      ],
    );
    await benchActions(full);
  } finally {
    for (const folder of [empty, full]) fs.rmSync(folder, { recursive: true, force: true });
    scene.remove();
  }
}

function clashing(): GitScene {
  const scene = gitScene({ "a.ts": base });
  const other = scene.worktree("other");
  scene.write(scene.main, "a.ts", base.replace("return a", "return a + 1"));
  scene.write(other, "a.ts", base.replace("return a", "return a + 2"));
  return scene;
}

/** A home whose snapshot holds one real conflict and so many closed ones made after it. */
async function makeFull(scene: GitScene, home: string): Promise<void> {
  const daemon = await startDaemon(home);
  await post(daemon, "/v1/watch", { path: scene.main });
  const client = await connect(daemon, null);
  await client.until("the clash", (all) => all.some(({ kind }) => kind === "symbol_overlap"));
  client.close();
  await daemon.stop();
  const file = path.join(home, "state.json");
  const records = journalled(home);
  const sample = records.find(
    ({ type, conflict }) => type === "conflict" && conflict?.["kind"] === "symbol_overlap",
  )!.conflict!;
  for (let n = 100; n < conflicts + 100; n++)
    records.push({
      type: "conflict",
      conflict: {
        ...sample,
        ...{ key: `${sample.key} ${n}`, ref: `CF-${n}`, status: "resolved", resolution: "resolved", family: `${n}` },
      },
    });
  const journals = fs.readdirSync(home).filter((name) => name.startsWith("journal"));
  const last = journals.flatMap((name) => linesOf(path.join(home, name))).reduce((most, { n }) => Math.max(most, n), 0);
  fs.writeFileSync(file, JSON.stringify({ schema: 1, upTo: last, audited: 0, records }), { mode: 0o600 });
}

interface Line {
  n: number;
  record: Kept;
}

function linesOf(file: string): Line[] {
  const text = fs.readFileSync(file, "utf8").trim();
  return text === "" ? [] : text.split("\n").map((line) => JSON.parse(line) as Line);
}

/** The latest of each thing in the journals. */
function journalled(home: string): Kept[] {
  const latest = new Map<string, Kept>();
  const journals = fs.readdirSync(home).filter((name) => name.startsWith("journal"));
  for (const { record } of journals.flatMap((name) => linesOf(path.join(home, name)))) {
    const key = record.conflict?.key ?? JSON.stringify(record);
    if (record.type !== "audit") latest.set(key, record);
  }
  return [...latest.values()];
}

async function timeStart(home: string): Promise<number> {
  const started = performance.now();
  const daemon = await startDaemon(home);
  const took = performance.now() - started;
  await daemon.stop();
  return took;
}

async function memoryAfterStart(home: string): Promise<number> {
  const daemon = await startDaemon(home);
  await new Promise((done) => setTimeout(done, settled));
  const memory = memoryOf(daemon.pid);
  await daemon.stop();
  return memory;
}

/** An action over HTTP until it is answered, alternating with as many bytes written and synced by a program that does nothing else. */
async function benchActions(home: string): Promise<void> {
  const daemon = await startDaemon(home);
  const client = await connect(daemon, null);
  const live = await client.until("the live clash", (all) => all.some(({ kind }) => kind === "symbol_overlap"));
  const { ref } = live.find(({ kind }) => kind === "symbol_overlap") as Conflict;
  client.close();
  const journal = (): number =>
    fs
      .readdirSync(home)
      .filter((name) => name.startsWith("journal"))
      .reduce((sum, name) => sum + fs.statSync(path.join(home, name)).size, 0);
  const before = journal();
  await act(daemon, ref, 0);
  const bytes = Math.max(1, journal() - before);
  const bare = fs.openSync(path.join(home, "bare"), "a");
  const text = "x".repeat(bytes);
  const samples: Record<"bare" | "action", number[]> = { bare: [], action: [] };
  for (let round = 1; round <= actions; round++) {
    let started = performance.now();
    fs.writeSync(bare, text);
    fs.fdatasyncSync(bare);
    samples.bare.push(performance.now() - started);
    started = performance.now();
    await act(daemon, ref, round);
    samples.action.push(performance.now() - started);
  }
  fs.closeSync(bare);
  await daemon.stop();
  const row = (name: string, of: (list: number[]) => number): string[] => {
    const [b, a] = [of(samples.bare), of(samples.action)];
    return [name, figure(b), figure(a), figure(a / b)];
  };
  printTable(
    `A durable action with ${conflicts} conflicts (${bytes} bytes)`,
    ["", "bare sync ms", "action ms", "ratio"],
    [row("p50", median), row("p95", (list) => percentile(list, 0.95))],
  );
}

function act(daemon: RealDaemon, ref: string, round: number): Promise<unknown> {
  return post(daemon, `/v1/conflicts/${ref}/actions`, {
    action: round % 2 === 0 ? "ack" : "will_rebase",
    note: `round ${round}`,
  });
}
