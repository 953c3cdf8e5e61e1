// Composition root of the daemon: takes the lock, wires the parts, listens, and leaves when nobody needs it. No logic.
import fs from "node:fs";
import path from "node:path";
import { setFlagsFromString } from "node:v8";
import pino from "pino";
import { protocolVersion } from "../shared/protocol/editor.ts";
import { policyPath, type PolicyProblem } from "../shared/protocol/policyFile.ts";
import { startAnalysis } from "./analysis/analysis.ts";
import { startQuestions, type Told } from "./analysis/questions.ts";
import { startReadings, type ReadBase } from "./analysis/readings.ts";
import { isPairQuestion, type PairQuestion } from "./core/questions.ts";
import { governs } from "./core/policy/inForce.ts";
import { emptyState, restore, sessionAt, type StateRecord } from "./core/state.ts";
import { createHttpApi } from "./editors/httpApi.ts";
import { startHub } from "./editors/hub.ts";
import { serveEditor } from "./editors/rpc.ts";
import { listen } from "./editors/server.ts";
import { startEngine } from "./engine.ts";
import { createRequests, takeWorktreeEvent, type Stage } from "./requests.ts";
import { claimHome, makeHome, type Claim } from "./singleton.ts";
import { openStore } from "./store/store.ts";
import { createTroubles } from "./troubles.ts";
import { watchAgain } from "./watchAgain.ts";
import { startPolicies } from "./policy/policies.ts";
import { startPairQuestions, type PairQuestions } from "./sides/questions.ts";
import { startPairThread, type PairThread } from "./sides/pairThread.ts";
import { startWorktrees } from "./worktree/worktrees.ts";

const logLimit = 5 << 20;
/** Most text that waits for a disk that takes none. Bytes. */
const logBacklog = 1 << 20;
/** What runs so long after the start is not for the start alone. Milliseconds. */
const startRush = 2_000;
/** Who has not come so far by then ends, so that the next one can try. Milliseconds. */
const startLimit = 30_000;

/**
 * Runs until it is stopped, replaced, or unused for `idleMinutes` (0: never). Answers false at once when another one
 * runs. What fails on the way is in the log, and what nobody expected ends the process: all that was answered is on
 * disk, and whoever needs a daemon starts the next one.
 */
export async function runDaemon(home: string, version: string, idleMinutes: number): Promise<boolean> {
  compileForStart();
  makeHome(home);
  const { log, rotate } = openLog(home);
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
  // Before, the file may be that of another one, which runs.
  if (claim) rotate();
  if (claim) await serve(claim, log, { home, version, idleMinutes }, die, () => clearTimeout(late)).catch(logged);
  clearTimeout(late);
  return claim !== null;
}

/**
 * Compiling takes the processor away from what has to be read first: it is not optimised. Then a save runs through code that is
 * rarely hot: compiled simply at once, it takes a twentieth less, while it would make the start a tenth longer.
 */
