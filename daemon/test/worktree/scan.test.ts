// What a scan reports: everything that differs from the base, and nothing else.
import assert from "node:assert/strict";
import { execFileSync } from "node:child_process";
import { chmodSync, mkdirSync, rmSync, symlinkSync, utimesSync } from "node:fs";
import type { Observation } from "../../worktree/observations.ts";
import { headText, inSandbox, type Sandbox, type Watching } from "./support.ts";

/** Any that is not the superuser. */
const plainUser = 65_534;

describe("scan", () => {
  let box: Sandbox;
  let watching: Watching;
  inSandbox((ownBox, ownThread) => {
    box = ownBox;
    watching = ownThread;
  });

  const branchOff = (files: Record<string, string | Buffer>): void => {
    box.repository("a", files);
    box.git("a", "switch", "-q", "-c", "topic");
  };

  /** The superuser may read everything: for these tests the process is somebody else, who owns the sandbox. */
  async function asPlainUser(work: () => Promise<void>): Promise<void> {
    if (process.geteuid?.() !== 0) return work();
    // The thread must have been loaded: its file is the superuser's.
    await watching.worktrees.watch(box.path("nowhere"));
    execFileSync("chown", ["-R", `${plainUser}`, box.folder]);
    process.seteuid?.(plainUser);
    try {
      await work();
    } finally {
      process.seteuid?.(0);
    }
  }

  it("reports committed, staged, unstaged, untracked and removed files once", async () => {
    branchOff({ "src/one.ts": "1\n", "src/two.ts": "2\n", "src/three.ts": "3\n", "gone.ts": "x\n", "same.ts": "s\n" });
    box.write("a/src/one.ts", "1 committed\n");
    box.commit("a", "one");
    box.write("a/src/two.ts", "2 staged\n");
    box.git("a", "add", "src/two.ts");
    box.write("a/src/three.ts", "3 unstaged\n");
    box.write("a/new/deep/four.ts", "4 untracked\n");
    rmSync(box.path("a/gone.ts"));
    const root = await watching.scanned(box.path("a"));
    assert.deepEqual(watching.state(root), {
      "gone.ts": null,
      "new/deep/four.ts": "4 untracked\n",
      "src/one.ts": "1 committed\n",
      "src/three.ts": "3 unstaged\n",
      "src/two.ts": "2 staged\n",
    });
    const one = watching.observations(root).find(({ path }) => path === "src/one.ts");
    assert.deepEqual(one?.base?.content, { kind: "text", text: "1\n" });
    const scanned = await watching.next("checkout_scanned");
    assert.equal(scanned.observations.length, 5);
  });

  it("sends nothing for a file that was touched without a change", async () => {
    branchOff({ "a.ts": "a\n" });
    utimesSync(box.path("a/a.ts"), new Date(), new Date());
    const root = await watching.scanned(box.path("a"));
    assert.deepEqual(watching.state(root), {});
  });

  it("takes the older of commit time and file time", async () => {
    branchOff({ "a.ts": "a\n" });
    box.write("a/a.ts", "b\n");
    box.git("a", "add", "-A");
    process.env["GIT_COMMITTER_DATE"] = "2020-01-01T00:00:00Z";
    await box.gitAsync("a", "-c", "user.name=A", "-c", "user.email=a@b", "commit", "-q", "-m", "old").finally(() => {
      delete process.env["GIT_COMMITTER_DATE"];
    });
    box.write("a/b.ts", "untracked\n");
    utimesSync(box.path("a/b.ts"), new Date(86_400_000), new Date(86_400_000));
    const root = await watching.scanned(box.path("a"));
    const touched = new Map(watching.observations(root).map((one) => [one.path, one.touchedAt]));
    assert.equal(touched.get("b.ts"), 86_400_000);
    assert.ok((touched.get("a.ts") ?? 0) <= Date.now());
  });

  it("leaves out ignored files of every level, but not tracked ones in ignored folders", async () => {
    box.repository("a", {
      ".gitignore": "*.log\nout/\n!keep.log\n",
      "lib/.gitignore": "/local\n!special.log\n",
      "lib/a.ts": "a\n",
    });
    box.write("a/out/forced.ts", "f\n");
    box.git("a", "add", "-f", "out/forced.ts");
    box.commit("a", "forced");
    box.git("a", "switch", "-q", "-c", "topic");
    box.write("a/.git/info/exclude", "secret.ts\n");
    for (const path of ["x.log", "lib/local", "out/free.ts", "secret.ts", "node_modules/m/i.js"])
      box.write(`a/${path}`, "no\n");
    for (const path of ["keep.log", "lib/special.log", "out/forced.ts", "local"]) box.write(`a/${path}`, "yes\n");
    const root = await watching.scanned(box.path("a"));
    const yes = { "keep.log": "yes\n", "lib/special.log": "yes\n", local: "yes\n", "out/forced.ts": "yes\n" };
    assert.deepEqual(watching.state(root), yes);
  });

  it("leaves out lockfiles, generated, minified and vendored files", async () => {
    branchOff({ "package-lock.json": "{}\n", "vendor/v.go": "v\n", "a.ts": "a\n" });
    const out = [
      "package-lock.json",
      "go.sum",
      "vendor/v.go",
      "api.pb.go",
      "api_pb2.py",
      "x.min.js",
      "x.generated.ts",
      "a.ts~",
    ];
    for (const path of out) box.write(`a/${path}`, "changed\n");
    box.write("a/lockfile.ts", "mine\n");
    const root = await watching.scanned(box.path("a"));
    assert.deepEqual(watching.state(root), { "lockfile.ts": "mine\n" });
  });

  it("counts binary, large, one-line, foreign-encoded files and links as paths", async () => {
    branchOff({ "data.ts": "text\n", "bom.ts": "a\n" });
    box.write("a/data.ts", Buffer.from([1, 0, 2]));
    box.write("a/large.ts", "// line\n".repeat(200_000));
    box.write("a/hand.ts", "// a line of a long hand-written file\n".repeat(11_000));
    box.write("a/bundle.js", "a();".repeat(20_000));
    box.write("a/latin.ts", Buffer.from([0x63, 0x61, 0x66, 0xe9, 0x0a]));
    box.write("a/bom.ts", "\ufeffb\n");
    mkdirSync(box.path("a/loop"));
    symlinkSync("..", box.path("a/loop/up"));
    symlinkSync("/nowhere", box.path("a/link.ts"));
    const root = await watching.scanned(box.path("a"));
    const state = watching.state(root);
    assert.equal(state["hand.ts"]?.length, 38 * 11_000);
    delete state["hand.ts"];
    assert.deepEqual(state, {
      "bom.ts": "b\n",
      "bundle.js": "(minified)",
      "data.ts": "(binary)",
      "large.ts": "(larger than 1 MB)",
      "latin.ts": "(not UTF-8)",
      "link.ts": "(symbolic link)",
      "loop/up": "(symbolic link)",
    });
  });

  it("gives the blob ids of git", async () => {
    branchOff({ "a.ts": "a\n" });
    box.write("a/a.ts", "b\n");
    box.write("a/large.ts", "// line\n".repeat(200_000));
    const root = await watching.scanned(box.path("a"));
    for (const { path, head } of watching.observations(root))
      assert.equal(head?.blob, box.git("a", "hash-object", path));
  });

  it("reads names with spaces, quotes, line breaks, emoji and bytes that are no UTF-8", async () => {
    const names = [
      "sp ace.ts",
      'quo"te.ts',
      "line\nbreak.ts",
      "emoji😀.ts",
      "tab\t.ts",
      "-dash.ts",
      "ümlaut.ts",
      ":colon.ts",
      "st*r.ts",
    ];
    branchOff(Object.fromEntries(names.map((name) => [name, "old\n"])));
    box.write("a/plain.ts", "p\n");
    for (const name of names) box.write(`a/${name}`, "new\n");
    const { writeFileSync } = await import("node:fs");
    writeFileSync(
      Buffer.concat([Buffer.from(`${box.path("a")}/`), Buffer.from([0xff, 0xfe]), Buffer.from(".ts")]),
      "x",
    );
    const root = await watching.scanned(box.path("a"));
    const expected = Object.fromEntries(
      [...names, "plain.ts"].sort().map((name) => [name, name === "plain.ts" ? "p\n" : "new\n"]),
    );
    assert.deepEqual(watching.state(root), expected);
    for (const name of names) box.write(`a/${name}`, "newer\n");
    for (const name of names) assert.equal((await watching.sees(root, name, "newer\n")).base?.content, undefined);
    for (const name of names) box.write(`a/${name}`, "old\n");
    await watching.becomes(root, { "plain.ts": "p\n" });
  });

  it("follows git about line endings", async () => {
    box.repository("a", {
      ".gitattributes": "*.ts text=auto\n*.bat -text\n",
      "a.ts": "a\nb\n",
      "b.ts": "a\nb\n",
      "c.bat": "a\nb\n",
    });
    box.git("a", "switch", "-q", "-c", "topic");
    box.write("a/a.ts", "a\r\nb\r\n");
    box.write("a/b.ts", "a\r\nc\r\n");
    box.write("a/c.bat", "a\r\nb\r\n");
    const root = await watching.scanned(box.path("a"));
    assert.deepEqual(watching.state(root), { "b.ts": "a\nc\n", "c.bat": "a\r\nb\r\n" });
  });

  it("counts what the attributes call generated as a path", async () => {
    branchOff({ ".gitattributes": "gen/** linguist-generated\n", "gen/a.ts": "a\n", "b.ts": "b\n" });
    box.write("a/gen/a.ts", "changed\n");
    box.write("a/b.ts", "changed\n");
    const root = await watching.scanned(box.path("a"));
    assert.deepEqual(watching.state(root), { "b.ts": "changed\n", "gen/a.ts": "(generated)" });
    const from = watching.events.length;
    box.write("a/gen/a.ts", "again\n");
    const isSeen = (event: { observations: Observation[] }): boolean =>
      event.observations.some(({ path }) => path === "gen/a.ts");
    const seen = await watching.next("files_observed", isSeen, from);
    assert.deepEqual(seen.observations[0]?.head?.content, { kind: "opaque", why: "generated" });
  });

  it("does not take files that a sparse checkout leaves out for removed", async () => {
    branchOff({ "packages/a/i.ts": "a\n", "packages/b/i.ts": "b\n" });
    box.write("a/packages/a/i.ts", "a committed\n");
    box.commit("a", "a");
    box.git("a", "sparse-checkout", "set", "packages/b");
    const root = await watching.scanned(box.path("a"));
    assert.deepEqual(watching.state(root), { "packages/a/i.ts": "a committed\n" });
    box.git("a", "sparse-checkout", "set", "packages/a");
    box.write("a/packages/a/j.ts", "marker\n");
    await watching.sees(root, "packages/a/j.ts", "marker\n");
    box.git("a", "sparse-checkout", "disable");
    box.write("a/packages/b/j.ts", "marker\n");
    await watching.sees(root, "packages/b/j.ts", "marker\n");
    assert.equal(
      watching.observations(root).some(({ head }) => head === null),
      false,
      watching.summary(),
    );
  });

  it("answers for files that are left out or may not be read: as they were", async () => {
    branchOff({ "packages/a/i.ts": "a\n", "packages/b/i.ts": "b\n" });
    box.write("a/packages/a/i.ts", "a committed\n");
    box.commit("a", "a");
    box.git("a", "sparse-checkout", "set", "packages/none");
    box.write("a/secret.ts", "s\n");
    box.write("a/packages/b/i.ts", "");
    box.git("a", "sparse-checkout", "set", "packages/b");
    chmodSync(box.path("a/packages/b/i.ts"), 0);
    chmodSync(box.path("a/secret.ts"), 0);
    await asPlainUser(async () => {
      const root = await watching.scanned(box.path("a"));
      const from = watching.events.length;
      for (const path of ["packages/a/i.ts", "packages/b/i.ts", "secret.ts"]) watching.worktrees.observe(root, path);
      await watching.sees(root, "packages/a/i.ts", "a committed\n", from);
      const b = await watching.sees(root, "packages/b/i.ts", "b\n", from);
      assert.equal(b.base?.blob, b.head?.blob);
      assert.equal((await watching.sees(root, "secret.ts", null, from)).base, null);
    });
  });

  it("keeps what it knew of a file that may not be read", async () => {
    branchOff({ "a.ts": "a\n" });
    chmodSync(box.path("a/a.ts"), 0);
    await asPlainUser(async () => {
      assert.throws(() => box.read("a/a.ts"), /EACCES/);
      const root = await watching.scanned(box.path("a"));
      box.write("a/marker.ts", "marker\n");
      await watching.becomes(root, { "marker.ts": "marker\n" });
    });
  });

  it("shows a submodule as a path and its files as a repository of its own", async () => {
    box.repository("sub", { "s.ts": "s\n" });
    branchOff({ "a.ts": "a\n" });
    box.git("a", "-c", "protocol.file.allow=always", "submodule", "add", "-q", box.path("sub"), "libs/s");
    box.commit("a", "sub");
    box.write("a/libs/s/s.ts", "changed\n");
    const root = await watching.scanned(box.path("a"));
    assert.equal(watching.state(root)["libs/s"], "(submodule)");
    assert.equal(watching.state(root)["libs/s/s.ts"], undefined);
    const answer = await watching.worktrees.watch(box.path("a/libs/s"));
    assert.ok(answer.ok && answer.checkout.path === box.path("a/libs/s"));
    assert.notEqual(answer.checkout.repo, (await watching.next("checkout_found")).checkout.repo);
    await watching.sees(answer.checkout.path, "s.ts", "changed\n");
    assert.equal(headText(watching.observations(answer.checkout.path)[0] ?? assert.fail()), "changed\n");
  });
});
