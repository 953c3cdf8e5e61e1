// What is reported while git works in a checkout, and after.
import assert from "node:assert/strict";
import { existsSync, rmSync, utimesSync, writeFileSync } from "node:fs";
import { fingerprint, inSandbox, type Sandbox, type Watching } from "./support.ts";

describe("git at work", () => {
  let box: Sandbox;
  let watching: Watching;
  inSandbox((ownBox, ownThread) => {
    box = ownBox;
    watching = ownThread;
  });

  const numbered = (count: number, text: string): Record<string, string> =>
    Object.fromEntries(Array.from({ length: count }, (_, at) => [`src/f${at}.ts`, `${text} ${at}\n`]));

  const main = (): void => {
    box.repository("a", { "x.ts": "base\n", "mine.ts": "m\n", ...numbered(40, "old") });
    box.git("a", "switch", "-q", "-c", "topic");
    box.write("a/x.ts", "topic\n");
    box.write("a/mine.ts", "changed\n");
    box.commit("a", "mine");
    box.git("a", "switch", "-q", "main");
    for (const [path, text] of Object.entries(numbered(40, "new"))) box.write(`a/${path}`, text);
    box.write("a/x.ts", "main\n");
    box.commit("a", "theirs");
    box.git("a", "switch", "-q", "topic");
  };

  const held = (operation: string | null, from = 0) =>
    watching.next("checkout_held", (event) => event.operation === operation, from);

  it("leaves what a merge carried in to its authors", async () => {
    main();
    const root = await watching.scanned(box.path("a"));
    assert.deepEqual(watching.state(root), { "mine.ts": "changed\n", "x.ts": "topic\n" });
    const from = watching.events.length;
    box.tryGit("a", "merge", "main");
    await held("merge");
    box.write("a/x.ts", "resolved\n");
    box.commit("a", "merged");
    await held(null);
    await watching.becomes(root, { "mine.ts": "changed\n", "x.ts": "resolved\n" });
    assert.equal(
      watching.observations(root, from).some(({ path }) => path.startsWith("src/")),
      false,
      watching.summary(),
    );
    assert.equal(
      watching.observations(root, from).some(({ head }) => JSON.stringify(head).includes("<<<<")),
      false,
    );
  });

  it("stands still during a rebase with conflicts and scans once afterwards", async () => {
    main();
    const root = await watching.scanned(box.path("a"));
    const from = watching.events.length;
    box.tryGit("a", "rebase", "main");
    await held("rebase");
    box.write("a/x.ts", "rebased\n");
    box.git("a", "add", "x.ts");
    box.git("a", "rebase", "--continue");
    await held(null);
    await watching.becomes(root, { "mine.ts": "changed\n", "x.ts": "rebased\n" });
    const types = watching.events.slice(from).map(({ type }) => type);
    assert.deepEqual(
      types,
      ["checkout_held", "checkout_held", "checkout_changed", "commits_ahead", "checkout_scanned"],
      watching.summary(),
    );
  });

  it("names cherry-pick, revert and bisect", async () => {
    main();
    box.git("a", "switch", "-q", "-c", "other", "main");
    await watching.scanned(box.path("a"));
    box.tryGit("a", "cherry-pick", "topic");
    await held("cherry-pick");
    let from = watching.events.length;
    box.git("a", "cherry-pick", "--abort");
    await held(null, from);
    box.write("a/x.ts", "later\n");
    box.commit("a", "later");
    from = watching.events.length;
    box.tryGit("a", "revert", "--no-edit", "HEAD~1");
    await held("revert", from);
    from = watching.events.length;
    box.git("a", "revert", "--abort");
    await held(null, from);
    from = watching.events.length;
    box.git("a", "bisect", "start");
    await held("bisect", from);
    box.git("a", "bisect", "reset");
    await held(null, from);
  });

  it("reports a branch switch of 2,000 files as one scan", async () => {
    box.repository("a", { "x.ts": "x\n", ...numbered(2_000, "old") });
    box.git("a", "switch", "-q", "-c", "topic");
    for (const [path, text] of Object.entries(numbered(2_000, "new"))) box.write(`a/${path}`, text);
    box.commit("a", "all");
    box.git("a", "switch", "-q", "main");
    const root = await watching.scanned(box.path("a"));
    const from = watching.events.length;
    await box.gitAsync("a", "switch", "-q", "topic");
    await watching.until(() => Object.keys(watching.state(root)).length === 2_000, "2,000 files");
    assert.deepEqual(watching.state(root)["src/f1999.ts"], "new 1999\n");
    await box.gitAsync("a", "switch", "-q", "main");
    await watching.becomes(root, {});
    const types = watching.events.slice(from).map(({ type }) => type);
    assert.deepEqual(
      types,
      [1, 2].flatMap(() => ["checkout_changed", "commits_ahead", "checkout_scanned"]),
      watching.summary(),
    );
    assert.equal(watching.observations(root, from).length, 2_000);
  });

  it("follows switch, deleted branch, detached HEAD and an orphan branch", async () => {
    main();
    const root = await watching.scanned(box.path("a"));
    box.git("a", "switch", "-q", "-c", "second");
    await watching.next("checkout_changed", ({ checkout }) => checkout.branch === "second");
    box.git("a", "branch", "-D", "topic");
    box.git("a", "checkout", "-q", "--detach");
    await watching.next("checkout_changed", ({ checkout }) => checkout.branch === null);
    await watching.becomes(root, { "mine.ts": "changed\n", "x.ts": "topic\n" });
    box.git("a", "switch", "-q", "--orphan", "fresh");
    box.write("a/fresh.ts", "f\n");
    const unborn = await watching.next("checkout_changed", ({ checkout }) => checkout.branch === "fresh");
    assert.deepEqual([unborn.checkout.head, unborn.checkout.base], [null, null]);
    await watching.becomes(root, { "fresh.ts": "f\n" });
    box.commit("a", "fresh");
    const note = (await watching.next("checkout_changed", ({ checkout }) => checkout.note !== null)).checkout.note;
    assert.match(note ?? "", /shares no commit with main/);
  });

  it("follows stash, reset and a commit", async () => {
    box.repository("a", { "x.ts": "x\n", "y.ts": "y\n" });
    box.git("a", "switch", "-q", "-c", "topic");
    const root = await watching.scanned(box.path("a"));
    box.write("a/x.ts", "changed\n");
    await watching.becomes(root, { "x.ts": "changed\n" });
    box.git("a", "stash");
    await watching.becomes(root, {});
    box.git("a", "stash", "pop");
    await watching.becomes(root, { "x.ts": "changed\n" });
    const from = watching.events.length;
    box.commit("a", "x");
    await watching.next("checkout_scanned", () => true, from);
    assert.deepEqual(watching.state(root), { "x.ts": "changed\n" });
    box.git("a", "reset", "-q", "--hard", "main");
    await watching.becomes(root, {});
  });

  it("takes a new base when the target branch moves", async () => {
    main();
    box.git("a", "worktree", "add", "-q", "../main", "main");
    const root = await watching.scanned(box.path("a"));
    box.git("main", "merge", "-q", "-s", "ours", "topic");
    await watching.becomes(root, {});
    const { checkout } = await watching.next("checkout_changed", ({ checkout: { path } }) => path === root);
    assert.equal(checkout.base, checkout.head);
  });

  it("is not held up for ever by a lock that was left behind", async () => {
    box.repository("a", { "x.ts": "x\n" });
    const root = await watching.scanned(box.path("a"));
    const lock = box.path("a/.git/index.lock");
    writeFileSync(lock, "");
    utimesSync(lock, new Date(), new Date(Date.now() - 9_000));
    box.write("a/x.ts", "behind\n");
    await watching.until(() => watching.state(root)["x.ts"] === "behind\n", "x.ts");
    const { reasons } = await watching.next("limits_changed");
    assert.match(reasons[0] ?? "", /index\.lock/);
    const from = watching.events.length;
    rmSync(lock);
    box.write("a/x.ts", "free\n");
    await watching.next("limits_changed", (event) => event.reasons.length === 0, from);
  });

  it("stands still in one worktree and follows the others", async () => {
    main();
    box.git("a", "worktree", "add", "-q", "../b", "-b", "b", "topic");
    const root = await watching.scanned(box.path("a"));
    box.tryGit("b", "merge", "main");
    const { path } = await held("merge");
    assert.equal(path, box.path("b"));
    const since = watching.events.length;
    box.write("b/mine.ts", "while merging\n");
    box.write("a/x.ts", "meanwhile\n");
    await watching.sees(root, "x.ts", "meanwhile\n");
    const from = watching.events.length;
    box.git("b", "checkout", "-q", "mine.ts");
    box.git("b", "merge", "--abort");
    await held(null, from);
    await watching.next("checkout_scanned", (event) => event.path === path, from);
    const early = watching.events
      .slice(since, from)
      .filter((event) => event.type === "files_observed" && event.path === path);
    assert.deepEqual(early, []);
  });

  it("runs no filter, hook or monitor of the repository", async () => {
    const mark = (name: string) => `sh -c 'touch ${box.path(name)}; cat'`;
    box.repository("a", { ".gitattributes": "*.bin filter=x diff=x\n", "one.bin": "abc\n", "x.ts": "x\n" });
    box.git("a", "switch", "-q", "-c", "topic");
    const programs = ["filter.x.clean", "filter.x.smudge", "diff.x.textconv", "core.fsmonitor"];
    for (const key of programs) box.git("a", "config", key, mark(key));
    box.write("a/one.bin", "changed\n");
    const root = await watching.scanned(box.path("a"));
    box.write("a/one.bin", "again\n");
    await watching.sees(root, "one.bin", "again\n");
    assert.deepEqual(
      programs.filter((name) => existsSync(box.path(name))),
      [],
    );
  });

  it("writes nothing below .git", async () => {
    main();
    box.git("a", "worktree", "add", "-q", "../b", "-b", "b");
    box.write("b/x.ts", "dirty\n");
    const before = fingerprint(box.path("a/.git"));
    const root = await watching.scanned(box.path("a"));
    box.write("a/y.ts", "y\n");
    await watching.sees(root, "y.ts", "y\n");
    rmSync(box.path("a/mine.ts"));
    await watching.sees(root, "mine.ts", null);
    await watching.worktrees.readTexts(root, "x.ts");
    await watching.close();
    assert.equal(fingerprint(box.path("a/.git")), before);
  });
});
