// The command line, command by command: help, JSON, exit codes, and one sentence for whatever is wrong.
import assert from "node:assert/strict";
import { execFile, execFileSync, spawn } from "node:child_process";
import fs from "node:fs";
import path from "node:path";
import type { Conflict } from "../../../shared/model/conflict.ts";
import type { DaemonStatus } from "../../../shared/protocol/status.ts";
import { gitScene, type GitScene } from "../gitScene.ts";
import {
  bundle,
  connect,
  newHome,
  parley,
  post,
  startDaemon,
  type CommandResult,
  type RealDaemon,
} from "../realDaemon.ts";
import { waitFor } from "../waitFor.ts";

const base = "export function f(a: number) {\n  return a;\n}\n";
const edited = (n: number): string => base.replace("return a", `return a + ${n}`);

const commands = [
  ["daemon"],
  ["daemon", "run"],
  ["daemon", "start"],
  ["daemon", "stop"],
  ["daemon", "status"],
  ["watch"],
  ["unwatch"],
  ["status"],
  ["conflicts"],
  ["conflict"],
  ["respond"],
  ["feedback"],
  ["override"],
  ["audit"],
  ["stats"],
  ["participants"],
  ["compare"],
  ["doctor"],
  ["demo"],
];

function assertSentence({ stderr, stdout }: CommandResult): void {
  assert.match(stderr, /^[^\n]+\n$/);
  assert.doesNotMatch(stderr, /\n\s+at |node:internal/);
  assert.equal(stdout, "");
}

describe("a command", () => {
  const home = newHome();

  for (const command of commands) {
    it(`parley ${command.join(" ")} has help and refuses an option that it does not know`, async () => {
      const [help, wrong] = await Promise.all([
        parley(home, [...command, "--help"]),
        parley(home, [...command, "--nonsense"]),
      ]);
      assert.equal(help.code, 0);
      assert.match(help.stdout, new RegExp(`^Usage: parley ${command.join(" ")}`));
      assert.equal(wrong.code, 64, wrong.stderr);
      assert.doesNotMatch(wrong.stderr, /\n\s+at /);
    });
  }

  it("that does not exist, lacks an argument or has one too many is misused", async () => {
    for (const args of [
      ["nonsense"],
      ["watch"],
      ["respond", "CF-1"],
      ["respond", "CF-1", "explode"],
      ["feedback", "CF-1", "meh"],
      ["compare", "--base", "HEAD"],
      ["compare", "--base", "HEAD", "--a", "x", "--b", "y", "--fail-on", "never"],
      ["status", "extra"],
      ["daemon", "start", "--idle-minutes", "soon"],
      ["daemon", "run", "--idle-minutes", "-1"],
    ]) {
      const { code, stderr } = await parley(home, args);
      assert.equal(code, 64, `${args.join(" ")}: ${stderr}`);
      assert.doesNotMatch(stderr, /\n\s+at /);
    }
    assert.equal((await parley(home, ["--version"])).code, 0);
  });

  it("that needs a daemon says how to get one", async () => {
    for (const args of [
      ["status"],
      ["conflicts"],
      ["conflict", "CF-1"],
      ["respond", "CF-1", "ack"],
      ["feedback", "CF-1", "useful"],
      ["override", "CF-1", "--reason", "by hand", "--yes"],
      ["stats"],
      ["participants"],
      ["unwatch", "/"],
      ["daemon", "stop"],
      ["daemon", "status"],
    ]) {
      const result = await parley(home, args);
      assert.equal(result.code, 1, args.join(" "));
      assertSentence(result);
      assert.equal(result.stderr, "No daemon is running: start it with `parley daemon start`.\n");
    }
    const doctor = await parley(home, ["doctor", "--json"]);
    const { checks } = JSON.parse(doctor.stdout) as { checks: { what: string; ok: boolean; detail: string }[] };
    assert.equal(doctor.code, checks.every(({ ok }) => ok) ? 0 : 1);
    assert.deepEqual(checks.find(({ what }) => what === "daemon")?.ok, true);
  });

  it("doctor names what is wrong, and exits with 1", async () => {
    const open = newHome();
    fs.chmodSync(open, 0o755);
    const { code, stdout } = await parley(open, ["doctor"]);
    assert.equal(code, 1);
    assert.match(stdout, /^BAD {2}state folder: \S+ is readable by others: chmod 700 it$/m);
    const noGit = await parley(newHome(), ["doctor"], "/", { PATH: "/nowhere" });
    assert.equal(noGit.code, 1);
    assert.match(noGit.stdout, /^BAD {2}git: not found: install git/m);
  });
});

