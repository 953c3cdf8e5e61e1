// Save in one worktree → conflict at an editor on another, against the floor of the same run, alternating.
import { spawn, type ChildProcess } from "node:child_process";
import fs from "node:fs";
import os from "node:os";
import path from "node:path";
import { WebSocket } from "ws";
import { connect, post, startDaemon } from "../test/realDaemon.ts";
import { figure, median, percentile, printTable } from "./table.ts";
import { changeFiles, makeWorktrees, sharedFile, sharedText } from "./worktreesFixture.ts";

/** A 95th percentile of fewer is the luck of a handful. */
const rounds = 400;
const warmUp = 30;
const pause = 20;
/** Until then the daemon still loads parsers and compiles: that is its start, which has a bench of its own. Milliseconds. */
const startPhase = 6_000;

interface Scene {
  name: string;
  worktrees: number;
  files: number;
  atomic?: boolean;
}

const scenes: Scene[] = [
  { name: "2 worktrees × 1,000 files", worktrees: 2, files: 1000 },
  { name: "2 worktrees × 1,000 files, atomic save", worktrees: 2, files: 1000, atomic: true },
  { name: "2 worktrees × 10,000 files", worktrees: 2, files: 10_000 },
  { name: "10 worktrees × 10,000 files", worktrees: 10, files: 10_000 },
  { name: "50 worktrees × 1,000 files", worktrees: 50, files: 1000 },
  { name: "200 participants (× 50 files)", worktrees: 200, files: 50 },
];

export async function benchLatency(wanted: string): Promise<void> {
  const rows: string[][] = [];
  for (const scene of scenes.filter(({ name }) => name.includes(wanted))) rows.push(await measure(scene));
  if ("stages".includes(wanted)) await printStages();
  const header = ["save → diagnostics", "floor p50 ms", "p95", "Parley p50 ms", "p95", "p50 ratio", "p95 ratio"];
  if (rows.length > 0) printTable("Latency of a save", header, rows);
}

async function measure(scene: Scene): Promise<string[]> {
  const fixture = makeWorktrees(scene.worktrees, scene.files);
  const floor = await startFloor();
  const daemon = await startDaemon();
  const started = performance.now();
  try {
    const [main, other] = fixture.checkouts as [string, string];
    fixture.checkouts.forEach((root, n) => n > 1 && changeFiles(root, n, 5));
    fs.writeFileSync(path.join(other, sharedFile), sharedText(1, true));
    fs.writeFileSync(path.join(main, sharedFile), sharedText(2, false));
    await post(daemon, "/v1/watch", { path: main });
    const client = await connect(daemon, [other]);
    const ours = (conflict: { kind: string; sides: { checkout: string }[] }): boolean =>
      conflict.kind === "symbol_overlap" &&
      [main, other].every((root) => conflict.sides.some((side) => side.checkout === root));
    await client.until("the first conflict", (conflicts) => conflicts.some(ours), 120_000);
    const parleySamples: number[] = [];
    const floorSamples: number[] = [];
    for (let round = 0; parleySamples.length < rounds; round++) {
      const text = sharedText(round + 10, round % 2 === 0);
      const floorTime = await timed(path.join(floor.folder, "shared.ts"), text, scene.atomic, () => floor.next());
      await calm();
      const parleyTime = await timed(path.join(main, sharedFile), text, scene.atomic, () => client.next(ours));
      await calm();
      if (round < warmUp || performance.now() - started < startPhase) continue;
      floorSamples.push(floorTime);
      parleySamples.push(parleyTime);
    }
    client.close();
    return row(scene.name, floorSamples, parleySamples);
  } finally {
    await daemon.stop();
    floor.stop();
    fixture.remove();
  }
}

interface TraceLine {
  stage?: string;
  checkout?: string;
  at: number;
}

