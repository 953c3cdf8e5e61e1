// The live feed in a terminal: every conflict as it opens, changes and closes, over the editor's channel.
import { WebSocket } from "ws";
import { isLive, type Conflict } from "../../shared/model/conflict.ts";
import { DeltaMessage, Follow, type Delta, type Snapshot } from "../../shared/protocol/editor.ts";
import { connectionOver } from "../editors/wire.ts";
import type { RunningDaemon } from "../singleton.ts";
import { CommandError } from "./exit.ts";
import { printFeedLine, printJson, printLine } from "./print.ts";

/** Prints until the daemon or the user ends it. `repo` limits to this one. */
export async function watchConflicts(daemon: RunningDaemon, json: boolean, repo?: string): Promise<void> {
  const socket = new WebSocket(`ws://127.0.0.1:${daemon.port}/v1/rpc`, {
    headers: { Authorization: `Bearer ${daemon.token}` },
    perMessageDeflate: false,
  });
  await new Promise<void>((open, failed) => socket.once("open", open).once("error", failed));
  const connection = connectionOver(socket);
  const feed = feedPrinter(json);
  const print = (conflict: Conflict): void => {
    if (repo === undefined || conflict.repo === repo) feed(conflict);
  };
  connection.onNotification(DeltaMessage.method, (delta: Delta) => delta.conflicts?.forEach(print));
  connection.listen();
  const snapshot = await connection.sendRequest<Snapshot>(Follow.method, {});
  if (!json && snapshot.conflicts.length === 0) printLine("No conflicts yet: they appear here as they arise.");
  snapshot.conflicts.forEach(print);
  await new Promise((closed) => socket.once("close", closed));
  throw new CommandError("The daemon has ended.");
}

/** A conflict whose places only moved is not printed again. */
function feedPrinter(json: boolean): (conflict: Conflict) => void {
  const shown = new Map<string, string>();
  return (conflict) => {
    const key = `${conflict.repo} ${conflict.ref}`;
    const news = `${conflict.status} ${conflict.history.length} ${conflict.summary}`;
    if (shown.get(key) === news) return;
    if (isLive(conflict.status)) shown.set(key, news);
    else shown.delete(key);
    if (json) printJson(conflict);
    else printFeedLine(conflict);
  };
}
