// The command line's way to the running daemon: HTTP on loopback, one sentence when it does not answer.
// Starts a daemon only where a command says so.
import { spawn } from "node:child_process";
import path from "node:path";
import { findDaemon, homeFolder, makeHome, type RunningDaemon } from "../singleton.ts";
import { CommandError, exit } from "./exit.ts";

const startLimit = 15_000;
/** Longest that the daemon may take for one answer. Milliseconds. */
const answerLimit = 60_000;

export async function theDaemon(): Promise<RunningDaemon> {
  const daemon = await findDaemon(homeFolder());
  if (!daemon) throw new CommandError("No daemon is running: start it with `parley daemon start`.");
  return daemon;
}

/** The running daemon, started if there is none. */
export async function startedDaemon(idleMinutes?: number): Promise<RunningDaemon> {
  const home = homeFolder();
  const running = await findDaemon(home);
  if (running) return running;
  makeHome(home);
  const args = [
    process.argv[1]!,
    "daemon",
    "run",
    ...(idleMinutes === undefined ? [] : ["--idle-minutes", `${idleMinutes}`]),
  ];
  // It outlives the caller's folder, which must stay free to be moved or unmounted.
  const own = { cwd: home, env: { ...process.env, PARLEY_HOME: path.resolve(home) } };
  const child = spawn(process.execPath, args, { ...own, detached: true, stdio: "ignore", windowsHide: true });
  child.unref();
  const deadline = Date.now() + startLimit;
  // One that ends well has found another one, which may still be starting.
  while (Date.now() < deadline && !child.exitCode && child.signalCode === null) {
    const daemon = await findDaemon(home);
    if (daemon) return daemon;
    await new Promise((again) => setTimeout(again, 50));
  }
  throw new CommandError(`The daemon did not start: ${path.join(home, "daemon.log")} says why.`);
}

/** JSON of one call; a problem document becomes its sentence. */
export async function call<T>(
  daemon: RunningDaemon,
  method: "GET" | "POST",
  route: string,
  body?: unknown,
): Promise<T> {
  let reply: Response;
  let answer: T & { detail?: string };
  try {
    reply = await fetch(`http://127.0.0.1:${daemon.port}${route}`, {
      method,
      signal: AbortSignal.timeout(answerLimit),
      headers: {
        Authorization: `Bearer ${daemon.token}`,
        ...(body === undefined ? {} : { "Content-Type": "application/json" }),
      },
      ...(body === undefined ? {} : { body: JSON.stringify(body) }),
    });
    answer = (await reply.json()) as T & { detail?: string };
  } catch (failure) {
    if ((failure as Error).name === "TimeoutError")
      throw new CommandError(`The daemon did not answer within ${answerLimit / 1000} s.`);
    throw new CommandError("The daemon went away while it was asked.");
  }
  if (!reply.ok)
    throw new CommandError(
      answer.detail?.replace("?repo=", "--repo") ?? `The daemon answered ${reply.status}.`,
      reply.status === 400 ? exit.usage : exit.failure,
    );
  return answer;
}
