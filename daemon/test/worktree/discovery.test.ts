// Which checkouts belong together, what they are compared with, and how refusals read.
import assert from "node:assert/strict";
import { appendFileSync, chownSync, mkdirSync, rmSync } from "node:fs";
import type { Checkout } from "../../../shared/model/participant.ts";
import { normaliseUrl } from "../../worktree/identity.ts";
import { inSandbox, type Sandbox, type Watching } from "./support.ts";

describe("discovery", () => {
  let box: Sandbox;
  let watching: Watching;
  inSandbox((ownBox, ownThread) => {
    box = ownBox;
    watching = ownThread;
  });

  const found = (): Checkout[] =>
    watching.events.flatMap((event) => (event.type === "checkout_found" ? event.checkout : []));
  const refused = async (folder: string): Promise<string> => {
    const answer = await watching.worktrees.watch(folder);
    return answer.ok ? "" : answer.reason;
  };

  it("finds the checkout from a folder inside it, and its linked worktrees", async () => {
    box.repository("a", { "deep/er/x.ts": "x\n" });
    box.git("a", "worktree", "add", "-q", "../worktrees/one", "-b", "one");
    const root = await watching.scanned(box.path("a/deep/er"));
    assert.equal(root, box.path("a"));
    const all = found();
    assert.deepEqual(
      all.map(({ path, branch, main, target }) => [path, branch, main, target]),
      [
        [box.path("a"), "main", true, "main"],
        [box.path("worktrees/one"), "one", false, "main"],
      ],
    );
    assert.equal(all[0]?.repo, `root:${box.git("a", "rev-parse", "HEAD")}`);
    assert.equal(all[1]?.repo, all[0]?.repo);
    assert.equal(all[0]?.developer, "ada@example.com");
  });

  it("finds worktrees that come and go later, also from one of them, and leaves unwatched ones alone", async () => {
    box.repository("a", { "x.ts": "x\n" });
    box.git("a", "worktree", "add", "-q", "../one", "-b", "one");
    await watching.scanned(box.path("one"));
    assert.equal(found().length, 2);
    box.git("one", "worktree", "add", "-q", "../two", "-b", "two");
    box.write("two/x.ts", "2\n");
    await watching.sees(box.path("two"), "x.ts", "2\n");
    box.git("a", "worktree", "remove", "--force", "../two");
    await watching.next("checkout_gone", ({ path }) => path === box.path("two"));
    watching.worktrees.unwatch(box.path("one"));
    await watching.next("checkout_gone", ({ path }) => path === box.path("one"));
    box.git("a", "worktree", "add", "-q", "../three", "-b", "three");
    await watching.next("checkout_found", ({ checkout }) => checkout.branch === "three");
    assert.equal(found().filter(({ branch }) => branch === "one").length, 1);
    await watching.watch(box.path("one"));
    assert.equal(found().filter(({ branch }) => branch === "one").length, 2);
  });

  it("follows a worktree that is moved, and one that is removed and made again", async () => {
    box.repository("a", { "x.ts": "x\n" });
    box.git("a", "worktree", "add", "-q", "../one", "-b", "one");
    await watching.scanned(box.path("a"));
    box.git("a", "worktree", "move", "../one", "../two");
    await watching.next("checkout_gone", ({ path }) => path === box.path("one"));
    box.write("two/x.ts", "moved\n");
    await watching.becomes(box.path("two"), { "x.ts": "moved\n" });
    box.git("a", "worktree", "remove", "--force", "../two");
    box.git("a", "worktree", "add", "-q", "../two", "one");
    await watching.next("checkout_gone", ({ path }) => path === box.path("two"));
    await watching.until(() => found().filter(({ path }) => path === box.path("two")).length === 2, "two again");
    box.write("two/x.ts", "again\n");
    await watching.becomes(box.path("two"), { "x.ts": "again\n" });
    box.write("two/x.ts", "and again\n");
    await watching.becomes(box.path("two"), { "x.ts": "and again\n" });
  });

  it("follows git's configuration", async () => {
    box.repository("a", { "x.ts": "x\n" });
    await watching.scanned(box.path("a"));
    box.git("a", "config", "user.email", "new@example.com");
    await watching.next("checkout_changed", ({ checkout }) => checkout.developer === "new@example.com");
  });

  it("leaves out prunable worktrees and plain branches", async () => {
    box.repository("a", { "x.ts": "x\n" });
    for (let at = 0; at < 30; at += 1) box.git("a", "branch", `b${at}`);
    box.git("a", "worktree", "add", "-q", "../gone", "-b", "gone");
    rmSync(box.path("gone"), { recursive: true });
    mkdirSync(box.path("a/.git/worktrees/stale"));
    await watching.scanned(box.path("a"));
    assert.deepEqual(
      found().map(({ path }) => path),
      [box.path("a")],
    );
  });

  it("knows a bare repository by its worktrees", async () => {
    box.repository("a", { "x.ts": "x\n" });
    box.git(".", "clone", "-q", "--bare", "a", "bare.git");
    box.git("bare.git", "worktree", "add", "-q", "../one", "main");
    box.git("bare.git", "worktree", "add", "-q", "../two", "-b", "two");
    assert.match(await refused(box.path("bare.git")), /is a bare repository/);
    await watching.scanned(box.path("two"));
    assert.deepEqual(
      found().map(({ path, main }) => [path, main]),
      [
        [box.path("one"), false],
        [box.path("two"), false],
      ],
    );
  });

  it("groups the worktree of a submodule with the submodule", async () => {
    box.repository("sub", { "s.ts": "s\n" });
    box.repository("a", { "a.ts": "a\n" });
    box.git("a", "-c", "protocol.file.allow=always", "submodule", "add", "-q", box.path("sub"), "libs/s");
    box.git("a/libs/s", "worktree", "add", "-q", "../../../s-fix", "-b", "fix");
    await watching.scanned(box.path("s-fix"));
    assert.deepEqual(
      found().map(({ path, main }) => [path, main]),
      [
        [box.path("a/libs/s"), true],
        [box.path("s-fix"), false],
      ],
    );
  });

  it("gives two clones of one origin one name and does not mix up folders with a common beginning", async () => {
    box.repository("app", { "x.ts": "x\n" });
    box.git(".", "clone", "-q", "app", "app-copy");
    box.git("app", "remote", "add", "origin", "git@GitHub.com:Acme/App.git");
    box.git("app-copy", "remote", "set-url", "origin", "https://token@github.com/Acme/App");
    const app = await watching.scanned(box.path("app"));
    const copy = await watching.scanned(box.path("app-copy"));
    assert.deepEqual([...new Set(found().map(({ repo }) => repo))], ["github.com/Acme/App"]);
    box.write("app-copy/only.ts", "c\n");
    await watching.sees(copy, "only.ts", "c\n");
    assert.deepEqual(watching.state(app), {});
  });

  it("takes the name of an origin that is added or moved, and tells everything anew under it", async () => {
    box.repository("a", { "x.ts": "x\n" });
    box.write("a/x.ts", "changed\n");
    const root = await watching.scanned(box.path("a"));
    for (const [command, name] of [
      ["add", "one"],
      ["set-url", "two"],
    ] as const) {
      const from = watching.events.length;
      box.git("a", "remote", command, "origin", `git@github.com:acme/${name}.git`);
      const { checkout } = await watching.next("checkout_changed", () => true, from);
      assert.equal(checkout.repo, `github.com/acme/${name}`);
      const seen = await watching.sees(root, "x.ts", "changed\n", from);
      assert.deepEqual(seen.base?.content, { kind: "text", text: "x\n" });
    }
    const from = watching.events.length;
    box.git("a", "remote", "remove", "origin");
    const { checkout } = await watching.next("checkout_changed", () => true, from);
    assert.equal(checkout.repo, `root:${box.git("a", "rev-parse", "HEAD")}`);
  });

  it("names a repository after its first commit once there is one", async () => {
    box.write("new/x.ts", "x\n");
    box.git("new", "init", "-q", "-b", "main");
    await watching.scanned(box.path("new"));
    assert.match(found()[0]?.repo ?? "", /^root:none:/);
    box.git("new", "add", ".");
    box.git("new", "-c", "user.name=N", "-c", "user.email=n@example.com", "commit", "-q", "-m", "first");
    const first = `root:${box.git("new", "rev-parse", "HEAD")}`;
    await watching.next("checkout_changed", ({ checkout }) => checkout.repo === first);
  });

  it("compares with the remote's HEAD branch", async () => {
    box.repository("a", { "x.ts": "x\n" });
    box.git("a", "branch", "-m", "trunk");
    box.git(".", "clone", "-q", "a", "b");
    box.git("b", "config", "user.email", "b@example.com");
    box.write("b/x.ts", "b\n");
    box.git("b", "-c", "user.name=B", "commit", "-q", "-a", "-m", "b");
    const root = await watching.scanned(box.path("b"));
    assert.deepEqual(watching.state(root), { "x.ts": "b\n" });
    assert.equal(found()[0]?.target, "origin/trunk");
    assert.equal(found()[0]?.base, box.git("b", "rev-parse", "origin/trunk"));
  });

  it("says what a shallow clone, a repository without main and an unborn one are compared with", async () => {
    box.repository("a", { "x.ts": "x\n" });
    box.git("a", "switch", "-q", "-c", "topic");
    box.write("a/x.ts", "topic\n");
    box.commit("a", "topic");
    box.git("a", "switch", "-q", "main");
    box.write("a/x.ts", "main\n");
    box.commit("a", "main");
    box.git(
      ".",
      "clone",
      "-q",
      "--depth",
      "1",
      "--no-single-branch",
      "-b",
      "topic",
      `file://${box.path("a")}`,
      "shallow",
    );
    await watching.scanned(box.path("shallow"));
    assert.match(found()[0]?.note ?? "", /shallow clone/);
    box.repository("odd", { "x.ts": "x\n" });
    box.git("odd", "branch", "-m", "trunk");
    await watching.scanned(box.path("odd"));
    assert.match(found()[1]?.note ?? "", /no remote branch, main or master/);
    mkdirSync(box.path("new"));
    box.git("new", "init", "-q");
    box.write("new/x.ts", "first\n");
    const root = await watching.scanned(box.path("new"));
    assert.deepEqual(watching.state(root), { "x.ts": "first\n" });
    assert.deepEqual([found()[2]?.head, found()[2]?.base, found()[2]?.note], [null, null, null]);
  });

  it("refuses with one sentence", async () => {
    mkdirSync(box.path("plain"));
    box.write("file", "");
    box.repository("a", { "x.ts": "x\n" });
    assert.match(await refused(box.path("nowhere")), /does not exist\.$/);
    assert.match(await refused(box.path("plain")), /is not in a git repository\.$/);
    assert.match(await refused(box.path("file")), /is a file, not a folder\.$/);
    assert.match(await refused("relative"), /is not an absolute path\.$/);
    assert.match(await refused(box.path("a/.git")), /not a checkout\.$/);
    appendFileSync(box.path("a/.git/config"), "[broken\n");
    assert.match(await refused(box.path("a")), /^Git cannot read .*bad config/);
  });

  it("explains dubious ownership", async function () {
    if (process.getuid?.() !== 0) return this.skip();
    box.repository("a", { "x.ts": "x\n" });
    for (const path of ["a", "a/.git"]) chownSync(box.path(path), 12_345, 12_345);
    assert.match(await refused(box.path("a")), /another user owns it; run: git config --global --add safe\.directory/);
  });

  it("waits for worktrees that git is still making, six at once", async () => {
    const files = Object.fromEntries(Array.from({ length: 400 }, (_, at) => [`f${at}.ts`, `${at}\n`]));
    box.repository("a", files);
    const root = await watching.scanned(box.path("a"));
    const names = ["w1", "w2", "w3", "w4", "w5", "w6"];
    const add = (name: string) => box.gitAsync("a", "worktree", "add", "-q", `../${name}`, "-B", name);
    // Git itself can stumble over the half-made worktree of another git: those are made again.
    const made = await Promise.allSettled(names.map(add));
    for (const [at, name] of names.entries()) if (made[at]?.status === "rejected") await add(name);
    for (const name of names) {
      box.write(`${name}/mine.ts`, "m\n");
      await watching.becomes(box.path(name), { "mine.ts": "m\n" });
    }
    const odd = watching.events
      .flatMap((event) => ("observations" in event ? event.observations : []))
      .filter(({ path }) => path !== "mine.ts");
    assert.deepEqual(odd, []);
    assert.deepEqual(watching.state(root), {});
  });

  it("waits for the index of a worktree made without files", async () => {
    box.repository("a", { "x.ts": "x\n", "y.ts": "y\n" });
    await watching.scanned(box.path("a"));
    box.git("a", "worktree", "add", "-q", "--no-checkout", "../late", "-b", "late");
    await watching.next("checkout_found", ({ checkout }) => checkout.branch === "late");
    box.git("late", "reset", "-q", "--hard");
    box.write("late/x.ts", "late\n");
    await watching.becomes(box.path("late"), { "x.ts": "late\n" });
    assert.equal(
      watching.observations(box.path("late")).some(({ head }) => head === null),
      false,
    );
  });
});

describe("names of repositories", () => {
  const same = [
    "git@github.com:acme/api.git",
    "ssh://git@GitHub.com:22/acme/api.git/",
    "https://user:pw@github.com/acme/api",
    "git://github.com/acme/api.git",
    "github.com:acme/api",
  ];
  for (const url of same) it(url, () => assert.equal(normaliseUrl(url), "github.com/acme/api"));
  for (const url of ["/srv/git/api.git", "../api", "file:///srv/api.git", "C:\\git\\api", "C:/git/api", ""]) {
    it(`${url || "(empty)"} has none`, () => assert.equal(normaliseUrl(url), null));
  }
  it("keeps hosts apart", () => {
    assert.equal(normaliseUrl("https://github.com.evil.tld/acme/api"), "github.com.evil.tld/acme/api");
    assert.equal(normaliseUrl("https://host:8443/group/sub/api.git?x=1"), "host/group/sub/api");
  });
});
