// Saves, branch switches, rebases and kills in quick succession: no wave of findings, and the right state in the end.
import assert from "node:assert/strict";
import { execFile } from "node:child_process";
import fs from "node:fs";
import path from "node:path";
import { promisify } from "node:util";
import { isLive, type Conflict } from "../../../shared/model/conflict.ts";
import { gitScene, type GitScene } from "../gitScene.ts";
import { ask, connect, newHome, parley, post, startDaemon, type Client, type RealDaemon } from "../realDaemon.ts";
import { waitFor } from "../waitFor.ts";
import { fingerprint } from "../worktree/support.ts";

const run = promisify(execFile);
const pause = (ms: number): Promise<void> => new Promise((later) => setTimeout(later, ms));
const price = `export function net(a: number) {
  return a;
}

export function gross(a: number) {
  return a * 1.2;
}
`;
const mine = price.replace("return a;", "return a + 1;");
const theirs = price.replace("return a;", "return a + 2;");
const small = (n: number, body: string): string => `export function f${n}(a: number) {\n  return ${body};\n}\n`;

const symbols = (conflicts: Conflict[]): Conflict[] => conflicts.filter(({ kind }) => kind === "symbol_overlap");
const subjectsOf = (conflicts: Conflict[]): string[] => conflicts.flatMap(({ subjects }) => subjects).sort();

