// The local endpoint's door: web pages, strangers and broken clients get nothing, and no one of them harms the daemon.
import assert from "node:assert/strict";
import fs from "node:fs";
import http from "node:http";
import net from "node:net";
import path from "node:path";
import { WebSocket } from "ws";
import { Follow, GetSideText, GetSnapshot, Initialize, Respond, SetFolders } from "../../../shared/protocol/editor.ts";
import { protocolVersion } from "../../../shared/protocol/editor.ts";
import { connectionOver } from "../../editors/wire.ts";
import { listen } from "../../editors/server.ts";
import { gitScene, type GitScene } from "../gitScene.ts";
import { ask, connect, openSocket, post, startDaemon, type RealDaemon } from "../realDaemon.ts";
import { waitFor } from "../waitFor.ts";

interface Answer {
  status: number;
  headers: http.IncomingHttpHeaders;
  text: string;
}

interface Call {
  method?: string;
  headers?: Record<string, string>;
  body?: string | Buffer | Buffer[];
}

const base = "export function f(a: number) {\n  return a;\n}\n";
const edited = (n: number): string => base.replace("return a", `return a + ${n}`);
const megabyte = 1 << 20;

describe("the door", () => {
  let scene: GitScene;
  let daemon: RealDaemon;
  const others: RealDaemon[] = [];
  let ref: string;

  before(async () => {
    scene = gitScene({ "f.ts": base });
    const theirs = scene.worktree("other");
    scene.write(scene.main, "f.ts", edited(1));
    scene.write(theirs, "f.ts", edited(2));
    daemon = await startDaemon();
    await post(daemon, "/v1/watch", { path: scene.main });
    const client = await connect(daemon, null);
    const live = await client.until("the clash", (all) => all.some(({ kind }) => kind === "symbol_overlap"));
    ref = live.find(({ kind }) => kind === "symbol_overlap")!.ref;
    client.close();
  });

  afterEach(async () => {
    assert.equal((await ask(daemon, "GET", "/v1/health")).status, 200, "the daemon lives");
  });

  after(async () => {
    for (const each of [daemon, ...others]) await each.stop();
    scene.remove();
  });

  /** As a browser or a script would, with exactly these headers. */
  function call(route: string, { method = "GET", headers = {}, body }: Call = {}): Promise<Answer> {
    return new Promise((done, failed) => {
      const request = http.request({ host: "127.0.0.1", port: daemon.port, path: route, method, headers }, (reply) => {
        let text = "";
        reply.setEncoding("utf8").on("data", (part: string) => (text += part));
        reply.on("end", () => done({ status: reply.statusCode ?? 0, headers: reply.headers, text }));
      });
      request.on("error", failed);
      for (const part of Array.isArray(body) ? body : []) request.write(part);
      request.end(Array.isArray(body) ? undefined : body);
    });
  }

  const token = (): Record<string, string> => ({ Authorization: `Bearer ${daemon.token}` });
  const json = { "Content-Type": "application/json" };

  async function status(): Promise<string> {
    return (await ask<{ status: string }>(daemon, "GET", `/v1/conflicts/${ref}`)).body.status;
  }

  function assertNothingForPages({ headers }: Answer): void {
    const given = Object.keys(headers).filter((name) => name.startsWith("access-control-"));
    assert.deepEqual(given, []);
    assert.equal(headers["x-content-type-options"], "nosniff");
  }

  const origins = (port: number): string[] => [
    "https://evil.example",
    "null",
    "",
    "file://",
    "vscode-webview://0a1b2c",
    "vscode-file://vscode-app",
    `http://localhost:${port}`,
    `http://127.0.0.1:${port}`,
    "HTTP://LOCALHOST",
    "http://localhost.evil.example",
    `http://localhost:${port}@evil.example`,
  ];

  /** How a WebSocket handshake ends: with a status, or open. */
  function handshake(headers: Record<string, string>, route = "/v1/rpc"): Promise<number | "open"> {
    return new Promise((done) => {
      const socket = new WebSocket(`ws://127.0.0.1:${daemon.port}${route}`, { headers });
      socket.once("open", () => {
        socket.terminate();
        done("open");
      });
      socket.on("error", () => undefined);
      socket.once("unexpected-response", (_request, reply) => {
        reply.resume();
        done(reply.statusCode ?? 0);
      });
    });
  }

  describe("for web pages and strangers", () => {
    const routes: [string, string, unknown][] = [
      ["GET", "/v1/health", undefined],
      ["GET", "/v1/status", undefined],
      ["GET", "/v1/participants", undefined],
      ["GET", "/v1/conflicts", undefined],
      ["GET", "/v1/conflicts/CF-1", undefined],
      ["POST", "/v1/conflicts/CF-1/actions", { action: "ack" }],
      ["POST", "/v1/conflicts/CF-1/feedback", { verdict: "useful" }],
      ["POST", "/v1/conflicts/CF-1/override", { reason: "by hand" }],
      ["GET", "/v1/audit", undefined],
      ["GET", "/v1/policy", undefined],
      ["GET", "/v1/stats", undefined],
      ["POST", "/v1/check", { checkout: "/", action: "edit", paths: ["a"] }],
      ["POST", "/v1/watch", { path: "/" }],
      ["POST", "/v1/unwatch", { path: "/" }],
      ["POST", "/v1/shutdown", {}],
      ["GET", "/v1/nothing", undefined],
    ];

    for (const [method, route, body] of routes) {
      it(`${method} ${route} is closed without the token, from pages, and for other hosts`, async () => {
        const text = body === undefined ? undefined : JSON.stringify(body);
        const refusals: [Record<string, string>, number][] = [
          [{}, 401],
          [{ Authorization: "Bearer wrong" }, 401],
          [{ Authorization: daemon.token }, 401],
          [{ Authorization: `Bearer ${daemon.token} ` + "x" }, 401],
          ...origins(daemon.port).map((Origin): [Record<string, string>, number] => [{ ...token(), Origin }, 403]),
          ...["evil.example", `evil.example:${daemon.port}`, "127.0.0.1", `127.0.0.1.nip.io:${daemon.port}`].map(
            (Host): [Record<string, string>, number] => [{ ...token(), Host }, 403],
          ),
        ];
        for (const [headers, expected] of refusals) {
          const reply = await call(route, { method, headers: { ...json, ...headers }, body: text });
          assert.equal(reply.status, expected, JSON.stringify(headers));
          assertNothingForPages(reply);
          assert.equal(reply.headers["content-type"], "application/problem+json");
          assert.doesNotMatch(reply.text, new RegExp(daemon.token));
        }
        assert.equal(await status(), "open");
      });

      it(`${method} ${route} has no preflight`, async () => {
        const headers = { Origin: "https://evil.example", "Access-Control-Request-Method": method };
        for (const more of [{}, token()]) {
          const reply = await call(route, { method: "OPTIONS", headers: { ...headers, ...more } });
          assert.equal(reply.status, 403);
          assertNothingForPages(reply);
        }
      });
    }

    it("a form or a no-cors request of a page does nothing, although it needs no preflight", async () => {
      for (const type of ["text/plain", "application/x-www-form-urlencoded", "multipart/form-data; boundary=x"]) {
        const headers = { "Content-Type": type, Origin: "https://evil.example" };
        const reply = await call(`/v1/conflicts/${ref}/actions`, { method: "POST", headers, body: '{"action":"ack"}' });
        assert.equal(reply.status, 403);
      }
      assert.equal(await status(), "open");
    });

    it("the editor's channel opens only with the token and without an Origin", async () => {
      assert.equal(await handshake({}), 401);
      assert.equal(await handshake({ Authorization: "Bearer wrong" }), 401);
      assert.equal(await handshake({}, `/v1/rpc?token=${daemon.token}`), 401);
      for (const Origin of origins(daemon.port).filter((each) => each !== ""))
        assert.equal(await handshake({ ...token(), Origin }), 403, Origin);
      assert.equal(await handshake({ ...token(), Host: `evil.example:${daemon.port}` }), 403);
      assert.equal(await handshake(token(), "/v1/other"), 404);
      assert.equal(await handshake(token()), "open");
    });
  });

  describe("for a client that errs", () => {
    const title: Record<number, string> = {
      400: "Malformed request",
      403: "Forbidden",
      404: "Not found",
      409: "Conflict with the present state",
      413: "Too large",
      415: "Unsupported media type",
      422: "Against a rule",
    };

    async function refused(route: string, given: Call, expected: number, detail: RegExp | string): Promise<Answer> {
      const reply = await call(route, { ...given, headers: { ...token(), ...given.headers } });
      const problem = JSON.parse(reply.text) as Record<string, unknown>;
      assert.deepEqual(
        [reply.status, problem.status, problem.type, problem.title, reply.headers["content-type"]],
        [expected, expected, "about:blank", title[expected], "application/problem+json"],
        reply.text,
      );
      if (typeof detail === "string") assert.equal(problem.detail, detail);
      else assert.match(String(problem.detail), detail);
      assertNothingForPages(reply);
      return reply;
    }

    const postJson = (body: unknown): Call => ({ method: "POST", headers: json, body: JSON.stringify(body) });
    const bodies = (): string[] => [
      ...["actions", "feedback", "override"].map((what) => `/v1/conflicts/${ref}/${what}`),
      ...["/v1/watch", "/v1/unwatch"],
    ];

    it("a wrong method or route is not found", async () => {
      for (const [method, route] of [
        ["DELETE", "/v1/health"],
        ["POST", "/v1/status"],
        ["PUT", "/v1/participants"],
        ["POST", "/v1/conflicts"],
        ["GET", "/v1/watch"],
        ["GET", "/v1/unwatch"],
        ["GET", "/v1/shutdown"],
        ["OPTIONS", "/v1/health"],
        ["GET", "/"],
        ["GET", "/v1"],
        ["GET", "/v1/../token"],
      ] as const)
        await refused(route, { method }, 404, /^There is no [A-Z]+ \/\S*\.$/);
    });

    it("what is not JSON, not told to be, or of another shape is malformed", async () => {
      for (const route of bodies()) {
        const unsaid = "Send the body as application/json.";
        await refused(route, { method: "POST", body: '{"action":"ack"}' }, 415, unsaid);
        for (const type of ["text/plain", "application/jsonx", "text/json"])
          await refused(route, { method: "POST", headers: { "Content-Type": type }, body: "{}" }, 415, unsaid);
        for (const body of ["", "{", "{'a':1}", "\u0000", "[".repeat(50_000)])
          await refused(route, { method: "POST", headers: json, body }, 400, "The body is not JSON.");
        for (const body of [null, 1, "text", [], [[]]]) await refused(route, postJson(body), 400, /^The body: .+\.$/);
        if (route.endsWith("/override")) await refused(route, postJson({}), 422, /^The reason of an override has /);
        else await refused(route, postJson({}), 400, /^(action|verdict|path): .+\.$/);
      }
      await refused(`/v1/conflicts/${ref}/actions`, postJson({ action: "ack", as: "x", force: true }), 400, /Unrec/);
      await refused(`/v1/conflicts/${ref}/actions`, postJson({ action: "explode" }), 400, /^action: /);
      await refused(`/v1/conflicts/${ref}/actions`, postJson({ action: "ack", note: 5 }), 400, /^note: /);
      await refused(`/v1/conflicts/${ref}/actions`, postJson({ action: "ack", note: "n".repeat(2001) }), 400, /^note/);
      await refused(`/v1/conflicts/${ref}/actions`, postJson({ action: "override" }), 400, /^action: /);
      await refused(
        `/v1/conflicts/${ref}/actions`,
        postJson({ action: "ack", as: "SES-9" }),
        403,
        /^SES-9 is no side of /,
      );
      await refused(`/v1/conflicts/${ref}/feedback`, postJson({ verdict: "meh" }), 400, /^verdict: /);
      await refused(`/v1/conflicts/${ref}/override`, postJson({ reason: 5 }), 400, /^reason: /);
      await refused(
        `/v1/conflicts/${ref}/override`,
        postJson({ reason: " no " }),
        422,
        /3 to 2,000 characters; this one has 2/,
      );
      await refused("/v1/watch", postJson({ path: "" }), 400, /^path: /);
      await refused("/v1/watch", postJson({ path: "x".repeat(5000) }), 400, /^path: /);
      await refused("/v1/watch", postJson({ path: "/", deep: true }), 400, /Unrecognized key/);
      assert.equal(await status(), "open");
    });

    it("a body over 1 MB is too large, told beforehand or not", async () => {
      const part = Buffer.alloc(megabyte / 4, 32);
      const parts = Array.from({ length: 8 }, () => part);
      for (const route of bodies()) {
        const whole = { method: "POST", headers: json, body: Buffer.concat(parts) };
        await refused(route, whole, 413, "The body is larger than 1 MB.");
        const chunked = { method: "POST", headers: { ...json, "Transfer-Encoding": "chunked" }, body: parts };
        await refused(route, chunked, 413, "The body is larger than 1 MB.");
      }
    });

    it("a reference is malformed or unknown", async () => {
      const malformed = "A conflict is written CF-9.";
      for (const bad of ["9", "cf-1", "CF-", "CF-1x", "CF-1%0A", "CF-1234567890", "%00", "..%2f..%2ftoken"]) {
        await refused(`/v1/conflicts/${bad}`, {}, 400, malformed);
        await refused(`/v1/conflicts/${bad}/actions`, postJson({ action: "ack" }), 400, malformed);
      }
      await refused("/v1/conflicts/CF-999", {}, 404, "There is no conflict CF-999.");
      await refused("/v1/conflicts/CF-999/actions", postJson({ action: "ack" }), 404, "There is no conflict CF-999.");
      await refused(`/v1/conflicts/${ref}?repo=other`, {}, 404, `There is no conflict ${ref}.`);
      await refused("/v1/conflicts?status=some", {}, 400, "status must be live or all.");
      await refused("/v1/unwatch", postJson({ path: "/nowhere" }), 404, /is not the root of a watched checkout/);
      await refused("/v1/watch", postJson({ path: "/nowhere" }), 422, "The folder /nowhere does not exist.");
      await refused("/v1/watch", postJson({ path: "/no\u0000where" }), 422, /^[^\n]+$/);
    });

    it("what is no HTTP is closed", async () => {
      for (const text of ["\u0016\u0003\u0001garbage\r\n\r\n", "GET / HTTP/9.9\r\n\r\n", "x".repeat(100_000)]) {
        const socket = net.connect(daemon.port, "127.0.0.1");
        socket.on("error", () => undefined);
        const closed = new Promise((done) => socket.once("close", done));
        socket.resume().write(text);
        await closed;
      }
    });
  });

  describe("on the editor's channel", () => {
    const memory = ({ pid } = daemon): number =>
      Number(/VmRSS:\s+(\d+)/.exec(fs.readFileSync(`/proc/${pid}/status`, "utf8"))![1]) / 1024;

    /** The code that the daemon closes with. */
    function closing(socket: WebSocket): Promise<number> {
      socket.on("error", () => undefined);
      return new Promise((done) => socket.once("close", done));
    }

    it("text that is no message ends that connection alone", async () => {
      const neighbour = await connect(daemon, null);
      for (const garbage of ["", "{", "garbage", Buffer.from([0, 255, 254, 1]), "[".repeat(10_000)]) {
        const socket = await openSocket(daemon);
        const closed = closing(socket);
        socket.send(garbage);
        await closed;
      }
      await neighbour.connection.sendRequest(Follow.method, {});
      neighbour.close();
    });

    it("JSON that is no message is passed over", async () => {
      const socket = await openSocket(daemon);
      const odd = [null, 1, "x", [], {}, { jsonrpc: "1.0" }, { id: 1 }, { id: {}, method: 5 }, { method: "x" }];
      for (const each of odd) socket.send(JSON.stringify(each));
      for (const each of [
        { method: "$/cancelRequest", params: { id: 9 } },
        { method: "__proto__", id: 2 },
      ])
        socket.send(JSON.stringify({ jsonrpc: "2.0", ...each }));
      const connection = connectionOver(socket);
      connection.listen();
      await connection.sendRequest(Follow.method, {});
      socket.terminate();
    });

    it("frames against the protocol end the connection", async () => {
      const raw: Buffer[] = [
        Buffer.from([0x81, 0x05, 1, 2, 3, 4, 5]), // not masked
        Buffer.from([0xf1, 0x80, 0, 0, 0, 0]), // reserved bits
        Buffer.from([0x83, 0x80, 0, 0, 0, 0]), // unknown opcode
        Buffer.from([0x89, 0xfe, 0xff, 0xff, 0, 0, 0, 0]), // a ping of 64 KB
      ];
      for (const frame of raw) {
        const socket = await openSocket(daemon);
        const closed = closing(socket);
        (socket as unknown as { _socket: net.Socket })._socket.write(frame);
        assert.equal(await closed, 1002);
      }
    });

    it("a message of 100 MB is refused with 1009 and costs no memory", async () => {
      // One that has nothing else to do, and has loaded what it needs by the first of them.
      const idle = await startDaemon();
      others.push(idle);
      const refuse = async (): Promise<void> => {
        const socket = await openSocket(idle);
        const closed = closing(socket);
        socket.send("x".repeat(100 * megabyte));
        assert.equal(await closed, 1009);
      };
      await refuse();
      const before = memory(idle);
      await refuse();
      const pieces = await openSocket(idle);
      const closedToo = closing(pieces);
      for (let n = 0; n < 100; n++) pieces.send(Buffer.alloc(megabyte, 120), { fin: false, binary: false });
      assert.equal(await closedToo, 1009);
      assert.ok(memory(idle) - before < 60, `${before} to ${memory(idle)} MB`);
    });

    it("nothing is done before parley/initialize, and nothing with another protocol", async () => {
      const socket = await openSocket(daemon);
      const connection = connectionOver(socket);
      connection.listen();
      const act = { repo: "x", ref, action: "ack" };
      const side = { repo: "x", ref, side: "SES-1", subject: "path:f.ts" };
      for (const [method, params] of [
        [SetFolders.method, { folders: [scene.main] }],
        [GetSnapshot.method, {}],
        [Respond.method, act],
        [GetSideText.method, side],
      ] as const)
        await assert.rejects(connection.sendRequest(method, params), {
          code: -32010,
          message: "The first message must be parley/initialize.",
        });
      void connection.sendNotification("parley/overlay", {
        path: path.join(scene.main, "f.ts"),
        version: 1,
        text: base,
      });
      for (const protocol of [protocolVersion - 1, protocolVersion + 1]) {
        const hello = { protocol, client: { name: "vscode", version: "0" }, folders: [] };
        const older = protocol < protocolVersion ? "The editor's extension" : "The daemon";
        await assert.rejects(connection.sendRequest(Initialize.method, hello), {
          code: -32013,
          message: `${older} is older than the other side (protocol ${protocol} against ${protocolVersion}): update it.`,
        });
      }
      await assert.rejects(connection.sendRequest(GetSnapshot.method, {}), { code: -32010 });
      assert.equal(await status(), "open", "the overlay of nobody counted for nothing");
      socket.terminate();
    });

    it("unknown methods and malformed parameters are refused one by one", async () => {
      const client = await connect(daemon, [scene.main]);
      const { connection } = client;
      await assert.rejects(connection.sendRequest("parley/explode", {}), { code: -32601 });
      for (const [method, params] of [
        [Respond.method, { repo: "x", ref: "9", action: "ack" }],
        [Respond.method, { repo: "x", ref, action: "explode" }],
        [Respond.method, [1]],
        [SetFolders.method, { folders: "x" }],
        [SetFolders.method, { folders: Array.from({ length: 101 }, () => "/x") }],
        [GetSideText.method, {}],
        [Initialize.method, { protocol: "1" }],
      ] as [string, unknown][])
        await assert.rejects(connection.sendRequest(method, params), (failure: { code: number; message: string }) => {
          assert.equal(failure.code, -32602);
          assert.match(failure.message, /^parley\/\w+: [^\n]+\.$/);
          return true;
        });
      await assert.rejects(connection.sendRequest(Respond.method, { repo: "x", ref, action: "ack" }), { code: -32011 });
      const none = { repo: "x", ref, side: "SES-1", subject: "path:f.ts" };
      await assert.rejects(connection.sendRequest(GetSideText.method, none), { code: -32011 });
      for (const params of [{}, { path: 1 }, { path: "relative", version: 1, text: "" }, [0]])
        void connection.sendNotification("parley/overlay", params);
      await connection.sendRequest(GetSnapshot.method, {});
      client.close();
    });

    it("thousands of requests at once are all answered", async () => {
      const client = await connect(daemon, [scene.main]);
      const { connection } = client;
      const [conflict] = (
        await ask<{ conflicts: { repo: string; sides: { ref: string }[] }[] }>(daemon, "GET", "/v1/conflicts")
      ).body.conflicts;
      const wanted = { repo: conflict!.repo, ref, side: conflict!.sides[1]!.ref, subject: "sym:ts:f.ts#f" };
      const asked = Array.from({ length: 3000 }, (_, n) =>
        n % 3 > 0
          ? connection.sendRequest(GetSnapshot.method, {})
          : connection.sendRequest<{ text: string }>(GetSideText.method, wanted),
      );
      const answers = await Promise.all(asked);
      assert.equal((answers[0] as { text: string }).text, edited(2));
      client.close();
    });

    it("a client that asks and never reads is let go before it costs much memory", async () => {
      const before = memory();
      const socket = await openSocket(daemon);
      const gone = closing(socket);
      socket.pause();
      let asking = true;
      const text = (id: number): string => JSON.stringify({ jsonrpc: "2.0", id, method: Follow.method, params: {} });
      void gone.then(() => (asking = false));
      // Of the size of an answer of some KB each: far more than is allowed to wait.
      for (let id = 0; asking && id < 60_000; id++) {
        socket.send(text(id));
        if (id % 500 === 0) await new Promise((later) => setImmediate(later));
      }
      socket.once("error", () => undefined);
      await waitFor("it to be let go", () => !isConnected(daemon.port, socket));
      assert.ok(memory() - before < 200, `${before} to ${memory()} MB`);
      socket.terminate();
    });

    it("more than 200 editors are too many, and a place that gets free is given again", async () => {
      const sockets: WebSocket[] = [];
      while (sockets.length < 200) sockets.push(await waitFor("a place", () => openSocket(daemon).catch(() => null)));
      assert.equal(await handshake(token()), 503);
      assert.equal((await ask(daemon, "GET", "/v1/health")).status, 200);
      sockets.pop()!.terminate();
      await waitFor("a free place", async () => (await handshake(token())) === "open");
      for (const socket of sockets) socket.terminate();
    });

    it("connections that say nothing do not keep others out", async () => {
      const silent = Array.from({ length: 300 }, () =>
        net.connect(daemon.port, "127.0.0.1").on("error", () => undefined),
      );
      await Promise.all(silent.map((socket) => new Promise((open) => socket.once("connect", open))));
      assert.equal((await ask(daemon, "GET", "/v1/health")).status, 200);
      for (const socket of silent) socket.destroy();
    });
  });

  describe("for a number that two repositories have", () => {
    it("the call is ambiguous until one is named; what is closed cannot be acted on", async () => {
      const second = gitScene({ "g.ts": base });
      const theirs = second.worktree("other");
      second.write(second.main, "g.ts", edited(1));
      second.write(theirs, "g.ts", edited(2));
      await post(daemon, "/v1/watch", { path: second.main });
      const client = await connect(daemon, null);
      const mine = await client.until(
        "the same number twice",
        (all) => all.filter((each) => each.ref === ref).length > 1,
      );
      const candidates = mine.filter((each) => each.ref === ref).map(({ repo }) => repo);
      for (const [method, route, body] of [
        ["GET", `/v1/conflicts/${ref}`, undefined],
        ["POST", `/v1/conflicts/${ref}/actions`, { action: "ack" }],
      ] as const) {
        const reply = await ask<{ candidates: string[]; detail: string }>(daemon, method, route, body);
        assert.equal(reply.status, 409);
        assert.deepEqual(reply.body.candidates.toSorted(), candidates.toSorted());
        assert.equal(reply.body.detail, `Several repositories have a ${ref}: say which with ?repo=.`);
      }
      const other = mine.find((each) => each.ref === ref && each.sides[0].checkout === second.main)!.repo;
      const route = `/v1/conflicts/${ref}/actions?repo=${encodeURIComponent(other)}`;
      assert.equal((await ask(daemon, "POST", route, { action: "resolved" })).status, 200);
      const again = await ask<{ detail: string }>(daemon, "POST", route, { action: "ack" });
      assert.equal(again.status, 409);
      assert.equal(again.body.detail, `${ref} is resolved: only a live conflict can be acted on.`);
      client.close();
      await post(daemon, "/v1/unwatch", { path: second.main });
      second.remove();
      await waitFor("one of the number to be left", async () => {
        const all = await ask<{ conflicts: { ref: string; repo: string }[] }>(daemon, "GET", "/v1/conflicts");
        return all.body.conflicts.every(({ repo }) => repo !== other);
      });
    });
  });
});

