// Keeps one window connected to the daemon, for ever: connect, follow, reconnect with back-off, say how it is.
// Must not know vscode or how a daemon is found; feeds the one model and nothing else.
import { DeltaMessage, GetSnapshot, SetFolders } from "../../shared/protocol/editor.ts";
import type { Channel, MessageType } from "./channel.ts";
import { Emitter } from "../model/emitter.ts";
import { readDelta, readSnapshot, readState } from "./incoming.ts";
import { errorText, type Log } from "../log.ts";
import { Incompatible, type Reached, StartFailed } from "./reachDaemon.ts";
import type { SnapshotModel } from "../model/snapshot.ts";

/** How the window stands with the daemon. `ready` says nothing of the daemon's own health. */
export type LinkState =
  | { state: "idle"; why: "no_folder" | "untrusted" }
  | { state: "connecting" }
  | { state: "ready" }
  /** Unreachable for more than `offlineMs`; still trying. */
  | { state: "offline"; reason: string }
  /** A daemon runs that speaks another protocol; looked for again now and then. */
  | { state: "incompatible"; reason: string };

export interface ClientTiming {
  /** Milliseconds without a connection until the model is cleared. */
  offlineMs: number;
  /** First wait between two attempts; doubles up to `backoffMaxMs`. */
  backoffMs: number;
  backoffMaxMs: number;
  /** How long a lost daemon may come back by itself before one is started. */
  graceMs: number;
}

export const clientTiming: ClientTiming = { offlineMs: 10_000, backoffMs: 250, backoffMaxMs: 10_000, graceMs: 1000 };

/** Finds or starts a daemon, connects, initializes. */
export type Reaching = (folders: readonly string[], graceMs: number, signal: AbortSignal) => Promise<Reached>;

export class DaemonClient {
  private readonly stateChanged = new Emitter<LinkState>();
  private readonly startFailed = new Emitter<string>();
  private current: LinkState = { state: "idle", why: "no_folder" };
  private folders: readonly string[] = [];
  private channel: Channel | null = null;
  private life: AbortController | null = null;
  private offlineTimer: ReturnType<typeof setTimeout> | undefined;
  private asking = false;
  private lastFailure = "No daemon answers.";
  private daemonVersion: string | null = null;

  readonly onDidChangeState = this.stateChanged.event;
  /** A daemon could not be started; one sentence. Fires at each failed start. */
  readonly onDidFailToStart = this.startFailed.event;

  constructor(
    private readonly model: SnapshotModel,
    private readonly reach: Reaching,
    readonly log: Log,
    private readonly timing: ClientTiming = clientTiming,
  ) {}

  get state(): LinkState {
    return this.current;
  }
  /** Of the connected daemon, else null. */
  get version(): string | null {
    return this.daemonVersion;
  }

  /** The window's folders as absolute real paths: connects at the first, says later ones, leaves at none. */
  setFolders(folders: readonly string[]): void {
    this.folders = folders;
    if (folders.length === 0) return this.rest("no_folder");
    if (this.life === null) return this.begin();
    if (this.channel) void this.tellFolders(this.channel);
  }

  /** Leaves the daemon and shows nothing. */
  rest(why: "no_folder" | "untrusted"): void {
    this.stop();
    this.model.clear();
    this.setState({ state: "idle", why });
  }

  /** Ends a wait between two attempts: the user asked. */
  retryNow(): void {
    if (this.life === null || this.current.state === "ready") return;
    this.stop();
    this.begin();
  }

  /** Rejects with one sentence: refused, not connected, no answer. */
  request(type: MessageType, params: object): Promise<unknown> {
    return this.channel?.request(type, params) ?? Promise.reject(new Error("Parley's daemon is not connected."));
  }

  /** Lost when not connected: whoever sends state sends it again when `ready` returns. */
  notify(type: MessageType, params: object): void {
    this.channel?.notify(type, params);
  }

  dispose(): void {
    this.stop();
    this.stateChanged.dispose();
    this.startFailed.dispose();
  }

  private begin(): void {
    this.life = new AbortController();
    void this.run(this.life.signal);
  }

  private stop(): void {
    this.life?.abort(new Error("stopped"));
    this.life = null;
    this.channel?.close();
    this.channel = null;
    this.daemonVersion = null;
    clearTimeout(this.offlineTimer);
    this.offlineTimer = undefined;
  }

