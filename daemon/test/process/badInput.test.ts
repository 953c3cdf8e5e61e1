// Whatever a folder, a file or a machine is like: a right answer or one sentence, and the daemon lives.
import assert from "node:assert/strict";
import { execFileSync } from "node:child_process";
import fs from "node:fs";
import path from "node:path";
import type { Conflict } from "../../../shared/model/conflict.ts";
import type { Health } from "../../../shared/model/health.ts";
import { gitScene, type GitScene } from "../gitScene.ts";
import { ask, connect, newHome, parley, post, startDaemon, type Client, type RealDaemon } from "../realDaemon.ts";
import { waitFor } from "../waitFor.ts";

const base = "export function f(a: number) {\n  return a;\n}\n";
const edited = (n: number): string => base.replace("return a", `return a + ${n}`);
const marker = "zz-marker.ts";

/** Lines of the log above warnings: what nobody expected. */
function failures(home: string): string[] {
  const lines = fs.readFileSync(path.join(home, "daemon.log"), "utf8").split("\n");
  return lines.filter((line) => line !== "" && (JSON.parse(line) as { level: number }).level >= 50);
}

function warnings(home: string): string[] {
  const lines = fs.readFileSync(path.join(home, "daemon.log"), "utf8").split("\n");
  return lines.filter((line) => line !== "" && (JSON.parse(line) as { level: number }).level === 40);
}

