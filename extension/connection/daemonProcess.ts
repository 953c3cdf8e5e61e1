// Finds, starts and retires the daemon of this machine. The only file of the extension that starts processes.
// Must not know vscode or what is said over the channel. A pid proves nothing here: alive is what answers.
import { spawn } from "node:child_process";
import { watch } from "node:fs";
import { access, mkdir, readFile } from "node:fs/promises";
import { request } from "node:http";
import { homedir } from "node:os";
import { join } from "node:path";
import { daemonFileName, daemonFileSchema, tokenFileName } from "../../shared/protocol/daemonFile.ts";

/** Where a daemon says it listens, and the token that it wants to see. Never logged. */
export interface DaemonAddress {
  pid: number;
  port: number;
  token: string;
  version: string;
  protocol: number;
  startedAt: string;
}

export interface DaemonProgram {
  /** Absolute path of `parley.cjs`. */
  bundle: string;
  home: string;
  /** Minutes without use after which the daemon leaves, 0 for never; undefined for its own default. */
  idleMinutes?: number | undefined;
}

/** What `daemon.json` and `token` say now; null when they are missing, half-written or of another shape. */
export async function readAddress(home: string): Promise<DaemonAddress | null> {
  try {
    const [text, token] = await Promise.all([
      readFile(join(home, daemonFileName), "utf8"),
      readFile(join(home, tokenFileName), "utf8"),
    ]);
    const file = daemonFileSchema.parse(JSON.parse(text));
    const secret = token.trim();
    return /^[\x21-\x7e]{1,1000}$/.test(secret) ? { ...file, token: secret } : null;
  } catch {
    return null;
  }
}

/**
 * Starts a daemon that outlives this window, with the editor's own runtime. A second one finds the lock taken and
 * leaves by itself. Rejects when the program is missing or the system refuses.
 */
export async function startDaemon(program: DaemonProgram): Promise<void> {
  await access(program.bundle).catch(() => {
    throw new Error(`Parley's daemon program is missing: ${program.bundle}. Reinstall the extension.`);
  });
  await mkdir(program.home, { recursive: true, mode: 0o700 });
  const idle = program.idleMinutes === undefined ? [] : ["--idle-minutes", String(program.idleMinutes)];
  const child = spawn(process.execPath, [program.bundle, "daemon", "run", ...idle], {
    detached: true,
    stdio: "ignore",
    windowsHide: true,
    cwd: homedir(),
    env: environment(program),
  });
  await new Promise<void>((resolve, reject) => {
    child.once("error", reject);
    child.once("spawn", resolve);
  });
  child.unref();
}

/** The window's environment without what belongs to the editor's own processes. */
function environment(program: DaemonProgram): NodeJS.ProcessEnv {
  const env: NodeJS.ProcessEnv = {};
  for (const [name, value] of Object.entries(process.env)) {
    if (!/^(VSCODE_|ELECTRON_|NODE_OPTIONS$)/.test(name)) env[name] = value;
  }
  env.ELECTRON_RUN_AS_NODE = "1";
  env.PARLEY_HOME = program.home;
  return env;
}

/** Asks a daemon to write its state and leave. True when it agreed; false when nobody answers or it refuses. */
export function retireDaemon(address: DaemonAddress, timeoutMs = 3000): Promise<boolean> {
  return new Promise((resolve) => {
    const call = request(
      {
        host: "127.0.0.1",
        port: address.port,
        path: "/v1/shutdown",
        method: "POST",
        timeout: timeoutMs,
        headers: { Authorization: `Bearer ${address.token}`, "Content-Length": "0" },
      },
      (response) => {
        response.resume();
        resolve(response.statusCode !== undefined && response.statusCode < 300);
      },
    );
    call.once("error", () => resolve(false));
    call.once("timeout", () => call.destroy());
    call.end();
  });
}

/** Resolves when the files in `home` change, `ms` are over or `signal` aborts, whichever is first. */
export function homeChanged(home: string, ms: number, signal: AbortSignal): Promise<void> {
  return new Promise((resolve) => {
    let watcher: ReturnType<typeof watch> | undefined;
    const done = (): void => {
      clearTimeout(timer);
      watcher?.close();
      signal.removeEventListener("abort", done);
      resolve();
    };
    const timer = setTimeout(done, ms);
    signal.addEventListener("abort", done);
    if (signal.aborted) return done();
    try {
      // A hint only: what counts is what the files say afterwards.
      watcher = watch(home, { persistent: false }, (_event, name) => {
        if (name === null || name === daemonFileName || name === tokenFileName) done();
      });
      watcher.on("error", () => watcher?.close());
    } catch {
      // No such folder yet, or no watches left: the timer polls.
    }
  });
}