  private async run(signal: AbortSignal): Promise<void> {
    let failures = 0;
    let graceMs = 0;
    while (!signal.aborted) {
      this.lost();
      try {
        const folders = this.folders;
        const reached = await this.reach(folders, graceMs, signal);
        if (signal.aborted) return reached.channel.close();
        graceMs = this.timing.graceMs;
        const since = Date.now();
        await this.follow(reached, folders);
        failures = 0;
        // A daemon that hangs up at once is not asked again at once.
        if (Date.now() - since < 1000) await pause(this.timing.backoffMs, signal);
      } catch (error) {
        if (signal.aborted) return;
        failures += 1;
        this.failed(error);
        await pause(backoff(failures, this.timing), signal);
      }
    }
  }

  /** Until the connection is closed. */
  private async follow({ channel, initialized }: Reached, folders: readonly string[]): Promise<void> {
    clearTimeout(this.offlineTimer);
    this.offlineTimer = undefined;
    this.channel = channel;
    this.daemonVersion = initialized.daemon.version;
    this.model.replace(initialized.snapshot, initialized.refused);
    for (const { folder, reason } of initialized.refused) this.log.warn(`Not watched: ${folder}: ${reason}`);
    this.log.info(`Connected to daemon ${initialized.daemon.version} (pid ${initialized.daemon.pid}).`);
    const reason = new Promise<string>((resolve) => channel.onClosed(resolve));
    channel.onDelta((delta) => this.takeDelta(channel, delta));
    this.setState({ state: "ready" });
    if (this.folders !== folders) void this.tellFolders(channel);
    this.log.info(`Connection to the daemon: ${await reason}.`);
    if (this.channel !== channel) return;
    this.channel = null;
    this.daemonVersion = null;
  }

  private takeDelta(channel: Channel, value: unknown): void {
    const delta = readDelta(value, this.log);
    if (delta === null || !this.model.apply(delta)) void this.askSnapshot(channel);
  }

  private async askSnapshot(channel: Channel): Promise<void> {
    if (this.asking) return;
    this.asking = true;
    try {
      this.log.info(`A gap in ${DeltaMessage.method}: asking for a snapshot.`);
      const snapshot = readSnapshot(await channel.request(GetSnapshot, {}), this.log);
      if (this.channel === channel) this.model.replace(snapshot);
    } catch (error) {
      // Without a snapshot the window would show the past: begin anew.
      this.log.warn(`No snapshot: ${errorText(error)}`);
      channel.close();
    } finally {
      this.asking = false;
    }
  }

  private async tellFolders(channel: Channel): Promise<void> {
    try {
      const answer = readState(await channel.request(SetFolders, { folders: [...this.folders] }), this.log);
      if (this.channel === channel) this.model.replace(answer.snapshot, answer.refused);
    } catch (error) {
      this.log.warn(`Folders not taken: ${errorText(error)}`);
      channel.close();
    }
  }

  private lost(): void {
    if (this.current.state === "idle" || this.current.state === "ready") this.setState({ state: "connecting" });
    this.offlineTimer ??= setTimeout(() => {
      this.model.clear();
      if (this.current.state === "connecting") this.setState({ state: "offline", reason: this.lastFailure });
    }, this.timing.offlineMs);
  }

  private failed(error: unknown): void {
    this.lastFailure = errorText(error);
    this.log.warn(this.lastFailure);
    if (error instanceof Incompatible) {
      this.model.clear();
      this.setState({ state: "incompatible", reason: this.lastFailure });
    } else if (this.current.state === "incompatible") {
      this.setState({ state: "offline", reason: this.lastFailure });
    }
    if (error instanceof StartFailed) this.startFailed.fire(this.lastFailure);
  }

  private setState(state: LinkState): void {
    this.current = state;
    this.stateChanged.fire(state);
  }
}

/** Doubles from the first wait, with a fifth of chance in it so that windows do not come all at once. */
function backoff(failures: number, timing: ClientTiming): number {
  const full = Math.min(timing.backoffMs * 2 ** Math.min(failures - 1, 10), timing.backoffMaxMs);
  return full * (0.9 + Math.random() * 0.2);
}

function pause(ms: number, signal: AbortSignal): Promise<void> {
  return new Promise((resolve) => {
    const done = (): void => {
      clearTimeout(timer);
      signal.removeEventListener("abort", done);
      resolve();
    };
    const timer = setTimeout(done, ms);
    signal.addEventListener("abort", done);
  });
}