describe("with a daemon and two repositories", () => {
  let scene: GitScene;
  let second: GitScene;
  let daemon: RealDaemon;
  let ref: string;
  let repo: string;

  before(async () => {
    scene = gitScene({ "src/deep/f.ts": base });
    second = gitScene({ "g.ts": base, "src/x.ts": base });
    daemon = await startDaemon();
    for (const each of [scene, second]) {
      const file = each === scene ? "src/deep/f.ts" : "g.ts";
      each.write(each.worktree("other"), file, edited(2));
      each.write(each.main, file, edited(1));
      await post(daemon, "/v1/watch", { path: each.main });
    }
    const client = await connect(daemon, null);
    const live = await client.until("both clashes", (all) =>
      ["symbol_overlap", "textual_merge"].every((kind) => all.filter((each) => each.kind === kind).length === 2),
    );
    client.close();
    const mine = live.find(
      ({ sides, kind }) => kind === "symbol_overlap" && sides[0].checkout.startsWith(scene.folder),
    )!;
    ({ ref, repo } = mine);
  });

  after(async () => {
    await daemon.stop();
    scene.remove();
    second.remove();
  });

  const here = (args: string[], folder = scene.main): Promise<CommandResult> => parley(daemon.home, args, folder);

  it("status has the shape that is promised", async () => {
    const { code, stdout } = await here(["status", "--json"]);
    assert.equal(code, 0);
    const status = JSON.parse(stdout) as DaemonStatus;
    assert.deepEqual(Object.keys(status).sort(), ["counts", "daemon", "repos"]);
    assert.deepEqual([status.daemon.pid, status.daemon.port], [daemon.pid, daemon.port]);
    assert.equal(status.daemon.health.state, "ready");
    assert.deepEqual(Object.keys(status.counts).sort(), ["block", "info", "warn"]);
    assert.equal(status.counts.warn, 4);
    const [checkout] = status.repos.find((each) => each.repo === repo)!.checkouts;
    assert.deepEqual([checkout!.path, checkout!.branch, checkout!.participant], [scene.main, "main", "SES-1"]);
    assert.match(checkout!.base ?? "", /^[0-9a-f]{40}$/);
    assert.match((await here(["status"])).stdout, /^Live conflicts: 0 block, 4 warn, 2 info$/m);
  });

  it("conflicts, conflict, participants and respond answer for the repository of the folder", async () => {
    for (const folder of [scene.main, path.join(scene.main, "src/deep"), path.join(scene.folder, "other")]) {
      const { conflicts } = JSON.parse((await here(["conflicts", "--json"], folder)).stdout) as {
        conflicts: Conflict[];
      };
      assert.deepEqual([...new Set(conflicts.map((each) => each.repo))], [repo], folder);
    }
    const conflict = JSON.parse((await here(["conflict", ref, "--json"])).stdout) as Conflict;
    for (const key of [
      "kind",
      "severity",
      "blocking",
      "confidence",
      "evidence",
      "subjects",
      "paths",
      "sides",
      "summary",
      "suggestion",
      "ref",
      "repo",
      "status",
      "openedAt",
      "updatedAt",
      "history",
    ])
      assert.ok(key in conflict, key);
    assert.match(conflict.openedAt, /^\d{4}-\d\d-\d\dT[\d:.]+Z$/);
    const { participants } = JSON.parse((await here(["participants", "--json"])).stdout) as {
      participants: { repo: string }[];
    };
    assert.deepEqual(
      participants.map((each) => each.repo),
      [repo, repo],
    );
    const acted = await here(["respond", ref, "ack", "--note", "seen", "--json"]);
    assert.equal((JSON.parse(acted.stdout) as Conflict).history.at(-1)?.note, "seen");
    assert.equal((await here(["conflict", ref])).code, 0);
    const listed = (await here(["conflicts"])).stdout.match(/^CF-\d+ {2}\w+/gm)!.map((line) => line.split("  ")[1]);
    assert.deepEqual(listed, [...listed].sort().reverse(), "the gravest first");
    assert.match((await here(["participants"])).stdout, /^SES-1 {2}\S+ {2}no editor {2}main {2}1 file, 1 symbol {2}/m);
  });

  it("a number that several repositories have wants --repo outside of them; what does not exist is said", async () => {
    const outside = await here(["conflict", ref], "/");
    assertSentence(outside);
    assert.deepEqual(
      [outside.code, outside.stderr],
      [1, `Several repositories have a ${ref}: say which with --repo.\n`],
    );
    assert.equal((await here(["conflict", ref, "--repo", repo], "/")).code, 0);
    const unknown = await here(["conflict", "CF-999"]);
    assert.deepEqual([unknown.code, unknown.stderr], [1, "There is no conflict CF-999.\n"]);
    const malformed = await here(["conflict", "nine"]);
    assert.deepEqual([malformed.code, malformed.stderr], [64, "A conflict is written CF-9.\n"]);
    const elsewhere = await here(["respond", ref, "ack", "--repo", "other"]);
    assert.equal(elsewhere.code, 1);
    assert.match(elsewhere.stderr, /^There is no repository other here: watched are .*\.\n$/);
  });

  it("a folder that cannot be watched is refused in one sentence", async () => {
    fs.mkdirSync(path.join(scene.folder, "plain"), { recursive: true });
    fs.writeFileSync(path.join(scene.folder, "file"), "");
    execFileSync("git", ["init", "--quiet", "--bare", path.join(scene.folder, "bare.git")]);
    for (const folder of ["plain", "file", "bare.git", "nowhere", "main/.git", "line\nbreak"]) {
      const result = await here(["watch", folder], scene.folder);
      assert.equal(result.code, 1, folder);
      assertSentence(result);
    }
    const relative = await here(["watch", "main", "--json"], scene.folder);
    assert.equal((JSON.parse(relative.stdout) as { path: string }).path, scene.main);
    const unwatch = await here(["unwatch", "plain"], scene.folder);
    assert.equal(unwatch.code, 1);
    assertSentence(unwatch);
  });

  it("the innermost of nested repositories counts", async () => {
    const inner = path.join(second.main, "vendor-in");
    execFileSync("git", ["clone", "--quiet", scene.main, inner]);
    const { code, stdout } = await here(["watch", inner, "--json"]);
    assert.equal(code, 0);
    const { repo: innerRepo } = JSON.parse(stdout) as { repo: string };
    const { participants } = JSON.parse((await here(["participants", "--json"], inner)).stdout) as {
      participants: { repo: string }[];
    };
    assert.deepEqual([...new Set(participants.map((each) => each.repo))], [innerRepo]);
    assert.equal((await here(["unwatch", inner])).code, 0);
  });

  it("output that nobody reads to its end is no failure", async () => {
    const env = { ...process.env, PARLEY_HOME: daemon.home };
    for (const args of ["status", "conflicts --all --json", "--help", "doctor"]) {
      const command = `${JSON.stringify(process.execPath)} ${JSON.stringify(bundle)} ${args} | true`;
      const { stderr, code } = await new Promise<{ stderr: string; code: number }>((done) =>
        execFile("bash", ["-c", `set -o pipefail; ${command}`], { env, cwd: scene.main }, (failure, _out, err) =>
          done({ stderr: err, code: failure ? Number(failure.code) : 0 }),
        ),
      );
      assert.deepEqual([code, stderr], [0, ""], args);
    }
  });

  it("conflicts --watch shows its repository's conflicts, and ends with the daemon", async () => {
    const own = await startDaemon();
    await post(own, "/v1/watch", { path: scene.main });
    await post(own, "/v1/watch", { path: second.main });
    const child = spawn(process.execPath, [bundle, "conflicts", "--watch", "--json"], {
      cwd: scene.main,
      env: { ...process.env, PARLEY_HOME: own.home },
    });
    let out = "";
    let err = "";
    child.stdout.on("data", (text: Buffer) => (out += text.toString()));
    child.stderr.on("data", (text: Buffer) => (err += text.toString()));
    const ended = new Promise<number | null>((exit) => child.once("close", exit));
    await waitFor("the first conflicts", () => out.split("\n").length > 2);
    scene.write(scene.main, "src/deep/f.ts", base);
    await waitFor("the end of one", () => /"status":"resolved"/.test(out));
    await own.stop();
    assert.deepEqual([await ended, err], [1, "The daemon has ended.\n"]);
    const repos = out
      .trim()
      .split("\n")
      .map((line) => (JSON.parse(line) as Conflict).repo);
    assert.deepEqual([...new Set(repos)], [repo]);
    scene.write(scene.main, "src/deep/f.ts", edited(1));
  });
});