function compileForStart(): void {
  setFlagsFromString("--no-opt");
  const afterStart = (): void => ["--opt", "--always-sparkplug"].forEach((flag) => setFlagsFromString(flag));
  setTimeout(afterStart, startRush).unref();
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
  const troubles = createTroubles(() => hub.setHealth(troubles.health()));
  const trouble = (what: string, sentence: string): void => {
    log.warn(sentence);
    if (claim.lost()) stopping.abort();
    troubles.add(what, sentence);
  };
  const save = async (records: StateRecord[]): Promise<void> => {
    await store.save(records);
    troubles.clear("saving", "remembering");
  };

  const survived = (sentence: string): void => trouble(sentence, sentence);
  const analysis = startAnalysis(path.join(import.meta.dirname, "analysisThread.cjs"), survived, die);
  const readBase: ReadBase = async (checkout, file) => (await worktrees.readTexts(checkout, file)).baseText;
  const readings = startReadings(analysis, readBase, (checkout, file, blob) => {
    const disk = sessionAt(state, checkout)?.session.files.get(file)?.disk;
    return disk?.blob === blob ? disk.facts : null;
  });
  const engine = startEngine(state, {
    save,
    publish: (news) => hub.publish(news),
    observe: (checkout, file) => worktrees.observe(checkout, file),
    ask: (repo, asked) => {
      const answered = (answers: Told[]): void => engine.dispatch({ type: "answered", repo, answers });
      for (const each of asked) if (isPairQuestion(each)) askPair[each.type](each, (answer) => answered([answer]));
      const others = asked.filter((each) => !isPairQuestion(each));
      questions.ask(others, answered);
    },
    log: (entry) => log.debug(entry),
    trouble: (sentence) => trouble("saving", sentence),
  });
  const trace = (stage: Stage, checkout: string): void => {
    if (log.isLevelEnabled("debug")) log.debug({ stage, checkout, at: performance.timeOrigin + performance.now() });
  };
  const readPolicy = startPolicies((checkout, policy, problems) => {
    engine.dispatch({ type: "policy_read", checkout, policy, problems });
    const broken = problems.find(({ severity }) => severity === "error");
    if (broken && governs(state, checkout)) troubles.add(`policy ${checkout}`, brokenPolicy(checkout, broken));
    else troubles.clear(`policy ${checkout}`);
  });
  const watching = {
    threadFile: path.join(import.meta.dirname, "worktreeThread.cjs"),
    log: (text: string) => log.warn(text),
    died: die,
  };
  const worktrees = startWorktrees(watching, (event) => {
    if (event.type === "limits_changed") troubles.setLimits(event.reasons);
    else takeWorktreeEvent(engine, readings, event, readPolicy, trace);
  });
  const questions = startQuestions(analysis, worktrees, (checkout, file) => requests.unsaved(checkout, file));
  const pairThread = (name: string): PairThread => startPairThread(path.join(import.meta.dirname, name));
  const pairThreads = { contracts: pairThread("contractsThread.cjs"), witness: pairThread("witnessThread.cjs") };
  const pairQuestions = (type: PairQuestion["type"]): PairQuestions =>
    startPairQuestions(pairThreads[type], worktrees, (checkout, file) => requests.unsaved(checkout, file));
  const askPair = { contracts: pairQuestions("contracts"), witness: pairQuestions("witness") };
  const wanted = new Set<string>();
  const remember = async (checkout: string, watched: boolean): Promise<void> => {
    if (watched) wanted.add(checkout);
    else wanted.delete(checkout);
    const record: StateRecord = { type: "watch", path: checkout, watched, at: Date.now() };
    await save([record]).catch((failure: Error) => {
      trouble("remembering", `The list of checkouts cannot be written: ${failure.message}`);
      throw failure;
    });
  };
  const requests = createRequests({ engine, worktrees, readings, remember });

  let used = Date.now();
  const server = await listen(claim.token, () => (used = Date.now()));
  const daemon = { pid: process.pid, version, port: server.port, protocol: protocolVersion };
  const shutdown = (): void => stopping.abort();
  const failed = (failure: Error): void => log.error(failure);
  server.serve(
    createHttpApi({ state, requests, audit: (wanted) => store.audit(wanted), hub, daemon, shutdown, failed }),
    (socket) => serveEditor(socket, { requests, hub, daemon }),
  );
  await claim.announce({ port: server.port, version, protocol: protocolVersion });
  started();
  log.info({ port: server.port, version }, "listening");
  for (const sentence of store.troubles) troubles.add(sentence, sentence);
  hub.setHealth(troubles.health());
  void watchAgain(store.records, state, worktrees, engine, (checkout) => wanted.has(checkout));
  leaveWhenUnused(
    idleMinutes,
    () => server.connections() > 0,
    () => used,
    shutdown,
  );
  for (const signal of ["SIGTERM", "SIGINT", "SIGHUP"] as const) process.once(signal, shutdown);

  await new Promise<void>((stopped) => stopping.signal.addEventListener("abort", () => stopped(), { once: true }));
  engine.close();
  hub.close();
  await Promise.all([
    server.close(),
    worktrees.close(),
    analysis.close(),
    ...Object.values(pairThreads).map((each) => each.close()),
  ]);
  await store.close();
  claim.withdraw();
  log.info("stopped");
}

function brokenPolicy(checkout: string, { message, range: { start } }: PolicyProblem): string {
  const place = `${checkout}/${policyPath}:${start.line + 1}:${start.character + 1}`;
  return `${place}: ${message} The last valid policy stays in force.`;
}

/** Once `rotate` was called, the file gives way to a new one whenever it has grown too long. */
function openLog(home: string): { log: pino.Logger; rotate: () => void } {
  const file = path.join(home, "daemon.log");
  const destination = pino.destination({ dest: file, sync: true, mode: 0o600, maxLength: logBacklog });
  // A full disk costs log lines, not the daemon.
  destination.on("error", () => undefined);
  let size = Number.NEGATIVE_INFINITY;
  const rotateLong = (): void => {
    if (size <= logLimit) return;
    size = 0;
    try {
      fs.renameSync(file, `${file}.1`);
      destination.reopen();
    } catch {
      // It goes on in the long file.
    }
  };
  const lines = {
    write(line: string) {
      destination.write(line);
      size += Buffer.byteLength(line);
      rotateLong();
    },
    flushSync: () => destination.flushSync(),
  };
  const rotate = (): void => {
    size = fs.statSync(file, { throwIfNoEntry: false })?.size ?? 0;
    rotateLong();
  };
  return { log: pino({ level: process.env.PARLEY_LOG ?? "info", base: { pid: process.pid } }, lines), rotate };
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
