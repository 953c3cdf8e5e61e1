// False positive, feedback, override and figures on the command line: who may say what, and what it changes.
import assert from "node:assert/strict";
import { spawn } from "node:child_process";
import type { Conflict, ConflictKind } from "../../../shared/model/conflict.ts";
import type { Stats } from "../../../shared/model/stats.ts";
import { gitScene, type GitScene } from "../gitScene.ts";
import { bundle, connect, parley, post, startDaemon, type CommandResult, type RealDaemon } from "../realDaemon.ts";

const base = "export function f(a: number) {\n  return a;\n}\n";
/** What the shells of agents carry; the one that runs these tests may be one's. */
const marks = { AI_AGENT: "", CLAUDECODE: "", CODEX_SANDBOX: "", CURSOR_AGENT: "", GEMINI_CLI: "", OPENCODE: "" };

/** Types a line at a terminal of its own. */
function typed(command: string[], line: string, env: NodeJS.ProcessEnv): Promise<CommandResult> {
  const quoted = [process.execPath, bundle, ...command].map((word) => `'${word}'`).join(" ");
  const child = spawn("script", ["--quiet", "--return", "--command", quoted, "/dev/null"], { env, stdio: "pipe" });
  let stdout = "";
  child.stdout.on("data", (text: Buffer) => {
    const asked = stdout.includes("confirm: ");
    stdout += text.toString();
    if (!asked && stdout.includes("confirm: ")) child.stdin.write(`${line}\n`);
  });
  return new Promise((done) => child.on("exit", (code) => done({ code: code ?? 1, stdout, stderr: "" })));
}

describe("what people and agents say of a conflict on the command line", () => {
  let scene: GitScene;
  let daemon: RealDaemon;
  let live: Conflict[];
  const here = (args: string[], env: NodeJS.ProcessEnv = {}): Promise<CommandResult> =>
    parley(daemon.home, args, scene.main, { ...marks, ...env });
  const refOf = (kind: ConflictKind): string => live.find((each) => each.kind === kind)!.ref;
  const show = async (ref: string): Promise<Conflict> =>
    JSON.parse((await here(["conflict", ref, "--json"])).stdout) as Conflict;

  before(async () => {
    scene = gitScene({ "a.ts": base });
    scene.git(scene.main, "config", "user.email", "ana@example.com");
    const theirs = scene.worktree("other");
    scene.git(scene.main, "config", "extensions.worktreeConfig", "true");
    scene.git(theirs, "config", "--worktree", "user.email", "ben@example.com");
    scene.write(scene.main, "a.ts", base.replace("return a", "return a + 1"));
    scene.write(theirs, "a.ts", base.replace("return a", "return a + 2"));
    daemon = await startDaemon();
    await post(daemon, "/v1/watch", { path: scene.main });
    const client = await connect(daemon, null);
    const kinds = ["path_overlap", "symbol_overlap", "textual_merge"];
    live = await client.until("the clash in its three kinds", (all) =>
      kinds.every((kind) => all.some((conflict) => conflict.kind === kind)),
    );
    client.close();
  });

  after(async () => {
    await daemon.stop();
    scene.remove();
  });

  it("a false positive of one side is for it alone, until the other says so too", async () => {
    const ref = refOf("symbol_overlap");
    const one = await here(["respond", ref, "false_positive", "--as", "SES-2"]);
    assert.equal(one.stdout, `${ref} is open, muted for SES-2.\n`);
    assert.deepEqual(
      (await show(ref)).sides.map(({ muted }) => muted),
      [false, true],
    );
    const both = await here(["respond", ref, "false_positive", "--as", "SES-1"]);
    assert.equal(both.stdout, `${ref} is resolved, muted for SES-1.\n`);
    assert.equal((await show(ref)).resolution, "false_positive");
  });

  it("nobody acts as somebody who is no side", async () => {
    const { code, stderr } = await here(["respond", refOf("textual_merge"), "ack", "--as", "SES-7"]);
    assert.deepEqual([code, stderr], [1, `SES-7 is no side of ${refOf("textual_merge")}: SES-1 and SES-2 are.\n`]);
  });

  it("feedback is kept, also of a closed conflict", async () => {
    const ref = refOf("symbol_overlap");
    assert.equal((await here(["feedback", ref, "too_late"])).code, 0);
    assert.deepEqual(
      (await show(ref)).feedback.map(({ verdict }) => verdict),
      ["too_late"],
    );
  });

  it("an override is nothing for an agent, nor for a script that does not say --yes", async () => {
    const ref = refOf("textual_merge");
    const override = ["override", ref, "--reason", "landed by hand"];
    for (const mark of ["CLAUDECODE", "CODEX_SANDBOX", "AI_AGENT"]) {
      const { code, stderr } = await here([...override, "--yes"], { [mark]: "1" });
      assert.equal(code, 1);
      assert.match(stderr, new RegExp(`^Only people override a conflict, .*${mark} is set.* request_override`));
    }
    const unasked = await here(override);
    assert.deepEqual([unasked.code, unasked.stderr.split(";")[0]], [64, "An override is confirmed at a terminal"]);
    const wordless = await here(["override", ref, "--yes"]);
    assert.match(wordless.stderr, /^The reason of an override has 3 to 2,000 characters/);
    assert.equal((await show(ref)).status, "open");
  });

  it("an override is a person's, confirmed by the conflict's number at a terminal", async () => {
    const ref = refOf("textual_merge");
    const env = { ...process.env, ...marks, PARLEY_HOME: daemon.home };
    const override = ["override", ref, "--reason", "landed by hand", "--repo", live[0]!.repo];
    const wrong = await typed(override, "yes", env);
    assert.deepEqual([wrong.code, (await show(ref)).status], [1, "open"], wrong.stdout);
    const right = await typed(override, ref, env);
    assert.equal(right.code, 0, right.stdout);
    const { status, history } = await show(ref);
    assert.deepEqual([status, history.at(-1)?.note], ["overridden", "landed by hand"]);
    const again = await here([...override, "--yes"]);
    assert.equal(again.stderr, `${ref} is overridden: only a live conflict can be acted on.\n`);
  });

  it("and what comes of it stands in the figures and in the audit log", async () => {
    const stats = JSON.parse((await here(["stats", "--json"])).stdout) as Stats;
    assert.deepEqual(stats.counts.byStatus, { open: 1, resolved: 1, overridden: 1 });
    assert.deepEqual(stats.falsePositives, { marked: 1, judged: 2, rate: 0.5 });
    assert.equal(stats.timeSaved.minutes, 0);
    assert.match(
      (await here(["stats"])).stdout,
      /^Estimated time saved: 0 info × 5 \+ 0 warn × 20 \+ 0 block × 45 = 0 minutes$/m,
    );
    const { stdout } = await here(["audit", "--verify"]);
    assert.equal(stdout, "The audit log is as it was written.\n");
    const log = (await here(["audit", refOf("textual_merge")])).stdout;
    assert.match(log, /override → overridden {2}by \S+: landed by hand$/m);
  });
});