describe("parley compare", () => {
  let scene: GitScene;
  let other: string;
  const home = newHome();

  before(() => {
    scene = gitScene({ "src/f.ts": base, "src/g.ts": base });
    other = scene.worktree("other");
    scene.write(other, "src/f.ts", edited(2));
    scene.git(other, "commit", "--quiet", "-a", "-m", "Other");
    scene.git(scene.main, "switch", "--quiet", "-c", "topic");
    scene.write(scene.main, "src/f.ts", edited(1));
    for (const [name, text] of [
      ["base", base],
      ["a", edited(1)],
      ["b", edited(2)],
    ] as const) {
      scene.write(scene.folder, `plain/${name}/src/f.ts`, text);
      scene.write(scene.folder, `plain/${name}/src/g.ts`, base);
    }
  });

  after(() => scene.remove());

  const compare = (sides: [string, string, string], more: string[] = [], cwd = scene.main): Promise<CommandResult> =>
    parley(home, ["compare", "--base", sides[0], "--a", sides[1], "--b", sides[2], ...more], cwd);

  it("takes refs, checkouts and folders in any mix, from any folder of the repository", async () => {
    const plain = (name: string): string => path.join(scene.folder, "plain", name);
    for (const sides of [
      ["main", scene.main, "other"],
      ["main", scene.main, other],
      [plain("base"), plain("a"), plain("b")],
      ["main", plain("a"), "other"],
      [plain("base"), scene.main, "other"],
      ["main~0", ".", "refs/heads/other"],
    ] as [string, string, string][]) {
      const { code, stdout, stderr } = await compare(sides, ["--json"]);
      assert.equal(code, 0, stderr);
      const { conflicts, skipped, unanswered, elapsedMs } = JSON.parse(stdout) as {
        conflicts: Conflict[];
        skipped: unknown[];
        unanswered: unknown[];
        elapsedMs: number;
      };
      const found = conflicts.find(({ kind }) => kind === "symbol_overlap");
      assert.deepEqual(
        [found?.subjects, found?.sides.map(({ ref }) => ref)],
        [["sym:ts:src/f.ts#f"], ["A", "B"]],
        sides.join(),
      );
      assert.deepEqual([skipped, unanswered, typeof elapsedMs], [[], [], "number"]);
    }
    assert.equal(
      (await compare(["main", "other", "topic"], [], path.join(scene.main, "src"))).stdout,
      "No conflicts.\n",
    );
  });

  it("exits with 2 where --fail-on says so", async () => {
    for (const [limit, code] of [
      ["info", 2],
      ["warn", 2],
      ["block", 0],
    ] as const)
      assert.equal((await compare(["main", scene.main, "other"], ["--fail-on", limit])).code, code, limit);
    assert.equal((await compare(["main", "main", "other"], ["--fail-on", "info"])).code, 0);
  });

  it("does not take what a sparse checkout leaves out for removed", async () => {
    const sparse = scene.worktree("sparse");
    scene.git(sparse, "sparse-checkout", "set", "lib");
    assert.equal(fs.existsSync(path.join(sparse, "src/f.ts")), false);
    const { stdout } = await compare(["main", sparse, "other"], ["--json"]);
    assert.deepEqual((JSON.parse(stdout) as { conflicts: unknown[] }).conflicts, []);
  });

  it("says in one sentence what is neither a folder nor a commit", async () => {
    fs.writeFileSync(path.join(scene.folder, "file"), "");
    const all = ["nowhere", "--help-me", "", "main:src/f.ts", path.join(scene.folder, "file"), "a\nb"];
    for (const [n, wrong] of all.entries()) {
      const sides = ["main", "main", "other"].map((right, at) => (at === n % 3 ? wrong : right));
      const args = sides.map((side, at) => `--${["base", "a", "b"][at]}=${side}`);
      const result = await parley(home, ["compare", ...args], scene.main);
      assert.equal(result.code, 1, `${JSON.stringify(sides)} ${result.stderr}`);
      assertSentence(result);
    }
    const outside = await compare(["main", "main", "other"], [], "/");
    assert.equal(outside.code, 1);
    assertSentence(outside);
  });
});
