// Starts a program in a process group of its own that ends with us, however we end.
// Must not know: what the program is.

import { spawn, type ChildProcess } from "node:child_process";
import { EventEmitter, once } from "node:events";
import { createWriteStream } from "node:fs";

export interface ChildGroup {
  readonly pid: number;
  /** Resolves with the exit code (null after a signal). */
  readonly exited: Promise<number | null>;
  /** Resolves with all it printed once `enough` holds of it; rejects at the deadline or when the program ends. */
  printed(enough: (text: string) => boolean, deadlineMs: number): Promise<string>;
  /** Ends the program and all it started in its group. */
  stop(): Promise<void>;
}

export interface ChildGroupOptions {
  readonly program: string;
  readonly args: readonly string[];
  readonly cwd: string;
  readonly env: NodeJS.ProcessEnv;
  /** Where all that it prints goes. */
  readonly logFile: string;
}

// The pipe on descriptor 3 closes when we end, even if killed; then the shell in the background ends the group.
const guard = '(read -r _ <&3; kill 0) & exec "$@" 3<&-';
const graceMs = 5_000;

export function startChildGroup(options: ChildGroupOptions): ChildGroup {
  const child = spawn("/bin/sh", ["-c", guard, "sh", options.program, ...options.args], {
    cwd: options.cwd,
    env: options.env,
    detached: true,
    stdio: ["ignore", "pipe", "pipe", "pipe"],
  });
  const { pid } = child;
  if (pid === undefined) throw new Error(`${options.program} could not be started`);
  const output = captureOutput(child, options.logFile);
  const exited = new Promise<number | null>((resolve) => child.once("exit", resolve));
  void exited.then(() => {
    signalGroup(pid, "SIGTERM");
    output.end();
  });
  return {
    pid,
    exited,
    printed: output.waitFor,
    stop: () => stopGroup(pid, exited),
  };
}

function captureOutput(child: ChildProcess, logFile: string) {
  const log = createWriteStream(logFile, { flags: "a" });
  const changes = new EventEmitter();
  let text = "";
  let ended = false;
  const take = (data: Buffer) => {
    log.write(data);
    text += data.toString();
    changes.emit("change");
  };
  child.stdout?.on("data", take);
  child.stderr?.on("data", take);
  const waitFor = async (enough: (text: string) => boolean, deadlineMs: number) => {
    const signal = AbortSignal.timeout(deadlineMs);
    while (!enough(text)) {
      const said = `it said:\n${text.slice(-2000)}`;
      if (ended) throw new Error(`The program ended; ${said}`);
      if (signal.aborted) throw new Error(`Still waiting after ${String(deadlineMs)} ms; ${said}`);
      await once(changes, "change", { signal }).catch(() => undefined);
    }
    return text;
  };
  const end = () => {
    ended = true;
    changes.emit("change");
  };
  return { waitFor, end };
}

async function stopGroup(pid: number, exited: Promise<unknown>) {
  signalGroup(pid, "SIGTERM");
  const timer = setTimeout(signalGroup, graceMs, pid, "SIGKILL");
  await exited;
  clearTimeout(timer);
  // A member that ignores the polite signal must not outlive the run.
  signalGroup(pid, "SIGKILL");
}

function signalGroup(pid: number, signal: NodeJS.Signals) {
  try {
    process.kill(-pid, signal);
  } catch {
    // The group is already gone.
  }
}