/** Where the time of one save goes, from the daemon's own trace. */
async function printStages(): Promise<void> {
  const fixture = makeWorktrees(2, 1000);
  const daemon = await startDaemon(undefined, { env: { PARLEY_LOG: "debug" } });
  const [main, other] = fixture.checkouts as [string, string];
  fs.writeFileSync(path.join(other, sharedFile), sharedText(1, true));
  fs.writeFileSync(path.join(main, sharedFile), sharedText(2, false));
  await post(daemon, "/v1/watch", { path: main });
  const client = await connect(daemon, [other]);
  await client.until("the first conflict", (all) => all.some(({ kind }) => kind === "symbol_overlap"));
  const saves: { saved: number; arrived: number }[] = [];
  for (let round = 0; round < rounds + warmUp; round++) {
    const arrival = client.next(({ kind }) => kind === "symbol_overlap");
    fs.writeFileSync(path.join(main, sharedFile), sharedText(round + 10, round % 2 === 0));
    const saved = performance.now();
    saves.push({ saved: performance.timeOrigin + saved, arrived: performance.timeOrigin + (await arrival) });
    // Twice, as in the comparison: the next save of a file within 30 ms would wait for the burst to settle.
    await calm();
    await calm();
  }
  client.close();
  await daemon.stop();
  fixture.remove();
  const trace = fs.readFileSync(path.join(daemon.home, "daemon.log"), "utf8").trim().split("\n");
  const lines = trace.map((line) => JSON.parse(line) as TraceLine).filter(({ checkout }) => checkout === main);
  const spans: Record<string, number[]> = {
    "save → seen": [],
    "seen → facts": [],
    "facts → sent": [],
    "sent → client": [],
  };
  for (const { saved, arrived } of saves.slice(warmUp)) {
    const at = (stage: string): number =>
      lines.find((line) => line.stage === stage && line.at > saved)?.at ?? Number.NaN;
    const points = [saved, at("observed"), at("read"), at("shown"), arrived];
    Object.values(spans).forEach((span, n) => span.push(points[n + 1]! - points[n]!));
  }
  const rows = Object.entries(spans).map(([name, span]) => [
    name,
    figure(median(span)),
    figure(percentile(span, 0.95)),
  ]);
  printTable("Stages of a save, in place, 2 worktrees × 1,000 files", ["stage", "p50 ms", "p95 ms"], rows);
}

/** Milliseconds from the end of the save to the message; an atomic save counts from its rename, which already tells. */
async function timed(
  file: string,
  text: string,
  atomic: boolean | undefined,
  arrival: () => Promise<number>,
): Promise<number> {
  const arrived = arrival();
  if (atomic) {
    fs.writeFileSync(`${file}.tmp`, text);
    const renamed = performance.now();
    fs.renameSync(`${file}.tmp`, file);
    return (await arrived) - renamed;
  }
  fs.writeFileSync(file, text);
  const saved = performance.now();
  return (await arrived) - saved;
}

/** A measurement's own rhythm: nobody saves again within a few milliseconds. */
function calm(): Promise<void> {
  return new Promise((next) => setTimeout(next, pause));
}

function row(name: string, floor: number[], parley: number[]): string[] {
  const [f50, f95, p50, p95] = [median(floor), percentile(floor, 0.95), median(parley), percentile(parley, 0.95)];
  return [name, figure(f50), figure(f95), figure(p50), figure(p95), figure(p50 / f50), figure(p95 / f95)];
}

interface Floor {
  folder: string;
  next(): Promise<number>;
  stop(): void;
}

async function startFloor(): Promise<Floor> {
  const root = fs.mkdtempSync(path.join(os.tmpdir(), "parley-floor-"));
  const folder = path.join(root, "src");
  fs.mkdirSync(folder);
  const child: ChildProcess = spawn(
    process.execPath,
    ["--import", "tsx", path.join(import.meta.dirname, "floorProgram.ts"), folder],
    {
      stdio: ["ignore", "pipe", "inherit"],
    },
  );
  const port = await new Promise<number>((listening) =>
    child.stdout!.once("data", (text: Buffer) => listening(Number(text))),
  );
  const socket = new WebSocket(`ws://127.0.0.1:${port}`, { perMessageDeflate: false });
  await new Promise((open) => socket.once("open", open));
  return {
    folder,
    next: () => new Promise((arrived) => socket.once("message", () => arrived(performance.now()))),
    stop() {
      socket.terminate();
      child.kill();
      fs.rmSync(root, { recursive: true, force: true });
    },
  };
}
