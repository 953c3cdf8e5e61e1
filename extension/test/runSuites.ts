// Runs the suites in the extension host of a real VS Code, on a repository of their own, and counts what came of them.
// Must not know what the suites test, nor how a VS Code is got.
import { execFileSync } from "node:child_process";
import { appendFile, mkdir, mkdtemp, readFile, realpath, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { runExtensionTests } from "../dev/extensionTests.ts";
import { refundText } from "./scene.ts";
import { type DaemonKind, stageSuites } from "./stageSuites.ts";

export interface Counts {
  passes: number;
  failures: number;
  pending: number;
}

/** As the suites write it down. */
interface Outcome {
  passed: string[];
  failed: { title: string; error: string }[];
}

export interface SuiteRun {
  extensionPath: string;
  testsPath: string;
  /** The window's folder. */
  folder: string;
  env: Record<string, string>;
}

/** Runs it in some VS Code; resolves with the exit code. */
export type Launch = (run: SuiteRun) => Promise<number>;

/** A run that ends without a result, or badly with a good one, counts as one failure. */
export async function runSuites(daemon: DaemonKind, launch: Launch = inFetchedServer): Promise<Counts> {
  const extensionPath = await stageSuites(daemon);
  const work = await realpath(await mkdtemp(join(tmpdir(), "parley-suites-")));
  const result = join(work, "result.json");
  try {
    const [mine, theirs, home] = [join(work, "mine"), join(work, "theirs"), join(work, "home")];
    await makeWorktrees(mine, theirs);
    await mkdir(home);
    const env = {
      PARLEY_HOME: home,
      PARLEY_TEST_DAEMON: daemon,
      PARLEY_TEST_MINE: mine,
      PARLEY_TEST_THEIRS: theirs,
      PARLEY_TEST_RESULT: result,
    };
    const testsPath = join(extensionPath, "suites.cjs");
    const exitCode = await launch({ extensionPath, testsPath, folder: mine, env });
    const counts = await readCounts(result);
    return exitCode !== 0 && counts.failures === 0 ? { ...counts, failures: 1 } : counts;
  } catch (error) {
    console.error(error);
    return { passes: 0, failures: 1, pending: 0 };
  } finally {
    await rm(work, { recursive: true, force: true, maxRetries: 5, retryDelay: 200 });
  }
}

function inFetchedServer(run: SuiteRun): Promise<number> {
  const onOutput = (text: string): void => console.log(text);
  return runExtensionTests({ ...run, onOutput }).then(({ exitCode }) => exitCode);
}

async function readCounts(file: string): Promise<Counts> {
  const { passed, failed } = JSON.parse(await readFile(file, "utf8")) as Outcome;
  // What a workbench prints of an error is not always passed on.
  for (const { title, error } of failed) console.error(`FAILED ${title}\n${error}`);
  return { passes: passed.length, failures: failed.length, pending: 0 };
}

/** One line of JSON to the file that PARLEY_TEST_COUNTS names, where several runs are added up. */
export async function recordCounts(counts: Counts): Promise<void> {
  const file = process.env.PARLEY_TEST_COUNTS;
  if (file) await appendFile(file, `${JSON.stringify(counts)}\n`);
}

/** A repository with one commit on main, and a linked worktree on a branch of an agent. */
async function makeWorktrees(mine: string, theirs: string): Promise<void> {
  await mkdir(join(mine, "src"), { recursive: true });
  const many = Array.from({ length: 30 }, (_, i) => `export function f${i}() {}`).join("\n");
  await writeFile(join(mine, "src/many.ts"), many);
  await writeFile(join(mine, "src/refund.ts"), refundText);
  const git = (...args: string[]): void => {
    const author = ["-c", "user.name=Ana", "-c", "user.email=ana@example.com", "-c", "commit.gpgsign=false"];
    execFileSync("git", [...author, ...args], { cwd: mine, stdio: "pipe" });
  };
  git("init", "--quiet", "--initial-branch=main");
  git("add", ".");
  git("commit", "--quiet", "--message=base");
  git("config", "user.email", "ana@example.com");
  git("worktree", "add", "--quiet", "-b", "feat/partial-refunds", theirs);
}