/** The daemon's end of this client's connection is open. */
function isConnected(port: number, client: WebSocket): boolean {
  const { localPort } = (client as unknown as { _socket: net.Socket })._socket;
  const hex = (each: number): string => each.toString(16).toUpperCase().padStart(4, "0");
  const ends = new RegExp(`:${hex(port)} [0-9A-F]+:${hex(localPort ?? 0)} 01 `);
  return ends.test(fs.readFileSync("/proc/net/tcp", "utf8"));
}

describe("an editor whose machine or process stands still", () => {
  it("is dropped when it does not answer pings; one that does stays", async () => {
    const server = await listen("secret", () => undefined, 50);
    const opened: WebSocket[] = [];
    server.serve({ fetch: () => new Response() } as never, (socket) => opened.push(socket));
    const open = (autoPong: boolean): WebSocket =>
      new WebSocket(`ws://127.0.0.1:${server.port}/v1/rpc`, { headers: { Authorization: "Bearer secret" }, autoPong });
    const dead = open(false);
    dead.on("error", () => undefined);
    const gone = new Promise((closed) => dead.once("close", closed));
    const alive = open(true);
    await waitFor("both to be there", () => opened.length === 2);
    await gone;
    let pings = 0;
    alive.on("ping", () => pings++);
    await waitFor("three more pings", () => pings >= 3);
    assert.equal(alive.readyState, WebSocket.OPEN);
    assert.equal(server.connections(), 1);
    await server.close();
  });
});
