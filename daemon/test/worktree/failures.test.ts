// What is told, and what goes on, when something fails: a scan, a start, a program.
import assert from "node:assert/strict";
import { execFileSync } from "node:child_process";
import { chmodSync, copyFileSync, writeFileSync } from "node:fs";
import { delimiter } from "node:path";
import { pathToFileURL } from "node:url";
import type { Observation, WorktreeEvent } from "../../worktree/observations.ts";
import { git } from "../../worktree/git.ts";
import { Registry } from "../../worktree/registry.ts";
import { waitFor } from "../waitFor.ts";
import { Sandbox, Watching } from "./support.ts";

describe("failures", () => {
  let box: Sandbox;
  let watching: Watching | undefined;
  beforeEach(() => {
    box = new Sandbox();
    watching = undefined;
  });
  afterEach(async () => {
    await watching?.close();
    box.remove();
  });

  it("tells that a first scan fails, and goes on trying until it succeeds", async () => {
    box.repository("a", { "x.ts": "x\n" });
    box.write("a/x.ts", "changed\n");
    const object = `.git/objects/${box.git("a", "rev-parse", "HEAD^{tree}").replace(/^../, "$&/")}`;
    copyFileSync(box.path("a", object), box.path("kept"));
    chmodSync(box.path("a", object), 0o600);
    writeFileSync(box.path("a", object), "broken");
    watching = new Watching();
    const root = await watching.watch(box.path("a"));
    const { reasons } = await watching.next("limits_changed");
    assert.match(reasons.join(), /^Git cannot compare .*\/a \(.+\): it is not watched until git status works/);
    const from = watching.events.length;
    copyFileSync(box.path("kept"), box.path("a", object));
    await watching.becomes(root, { "x.ts": "changed\n" });
    const { reasons: none } = await watching.next("limits_changed", () => true, from);
    assert.deepEqual(none, []);
  });

  it("tells that a later scan fails, and what it would have found once it succeeds", async () => {
    box.repository("a", { "x.ts": "x\n", "y.ts": "y\n" });
    watching = new Watching();
    const root = await watching.scanned(box.path("a"));
    copyFileSync(box.path("a/.git/index"), box.path("kept"));
    writeFileSync(box.path("a/.git/index"), "broken");
    const { reasons } = await watching.next("limits_changed");
    assert.match(reasons.join(), /its latest changes are not watched/);
    copyFileSync(box.path("kept"), box.path("a/.git/index"));
    await watching.next("limits_changed", (event) => event.reasons.length === 0);
    box.write("a/x.ts", "marker\n");
    await watching.sees(root, "x.ts", "marker\n");
  });

  it("answers for one repository while another is slow to start", async () => {
    for (const name of ["quick", "slow"]) box.repository(name, { "x.ts": "x\n" });
    execFileSync("mkfifo", [box.path("gate")]);
    const real = execFileSync("sh", ["-c", "command -v git"], { encoding: "utf8" }).trim();
    box.write(
      "bin/git",
      `#!/bin/sh\ncase "$*" in *"${box.path("slow")}"*" config "*) cat "${box.path("gate")}";; esac\nexec "${real}" "$@"\n`,
    );
    chmodSync(box.path("bin/git"), 0o755);
    const before = process.env["PATH"];
    process.env["PATH"] = `${box.path("bin")}${delimiter}${before}`;
    try {
      watching = new Watching();
    } finally {
      process.env["PATH"] = before;
    }
    const root = await watching.scanned(box.path("quick"));
    const slow = watching.worktrees.watch(box.path("slow"));
    const from = watching.events.length;
    watching.worktrees.observe(root, "x.ts");
    await watching.sees(root, "x.ts", "x\n", from);
    assert.equal((await watching.worktrees.readTexts(root, "x.ts")).text, "x\n");
    writeFileSync(box.path("gate"), "");
    const answer = await slow;
    assert.ok(answer.ok);
  });

  it("starts anew after a start that failed", async () => {
    box.repository("a", { "x.ts": "x\n" });
    const events: WorktreeEvent[] = [];
    let isBroken = true;
    const emit = (event: WorktreeEvent): void => {
      if (isBroken && event.type === "checkout_found") throw new Error("broken");
      events.push(event);
    };
    const registry = new Registry({ emit, log: () => undefined });
    await assert.rejects(registry.watch(box.path("a")), /broken/);
    assert.equal(registry.checkout(box.path("a")), undefined);
    isBroken = false;
    const answer = await registry.watch(box.path("a"));
    assert.ok(answer.ok);
    assert.ok(events.some(({ type }) => type === "checkout_found"));
    registry.close();
  });

  it("tells of saves as before once a parser would have been busy for minutes", async function () {
    this.timeout(60_000);
    box.repository("a", { "x.ts": "let x = 0;\n" });
    const seen = (watching = new Watching());
    const root = await seen.scanned(box.path("a"));
    const save = async (path: string, text: string): Promise<Observation> => {
      const from = seen.events.length;
      box.write(`a/${path}`, text);
      const { observations } = await seen.next(
        "files_observed",
        (event) => event.path === root && event.observations.some((each) => each.path === path),
        from,
      );
      return observations.find((each) => each.path === path)!;
    };
    let n = 0;
    await waitFor("facts with a save", async () => (await save("x.ts", `let x = ${++n};\n`)).head?.facts);
    // Guesses within guesses: far longer than a save may wait.
    const endless = await save("y.tsx", "async<T>(a=".repeat(5000));
    assert.equal(endless.head?.facts, undefined);
    const next = await save("x.ts", "let x: string;\n");
    assert.deepEqual(next.head?.content, { kind: "text", text: "let x: string;\n" });
  });

  it("answers when git cannot be started for the length of its arguments", async () => {
    const { code, stderr } = await git(box.folder, ["status", "x".repeat(5_000_000)]);
    assert.equal(code, -1);
    assert.match(stderr, /E2BIG/);
  });

  it("answers when git cannot be started for lack of file descriptors", () => {
    const entry = pathToFileURL("daemon/worktree/git.ts").href;
    box.write(
      "many.mjs",
      `import { openSync, closeSync } from "node:fs";
      const { git } = await import(${JSON.stringify(entry)});
      const open = [];
      try { for (;;) open.push(openSync("/dev/null")); } catch {}
      const { code, stderr } = await git("/", ["version"]);
      open.forEach((one) => closeSync(one));
      console.log(code, stderr, (await git("/", ["version"])).code);`,
    );
    const command = `ulimit -n 200; exec "${process.execPath}" --import=tsx "${box.path("many.mjs")}"`;
    const output = execFileSync("sh", ["-c", command], { encoding: "utf8", stdio: "pipe" });
    assert.match(output, /^-1 .*(EMFILE|too many open files).* 0$/m);
  });
});
