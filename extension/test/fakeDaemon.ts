// A daemon for tests: a real WebSocket server on the loopback that speaks the channel with a scripted state.
// Must not know the extension: it sees what comes over the socket, and writes daemon.json and token like the real one.
import { randomBytes } from "node:crypto";
import { mkdir, rm, writeFile } from "node:fs/promises";
import { createServer, type IncomingMessage, type Server } from "node:http";
import type { AddressInfo } from "node:net";
import { join } from "node:path";
import { type WebSocket, WebSocketServer } from "ws";
import type { Conflict } from "../../shared/model/conflict.ts";
import { isLive } from "../../shared/model/conflict.ts";
import { daemonFileName, tokenFileName } from "../../shared/protocol/daemonFile.ts";
import {
  type Delta,
  DeltaMessage,
  errorCodes,
  GetSideText,
  GetSnapshot,
  Initialize,
  protocolVersion,
  type RefusedFolder,
  Respond,
  SetFolders,
  type SideText,
  type Snapshot,
} from "../../shared/protocol/editor.ts";

export interface Received {
  method: string;
  params: Record<string, unknown>;
}

export interface FakeOptions {
  home: string;
  snapshot: Snapshot;
  version?: string;
  protocol?: number;
  /** Answers `sideText`; throws to refuse. */
  sideText?: (params: Record<string, unknown>) => SideText;
  refused?: (folders: string[]) => RefusedFolder[];
}

interface Request {
  id?: number | string;
  method: string;
  params: Record<string, unknown>;
}

/** A refusal with a code of the protocol. */
class Refused extends Error {
  constructor(
    message: string,
    readonly code: number,
  ) {
    super(message);
  }
}

export class FakeDaemon {
  readonly token = randomBytes(32).toString("hex");
  readonly received: Received[] = [];
  /** How many windows said `initialize`. */
  initialized = 0;
  /** POSTs to /v1/shutdown. */
  shutdowns = 0;
  /** When set, `respond` is refused with this sentence. */
  refuseWith: string | null = null;
  /** When true, a shutdown is obeyed. */
  obeysShutdown = true;
  snapshot: Snapshot;
  private readonly sockets = new Set<WebSocket>();
  private constructor(
    private readonly options: FakeOptions,
    private readonly http: Server,
  ) {
    this.snapshot = structuredClone(options.snapshot);
  }

  /** Listens on a free port, then writes the files of a running daemon. */
  static async start(options: FakeOptions): Promise<FakeDaemon> {
    const http = createServer();
    const fake = new FakeDaemon(options, http);
    const server = new WebSocketServer({ noServer: true, maxPayload: 64 << 20 });
    http.on("upgrade", (request, socket, head) => {
      if (!fake.admits(request) || request.url !== "/v1/rpc") return socket.destroy();
      server.handleUpgrade(request, socket, head, (webSocket) => fake.accept(webSocket));
    });
    http.on("request", (request, response) => {
      response.statusCode = fake.admits(request) ? 200 : 401;
      if (response.statusCode === 200 && request.method === "POST" && request.url === "/v1/shutdown") {
        fake.shutdowns += 1;
        if (fake.obeysShutdown) setTimeout(() => void fake.stop(), 10);
      }
      response.end();
    });
    await new Promise<void>((resolve) => http.listen(0, "127.0.0.1", resolve));
    await fake.publish();
    return fake;
  }

  get port(): number {
    return (this.http.address() as AddressInfo).port;
  }

  /** A delta to all windows, with the next revision unless one is given. */
  delta(change: Omit<Delta, "revision">, revision = this.snapshot.revision + 1): void {
    const conflicts = new Map(this.snapshot.conflicts.map((conflict) => [conflict.ref, conflict]));
    for (const conflict of change.conflicts ?? []) conflicts.set(conflict.ref, conflict);
    this.snapshot = {
      ...this.snapshot,
      ...change,
      revision,
      conflicts: [...conflicts.values()].filter((conflict) => isLive(conflict.status)),
    };
    for (const socket of this.sockets) send(socket, { method: DeltaMessage.method, params: { ...change, revision } });
  }