describe("in a storm", () => {
  let scene: GitScene;
  let daemon: RealDaemon;
  let client: Client;
  let other: string;

  async function begin(files: Record<string, string>): Promise<void> {
    scene = gitScene(files);
    other = scene.worktree("other");
    daemon = await startDaemon();
    client = await connect(daemon, null);
    await post(daemon, "/v1/watch", { path: scene.main });
  }

  afterEach(async () => {
    client.close();
    await daemon.stop();
    scene.remove();
  });

  /** Both write a file of its own: once its clash is shown, everything before was taken in. */
  async function settle(name: string): Promise<void> {
    scene.write(scene.main, name, "export const x = 1;\n");
    scene.write(other, name, "export const x = 2;\n");
    await client.until(`the clash of ${name}`, (all) =>
      all.some(({ subjects }) => subjects.includes(`sym:ts:${name}#x`)),
    );
    assert.deepEqual(errors(daemon.home), []);
  }

  async function clash(): Promise<Conflict> {
    scene.write(scene.main, "src/price.ts", mine);
    scene.write(other, "src/price.ts", theirs);
    const all = await client.until("the clash", (live) => symbols(live).length === 1);
    return symbols(all)[0]!;
  }

  it("50 atomic saves never show a function as removed or the conflict as gone", async () => {
    await begin({ "src/price.ts": price });
    const { ref } = await clash();
    const from = client.shown.length;
    let polling = true;
    const polled: string[] = [];
    const poll = (async () => {
      while (polling) {
        const { body } = await ask<Conflict>(daemon, "GET", `/v1/conflicts/${ref}`);
        const changes = body.sides.flatMap((side) => side.changes).filter((each) => each.path === "src/price.ts");
        polled.push(body.status, ...changes.map(({ change }) => change));
        await pause(5);
      }
    })();
    const file = path.join(scene.main, "src/price.ts");
    for (let n = 0; n < 50; n++) {
      fs.writeFileSync(`${file}.tmp`, `${mine}// ${n}\n`);
      fs.renameSync(`${file}.tmp`, file);
      await pause(20);
    }
    await settle("after.ts");
    polling = false;
    await poll;
    assert.deepEqual([...new Set(polled)].sort(), ["modified", "open"]);
    const shown = client.shown.slice(from).filter((each) => !each.subjects.includes("sym:ts:after.ts#x"));
    assert.deepEqual(
      shown.filter(({ status }) => !isLive(status)),
      [],
    );
    assert.equal(
      shown.some(({ paths }) => paths.some((each) => each.endsWith(".tmp"))),
      false,
    );
    assert.equal((await ask<Conflict>(daemon, "GET", `/v1/conflicts/${ref}`)).body.history.length, 1);
  });

  it("a file written in three pieces, cut inside a function, shows nothing in between", async () => {
    await begin({ "src/price.ts": price });
    scene.write(other, "src/price.ts", theirs);
    await waitFor("the other side's edit", async () => {
      const { body } = await ask<{ participants: { checkout: string; symbols: number }[] }>(
        daemon,
        "GET",
        "/v1/participants",
      );
      return body.participants.some(({ checkout, symbols: count }) => checkout === other && count === 1);
    });
    const file = path.join(scene.main, "src/price.ts");
    const changed = price.replace("a * 1.2", "a * 1.3");
    fs.truncateSync(file, 0);
    await pause(150);
    fs.writeFileSync(file, changed.slice(0, changed.indexOf("return a;") + 5));
    await pause(150);
    fs.writeFileSync(file, changed);
    await settle("after.ts");
    const shown = symbols(client.shown).filter((each) => !each.subjects.includes("sym:ts:after.ts#x"));
    assert.deepEqual(subjectsOf(shown), []);
  });

  it("a switch over 600 files and a rebase of 30 commits make no wave, and write nothing below .git", async () => {
    const count = 600;
    const files = Object.fromEntries(Array.from({ length: count }, (_, n) => [`src/f${n}.ts`, small(n, "a")]));
    await begin({ "src/price.ts": price, ...files });
    scene.write(other, "src/f0.ts", small(0, "a + 9"));
    scene.write(other, "src/f599.ts", small(599, "a + 9"));
    const { ref } = await clash();
    scene.git(scene.main, "stash", "--quiet");
    scene.git(scene.main, "switch", "--quiet", "-c", "x");
    for (let commit = 0; commit < 30; commit++) {
      for (let n = commit * 10; n < commit * 10 + 10; n++)
        scene.write(scene.main, `src/f${n + 300}.ts`, small(n + 300, `a - ${n}`));
      scene.git(scene.main, "commit", "--quiet", "-a", "-m", `${commit}`);
    }
    scene.git(scene.main, "switch", "--quiet", "main");
    for (let n = 1; n < 300; n++) scene.write(scene.main, `src/f${n}.ts`, small(n, "a * 2"));
    scene.git(scene.main, "commit", "--quiet", "-a", "-m", "Main");
    scene.git(scene.main, "stash", "pop", "--quiet");
    await settle("before.ts");
    const from = client.shown.length;
    const git = (...args: string[]): Promise<unknown> => run("git", ["-C", scene.main, ...args]);
    await git("stash", "--quiet", "--include-untracked");
    await git("switch", "--quiet", "x");
    await git("rebase", "--quiet", "main");
    await git("stash", "pop", "--quiet");
    const before = fingerprint(path.join(scene.main, ".git"));
    await settle("after.ts");
    const extra = ["sym:ts:before.ts#x", "sym:ts:after.ts#x", "sym:ts:src/price.ts#net", "sym:ts:src/f599.ts#f599"];
    const names = new Set(subjectsOf(symbols(client.shown.slice(from))));
    assert.deepEqual(
      [...names].filter((name) => !extra.includes(name)),
      [],
    );
    const paths = new Set(client.shown.slice(from).flatMap((each) => each.paths));
    assert.deepEqual(
      [...paths].filter((name) => /src\/f/.test(name) && name !== "src/f599.ts"),
      [],
    );
    const { body } = await ask<Conflict>(daemon, "GET", `/v1/conflicts/${ref}`);
    assert.ok(isLive(body.status));
    assert.ok(body.subjects.includes("sym:ts:src/f599.ts#f599"), "what the branch changed counts");
    assert.equal(fingerprint(path.join(scene.main, ".git")), before);
  });

  it("what a merge of main carries in is nobody's, but its resolved file is", async () => {
    const files = Object.fromEntries(Array.from({ length: 40 }, (_, n) => [`src/f${n}.ts`, small(n, "a")]));
    await begin({ "x.ts": price, ...files });
    const a = scene.worktree("a");
    scene.write(a, "x.ts", mine);
    scene.git(a, "commit", "--quiet", "-a", "-m", "A");
    for (let n = 0; n < 40; n++) {
      scene.write(other, `src/f${n}.ts`, small(n, "a + 2"));
      scene.write(scene.main, `src/f${n}.ts`, small(n, "a + 1"));
    }
    scene.write(scene.main, "x.ts", price.replace("return a;", "return a + 3;"));
    scene.write(other, "x.ts", theirs);
    scene.git(scene.main, "commit", "--quiet", "-a", "-m", "Main");
    await settle("before.ts");
    const from = client.shown.length;
    await assert.rejects(run("git", ["-C", a, "merge", "--quiet", "main"]));
    scene.write(a, "x.ts", price.replace("return a;", "return a + 4;"));
    scene.git(a, "commit", "--quiet", "-a", "-m", "Merged");
    scene.write(a, "later.ts", "export const x = 1;\n");
    scene.write(other, "later.ts", "export const x = 2;\n");
    await client.until("what follows the merge", (all) => all.some((each) => each.paths.includes("later.ts")));
    const withA = client.shown.slice(from).filter(({ sides }) => sides.some(({ checkout }) => checkout === a));
    const paths = new Set(withA.flatMap((each) => each.paths));
    assert.deepEqual([...paths].sort(), ["later.ts", "x.ts"]);
  });

  it("a switch, a deleted branch, a detached HEAD and an orphan branch each leave the right conflicts", async () => {
    await begin({ "src/price.ts": price, "g.ts": price });
    const { ref } = await clash();
    const status = async (): Promise<string> =>
      (await ask<Conflict>(daemon, "GET", `/v1/conflicts/${ref}`)).body.status;
    scene.git(other, "commit", "--quiet", "-a", "-m", "Theirs");
    scene.git(other, "switch", "--quiet", "-c", "second");
    scene.git(other, "branch", "-D", "other");
    scene.git(other, "checkout", "--quiet", "--detach");
    await waitFor("the detached HEAD", async () => {
      const { body } = await ask<Conflict>(daemon, "GET", `/v1/conflicts/${ref}`);
      return body.sides.some(({ checkout, branch }) => checkout === other && branch === null);
    });
    assert.equal(await status(), "open");
    scene.git(other, "switch", "--quiet", "--orphan", "fresh");
    await client.until("nothing left of it", (all) => all.length === 0);
    assert.equal(await status(), "resolved");
    scene.git(other, "switch", "--quiet", "second");
    await client.until("the clash again", (all) => symbols(all).some((each) => each.ref === ref));
    assert.deepEqual(errors(daemon.home), []);
  });

  it("a stash, its pop, a gc and a worktree removed and made again end as they began", async () => {
    await begin({ "src/price.ts": price });
    const { ref } = await clash();
    scene.git(scene.main, "stash", "--quiet");
    await client.until("the end of the clash", (all) => all.length === 0);
    scene.git(scene.main, "stash", "pop", "--quiet");
    await client.until("the clash again", (all) => symbols(all).some((each) => each.ref === ref));
    scene.git(scene.main, "gc", "--quiet", "--prune=now");
    scene.git(scene.main, "worktree", "remove", "--force", other);
    await client.until("the end with the worktree", (all) => all.length === 0);
    scene.git(scene.main, "worktree", "add", "--quiet", other, "other");
    scene.write(other, "src/price.ts", theirs);
    const again = await client.until("the clash of the new worktree", (all) => symbols(all).length === 1);
    assert.deepEqual([symbols(again)[0]!.ref, symbols(again)[0]!.status], [ref, "open"]);
  });
});

