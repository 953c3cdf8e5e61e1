// Daemon start → all conflicts known, memory after it, and an idle minute, on ten worktrees of 10,000 files.
import { execFileSync } from "node:child_process";
import { connect, startDaemon } from "../test/realDaemon.ts";
import { memoryOf, processorTime } from "./processUse.ts";
import { figure, median, printTable } from "./table.ts";
import { changeFiles, changeShared, makeWorktrees } from "./worktreesFixture.ts";

const scenes = [
  [2, 10_000],
  [10, 10_000],
  [50, 1000],
] as const;
const rounds = 3;
/** The compiler that judged the changed programs has left by then. */
const settleSeconds = 90;
const idleSeconds = 60;

export async function benchColdStart(wanted: string): Promise<void> {
  const rows: string[][] = [];
  for (const [worktrees, files] of scenes)
    if (`${worktrees} × ${files}`.includes(wanted)) rows.push(await measure(worktrees, files));
  printTable(
    "Cold start, 20 changed files in each worktree",
    ["worktrees × files", "git status ms", "git diff ms", "Parley ms", "ratio to status", "memory MB", "idle CPU %"],
    rows,
  );
}

async function measure(worktrees: number, files: number): Promise<string[]> {
  const fixture = makeWorktrees(worktrees, files);
  try {
    fixture.checkouts.forEach((root, n) => {
      changeFiles(root, n, 19);
      changeShared(root, n);
    });
    const pairs = (worktrees * (worktrees - 1)) / 2;
    const status: number[] = [];
    const diff: number[] = [];
    const parley: number[] = [];
    let memory = 0;
    let idle = 0;
    for (let round = 0; round < rounds; round++) {
      status.push(timeGit(fixture.checkouts, ["status", "--porcelain"]));
      diff.push(timeGit(fixture.checkouts, ["diff", "--name-only"]));
      const started = performance.now();
      const daemon = await startDaemon();
      try {
        // As an editor does that opens one of them: the others are found.
        const client = await connect(daemon, [fixture.checkouts[0]!]);
        // One symbol_overlap, one path_overlap and one textual_merge of each pair.
        await client.until("all conflicts", (conflicts) => conflicts.length === pairs * 3, 120_000);
        parley.push(performance.now() - started);
        client.close();
        if (round < rounds - 1) continue;
        await new Promise((settled) => setTimeout(settled, settleSeconds * 1000));
        const before = processorTime(daemon.pid);
        await new Promise((waited) => setTimeout(waited, idleSeconds * 1000));
        idle = (processorTime(daemon.pid) - before) / (idleSeconds * 10);
        memory = memoryOf(daemon.pid);
      } finally {
        await daemon.stop();
      }
    }
    const [s, d, p] = [median(status), median(diff), median(parley)];
    return [`${worktrees} × ${files}`, figure(s), figure(d), figure(p), figure(p / s), figure(memory), figure(idle)];
  } finally {
    fixture.remove();
  }
}

/** Milliseconds for the command in each checkout, one after the other. */
function timeGit(checkouts: string[], args: string[]): number {
  const started = performance.now();
  for (const root of checkouts) execFileSync("git", ["--no-optional-locks", "-C", root, ...args]);
  return performance.now() - started;
}
