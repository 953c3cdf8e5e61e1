// Runs git so that it only reads: no lock, no hook, no helper program, no network, no shell.
// Knows no checkouts and no meaning of the output.
import { type ChildProcessWithoutNullStreams, execFileSync, spawn } from "node:child_process";

/** Code -1: git could not be started; `stderr` then says why. */
export interface GitOutput {
  code: number;
  stdout: Buffer;
  stderr: string;
}

const readOnly = [
  "--no-optional-locks",
  "--literal-pathspecs",
  ...["core.fsmonitor=false", "core.hooksPath=/dev/null", "protocol.allow=never"].flatMap((set) => ["-c", set]),
  ...["log.showSignature=false", "diff.orderFile=/dev/null"].flatMap((set) => ["-c", set]),
];
const kept = new Set(["GIT_CONFIG_GLOBAL", "GIT_CONFIG_SYSTEM", "GIT_CONFIG_NOSYSTEM"]);

/** The caller's environment without git's own variables, which could point it elsewhere. */
export function gitEnvironment(environment: NodeJS.ProcessEnv): NodeJS.ProcessEnv {
  const clean = Object.entries(environment).filter(
    ([name]) => !name.toUpperCase().startsWith("GIT_") || kept.has(name),
  );
  return {
    ...Object.fromEntries(clean),
    GIT_OPTIONAL_LOCKS: "0",
    GIT_NO_LAZY_FETCH: "1",
    GIT_ALLOW_PROTOCOL: "none",
    GIT_TERMINAL_PROMPT: "0",
    LC_ALL: "C",
  };
}

const environment = gitEnvironment(process.env);

/** A git process that stays, e.g. `cat-file --batch`. Throws when it cannot be started for lack of something. */
export function startGit(args: string[], settings: GitSettings = []): ChildProcessWithoutNullStreams {
  const env = settings.length > 0 ? { ...environment, ...settingsIn(settings) } : environment;
  const child = spawn("git", [...readOnly, ...args], { env, stdio: "pipe", windowsHide: true });
  // Out of file descriptors, node makes no pipes, whatever its types say.
  const { stdout } = child as { stdout?: unknown };
  if (stdout !== undefined) return child;
  child.on("error", () => undefined);
  throw new Error("git could not be started: too many open files");
}

/** Waits for git, and blocks: for threads that do nothing else. Throws when it fails. */
export function gitBlocking(args: string[], input: string, most: number): Buffer {
  return execFileSync("git", [...readOnly, ...args], {
    ...{ input, maxBuffer: most, env: environment, windowsHide: true },
    stdio: ["pipe", "pipe", "ignore"],
  });
}

/** Configuration for one command; stands above that of any file. */
export type GitSettings = readonly (readonly [key: string, value: string])[];

function settingsIn(settings: GitSettings): NodeJS.ProcessEnv {
  const env: NodeJS.ProcessEnv = { GIT_CONFIG_COUNT: String(settings.length) };
  for (const [at, [key, value]] of settings.entries()) {
    env[`GIT_CONFIG_KEY_${at}`] = key;
    env[`GIT_CONFIG_VALUE_${at}`] = value;
  }
  return env;
}

const maximum = 2;
const timeLimit = 120_000;
let running = 0;
const waiting: (() => void)[] = [];

/** Runs one git command in `folder`; at most two at a time. Never rejects. */
export async function git(folder: string, args: string[], input = "", settings: GitSettings = []): Promise<GitOutput> {
  if (running >= maximum) await new Promise<void>((resolve) => waiting.push(resolve));
  else running += 1;
  try {
    return await run(folder, args, input, settings);
  } catch (error) {
    return { code: -1, stdout: Buffer.alloc(0), stderr: error instanceof Error ? error.message : String(error) };
  } finally {
    const next = waiting.shift();
    if (next) next();
    else running -= 1;
  }
}

function run(folder: string, args: string[], input: string, settings: GitSettings): Promise<GitOutput> {
  return new Promise((resolve) => {
    const child = startGit(["-C", folder, ...args], settings);
    const out: Buffer[] = [];
    const errors: Buffer[] = [];
    let isLate = false;
    const timer = setTimeout(() => {
      isLate = true;
      child.kill("SIGKILL");
    }, timeLimit);
    const done = (code: number, message?: string) => {
      clearTimeout(timer);
      resolve({ code, stdout: Buffer.concat(out), stderr: message ?? Buffer.concat(errors).toString("utf8").trim() });
    };
    child.stdout.on("data", (chunk: Buffer) => out.push(chunk));
    child.stderr.on("data", (chunk: Buffer) => errors.push(chunk));
    child.on("error", (error) => done(-1, error.message));
    child.on("close", (code) => done(code ?? 128, isLate ? "it took longer than two minutes" : undefined));
    child.stdin.on("error", () => undefined);
    child.stdin.end(input);
  });
}

/** Output of `-z`: texts between NULs, without the last empty one. */
export function split(output: Buffer, separator = "\0"): string[] {
  const parts = output.toString("utf8").split(separator);
  if (parts.at(-1) === "") parts.pop();
  return parts;
}
