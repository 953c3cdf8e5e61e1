// A check before an edit over HTTP, with 500 live conflicts, against a bare round trip of the same size on loopback.
import { spawn } from "node:child_process";
import fs from "node:fs";
import http from "node:http";
import path from "node:path";
import { connect, post, startDaemon } from "../test/realDaemon.ts";
import { figure, median, percentile, printTable } from "./table.ts";
import { makeWorktrees, ordinaryFile } from "./worktreesFixture.ts";

/** Each clashes with the main checkout in one file: once in the file, once in the function. */
const others = 250;
const rounds = 2_000;
const warmUp = 300;

export async function benchCheck(): Promise<void> {
  const fixture = makeWorktrees(others + 1, others + 1);
  const daemon = await startDaemon();
  const bare = await startBare();
  const agent = new http.Agent({ keepAlive: true, maxSockets: 1 });
  try {
    const [main, ...rest] = fixture.checkouts as [string, ...string[]];
    rest.forEach((root, n) => clash(main, root, n));
    await post(daemon, "/v1/watch", { path: main });
    const client = await connect(daemon, null);
    const live = await client.until("500 conflicts", (all) => all.length >= 2 * others, 180_000);
    client.close();
    const headers = { Authorization: `Bearer ${daemon.token}`, "Content-Type": "application/json" };
    const scenes: [string, string, string][] = [
      ["a path that clashes", rest[0]!, ordinaryFile(0)],
      ["a path that does not", rest[0]!, "src/nothing.ts"],
      ["a path of the side that all clash with", main, ordinaryFile(7)],
    ];
    const rows: string[][] = [];
    for (const [name, checkout, file] of scenes) {
      const body = JSON.stringify({ checkout, action: "edit", paths: [file] });
      const samples: Record<"bare" | "check", number[]> = { bare: [], check: [] };
      let size = 0;
      for (let round = 0; round < rounds + warmUp; round++) {
        const check = await timed(agent, daemon.port, "/v1/check", headers, body);
        size = check.size;
        const floor = await timed(agent, bare.port, `/${size}`, headers, body);
        if (round < warmUp) continue;
        samples.check.push(check.ms);
        samples.bare.push(floor.ms);
      }
      const p99 = (list: number[]): number => percentile(list, 0.99);
      const [b50, b99, c50, c99] = [median(samples.bare), p99(samples.bare), median(samples.check), p99(samples.check)];
      rows.push([
        name,
        `${size}`,
        figure(b50),
        figure(b99),
        figure(c50),
        figure(c99),
        figure(c50 / b50),
        figure(c99 / b99),
      ]);
    }
    const header = ["check of", "bytes", "bare p50 ms", "p99", "check p50 ms", "p99", "p50 ratio", "p99 ratio"];
    printTable(`Checks with ${live.length} live conflicts`, header, rows);
  } finally {
    agent.destroy();
    bare.stop();
    await daemon.stop();
    fixture.remove();
  }
}

function clash(main: string, root: string, n: number): void {
  for (const [at, folder] of [main, root].entries()) {
    const file = path.join(folder, ordinaryFile(n));
    fs.mkdirSync(path.dirname(file), { recursive: true });
    // Far enough apart for git to merge.
    const text = fs.readFileSync(file, "utf8");
    const other =
      at === 0 ? text.replace("value * ", "value * 1 * ") : text.replace("return doubled;", "return doubled + 1;");
    fs.writeFileSync(file, other);
  }
}

/** Milliseconds of one request and its whole answer. */
function timed(
  agent: http.Agent,
  port: number,
  route: string,
  headers: Record<string, string>,
  body: string,
): Promise<{ ms: number; size: number }> {
  const started = performance.now();
  return new Promise((done, failed) => {
    const options = {
      agent,
      host: "127.0.0.1",
      port,
      path: route,
      method: "POST",
      headers: { ...headers, "Content-Length": Buffer.byteLength(body) },
    };
    const request = http.request(options, (reply) => {
      let size = 0;
      reply.on("data", (part: Buffer) => (size += part.length));
      reply.on("end", () => done({ ms: performance.now() - started, size }));
    });
    request.on("error", failed);
    request.end(body);
  });
}

/** A program of its own that reads a request and answers with as many bytes as its path says. */
async function startBare(): Promise<{ port: number; stop(): void }> {
  const program = `
    const server = require("node:http").createServer((request, reply) => {
      request.resume().on("end", () => reply.end("x".repeat(Number(request.url.slice(1)))));
    });
    server.listen(0, "127.0.0.1", () => process.stdout.write(String(server.address().port)));`;
  const child = spawn(process.execPath, ["-e", program], { stdio: ["ignore", "pipe", "inherit"] });
  const port = await new Promise<number>((listening) =>
    child.stdout.once("data", (text: Buffer) => listening(Number(text))),
  );
  return { port, stop: () => void child.kill() };
}
