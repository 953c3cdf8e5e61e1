// Files that a filter program stores otherwise than they are on disk: none is run, none is a false alarm.
import assert from "node:assert/strict";
import { createHash } from "node:crypto";
import { existsSync, readdirSync, utimesSync } from "node:fs";
import { inSandbox, type Sandbox, type Watching } from "./support.ts";

const later = new Date(Date.now() + 3_600_000);

describe("filters", () => {
  let box: Sandbox;
  let watching: Watching;
  inSandbox((ownBox, ownThread) => {
    box = ownBox;
    watching = ownThread;
  });

  const marked = (name: string) => `sh -c 'touch "${box.path("ran")}-${name}"; cat'`;
  const ran = () => readdirSync(box.folder).filter((name) => name.startsWith("ran-"));

  for (const [key, filter] of [
    ["clean", "x"],
    ["process", "x"],
    ["clean", "odd=na.me"],
  ] as const) {
    it(`runs no ${key} program of ${filter}, also for files that are not older than the index`, async () => {
      box.repository("a", { ".gitattributes": `*.bin filter=${filter}\n`, "x.ts": "x\n" });
      box.write("a/one.bin", "abc\n");
      utimesSync(box.path("a/one.bin"), later, later);
      box.commit("a", "second");
      box.git("a", "config", `filter.${filter}.${key}`, marked(key));
      box.git("a", "config", `filter.${filter}.required`, "true");
      box.write("a/x.ts", "changed\n");
      const root = await watching.scanned(box.path("a"));
      box.write("a/one.bin", "again\n");
      await watching.sees(root, "one.bin", "again\n");
      assert.deepEqual(ran(), []);
    });
  }

  it("runs no program of a filter that is configured later, or in a file for one worktree", async () => {
    box.repository("a", { ".gitattributes": "*.bin filter=x\n", "one.bin": "abc\n", "x.ts": "x\n" });
    box.git("a", "worktree", "add", "-q", "../b", "-b", "b");
    box.write("only-b", `[filter "x"]\n\tclean = ${marked("b").replaceAll('"', '\\"')}\n`);
    box.git("a", "config", `includeIf.onbranch:b.path`, box.path("only-b"));
    for (const name of ["a", "b"]) utimesSync(box.path(name, "one.bin"), later, later);
    await watching.scanned(box.path("a"));
    const from = watching.events.length;
    box.git("a", "config", "filter.x.clean", marked("a"));
    box.git("a", "config", "user.email", "new@example.com");
    await watching.next("checkout_changed", ({ checkout }) => checkout.main, from);
    // This commit itself would run it.
    box.git("a", "-c", "filter.x.clean=", "commit", "-q", "--allow-empty", "-m", "second");
    await watching.next("checkout_scanned", ({ path }) => path === box.path("a"), from);
    assert.deepEqual(ran(), []);
    assert.ok(existsSync(box.path("a/one.bin")));
  });

  const content = "a large picture\n";
  const pointer = `version https://git-lfs.github.com/spec/v1\noid sha256:${createHash("sha256").update(content).digest("hex")}\nsize ${content.length}\n`;

  /** Stores pointers as Git LFS does, for one content. */
  const withPointers = (): void => {
    box.repository("a", { ".gitattributes": "*.png filter=lfs\n*.key filter=rot\n" });
    box.write("pointer", pointer);
    box.git("a", "config", "filter.lfs.clean", `cat >/dev/null; cat ${box.path("pointer")}`);
    box.git("a", "config", "filter.lfs.required", "true");
    box.git("a", "config", "filter.rot.clean", "tr a-z b-za");
    box.write("a/one.png", content);
    box.write("a/one.key", "secret\n");
    box.commit("a", "stored");
    assert.equal(box.git("a", "show", "HEAD:one.png"), pointer.trim());
    assert.equal(box.git("a", "show", "HEAD:one.key"), "tfdsfu");
  };

  it("takes filtered files for unchanged that are as git left them, also in the moment of the index", async () => {
    withPointers();
    const root = await watching.scanned(box.path("a"));
    box.write("a/marker.ts", "marker\n");
    await watching.becomes(root, { "marker.ts": "marker\n" });
    assert.equal(watching.observations(root).length, 1, watching.summary());
  });

  it("takes an LFS file for unchanged that was touched, and for changed that was", async () => {
    withPointers();
    utimesSync(box.path("a/one.png"), later, later);
    const root = await watching.scanned(box.path("a"));
    assert.deepEqual(watching.state(root), {});
    box.write("a/one.png", content);
    box.write("a/marker.ts", "marker\n");
    await watching.becomes(root, { "marker.ts": "marker\n" });
    box.write("a/one.png", "another picture\n");
    box.write("a/one.key", "mine\n");
    await watching.becomes(root, { "marker.ts": "marker\n", "one.key": "mine\n", "one.png": "another picture\n" });
    box.write("a/one.png", content);
    await watching.becomes(root, { "marker.ts": "marker\n", "one.key": "mine\n" });
  });
});
