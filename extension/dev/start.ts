// `npm start`: the daemon, its live feed in this terminal, and VS Code with the extension on each checkout.
// Without a path it plays the demo. Must not know: what the feed or the extension show.
import { type ChildProcess, spawn, spawnSync } from "node:child_process";
import { existsSync } from "node:fs";
import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join, resolve } from "node:path";
import { setTimeout as delay } from "node:timers/promises";
import { parseArgs } from "node:util";
import { repositoryRoot } from "./cache.ts";
import { buildPackage } from "./package.ts";
import { terminalReport } from "./progress.ts";
import { startVscodeServer, type VscodeServer } from "./vscodeServer.ts";

const usage = `npm start                      a demo: two worktrees, and somebody scripted in the second one
npm start -- PATH [PATH …]     your checkouts
npm start -- --headless …      the live feed alone, without an editor`;

const program = join(repositoryRoot, "dist/parley.cjs");
const demo = join(repositoryRoot, ".demo");

/** What to undo at the end, last first. */
const closers: (() => Promise<unknown>)[] = [];

/** Resolves with the exit code. */
async function start(headless: boolean, folders: string[]): Promise<number> {
  for (const folder of folders) if (!watch(folder)) return 1;
  const isDemo = folders.length === 0;
  const shown = isDemo ? [join(demo, "billing"), join(demo, "billing-partial-refunds")] : folders;
  const desktop = !headless && hasDesktop();
  const server = headless || desktop ? null : await startServer();
  const feed = startFeed(isDemo ? ["demo", "--folder", demo] : ["conflicts", "--watch"]);
  if (desktop) await openDesktop(shown);
  if (server) sayWhere(server, shown, isDemo ? ["src/refund.ts"] : []);
  console.log("Ctrl-C ends this; the daemon goes on until nobody has used it for a while.\n");
  return new Promise((ended) => feed.once("exit", (code) => ended(code ?? 0)));
}

function watch(folder: string): boolean {
  return spawnSync(process.execPath, [program, "watch", folder], { stdio: "inherit" }).status === 0;
}

function startFeed(args: string[]): ChildProcess {
  // Outside of any checkout the feed is of all that are watched.
  const feed = spawn(process.execPath, [program, ...args], { stdio: "inherit", cwd: tmpdir() });
  closers.push(() => Promise.resolve(feed.kill()));
  return feed;
}

function hasDesktop(): boolean {
  return spawnSync("code", ["--version"], { stdio: "ignore", shell: process.platform === "win32" }).status === 0;
}

/** Windows of the user's own VS Code; they are theirs to close. */
async function openDesktop(folders: string[]): Promise<void> {
  for (const folder of folders) {
    // The demo's folders are being made.
    for (let tries = 0; tries < 100 && !existsSync(folder); tries += 1) await delay(100);
    spawn("code", ["--new-window", `--extensionDevelopmentPath=${repositoryRoot}`, folder], {
      stdio: "ignore",
      shell: process.platform === "win32",
    });
  }
}

async function startServer(): Promise<VscodeServer | null> {
  try {
    const dataDir = await mkdtemp(join(tmpdir(), "parley-code-"));
    closers.push(() => rm(dataDir, { recursive: true, force: true, maxRetries: 5, retryDelay: 200 }));
    console.log("Packing the extension and starting a VS Code with it …");
    const server = await startVscodeServer({
      dataDir,
      extensions: [await buildPackage()],
      settings: { "window.title": "${activeEditorShort}${separator}${rootName}" },
      report: terminalReport(),
    });
    closers.push(() => server.stop());
    return server;
  } catch (failure) {
    console.error(`VS Code does not open: ${(failure as Error).message}\nThe live feed goes on without it.`);
    return null;
  }
}

function sayWhere(server: VscodeServer, folders: string[], files: string[]): void {
  console.log("VS Code is ready; open each of these in a browser on this machine:");
  for (const folder of folders) {
    const opened = files.map((file) => join(folder, file));
    console.log(`  ${server.url(folder, opened)}`);
  }
}

async function main(): Promise<number> {
  const options = { headless: { type: "boolean" }, help: { type: "boolean", short: "h" } } as const;
  let given;
  try {
    given = parseArgs({ allowPositionals: true, options });
  } catch (failure) {
    console.error(`${(failure as Error).message}\n\n${usage}`);
    return 2;
  }
  if (given.values.help) {
    console.log(usage);
    return 0;
  }
  const folders = given.positionals.map((path) => resolve(process.env.INIT_CWD ?? "", path));
  const stopped = new Promise<number>((exit) => {
    for (const signal of ["SIGINT", "SIGTERM", "SIGHUP"] as const) process.once(signal, () => exit(0));
  });
  const code = await Promise.race([start(given.values.headless ?? false, folders), stopped]);
  for (const close of closers.reverse()) await close();
  return code;
}

process.exit(await main());