describe("files and folders as they come", () => {
  let daemon: RealDaemon;
  let client: Client;
  let scene: GitScene;

  before(async () => {
    daemon = await startDaemon();
  });

  beforeEach(async () => {
    client = await connect(daemon, null);
  });

  afterEach(async () => {
    client.close();
    const { state, reasons = [] } = (await ask<Health & { reasons?: string[] }>(daemon, "GET", "/v1/health")).body;
    assert.ok(state === "ready" || state === "degraded", state);
    for (const reason of reasons) assert.match(reason, /^[A-Z][^\n]+\.$/);
    assert.deepEqual(failures(daemon.home), []);
    assert.deepEqual(
      warnings(daemon.home).filter((line) => / at /.test(line)),
      [],
    );
    for (const checkout of scene ? worktrees() : []) await ask(daemon, "POST", "/v1/unwatch", { path: checkout });
    scene?.remove();
  });

  after(() => daemon.stop());

  function worktrees(): string[] {
    if (!fs.existsSync(path.join(scene.main, ".git"))) return [];
    const list = scene.git(scene.main, "worktree", "list", "--porcelain");
    return [...list.matchAll(/^worktree (.+)$/gm)].map(([, root]) => root!);
  }

  /** Live conflicts of the scene's checkouts. */
  const mine = (all: Conflict[]): Conflict[] =>
    all.filter(({ sides }) => sides.some(({ checkout }) => checkout.startsWith(scene.folder)));

  const pathsOf = (conflicts: Conflict[], kind: Conflict["kind"]): string[] =>
    conflicts.filter((each) => each.kind === kind).flatMap(({ paths }) => paths);

  /** Both sides write a file that comes after all others: when its clash is seen, what came before was seen too. */
  async function settled(left: string, right: string): Promise<Conflict[]> {
    for (const [n, root] of [left, right].entries()) scene.write(root, marker, `export const marker = ${n};\n`);
    return client.until("the marker's clash", (all) => pathsOf(mine(all), "path_overlap").includes(marker));
  }

  async function watched(folder = scene.main): Promise<void> {
    await post(daemon, "/v1/watch", { path: folder });
  }

  async function refusal(folder: string): Promise<string> {
    const reply = await ask<{ detail: string }>(daemon, "POST", "/v1/watch", { path: folder });
    assert.equal(reply.status, 422);
    assert.match(reply.body.detail, /^[^\n]+\.$|safe\.directory/);
    return reply.body.detail;
  }

  it("what cannot be watched is refused in one sentence", async () => {
    scene = gitScene({ "f.ts": base });
    const at = (name: string): string => path.join(scene.folder, name);
    fs.mkdirSync(at("plain"));
    execFileSync("git", ["init", "--quiet", "--bare", at("bare.git")]);
    fs.symlinkSync("loop", at("loop"));
    fs.writeFileSync(at("file"), "");
    fs.mkdirSync(at("line\nbreak"));
    execFileSync("git", ["init", "--quiet", at("line\nbreak")]);
    fs.mkdirSync(at("broken"));
    fs.writeFileSync(at("broken/.git"), "gitdir: /nowhere\n");
    fs.mkdirSync(at("headless/.git"), { recursive: true });
    assert.match(await refusal(at("nowhere")), /does not exist\.$/);
    assert.match(await refusal(at("plain")), /is not in a git repository\.$/);
    assert.match(await refusal(at("bare.git")), /bare repository/);
    assert.match(await refusal(at("file")), /is a file, not a folder\.$/);
    assert.match(await refusal("relative"), /not an absolute path/);
    await refusal(at("loop"));
    await refusal(at("line\nbreak"));
    await refusal(at("broken"));
    await refusal(at("headless"));
    await refusal(path.join(scene.main, ".git"));
    await refusal(`${at("plain")}\0x`);
  });

  it("a repository without commits, with a detached HEAD or without a common base says what counts", async () => {
    scene = gitScene({ "f.ts": base });
    const empty = path.join(scene.folder, "empty");
    execFileSync("git", ["init", "--quiet", "--initial-branch=main", empty]);
    const answer = await post<{ branch: string; head: null; base: null }>(daemon, "/v1/watch", { path: empty });
    assert.deepEqual([answer.branch, answer.head, answer.base], ["main", null, null]);
    const detached = scene.worktree("detached");
    scene.git(detached, "checkout", "--quiet", "--detach");
    const stranger = scene.worktree("stranger");
    scene.git(stranger, "switch", "--quiet", "--orphan", "fresh");
    scene.write(stranger, "other.ts", base);
    scene.git(stranger, "add", "-A");
    scene.git(stranger, "commit", "--quiet", "-m", "Fresh");
    scene.write(detached, "f.ts", edited(1));
    scene.write(scene.main, "f.ts", edited(2));
    await watched();
    const found = mine(await client.until("the clash", (all) => pathsOf(mine(all), "symbol_overlap").length > 0));
    assert.deepEqual(pathsOf(found, "symbol_overlap"), ["f.ts"]);
    const { repos } = (
      await ask<{ repos: { checkouts: { path: string; branch: string | null; note: string | null }[] }[] }>(
        daemon,
        "GET",
        "/v1/status",
      )
    ).body;
    const checkouts = repos.flatMap((repo) => repo.checkouts);
    assert.equal(checkouts.find((each) => each.path === detached)?.branch, null);
    assert.match(checkouts.find((each) => each.path === stranger)?.note ?? "", /shares no commit with main/);
    await ask(daemon, "POST", "/v1/unwatch", { path: empty });
  });

  it("a shallow clone that lacks the base counts what is not committed, and says so", async () => {
    scene = gitScene({ "f.ts": base });
    scene.git(scene.main, "switch", "--quiet", "-c", "topic");
    scene.write(scene.main, "f.ts", edited(1));
    scene.git(scene.main, "commit", "--quiet", "-a", "-m", "Topic");
    scene.git(scene.main, "switch", "--quiet", "main");
    scene.git(scene.main, "commit", "--quiet", "--allow-empty", "-m", "Main");
    const clone = path.join(scene.folder, "clone");
    const from = `file://${scene.main}`;
    execFileSync("git", ["clone", "--quiet", "--depth=1", "--no-single-branch", "--branch=topic", from, clone]);
    const { note } = await post<{ note: string }>(daemon, "/v1/watch", { path: clone });
    assert.match(note, /shallow clone does not reach the commit shared with/);
    await ask(daemon, "POST", "/v1/unwatch", { path: clone });
  });

  it("large, binary, foreign and broken files clash as paths; a BOM, CRLF and odd names hide nothing", async () => {
    const odd = [
      "with space.ts",
      "quo'te\".ts",
      "line\nbreak.ts",
      "emoji-🦜.ts",
      "back\\slash.ts",
      "-dash.ts",
      "$(x).ts",
    ];
    scene = gitScene({ "f.ts": base, ...Object.fromEntries(odd.map((name) => [name, base])) });
    const theirs = scene.worktree("theirs");
    const sides = [scene.main, theirs];
    for (const [n, root] of sides.entries()) {
      const write = (name: string, bytes: Buffer): void => fs.writeFileSync(path.join(root, name), bytes);
      for (const name of odd) scene.write(root, name, edited(n + 1));
      write("huge.ts", Buffer.alloc(20 << 20, `// ${n} line\n`));
      write("binary.ts", Buffer.from([0, 1, 2, n]));
      write("latin.ts", Buffer.from(`export const umlaut${n} = "\xe4";\n`, "latin1"));
      write("broken.ts", Buffer.from(`export function (((${n}\n`));
      write("bom.ts", Buffer.from(`\ufeff${edited(n + 1)}`));
      write("crlf.ts", Buffer.from(edited(n + 1).replaceAll("\n", "\r\n")));
      write("empty.ts", Buffer.from(""));
      write("nul-late.ts", Buffer.from(`${edited(n + 1)}${"// x\n".repeat(4000)}\0`));
      fs.symlinkSync("loop-b", path.join(root, "loop-a"));
      fs.symlinkSync("loop-a", path.join(root, "loop-b"));
      fs.symlinkSync("/", path.join(root, "root-link"));
      fs.symlinkSync(`nowhere-${n}`, path.join(root, "dangling.ts"));
      execFileSync("mkfifo", [path.join(root, "fifo.ts")]);
    }
    await watched();
    await settled(scene.main, theirs);
    const found = mine([...client.conflicts.values()]);
    const overlaps = new Set(pathsOf(found, "path_overlap"));
    for (const name of [...odd, "huge.ts", "binary.ts", "latin.ts", "broken.ts", "bom.ts", "crlf.ts"])
      assert.ok(overlaps.has(name), `${name} in ${[...overlaps].join()}`);
    const symbols = new Set(pathsOf(found, "symbol_overlap"));
    for (const name of [...odd, "bom.ts", "crlf.ts"]) assert.ok(symbols.has(name), `symbols of ${name}`);
    for (const name of ["huge.ts", "binary.ts", "latin.ts"]) assert.equal(symbols.has(name), false, name);
    assert.equal(
      [...overlaps].some((name) => name.includes("etc/") || name.startsWith("root-link/")),
      false,
    );
  });

  it("a submodule, a sparse checkout and a folder with a like name are kept apart", async () => {
    scene = gitScene({ "f.ts": base, "src/g.ts": base, "lib/h.ts": base });
    const like = path.join(scene.folder, "main-copy");
    execFileSync("git", ["clone", "--quiet", scene.main, like]);
    scene.git(like, "remote", "remove", "origin");
    const theirs = scene.worktree("theirs");
    scene.git(theirs, "sparse-checkout", "set", "src");
    const inner = path.join(scene.main, "inner");
    execFileSync("git", ["init", "--quiet", inner]);
    fs.writeFileSync(path.join(inner, "f.ts"), edited(9));
    fs.writeFileSync(path.join(like, "f.ts"), edited(8));
    scene.write(scene.main, "lib/h.ts", edited(1));
    scene.write(theirs, "src/g.ts", edited(1));
    scene.write(scene.main, "src/g.ts", edited(2));
    await watched();
    await settled(scene.main, theirs);
    const found = mine([...client.conflicts.values()]);
    assert.deepEqual(
      pathsOf(found, "symbol_overlap").filter((name) => name !== marker),
      ["src/g.ts"],
    );
    assert.deepEqual([...new Set(pathsOf(found, "path_overlap"))].sort(), ["src/g.ts", marker]);
  });

  it("a worktree deleted while it is watched closes its conflicts; the whole repository too", async () => {
    scene = gitScene({ "f.ts": base });
    const theirs = scene.worktree("theirs");
    scene.write(scene.main, "f.ts", edited(1));
    scene.write(theirs, "f.ts", edited(2));
    await watched();
    await client.until("the clash", (all) => pathsOf(mine(all), "symbol_overlap").length > 0);
    fs.rmSync(theirs, { recursive: true });
    await client.until("its end", (all) => mine(all).length === 0);
    scene.git(scene.main, "worktree", "prune");
    scene.git(scene.main, "worktree", "add", "--quiet", theirs, "theirs");
    scene.write(theirs, "f.ts", edited(3));
    const [again] = await client.until("the clash again", (all) => pathsOf(mine(all), "symbol_overlap").length > 0);
    assert.equal(again?.status, "open");
    fs.rmSync(scene.folder, { recursive: true });
    await client.until("the end of all", (all) => mine(all).length === 0);
    fs.mkdirSync(scene.folder);
  });

  it("what may not be read is as it was before", async () => {
    scene = gitScene({ "f.ts": base, "g.ts": base });
    const theirs = scene.worktree("theirs");
    for (const [n, root] of [scene.main, theirs].entries()) scene.write(root, "f.ts", edited(n));
    fs.chmodSync(path.join(theirs, "g.ts"), 0);
    await watched();
    await settled(scene.main, theirs);
    assert.equal(pathsOf(mine([...client.conflicts.values()]), "path_overlap").includes("g.ts"), false);
  });

  it("settings in a repository run nothing and reach nothing outside", async () => {
    scene = gitScene({ "f.ts": base });
    const theirs = scene.worktree("theirs");
    const trap = path.join(scene.folder, "pwned");
    scene.write(
      scene.main,
      ".parley/policy.yaml",
      `server: wss://evil.example\ncommand: "touch ${trap}"\ninclude: ../../../etc/passwd\n`,
    );
    scene.write(scene.main, ".parleyrc.js", `require("fs").writeFileSync(${JSON.stringify(trap)}, "");\n`);
    scene.write(
      scene.main,
      "tsconfig.json",
      `{"extends": "${trap}", "compilerOptions": {"plugins": [{"name": "${trap}"}]}}`,
    );
    for (const key of ["core.fsmonitor", "diff.external", "core.sshCommand", "core.pager"])
      scene.git(scene.main, "config", key, `touch ${trap}; echo ${key} >> ${trap}`);
    scene.write(scene.main, ".gitattributes", "*.ts diff=x\n");
    scene.git(scene.main, "config", "diff.x.textconv", `echo textconv >> ${trap}; cat`);
    for (const hook of ["post-index-change", "reference-transaction", "post-checkout"])
      fs.writeFileSync(path.join(scene.main, ".git/hooks", hook), `#!/bin/sh\necho ${hook} >> ${trap}\n`, {
        mode: 0o755,
      });
    await watched();
    await settled(scene.main, theirs);
    assert.equal(fs.existsSync(trap) && fs.readFileSync(trap, "utf8"), false);
  });

  it("names made to deceive are shown as plain text", async () => {
    const name = "a\u202egpj.ts";
    scene = gitScene({ [name]: base });
    scene.git(scene.main, "config", "user.email", "<img src=x onerror=1>@e.example");
    const theirs = scene.worktree("x](command\u00a0workbench.action.terminal.new)");
    scene.write(scene.main, name, edited(1));
    scene.write(theirs, name, edited(2));
    await watched();
    const found = mine(await client.until("the clash", (all) => pathsOf(mine(all), "symbol_overlap").length > 0));
    // eslint-disable-next-line no-control-regex
    const unsafe = /[\u0000-\u001f\u007f-\u009f\u200e\u200f\u202a-\u202e\u2066-\u2069]/u;
    for (const { summary, suggestion } of found) assert.doesNotMatch(summary + suggestion, unsafe);
  });
});

