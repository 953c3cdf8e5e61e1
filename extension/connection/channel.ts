// One WebSocket connection to a daemon, spoken as JSON-RPC: open, request, notify, heartbeat, closed.
// Must not know how a daemon is found, nor vscode. The token goes into a header and nowhere else.
import { type MessageConnection, ResponseError } from "vscode-jsonrpc";
import { createWebSocketConnection, toSocket } from "vscode-ws-jsonrpc";
import { WebSocket } from "ws";
import { DeltaMessage, errorCodes } from "../../shared/protocol/editor.ts";

/** A message of the protocol: its method and what it carries. */
export interface MessageType {
  readonly method: string;
}

export interface Endpoint {
  port: number;
  token: string;
}

export interface ChannelTiming {
  /** Milliseconds until the socket must be open. */
  openMs: number;
  /** Milliseconds until a request must be answered. */
  answerMs: number;
  /** Milliseconds between two signs of life; after two without an answer the channel closes. */
  heartbeatMs: number;
}

export const channelTiming: ChannelTiming = { openMs: 3000, answerMs: 10_000, heartbeatMs: 5000 };

/** A daemon's refusal: the message is one sentence to show. */
export class Refusal extends Error {
  constructor(
    message: string,
    readonly code: number,
  ) {
    super(message);
  }
  get isProtocolMismatch(): boolean {
    return this.code === errorCodes.protocolMismatch;
  }
}

export interface Channel {
  /** Rejects with `Refusal` when the daemon says no, with `Error` when it is gone or silent. */
  request(type: MessageType, params: object): Promise<unknown>;
  notify(type: MessageType, params: object): void;
  /** One listener; deltas that came before it are handed over first. */
  onDelta(listener: (delta: unknown) => void): void;
  /** Called once, whoever closed. */
  onClosed(listener: (reason: string) => void): void;
  close(): void;
}

const quiet = { error() {}, warn() {}, info() {}, log() {}, debug() {} };

/** Rejects with one sentence when nobody answers there, or not with our token. */
export async function openChannel(endpoint: Endpoint, timing: ChannelTiming = channelTiming): Promise<Channel> {
  const socket = new WebSocket(`ws://127.0.0.1:${endpoint.port}/v1/rpc`, {
    headers: { Authorization: `Bearer ${endpoint.token}` },
    handshakeTimeout: timing.openMs,
    maxPayload: 64 << 20,
    perMessageDeflate: false,
    followRedirects: false,
  });
  await opened(socket);
  const connection = createWebSocketConnection(toSocket(socket as unknown as Parameters<typeof toSocket>[0]), quiet);
  return channelOver(socket, connection, timing);
}

function opened(socket: WebSocket): Promise<void> {
  return new Promise((resolve, reject) => {
    socket.once("open", () => {
      socket.removeAllListeners("error");
      socket.on("error", () => {});
      resolve();
    });
    socket.once("error", (error) => {
      socket.on("error", () => {});
      socket.terminate();
      reject(error);
    });
  });
}

function channelOver(socket: WebSocket, connection: MessageConnection, timing: ChannelTiming): Channel {
  let closedBecause: string | null = null;
  const onClosed: ((reason: string) => void)[] = [];
  const pending = new Set<(error: Error) => void>();
  const closed = (reason: string): void => {
    if (closedBecause !== null) return;
    closedBecause = reason;
    stopHeartbeat();
    for (const reject of pending) reject(new Error("The connection to Parley's daemon closed before it answered."));
    for (const listener of onClosed) listener(reason);
  };
  const stopHeartbeat = beat(socket, timing.heartbeatMs);
  socket.addEventListener("close", (event) => closed(`closed with code ${event.code}`));
  const early: unknown[] = [];
  let takeDelta = (delta: unknown): void => void early.push(delta);
  connection.onNotification(DeltaMessage.method, (delta: unknown) => takeDelta(delta));
  connection.onError(() => {});
  connection.listen();

  return {
    request: (type, params) => {
      if (closedBecause !== null) return Promise.reject(new Error("Parley's daemon is not connected."));
      return answered(connection.sendRequest(type.method, params), pending, timing.answerMs);
    },
    notify: (type, params) => {
      if (closedBecause === null) connection.sendNotification(type.method, params).catch(() => {});
    },
    onDelta: (listener) => {
      takeDelta = listener;
      for (const delta of early.splice(0)) listener(delta);
    },
    onClosed: (listener) => (closedBecause === null ? void onClosed.push(listener) : listener(closedBecause)),
    close: () => {
      closed("closed by the window");
      socket.close(1000);
      setTimeout(() => socket.terminate(), 1000).unref();
    },
  };
}

function answered(answer: Promise<unknown>, pending: Set<(error: Error) => void>, ms: number): Promise<unknown> {
  return new Promise((resolve, reject) => {
    const late = setTimeout(() => reject(new Error(`Parley's daemon did not answer within ${ms / 1000} s.`)), ms);
    pending.add(reject);
    answer
      .then(resolve, (error: unknown) => reject(asError(error)))
      .finally(() => {
        clearTimeout(late);
        pending.delete(reject);
      });
  });
}

function asError(error: unknown): Error {
  if (error instanceof ResponseError) return new Refusal(error.message, error.code);
  return error instanceof Error ? error : new Error(String(error));
}

/** Pings; a socket that answers none of two is cut, which fires its close event. */
function beat(socket: WebSocket, everyMs: number): () => void {
  let unanswered = 0;
  socket.on("pong", () => (unanswered = 0));
  const timer = setInterval(() => {
    if (unanswered >= 2) return socket.terminate();
    unanswered += 1;
    if (socket.readyState === WebSocket.OPEN) socket.ping();
  }, everyMs);
  return () => clearInterval(timer);
}
