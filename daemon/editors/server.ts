// The local endpoint: HTTP and WebSocket on one loopback port, behind one door.
// Knows no request's meaning.
import http from "node:http";
import type { AddressInfo } from "node:net";
import type { Duplex } from "node:stream";
import { getRequestListener } from "@hono/node-server";
import type { Hono } from "hono";
import { WebSocketServer, type WebSocket } from "ws";
import { reject } from "./door.ts";
import { problemBody } from "./problems.ts";

/** Largest message of an editor: a whole buffer of 1 MB, escaped. Bytes. */
const messageLimit = 8 << 20;
const mostEditors = 200;
/** An editor that has not answered a ping by the next one is gone. Milliseconds. */
const pingEvery = 30_000;

export interface LocalServer {
  port: number;
  /** Begins to answer: before, connections wait. */
  serve(app: Hono, onEditor: (socket: WebSocket) => void): void;
  connections(): number;
  close(): Promise<void>;
}

/** Listens on a free port of 127.0.0.1. `onUse` is called for every request that came through the door. */
export async function listen(token: string, onUse: () => void, pause = pingEvery): Promise<LocalServer> {
  const sockets = new WebSocketServer({
    noServer: true,
    maxPayload: messageLimit,
    perMessageDeflate: false,
    // One message after the other: who sends faster than it is answered waits, not the daemon's memory.
    allowSynchronousEvents: false,
  });
  const server = http.createServer({ maxHeaderSize: 16 << 10, requestTimeout: 30_000 });
  await new Promise<void>((ready, failed) => {
    server.once("error", failed);
    server.listen(0, "127.0.0.1", ready);
  });
  const { port } = server.address() as AddressInfo;
  const pings = setInterval(() => dropSilent(sockets.clients), pause);
  return {
    port,
    serve(app, onEditor) {
      const answer = getRequestListener(app.fetch);
      server.on("request", (request, response) => {
        const rejection = reject(request.headers, port, token);
        if (rejection) return void refuse(response, rejection.status, rejection.detail);
        onUse();
        void answer(request, response);
      });
      server.on("upgrade", (request, socket: Duplex, head) => {
        socket.on("error", () => socket.destroy());
        const rejection = reject(request.headers, port, token);
        if (rejection) return closeRaw(socket, rejection.status);
        if (request.url !== "/v1/rpc") return closeRaw(socket, 404);
        if (sockets.clients.size >= mostEditors) return closeRaw(socket, 503);
        onUse();
        sockets.handleUpgrade(request, socket, head, (opened) => {
          // The socket says why and closes by itself.
          opened.on("error", () => undefined);
          onEditor(opened);
        });
      });
    },
    connections: () => sockets.clients.size,
    async close() {
      clearInterval(pings);
      for (const socket of sockets.clients) socket.terminate();
      server.closeAllConnections();
      await new Promise<void>((closed) => server.close(() => closed()));
    },
  };
}

const pinged = new WeakSet<WebSocket>();

function dropSilent(clients: Set<WebSocket>): void {
  for (const client of clients) {
    if (pinged.has(client)) client.terminate();
    pinged.add(client);
    client.once("pong", () => pinged.delete(client));
    client.ping();
  }
}

function refuse(response: http.ServerResponse, status: number, detail: string): void {
  response.writeHead(status, {
    "Content-Type": "application/problem+json",
    "X-Content-Type-Options": "nosniff",
    "Cache-Control": "no-store",
    Connection: "close",
  });
  response.end(problemBody(status, detail));
}

function closeRaw(socket: Duplex, status: number): void {
  socket.end(`HTTP/1.1 ${status} ${http.STATUS_CODES[status]}\r\nConnection: close\r\nContent-Length: 0\r\n\r\n`);
}