describe("a daemon in trouble", () => {
  let scene: GitScene;

  beforeEach(() => {
    scene = gitScene({ "f.ts": base });
    const theirs = scene.worktree("theirs");
    scene.write(scene.main, "f.ts", edited(1));
    scene.write(theirs, "f.ts", edited(2));
  });

  afterEach(() => scene.remove());

  async function clash(daemon: RealDaemon): Promise<string> {
    await post(daemon, "/v1/watch", { path: scene.main });
    const client = await connect(daemon, null);
    const live = await client.until("the clash", (all) => all.some(({ kind }) => kind === "symbol_overlap"));
    client.close();
    return live.find(({ kind }) => kind === "symbol_overlap")!.ref;
  }

  for (const [what, code] of [
    ["an exception that nobody caught", 'throw new Error("on purpose")'],
    ["a promise that nobody caught", 'void Promise.reject(new Error("on purpose"))'],
  ] as const) {
    it(`leaves with an error in its log after ${what}, and the next one has all that was answered`, async () => {
      const home = newHome();
      const bomb = path.join(home, "bomb.cjs");
      fs.writeFileSync(
        bomb,
        `if (require("node:worker_threads").isMainThread) process.on("SIGUSR2", () => { ${code}; });`,
      );
      const daemon = await startDaemon(home, { before: ["env", `NODE_OPTIONS=--require=${bomb}`] });
      const ref = await clash(daemon);
      assert.equal((await ask(daemon, "POST", `/v1/conflicts/${ref}/actions`, { action: "ack" })).status, 200);
      process.kill(daemon.pid, "SIGUSR2");
      await waitFor("its end", () => daemon.child.exitCode !== null);
      assert.equal(daemon.child.exitCode, 1);
      const [line, ...more] = failures(home);
      assert.match(line ?? "", /on purpose/);
      assert.deepEqual(more, []);
      const next = await startDaemon(home);
      assert.equal((await ask<Conflict>(next, "GET", `/v1/conflicts/${ref}`)).body.status, "acknowledged");
      await next.stop();
    });
  }

  it("leaves when its watching thread cannot run, and says so, instead of watching nothing", () => {
    const home = newHome();
    const broken = fs.mkdtempSync(path.join(home, "dist-"));
    const dist = path.join(import.meta.dirname, "../../../dist");
    for (const name of ["parley.cjs", "analysisThread.cjs"])
      fs.copyFileSync(path.join(dist, name), path.join(broken, name));
    fs.symlinkSync(path.join(dist, "typescriptParser.cjs"), path.join(broken, "typescriptParser.cjs"));
    for (const content of [null, "", "syntax error ("]) {
      const thread = path.join(broken, "worktreeThread.cjs");
      fs.rmSync(thread, { force: true });
      if (content !== null) fs.writeFileSync(thread, content);
      const started = Date.now();
      assert.throws(() =>
        execFileSync(process.execPath, [path.join(broken, "parley.cjs"), "daemon", "run"], {
          env: { ...process.env, PARLEY_HOME: home },
          stdio: "pipe",
          timeout: 20_000,
        }),
      );
      assert.ok(Date.now() - started < 15_000, "within seconds");
      assert.match(failures(home).at(-1) ?? "", /thread ended by itself|Cannot find module|SyntaxError|missing/);
    }
  });

  it("answers on a full disk that the action does not count, and goes on when there is room", async () => {
    const home = newHome();
    execFileSync("mount", ["-t", "tmpfs", "-o", "size=1m", "tmpfs", home]);
    try {
      const daemon = await startDaemon(home);
      const ref = await clash(daemon);
      const filler = path.join(home, "filler");
      try {
        for (let n = 0; ; n++) fs.appendFileSync(filler, Buffer.alloc(n < 200 ? 4096 : 1));
      } catch (failure) {
        assert.equal((failure as NodeJS.ErrnoException).code, "ENOSPC");
      }
      const route = `/v1/conflicts/${ref}/actions`;
      const note = "n".repeat(2000);
      let reply = await ask<{ detail: string }>(daemon, "POST", route, { action: "ack", note });
      // What is left of the journal's last block may still hold a few.
      for (let n = 0; n < 20 && reply.status === 200; n++)
        reply = await ask(daemon, "POST", route, { action: n % 2 === 0 ? "will_rebase" : "ack", note });
      assert.equal(reply.status, 500);
      assert.match(reply.body.detail, /^The action could not be written to disk and does not count: .*ENOSPC[^\n]+\.$/);
      const before = (await ask<Conflict>(daemon, "GET", `/v1/conflicts/${ref}`)).body;
      for (let n = 0; n < 50; n++) await ask(daemon, "POST", route, { action: "ack", note });
      assert.deepEqual((await ask<Conflict>(daemon, "GET", `/v1/conflicts/${ref}`)).body.history, before.history);
      fs.rmSync(filler);
      assert.equal((await ask(daemon, "POST", route, { action: "propose_sequence" })).status, 200);
      await daemon.kill();
      const next = await startDaemon(home);
      const after = (await ask<Conflict>(next, "GET", `/v1/conflicts/${ref}`)).body;
      assert.deepEqual([after.status, after.history.length], ["resolving", before.history.length + 1]);
      await next.stop();
    } finally {
      execFileSync("umount", ["--lazy", home]);
    }
  });

  it("cannot start where its folder is none, and says why", async () => {
    const home = newHome();
    const file = path.join(home, "file");
    fs.writeFileSync(file, "");
    for (const bad of [file, path.join(file, "below"), "/proc/nowhere"]) {
      for (const command of [
        ["daemon", "run"],
        ["daemon", "start"],
        ["watch", scene.main],
      ]) {
        const { code, stderr } = await parley(bad, command);
        assert.deepEqual([code, stderr.split("\n").length], [1, 2], stderr);
        assert.match(stderr, /^The state folder \S+ cannot be used \(.+\): set PARLEY_HOME to a folder of yours\.\n$/);
      }
    }
  });

  it("does not start over the state of a newer version, and the log says why", async () => {
    const home = newHome();
    fs.writeFileSync(path.join(home, "state.json"), JSON.stringify({ schema: 99, upTo: 0, records: [] }));
    const { code, stderr } = await parley(home, ["daemon", "run"]);
    assert.deepEqual([code, stderr.split("\n").length], [1, 2], stderr);
    assert.match(stderr, /of a newer Parley/);
    assert.match(failures(home).at(-1) ?? "", /of a newer Parley/);
    const started = await parley(home, ["daemon", "start"]);
    assert.equal(started.code, 1);
    assert.match(started.stderr, /^The daemon did not start: .*daemon\.log says why\.\n$/);
  });

  it("starts over a lock that is a file, or from a clock that was set back", async () => {
    for (const make of [
      (lock: string) => fs.writeFileSync(lock, ""),
      (lock: string) => {
        fs.mkdirSync(lock);
        fs.utimesSync(lock, new Date(), new Date(Date.now() + 86_400_000));
      },
    ]) {
      const home = newHome();
      make(path.join(home, "start.lock"));
      const daemon = await startDaemon(home);
      await daemon.stop();
    }
  });
});
