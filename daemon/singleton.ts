// One daemon per PARLEY_HOME: start lock, daemon.json, token. With store/ the only place that writes Parley's own files.
// Alive means: answers on its port with its token, never a pid.
import { randomBytes } from "node:crypto";
import fs from "node:fs";
import os from "node:os";
import path from "node:path";
import lockfile from "proper-lockfile";
import { daemonFileName, daemonFileSchema, tokenFileName, type DaemonFile } from "../shared/protocol/daemonFile.ts";
import { parleyHome } from "../shared/protocol/home.ts";

/** Longest that a running daemon may take to say that it is there. Milliseconds. */
const answerLimit = 2000;
/** A starter that was killed holds the start lock no longer than this. Milliseconds. */
const staleStart = 3000;

export function homeFolder(): string {
  return parleyHome(process.platform, process.env, os.homedir());
}

export interface RunningDaemon extends DaemonFile {
  token: string;
}

/** The daemon that answers now, or null. */
export async function findDaemon(home: string): Promise<RunningDaemon | null> {
  const known = readDaemonFiles(home);
  return known && (await answers(known)) ? known : null;
}

function readDaemonFiles(home: string): RunningDaemon | null {
  try {
    const file = daemonFileSchema.parse(JSON.parse(fs.readFileSync(path.join(home, daemonFileName), "utf8")));
    return { ...file, token: fs.readFileSync(path.join(home, tokenFileName), "utf8").trim() };
  } catch {
    return null;
  }
}

async function answers({ port, token, pid }: RunningDaemon): Promise<boolean> {
  try {
    const reply = await fetch(`http://127.0.0.1:${port}/v1/health`, {
      headers: { Authorization: `Bearer ${token}` },
      signal: AbortSignal.timeout(answerLimit),
    });
    const body = (await reply.json()) as { pid?: unknown };
    return reply.ok && body.pid === pid;
  } catch {
    return false;
  }
}

export interface Claim {
  token: string;
  /** Tells everybody where the daemon is, and lets the next starter look. */
  announce(daemon: Omit<DaemonFile, "startedAt" | "pid">): Promise<void>;
  /** Lets go without having started. */
  release(): Promise<void>;
  /** True once another daemon has announced itself in this folder. */
  lost: () => boolean;
  /** Takes the announcement back, if it is still ours. */
  withdraw(): void;
}

/** Throws one sentence when there cannot be such a folder. */
export function makeHome(home: string): void {
  try {
    makeFolder(home);
    fs.accessSync(home, fs.constants.W_OK | fs.constants.X_OK);
  } catch (failure) {
    const why = (failure as NodeJS.ErrnoException).code === "EEXIST" ? "it is a file" : (failure as Error).message;
    throw new Error(`The state folder ${home} cannot be used (${why}): set PARLEY_HOME to a folder of yours.`);
  }
}

/** With those above it. Node's own way to do so goes round for ever in file systems such as /proc. */
function makeFolder(folder: string): void {
  const isThere = (): boolean => fs.statSync(folder, { throwIfNoEntry: false })?.isDirectory() ?? false;
  if (isThere()) return;
  if (path.dirname(folder) !== folder) makeFolder(path.dirname(folder));
  try {
    fs.mkdirSync(folder, { mode: 0o700 });
  } catch (failure) {
    // Another starter may have been quicker.
    if (!isThere()) throw failure;
  }
}

/** Waits for its turn to start. Answers null when another daemon runs or has just been started. */
export async function claimHome(home: string): Promise<Claim | null> {
  const release = await waitForLock(home);
  if (!release) return null;
  if (await findDaemon(home)) {
    await release();
    return null;
  }
  const token = randomBytes(32).toString("base64url");
  const file = path.join(home, daemonFileName);
  let announced: string | null = null;
  const mark = (): string | null => {
    const stat = fs.statSync(file, { throwIfNoEntry: false });
    return stat ? `${stat.ino} ${stat.mtimeMs}` : null;
  };
  const lost = (): boolean => announced !== null && mark() !== announced;
  return {
    token,
    release,
    lost,
    async announce(daemon) {
      writeWhole(path.join(home, tokenFileName), token);
      const full: DaemonFile = { pid: process.pid, startedAt: new Date().toISOString(), ...daemon };
      writeWhole(file, JSON.stringify(full));
      announced = mark();
      await release();
    },
    withdraw() {
      if (announced !== null && !lost()) fs.rmSync(file, { force: true });
    },
  };
}

async function waitForLock(home: string): Promise<(() => Promise<void>) | null> {
  const lock = path.join(home, "start.lock");
  for (;;) {
    dropImpossible(lock);
    try {
      return await lockfile.lock(home, {
        lockfilePath: lock,
        stale: staleStart,
        update: 1000,
        realpath: false,
        onCompromised: () => process.exit(1),
      });
    } catch (failure) {
      if ((failure as NodeJS.ErrnoException).code !== "ELOCKED") throw failure;
    }
    if (await findDaemon(home)) return null;
    await new Promise((again) => setTimeout(again, 50));
  }
}

/** No starter leaves a file, or a lock from the future (the clock was set back), which would never grow old. */
function dropImpossible(lock: string): void {
  const stat = fs.statSync(lock, { throwIfNoEntry: false });
  if (stat && (!stat.isDirectory() || stat.mtimeMs > Date.now() + staleStart)) fs.rmSync(lock, { recursive: true });
}

function writeWhole(file: string, text: string): void {
  const temporary = `${file}.${randomBytes(6).toString("hex")}.tmp`;
  fs.writeFileSync(temporary, text, { mode: 0o600, flag: "wx" });
  fs.renameSync(temporary, file);
}
