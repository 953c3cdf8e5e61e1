// Real daemon processes, and clients on their sockets, for tests and measurements.
import { execFile, spawn, type ChildProcess } from "node:child_process";
import fs from "node:fs";
import os from "node:os";
import path from "node:path";
import type { MessageConnection } from "vscode-jsonrpc/node";
import { WebSocket } from "ws";
import { isLive, type Conflict } from "../../shared/model/conflict.ts";
import {
  DeltaMessage,
  Follow,
  Initialize,
  protocolVersion,
  type Delta,
  type InitializeResult,
  type Snapshot,
} from "../../shared/protocol/editor.ts";
import { connectionOver } from "../editors/wire.ts";
import { findDaemon, type RunningDaemon } from "../singleton.ts";
import { waitFor } from "./waitFor.ts";

export const bundle = path.join(import.meta.dirname, "../../dist/parley.cjs");
const startLimit = 30_000;

export interface RealDaemon extends RunningDaemon {
  home: string;
  child: ChildProcess;
  /** Lets it end in its own way. */
  stop(): Promise<void>;
  /** Ends it at once, as a power cut would. */
  kill(): Promise<void>;
}

export function newHome(): string {
  return fs.mkdtempSync(path.join(os.tmpdir(), "parley-home-"));
}

/** `before` is a command to run the daemon under, e.g. a tracer. */
export async function startDaemon(
  home = newHome(),
  {
    before = [],
    args = ["--idle-minutes", "0"],
    env = {},
    bundle: program = bundle,
  }: { before?: string[]; args?: string[]; env?: NodeJS.ProcessEnv; bundle?: string } = {},
): Promise<RealDaemon> {
  const command = [...before, process.execPath, program, "daemon", "run", ...args];
  const child = spawn(command[0]!, command.slice(1), {
    env: { ...process.env, PARLEY_HOME: home, ...env },
    stdio: ["ignore", "ignore", "inherit"],
  });
  const running = await waitFor("the daemon's start", () => findDaemon(home), startLimit);
  const end = async (signal: NodeJS.Signals): Promise<void> => {
    if (child.exitCode !== null || child.signalCode !== null) return;
    const gone = new Promise((exit) => child.once("exit", exit));
    process.kill(before.length > 0 ? running.pid : child.pid!, signal);
    await gone;
  };
  return { ...running, home, child, stop: () => end("SIGTERM"), kill: () => end("SIGKILL") };
}

export interface Reply<T = unknown> {
  status: number;
  body: T;
}

export async function ask<T = unknown>(
  daemon: RunningDaemon,
  method: string,
  route: string,
  body?: unknown,
): Promise<Reply<T>> {
  const reply = await fetch(`http://127.0.0.1:${daemon.port}${route}`, {
    method,
    headers: { Authorization: `Bearer ${daemon.token}`, "Content-Type": "application/json" },
    ...(body === undefined ? {} : { body: JSON.stringify(body) }),
  });
  return { status: reply.status, body: (await reply.json()) as T };
}

/** For calls that must succeed. */
export async function post<T = unknown>(daemon: RunningDaemon, route: string, body: unknown): Promise<T> {
  const { status, body: answer } = await ask<T>(daemon, "POST", route, body);
  if (status >= 300) throw new Error(JSON.stringify(answer));
  return answer;
}

export interface CommandResult {
  code: number;
  stdout: string;
  stderr: string;
}

/** Runs `parley …` with the given home. */
export function parley(
  home: string,
  args: string[],
  cwd = os.tmpdir(),
  env: NodeJS.ProcessEnv = {},
): Promise<CommandResult> {
  return new Promise((done) => {
    const options = { cwd, env: { ...process.env, PARLEY_HOME: home, ...env }, maxBuffer: 1 << 26 };
    execFile(process.execPath, [bundle, ...args], options, (failure, stdout, stderr) =>
      done({ code: failure ? Number(failure.code ?? 1) : 0, stdout, stderr }),
    );
  });
}

export interface Client {
  connection: MessageConnection;
  /** Live conflicts by repository and number. */
  conflicts: Map<string, Conflict>;
  /** Every version of every conflict that was shown, in order. */
  shown: Conflict[];
  /** Resolves with the time of the first delta from now on with a conflict that `wanted` accepts. */
  next(wanted: (conflict: Conflict) => boolean): Promise<number>;
  /** Resolves when the live conflicts satisfy the condition; fails with `what` after the limit. */
  until(what: string, condition: (conflicts: Conflict[]) => boolean, limit?: number): Promise<Conflict[]>;
  overlay(file: string, version: number, text: string): void;
  close(): void;
}

export async function openSocket(daemon: RunningDaemon): Promise<WebSocket> {
  const socket = new WebSocket(`ws://127.0.0.1:${daemon.port}/v1/rpc`, {
    headers: { Authorization: `Bearer ${daemon.token}` },
    perMessageDeflate: false,
  });
  await new Promise<void>((open, failed) => socket.once("open", () => open()).once("error", failed));
  return socket;
}

/** A client that is an editor on `folders`, or follows everything. */
export async function connect(daemon: RunningDaemon, folders: string[] | null): Promise<Client> {
  const socket = await openSocket(daemon);
  const connection = connectionOver(socket);
  const conflicts = new Map<string, Conflict>();
  const shown: Conflict[] = [];
  const waiting = new Set<(delta: Delta) => void>();
  const learn = (conflict: Conflict): void => {
    shown.push(conflict);
    const key = `${conflict.repo} ${conflict.ref}`;
    if (isLive(conflict.status)) conflicts.set(key, conflict);
    else conflicts.delete(key);
  };
  connection.onNotification(DeltaMessage.method, (delta: Delta) => {
    delta.conflicts?.forEach(learn);
    for (const look of [...waiting]) look(delta);
  });
  connection.listen();
  (await firstSnapshot(connection, folders)).conflicts.forEach(learn);
  return {
    connection,
    conflicts,
    shown,
    next: (wanted) =>
      new Promise((found) => {
        const look = (delta: Delta): void => {
          if (!delta.conflicts?.some(wanted)) return;
          waiting.delete(look);
          found(performance.now());
        };
        waiting.add(look);
      }),
    until: (what, condition, limit) =>
      waitFor(what, () => (condition([...conflicts.values()]) ? [...conflicts.values()] : null), limit),
    overlay: (file, version, text) => void connection.sendNotification("parley/overlay", { path: file, version, text }),
    close: () => socket.terminate(),
  };
}

async function firstSnapshot(connection: MessageConnection, folders: string[] | null): Promise<Snapshot> {
  if (!folders) return connection.sendRequest<Snapshot>(Follow.method, {});
  const answer = await connection.sendRequest<InitializeResult>(Initialize.method, {
    protocol: protocolVersion,
    client: { name: "vscode", version: "0" },
    folders,
  });
  return answer.snapshot;
}
