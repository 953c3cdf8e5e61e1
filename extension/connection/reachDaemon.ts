// The way to a daemon that fits: the one that runs, the own one after an older left, or a newly started one.
// Must not know vscode or the model; processes are daemonProcess's, the socket is channel's.
import {
  Initialize,
  type InitializeParams,
  type InitializeResult,
  protocolVersion,
} from "../../shared/protocol/editor.ts";
import { type Channel, type ChannelTiming, openChannel, Refusal } from "./channel.ts";
import { type DaemonAddress, homeChanged, readAddress, retireDaemon, startDaemon } from "./daemonProcess.ts";
import { readInitialized } from "./incoming.ts";
import { errorText, type Log } from "../log.ts";
import { compareVersions } from "./versionOrder.ts";

export interface Reach {
  home: string;
  /** Of this extension and its daemon program. */
  version: string;
  bundle: string;
  client: InitializeParams["client"]["name"];
  /** False: only a daemon that somebody else starts is used. */
  mayStart: () => boolean;
  idleMinutes: () => number | undefined;
  log: Log;
  channel: ChannelTiming;
  /** Milliseconds that a started daemon has until it must answer. */
  startMs: number;
}

export interface Reached {
  channel: Channel;
  initialized: InitializeResult;
}

/** A daemon runs that this extension cannot speak with. */
export class Incompatible extends Error {}
/** A daemon was started and did not come up, or could not be started. */
export class StartFailed extends Error {}

/** `graceMs`: how long to look for a daemon that comes by itself before starting one. */
export async function reachDaemon(
  reach: Reach,
  folders: readonly string[],
  graceMs: number,
  signal: AbortSignal,
): Promise<Reached> {
  const running = await lookFor(reach, folders, graceMs, signal, usableAddress);
  if (running) return running;
  if (!reach.mayStart()) throw new Error("No daemon runs, and starting one is switched off in the settings.");
  signal.throwIfAborted();
  try {
    reach.log.info("Starting the daemon.");
    await startDaemon({ bundle: reach.bundle, home: reach.home, idleMinutes: reach.idleMinutes() });
  } catch (error) {
    throw new StartFailed(errorText(error));
  }
  // Whatever comes up now is used: retiring it again would go on for ever if the program were older than it should be.
  const started = await lookFor(reach, folders, reach.startMs, signal, ({ home }) => readAddress(home));
  if (started) return started;
  throw new StartFailed(`Parley's daemon was started and did not answer within ${reach.startMs / 1000} s.`);
}

/** Tries what the files say at once, then at each change of them and every so often until `ms` are over. */
async function lookFor(
  reach: Reach,
  folders: readonly string[],
  ms: number,
  signal: AbortSignal,
  addressOf: (reach: Reach, signal: AbortSignal) => Promise<DaemonAddress | null>,
): Promise<Reached | null> {
  const deadline = Date.now() + ms;
  let wait = 50;
  for (;;) {
    const address = await addressOf(reach, signal);
    signal.throwIfAborted();
    if (address) {
      const reached = await tryOpen(reach, address, folders);
      if (reached) return reached;
    }
    const left = deadline - Date.now();
    if (left <= 0) return null;
    await homeChanged(reach.home, Math.min(wait, left), signal);
    signal.throwIfAborted();
    wait = Math.min(wait * 2, 500);
  }
}

/** The recorded daemon, unless it was older and left on our request. */
async function usableAddress(reach: Reach, signal: AbortSignal): Promise<DaemonAddress | null> {
  const address = await readAddress(reach.home);
  if (address === null || compareVersions(address.version, reach.version) >= 0) return address;
  if (!reach.mayStart()) return address;
  reach.log.info(`Daemon ${address.version} is older than this extension (${reach.version}): asking it to leave.`);
  if (!(await retireDaemon(address))) return address.protocol === protocolVersion ? address : null;
  const deadline = Date.now() + 5000;
  while (Date.now() < deadline && !signal.aborted && (await stillThere(reach.home, address))) {
    await homeChanged(reach.home, 100, signal);
  }
  return null;
}

async function stillThere(home: string, address: DaemonAddress): Promise<boolean> {
  const now = await readAddress(home);
  return now !== null && now.pid === address.pid && now.startedAt === address.startedAt;
}

async function tryOpen(reach: Reach, address: DaemonAddress, folders: readonly string[]): Promise<Reached | null> {
  let channel: Channel | undefined;
  try {
    channel = await openChannel(address, reach.channel);
    const initialized = readInitialized(await channel.request(Initialize, initializeParams(reach, folders)), reach.log);
    if (initialized.daemon.protocol !== protocolVersion) throw new Incompatible(mismatch(reach, initialized.daemon));
    return { channel, initialized };
  } catch (error) {
    channel?.close();
    if (error instanceof Refusal && error.isProtocolMismatch) throw new Incompatible(mismatch(reach, address));
    if (error instanceof Incompatible) throw error;
    reach.log.debug(`No daemon on port ${address.port}: ${errorText(error)}`);
    return null;
  }
}

function initializeParams(reach: Reach, folders: readonly string[]): InitializeParams {
  return {
    protocol: protocolVersion,
    client: { name: reach.client, version: reach.version },
    folders: [...folders],
  };
}

function mismatch(reach: Reach, daemon: { version: string; protocol: number }): string {
  return (
    `The daemon ${daemon.version} speaks protocol ${daemon.protocol}, this extension ${reach.version} ` +
    `speaks ${protocolVersion}. Update the extension in this window.`
  );
}
