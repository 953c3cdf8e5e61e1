// The floor of latency, as a program of its own: watch a folder, read, parse, hash, compare, look up, write a journal line,
// send. No debounce, no state worth the name. The daemon is measured against it.
import fs from "node:fs";
import path from "node:path";
import ts from "typescript";
import { WebSocketServer, type WebSocket } from "ws";

const folder = process.argv[2]!;
const journal = fs.openSync(path.join(folder, "..", "floor.journal"), "a");
const clients = new Set<WebSocket>();
const server = new WebSocketServer({ port: 0, host: "127.0.0.1", perMessageDeflate: false });
server.on("connection", (socket) => clients.add(socket));
server.on("listening", () => process.stdout.write(`${(server.address() as { port: number }).port}\n`));

let known = new Map<string, string>();
const holders = new Map<string, string[]>([["target", ["other"]]]);

fs.watch(folder, (_event, name) => {
  if (!name?.endsWith(".ts")) return;
  const text = fs.readFileSync(path.join(folder, name), "utf8");
  if (text.length === 0) return;
  const file = ts.createSourceFile(name, text, ts.ScriptTarget.Latest);
  const now = new Map<string, string>();
  for (const statement of file.statements)
    if (ts.isFunctionDeclaration(statement) && statement.name)
      now.set(statement.name.text, hash(statement.getText(file)));
  const changed = [...now].filter(([symbol, value]) => known.get(symbol) !== value && holders.has(symbol));
  known = now;
  if (changed.length === 0) return;
  const message = JSON.stringify({ symbols: changed.map(([symbol]) => symbol), at: name });
  fs.writeSync(journal, `${message}\n`);
  for (const client of clients) client.send(message);
});

function hash(text: string): string {
  let value = 0;
  for (let i = 0; i < text.length; i++) value = (Math.imul(value, 31) + text.charCodeAt(i)) | 0;
  return String(value);
}
