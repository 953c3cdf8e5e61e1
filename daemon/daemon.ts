// Composition root of the daemon: takes the lock, wires the parts, listens, and leaves when nobody needs it. No logic.
import fs from "node:fs";
import path from "node:path";
import pino from "pino";
import type { Health } from "../shared/model/health.ts";
import { protocolVersion } from "../shared/protocol/editor.ts";
import { startAnalysis } from "./analysis/analysis.ts";
import { startReadings } from "./analysis/readings.ts";
import { emptyState, restore, type StateRecord } from "./core/state.ts";
import { createHttpApi } from "./editors/httpApi.ts";
import { startHub } from "./editors/hub.ts";
import { serveEditor } from "./editors/rpc.ts";
import { listen } from "./editors/server.ts";
import { startEngine } from "./engine.ts";
import { createRequests, takeWorktreeEvent } from "./requests.ts";
import { claimHome, makeHome, type Claim } from "./singleton.ts";
import { openStore } from "./store/store.ts";
import { watchAgain } from "./watchAgain.ts";
import { startWorktrees } from "./worktree/worktrees.ts";

const logLimit = 5 << 20;
/** Most text that waits for a disk that takes none. Bytes. */
const logBacklog = 1 << 20;
/** Who has not come so far by then ends, so that the next one can try. Milliseconds. */
const startLimit = 30_000;

/**
 * Runs until it is stopped, replaced, or unused for `idleMinutes` (0: never). Answers false at once when another one
 * runs. What fails on the way is in the log, and what nobody expected ends the process: all that was answered is on
 * disk, and whoever needs a daemon starts the next one.
 */
export async function runDaemon(home: string, version: string, idleMinutes: number): Promise<boolean> {
  makeHome(home);
  const log = openLog(home);
  const die = (failure: unknown): never => {
    log.fatal(failure, "the daemon ends after an unexpected error");
    process.exit(1);
  };
  process.on("uncaughtException", die).on("unhandledRejection", die);
  const late = setTimeout(() => die(new Error(`The start took longer than ${startLimit / 1000} s.`)), startLimit);
  const logged = (failure: Error): never => {
    log.error(failure.message);
    throw failure;
  };
  const claim = await claimHome(home).catch(logged);
  if (claim) await serve(claim, log, { home, version, idleMinutes }, die, () => clearTimeout(late)).catch(logged);
  clearTimeout(late);
  return claim !== null;
}

interface Settings {
  home: string;
  version: string;
  idleMinutes: number;
}

async function serve(
  claim: Claim,
  log: pino.Logger,
  { home, version, idleMinutes }: Settings,
  die: (failure: unknown) => never,
  started: () => void,
): Promise<void> {
  const stopping = new AbortController();
  const store = await openStore(home, claim.lost).catch(async (failure: Error) => {
    await claim.release();
    throw failure;
  });
  const state = emptyState();
  for (const record of store.records) restore(state, record);

  const hub = startHub(state);
  const troubles = new Set(store.troubles);
  let limits: string[] = [];
  const showHealth = (): void => hub.setHealth(healthOf([...troubles, ...limits]));
  const trouble = (sentence: string): void => {
    log.warn(sentence);
    if (claim.lost()) stopping.abort();
    troubles.add(sentence);
    showHealth();
  };

  const analysis = startAnalysis(path.join(import.meta.dirname, "analysisThread.cjs"), trouble, die);
  const readings = startReadings(analysis);
  const engine = startEngine(state, {
    save: (records) => store.save(records),
    publish: (news) => hub.publish(news),
    observe: (checkout, file) => worktrees.observe(checkout, file),
    log: (entry) => log.debug(entry),
    trouble,
  });
  const watching = {
    threadFile: path.join(import.meta.dirname, "worktreeThread.cjs"),
    log: (text: string) => log.warn(text),
    died: die,
  };
  const worktrees = startWorktrees(watching, (event) => {
    if (event.type === "limits_changed") {
      limits = event.reasons;
      showHealth();
    } else takeWorktreeEvent(engine, readings, event);
  });
  const remember = async (checkout: string, watched: boolean): Promise<void> => {
    const record: StateRecord = { type: "watch", path: checkout, watched, at: Date.now() };
    await store.save([record]).catch((failure: Error) => {
      trouble(`The list of checkouts cannot be written: ${failure.message}`);
      throw failure;
    });
  };
  const requests = createRequests({ engine, worktrees, readings, remember });

  let used = Date.now();
  const server = await listen(claim.token, () => (used = Date.now()));
  const daemon = { pid: process.pid, version, port: server.port, protocol: protocolVersion };
  const shutdown = (): void => stopping.abort();
  const failed = (failure: Error): void => log.error(failure);
  server.serve(createHttpApi({ state, requests, hub, daemon, shutdown, failed }), (socket) =>
    serveEditor(socket, { requests, hub, daemon }),
  );
  await claim.announce({ port: server.port, version, protocol: protocolVersion });
  started();
  log.info({ port: server.port, version }, "listening");
  showHealth();
  void watchAgain(store.records, state, worktrees, engine);
  leaveWhenUnused(
    idleMinutes,
    () => server.connections() > 0,
    () => used,
    shutdown,
  );
  for (const signal of ["SIGTERM", "SIGINT", "SIGHUP"] as const) process.once(signal, shutdown);

  await new Promise<void>((stopped) => stopping.signal.addEventListener("abort", () => stopped(), { once: true }));
  claim.withdraw();
  engine.close();
  hub.close();
  await Promise.all([server.close(), worktrees.close(), analysis.close()]);
  await store.close();
  log.info("stopped");
}

function openLog(home: string): pino.Logger {
  const file = path.join(home, "daemon.log");
  if ((fs.statSync(file, { throwIfNoEntry: false })?.size ?? 0) > logLimit) fs.renameSync(file, `${file}.1`);
  const destination = pino.destination({ dest: file, sync: true, mode: 0o600, maxLength: logBacklog });
  // A full disk costs log lines, not the daemon.
  destination.on("error", () => undefined);
  return pino({ level: process.env.PARLEY_LOG ?? "info", base: { pid: process.pid } }, destination);
}

function healthOf(reasons: string[]): Health {
  return reasons.length === 0 ? { state: "ready" } : { state: "degraded", reasons };
}

/** Looks at a tenth of the time allowed; no editor connected and no request since means unused. */
function leaveWhenUnused(minutes: number, inUse: () => boolean, lastUse: () => number, leave: () => void): void {
  if (minutes === 0) return;
  const limit = minutes * 60_000;
  let unusedSince = Date.now();
  setInterval(
    () => {
      if (inUse()) unusedSince = Date.now();
      unusedSince = Math.max(unusedSince, lastUse());
      if (Date.now() - unusedSince > limit) leave();
    },
    Math.max(50, limit / 10),
  ).unref();
}