  /** Closes every conflict but these, and opens these, in one delta. */
  show(conflicts: Conflict[]): void {
    const shown = new Set(conflicts.map((conflict) => conflict.ref));
    const gone = this.snapshot.conflicts
      .filter((conflict) => !shown.has(conflict.ref))
      .map((conflict): Conflict => ({ ...conflict, status: "resolved", resolution: "evidence_gone" }));
    this.delta({ conflicts: [...gone, ...conflicts] });
  }

  /** Cuts all connections, as a crash does; the server still listens. */
  drop(): void {
    for (const socket of this.sockets) socket.terminate();
  }

  /** Answers nothing any more, not even pings. */
  freeze(): void {
    for (const socket of this.sockets) socket.pause();
  }

  of(method: string): Received[] {
    return this.received.filter((message) => message.method === method);
  }

  async stop(): Promise<void> {
    if (!this.http.listening) return;
    this.drop();
    this.http.closeAllConnections();
    await new Promise<void>((resolve) => this.http.close(() => resolve()));
    await rm(join(this.options.home, daemonFileName), { force: true });
  }

  private admits(request: IncomingMessage): boolean {
    return request.headers.authorization === `Bearer ${this.token}` && request.headers.origin === undefined;
  }

  private async publish(): Promise<void> {
    const { home, version = "0.1.0", protocol = protocolVersion } = this.options;
    await mkdir(home, { recursive: true });
    await writeFile(join(home, tokenFileName), this.token, { mode: 0o600 });
    const file = { pid: process.pid, port: this.port, version, protocol, startedAt: new Date().toISOString() };
    await writeFile(join(home, daemonFileName), JSON.stringify(file));
  }

  private accept(socket: WebSocket): void {
    this.sockets.add(socket);
    socket.on("close", () => this.sockets.delete(socket));
    socket.on("error", () => {});
    socket.on("message", (data: Buffer) => {
      const request = JSON.parse(data.toString("utf8")) as Request;
      this.received.push({ method: request.method, params: request.params });
      if (request.id === undefined) return;
      try {
        send(socket, { id: request.id, result: this.answer(request) });
      } catch (error) {
        const code = error instanceof Refused ? error.code : -32603;
        send(socket, { id: request.id, error: { code, message: (error as Error).message } });
      }
    });
  }

  private answer({ method, params }: Request): unknown {
    const { version = "0.1.0", protocol = protocolVersion } = this.options;
    const refused = this.options.refused?.((params.folders as string[] | undefined) ?? []) ?? [];
    switch (method) {
      case Initialize.method:
        if (params.protocol !== protocol) throw new Refused("Another protocol.", errorCodes.protocolMismatch);
        this.initialized += 1;
        return { daemon: { pid: process.pid, version, protocol }, snapshot: this.snapshot, refused };
      case SetFolders.method:
        return { snapshot: this.snapshot, refused };
      case GetSnapshot.method:
        return this.snapshot;
      case Respond.method:
        return this.respond(params);
      case GetSideText.method:
        if (!this.options.sideText) throw new Refused("No text of that side.", errorCodes.notFound);
        return this.options.sideText(params);
      default:
        throw new Refused(`Unknown method ${method}.`, -32601);
    }
  }

  private respond(params: Record<string, unknown>): Conflict {
    if (this.refuseWith !== null) throw new Refused(this.refuseWith, errorCodes.refused);
    const conflict = this.snapshot.conflicts.find((one) => one.ref === params.ref);
    if (!conflict) throw new Refused(`${String(params.ref)} is closed.`, errorCodes.closed);
    const status = ({ ack: "acknowledged", resolved: "resolved" } as const)[String(params.action)] ?? "resolving";
    const changed: Conflict = { ...conflict, status, updatedAt: new Date().toISOString() };
    setTimeout(() => this.delta({ conflicts: [changed] }), 5);
    return changed;
  }
}

function send(socket: WebSocket, message: object): void {
  socket.send(JSON.stringify({ jsonrpc: "2.0", ...message }));
}
