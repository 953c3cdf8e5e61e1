// A WebSocket as a JSON-RPC connection.
import * as rpc from "vscode-jsonrpc/node";
import { WebSocketMessageReader, WebSocketMessageWriter, type IWebSocket } from "vscode-ws-jsonrpc";
import type { WebSocket } from "ws";

/** Most that waits for a client which does not read: then it is let go, and may come back for a snapshot. Bytes. */
const backlogLimit = 16 << 20;

export function connectionOver(socket: WebSocket): rpc.MessageConnection {
  const wire: IWebSocket = {
    send: (content) => {
      if (socket.bufferedAmount > backlogLimit) socket.terminate();
      else socket.send(content);
    },
    onMessage: (take) => void socket.on("message", (bytes: Buffer) => take(bytes.toString("utf8"))),
    onError: (take) => void socket.on("error", take),
    onClose: (take) => void socket.on("close", (code, reason) => take(code, reason.toString())),
    dispose: () => socket.close(),
  };
  return rpc.createMessageConnection(new WebSocketMessageReader(wire), new WebSocketMessageWriter(wire));
}