describe("kills and restarts", () => {
  it("amid edits in three worktrees end in what `parley compare` finds, with .git untouched", async function () {
    this.timeout(120_000);
    const names = ["a.ts", "b.ts", "c.ts"];
    const text = (seed: number[]): string =>
      seed.map((value, n) => `export function f${n}(a: number) {\n  return a + ${value};\n}\n`).join("\n");
    const scene = gitScene(Object.fromEntries(names.map((name) => [name, text([0, 0, 0])])));
    const roots = [scene.main, scene.worktree("two"), scene.worktree("three")];
    const before = fingerprint(path.join(scene.main, ".git"));
    const home = newHome();
    let daemon = await startDaemon(home);
    await post(daemon, "/v1/watch", { path: scene.main });
    const random = (n: number): number => Math.floor(Math.random() * n);
    const edit = (): void => {
      const file = path.join(roots[random(3)]!, names[random(3)]!);
      if (random(12) === 0) fs.rmSync(file, { force: true });
      else fs.writeFileSync(file, text([random(2), random(3), random(2)]));
    };
    const deadline = Date.now() + 15_000;
    for (let round = 0; Date.now() < deadline; round++) {
      for (let n = random(30); n > 0; n--) {
        edit();
        await pause(random(30));
      }
      if (round % 2 === 0) await daemon.kill();
      else await daemon.stop();
      for (let n = random(4); n > 0; n--) edit();
      daemon = await startDaemon(home);
    }
    const expected: string[] = [];
    for (const [a, b] of [
      [0, 1],
      [0, 2],
      [1, 2],
    ] as const) {
      const args = ["compare", "--base", "HEAD", "--a", roots[a]!, "--b", roots[b]!, "--json"];
      const { stdout } = await parley(home, args, scene.main);
      for (const { kind, subjects } of (JSON.parse(stdout) as { conflicts: Conflict[] }).conflicts)
        expected.push(`${a}${b} ${kind} ${[...subjects].sort().join()}`);
    }
    const found = async (): Promise<string[]> => {
      const { conflicts } = (await ask<{ conflicts: Conflict[] }>(daemon, "GET", "/v1/conflicts")).body;
      return conflicts.map(({ kind, subjects, sides }) => {
        const [a, b] = sides.map(({ checkout }) => roots.indexOf(checkout)).sort();
        return `${a}${b} ${kind} ${[...subjects].sort().join()}`;
      });
    };
    await waitFor("the same as compare", async () => same(await found(), expected), 20_000).catch(async () =>
      assert.deepEqual((await found()).sort(), expected.sort()),
    );
    const { conflicts } = (await ask<{ conflicts: Conflict[] }>(daemon, "GET", "/v1/conflicts?status=all")).body;
    assert.equal(new Set(conflicts.map(({ ref }) => ref)).size, conflicts.length, "each number once");
    assert.deepEqual(errors(home), []);
    await daemon.stop();
    assert.equal(fingerprint(path.join(scene.main, ".git")), before);
    scene.remove();
  });

  it("leave live conflicts as they are, without a word in their history, and close those whose checkout went", async () => {
    const scene = gitScene({ "src/price.ts": price });
    const other = scene.worktree("other");
    const third = scene.worktree("third");
    for (const [n, root] of [scene.main, other, third].entries())
      scene.write(root, "src/price.ts", price.replace("return a;", `return a + ${n};`).replace("1.2", `1.${n + 3}`));
    const home = newHome();
    let daemon = await startDaemon(home);
    await post(daemon, "/v1/watch", { path: scene.main });
    const client = await connect(daemon, null);
    const live = await client.until("three clashes", (all) => symbols(all).length === 3);
    client.close();
    const pair = symbols(live).find(({ sides }) => sides.every(({ checkout }) => checkout !== third))!;
    await post(daemon, `/v1/conflicts/${pair.ref}/actions`, { action: "ack" });
    const read = async (): Promise<Conflict> => (await ask<Conflict>(daemon, "GET", `/v1/conflicts/${pair.ref}`)).body;
    const before = await read();
    await daemon.stop();
    scene.git(scene.main, "worktree", "remove", "--force", third);
    daemon = await startDaemon(home);
    const again = await connect(daemon, null);
    const left = await again.until("the end of what went", (all) => symbols(all).length === 1);
    assert.equal(symbols(left)[0]!.ref, pair.ref);
    assert.deepEqual((await read()).history, before.history);
    const shown = again.shown.filter(({ ref }) => ref === pair.ref);
    assert.deepEqual([...new Set(shown.map(({ status }) => status))], ["acknowledged"]);
    again.close();
    await daemon.stop();
    scene.remove();
  });

  it("keep a linked worktree given up that was given up", async () => {
    const scene = gitScene({ "src/price.ts": price });
    const other = scene.worktree("other");
    const home = newHome();
    let daemon = await startDaemon(home);
    await post(daemon, "/v1/watch", { path: scene.main });
    await post(daemon, "/v1/unwatch", { path: other });
    await daemon.kill();
    daemon = await startDaemon(home);
    const client = await connect(daemon, null);
    const third = scene.worktree("third");
    for (const [n, root] of [scene.main, other, third].entries())
      scene.write(root, "src/price.ts", `${price}// ${n}\nexport const n = ${n};\n`);
    const live = await client.until("a clash with the new one", (all) => symbols(all).length > 0);
    assert.deepEqual(
      new Set(live.flatMap(({ sides }) => sides.map(({ checkout }) => checkout))),
      new Set([scene.main, third]),
    );
    client.close();
    await daemon.stop();
    scene.remove();
  });

  it("an older daemon leaves when it is asked to, and the newer one has everything within 10 s", async () => {
    const scene = gitScene({ "src/price.ts": price });
    const other = scene.worktree("other");
    scene.write(scene.main, "src/price.ts", mine);
    scene.write(other, "src/price.ts", theirs);
    const home = newHome();
    const dist = path.join(import.meta.dirname, "../../../dist");
    const older = path.join(home, "older");
    fs.mkdirSync(older);
    for (const name of ["analysisThread.cjs", "worktreeThread.cjs", "typescriptParser.cjs"])
      fs.copyFileSync(path.join(dist, name), path.join(older, name));
    const { version } = JSON.parse(fs.readFileSync(path.join(dist, "../package.json"), "utf8")) as { version: string };
    const bundle = fs.readFileSync(path.join(dist, "parley.cjs"), "utf8").replaceAll(`"${version}"`, '"0.0.1"');
    fs.writeFileSync(path.join(older, "parley.cjs"), bundle);
    // The path of the program stands in the arguments: this one takes the place of it.
    const daemon = await startDaemon(home, {
      before: ["sh", "-c", `exec "$0" "${older}/parley.cjs" daemon run --idle-minutes 0`],
    });
    assert.equal(daemon.version, "0.0.1");
    await post(daemon, "/v1/watch", { path: scene.main });
    const client = await connect(daemon, null);
    const [conflict] = symbols(await client.until("the clash", (all) => symbols(all).length === 1));
    await post(daemon, `/v1/conflicts/${conflict!.ref}/actions`, { action: "ack" });
    const started = Date.now();
    await post(daemon, "/v1/shutdown", {});
    const next = await startDaemon(home);
    assert.ok(Date.now() - started < 10_000);
    assert.deepEqual([next.version, next.pid === daemon.pid], [version, false]);
    const body = (await ask<Conflict>(next, "GET", `/v1/conflicts/${conflict!.ref}`)).body;
    assert.deepEqual([body.status, body.subjects], ["acknowledged", conflict!.subjects]);
    await waitFor("the end of the older one", () => daemon.child.exitCode === 0);
    client.close();
    await next.stop();
    scene.remove();
  });
});

function same(found: string[], expected: string[]): boolean {
  return JSON.stringify([...found].sort()) === JSON.stringify([...expected].sort());
}

/** What the daemon wrote down of things that nobody expected. */
function errors(home: string): string[] {
  const lines = fs.readFileSync(path.join(home, "daemon.log"), "utf8").split("\n");
  return lines.filter((line) => line !== "" && (JSON.parse(line) as { level: number }).level >= 40);
}
