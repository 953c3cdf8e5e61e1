// Textual clashes of one worktree with all others kept after a save, against `git merge-tree` over all pairs and one against all.
// Every worktree changes the shared file in another way, so that every pair clashes.
import { execFileSync } from "node:child_process";
import fs from "node:fs";
import path from "node:path";
import { connect, post, startDaemon, type Client } from "../test/realDaemon.ts";
import { figure, median, printTable } from "./table.ts";
import { changeFiles, changeShared, makeWorktrees, sharedFile, sharedText, type Fixture } from "./worktreesFixture.ts";

const rounds = 24;
const warmUp = 8;
const files = 1000;
/** Files that each worktree changed beside the shared one. */
const changed = 20;
const scenes = [10, 20, 50];
/** Pairs that are merged one each; all of them would take a minute. */
const pairsMeasured = 25;

export async function benchPairs(wanted: string): Promise<void> {
  const rows: string[][] = [];
  for (const worktrees of scenes) if (`${worktrees} worktrees`.includes(wanted)) rows.push(await measure(worktrees));
  const header = [
    "worktrees",
    "Parley p50 ms",
    "one each, all pairs ms",
    "--stdin, all pairs",
    "--stdin, one against all",
  ];
  if (rows.length > 0)
    printTable(
      "Textual clashes after a save",
      [...header, "ratio one each", "ratio --stdin", "ratio one against all"],
      rows,
    );
}

async function measure(worktrees: number): Promise<string[]> {
  const fixture = makeWorktrees(worktrees, files);
  const daemon = await startDaemon();
  try {
    const [main, ...others] = fixture.checkouts as [string, ...string[]];
    others.forEach((root, n) => {
      changeShared(root, n + 1);
      changeFiles(root, n % (files / changed - 1), changed);
    });
    await post(daemon, "/v1/watch", { path: main });
    const client = await connect(daemon, null);
    const samples: number[] = [];
    for (let round = 0; round < rounds; round++)
      samples.push(await movedEverywhere(client, main, others.length, round));
    client.close();
    return row(worktrees, samples.slice(warmUp), gitTimes(fixture));
  } finally {
    await daemon.stop();
    fixture.remove();
  }
}

/** Milliseconds from a save that moves the clashing line to the last conflict that tells the new place. */
async function movedEverywhere(client: Client, root: string, others: number, round: number): Promise<number> {
  const told = new Set<string>();
  const line =
    sharedText(0, false)
      .split("\n")
      .findIndex((text) => text.includes("return id")) +
    (round % 2);
  const all = client.next(({ kind, ref, sides }) => {
    const mine = sides.find(({ checkout }) => checkout === root);
    if (kind === "textual_merge" && mine?.changes.some(({ range }) => range.start.line === line)) told.add(ref);
    return told.size === others;
  });
  fs.writeFileSync(path.join(root, sharedFile), `${"// above\n".repeat(round % 2)}${sharedText(1000 + round, false)}`);
  const saved = performance.now();
  return (await all) - saved;
}

interface GitTimes {
  each: number;
  stdin: number;
  oneAgainstAll: number;
}

/** The others' work is committed; the one that was saved is snapshot first, as a tool must that merges what is on disk. */
function gitTimes({ checkouts }: Fixture): GitTimes {
  const [main, ...others] = checkouts as [string, ...string[]];
  for (const root of others) execFileSync("git", ["-C", root, "commit", "--quiet", "--all", "-m", "Work"]);
  const snapshot = timed(() => execFileSync("git", ["-C", main, "stash", "create"]));
  execFileSync("git", ["-C", main, "commit", "--quiet", "--all", "-m", "Work"]);
  const heads = checkouts.map((root) =>
    execFileSync("git", ["-C", root, "rev-parse", "HEAD"], { encoding: "utf8" }).trim(),
  );
  const pairs = heads.flatMap((a, n) => heads.slice(n + 1).map((b): [string, string] => [a, b]));
  const some = pairs.slice(0, pairsMeasured);
  const each = timed(() => some.forEach(([a, b]) => mergeTree(main, [a, b]))) * (pairs.length / some.length);
  const stdin = timed(() => mergeTree(main, ["--stdin"], pairs));
  const oneAgainstAll = timed(() => mergeTree(main, ["--stdin"], pairs.slice(0, heads.length - 1)));
  return { each: snapshot + each, stdin: snapshot + stdin, oneAgainstAll: snapshot + oneAgainstAll };
}

function mergeTree(root: string, args: string[], pairs: [string, string][] = []): void {
  const input = pairs.map((pair) => `${pair.join(" ")}\n`).join("");
  try {
    execFileSync("git", ["-C", root, "merge-tree", "--write-tree", ...args], {
      input,
      stdio: ["pipe", "ignore", "ignore"],
    });
  } catch (failure) {
    if ((failure as { status: number }).status !== 1) throw failure;
  }
}

function timed(work: () => void): number {
  const started = performance.now();
  work();
  return performance.now() - started;
}

function row(worktrees: number, samples: number[], { each, stdin, oneAgainstAll }: GitTimes): string[] {
  const ours = median(samples);
  const ratios = [each, stdin, oneAgainstAll].map((time) => `${figure(time / ours)}×`);
  return [String(worktrees), figure(ours), figure(each), figure(stdin), figure(oneAgainstAll), ...ratios];
}
