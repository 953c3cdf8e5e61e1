// What is reported while files change: each change once, no change that is none.
import assert from "node:assert/strict";
import { closeSync, mkdirSync, openSync, renameSync, rmSync, writeSync } from "node:fs";
import { setTimeout as delay } from "node:timers/promises";
import { Sandbox, Watching } from "./support.ts";

describe("following files", () => {
  let box: Sandbox;
  let watching: Watching;
  let root: string;
  beforeEach(async () => {
    box = new Sandbox();
    watching = new Watching();
    box.repository("a", {
      "src/price.ts": "export const net = 1;\n",
      "src/other.ts": "o\n",
      ".gitignore": "ignored/\n*.log\n",
    });
    box.git("a", "switch", "-q", "-c", "topic");
    root = await watching.scanned(box.path("a"));
  });
  afterEach(async () => {
    await watching.close();
    box.remove();
  });

  /** Everything that happened before this was reported or never will be. */
  const marker = async (): Promise<void> => {
    const name = `marker${watching.events.length}.ts`;
    box.write(`a/${name}`, "m\n");
    await watching.sees(root, name, "m\n");
  };
  const about = (path: string) => watching.observations(root).filter((one) => one.path === path);

  it("reports a save, and the way back", async () => {
    box.write("a/src/price.ts", "changed\n");
    const first = await watching.sees(root, "src/price.ts", "changed\n");
    assert.deepEqual(first.base?.content, { kind: "text", text: "export const net = 1;\n" });
    assert.ok(Math.abs(first.touchedAt - Date.now()) < 60_000);
    box.write("a/src/price.ts", "export const net = 1;\n");
    const back = await watching.sees(root, "src/price.ts", "export const net = 1;\n");
    assert.equal(back.base?.blob, back.head?.blob);
    assert.equal(back.base?.content, undefined);
    await watching.becomes(root, {});
  });

  it("never takes an atomic save for a removal, 50 times", async () => {
    for (let at = 0; at < 50; at += 1) {
      box.write("a/src/.price.ts.tmp", `export const net = 1; // ${at}\n`);
      renameSync(box.path("a/src/.price.ts.tmp"), box.path("a/src/price.ts"));
      await delay(4);
    }
    await watching.sees(root, "src/price.ts", "export const net = 1; // 49\n");
    await marker();
    const paths = new Set(watching.observations(root).map(({ path }) => path));
    assert.deepEqual(
      [...paths].filter((path) => !path.startsWith("marker")),
      ["src/price.ts"],
    );
    assert.equal(
      about("src/price.ts").some(({ head }) => head === null),
      false,
    );
    assert.ok(about("src/price.ts").length <= 50, String(about("src/price.ts").length));
  });

  it("survives a remove-and-create save", async () => {
    rmSync(box.path("a/src/price.ts"));
    await delay(20);
    box.write("a/src/price.ts", "again\n");
    await watching.sees(root, "src/price.ts", "again\n");
    await marker();
    assert.equal(about("src/price.ts").length, 1);
  });

  it("does not believe an empty file that is being written", async () => {
    const file = openSync(box.path("a/src/price.ts"), "w");
    await delay(60);
    writeSync(file, "export const net");
    await delay(60);
    writeSync(file, " = 2;\n");
    closeSync(file);
    await watching.sees(root, "src/price.ts", "export const net = 2;\n");
    assert.equal(
      about("src/price.ts").some((one) => one.head?.content.kind === "text" && one.head.content.text === ""),
      false,
    );
  });

  it("believes a file that stays empty, and one that stays away", async () => {
    box.write("a/src/price.ts", "");
    rmSync(box.path("a/src/other.ts"));
    const start = performance.now();
    await watching.sees(root, "src/other.ts", null);
    assert.ok(performance.now() - start >= 290);
    await watching.sees(root, "src/price.ts", "");
    assert.ok(performance.now() - start >= 490);
  });

  it("reports a new file that goes away again as nothing on both sides", async () => {
    box.write("a/src/new.ts", "n\n");
    assert.equal((await watching.sees(root, "src/new.ts", "n\n")).base, null);
    rmSync(box.path("a/src/new.ts"));
    assert.equal((await watching.sees(root, "src/new.ts", null)).base, null);
    await watching.becomes(root, {});
  });

  it("is silent about ignored files and saves without a change", async () => {
    box.write("a/ignored/x.ts", "x\n");
    box.write("a/trace.log", "x\n");
    box.write("a/node_modules/m/index.js", "x\n");
    box.write("a/src/price.ts", "export const net = 1;\n");
    await marker();
    assert.deepEqual(
      watching.observations(root).map(({ path }) => path),
      Object.keys(watching.state(root)),
    );
  });

  it("obeys a changed .gitignore", async () => {
    box.write("a/notes.txt", "n\n");
    await watching.sees(root, "notes.txt", "n\n");
    box.write("a/.gitignore", "ignored/\nnotes.txt\n");
    await watching.becomes(root, { ".gitignore": "ignored/\nnotes.txt\n" });
    box.write("a/.gitignore", "ignored/\n");
    await watching.becomes(root, { ".gitignore": "ignored/\n", "notes.txt": "n\n" });
  });

  it("sees files in new, moved and removed folders", async () => {
    box.write("a/deep/er/one.ts", "1\n");
    await watching.sees(root, "deep/er/one.ts", "1\n");
    renameSync(box.path("a/deep"), box.path("a/moved"));
    await watching.becomes(root, { "moved/er/one.ts": "1\n" });
    renameSync(box.path("a/src"), box.path("a/source"));
    await watching.becomes(root, {
      "moved/er/one.ts": "1\n",
      "source/other.ts": "o\n",
      "source/price.ts": "export const net = 1;\n",
      "src/other.ts": null,
      "src/price.ts": null,
    });
    rmSync(box.path("a/moved"), { recursive: true });
    renameSync(box.path("a/source"), box.path("a/src"));
    await watching.becomes(root, {});
    mkdirSync(box.path("a/moved"));
    box.write("a/moved/two.ts", "2\n");
    await watching.becomes(root, { "moved/two.ts": "2\n" });
  });

  it("keeps one file under the new name after a rename of case alone", async () => {
    box.write("a/Foo.ts", "f\n");
    await watching.sees(root, "Foo.ts", "f\n");
    renameSync(box.path("a/Foo.ts"), box.path("a/foo.ts"));
    await watching.becomes(root, { "foo.ts": "f\n" });
  });

  it("stays out of nested repositories and of worktrees inside the checkout", async () => {
    box.git("a", "worktree", "add", "-q", "-b", "inner", "trees/inner");
    box.write("a/trees/inner/in.ts", "in\n");
    const inner = (await watching.next("checkout_found", ({ checkout }) => checkout.path.endsWith("/inner"))).checkout;
    await watching.sees(inner.path, "in.ts", "in\n");
    await marker();
    assert.deepEqual(
      Object.keys(watching.state(root)).filter((path) => path.startsWith("trees")),
      [],
    );
  });

  it("looks when asked, changed or not, inside the checkout only", async () => {
    const from = watching.events.length;
    watching.worktrees.observe(root, "src/price.ts");
    const seen = await watching.sees(root, "src/price.ts", "export const net = 1;\n", from);
    assert.equal(seen.base?.blob, seen.head?.blob);
    box.write("outside.ts", "secret\n");
    watching.worktrees.observe(root, "../outside.ts");
    assert.deepEqual(await watching.worktrees.readTexts(root, "../outside.ts"), { text: null, baseText: null });
    box.write("a/src/price.ts", "now\n");
    const texts = await watching.worktrees.readTexts(root, "src/price.ts");
    assert.deepEqual(texts, { text: "now\n", baseText: "export const net = 1;\n" });
    await marker();
    assert.equal(
      watching.observations(root).some(({ path }) => path.includes("outside")),
      false,
    );
  });

  it("answers for files that do not count: nothing on both sides", async () => {
    box.write("a/.gitignore", "*.log\n");
    await watching.sees(root, ".gitignore", "*.log\n");
    for (const path of ["debug.log", "package-lock.json", "node_modules/m/index.js", "nowhere.ts"]) {
      if (path !== "nowhere.ts") box.write(`a/${path}`, "x\n");
      const from = watching.events.length;
      watching.worktrees.observe(root, path);
      const seen = await watching.sees(root, path, null, from);
      assert.equal(seen.base, null);
    }
  });

  it("goes by ignore rules from the moment that they are written", async () => {
    for (let round = 0; round < 10; round += 1) {
      const from = watching.events.length;
      box.write("a/.gitignore", `*.r${round}\n`);
      await watching.sees(root, ".gitignore", `*.r${round}\n`, from);
      box.write(`a/x.r${round}`, "x\n");
      watching.worktrees.observe(root, `x.r${round}`);
      await watching.sees(root, `x.r${round}`, null, from);
    }
  });

  it("answers for a file that was away when asked and came back as it was", async () => {
    const from = watching.events.length;
    rmSync(box.path("a/src/price.ts"));
    watching.worktrees.observe(root, "src/price.ts");
    // Answered after the look that was asked for before.
    watching.worktrees.observe(root, "nowhere.ts");
    await watching.sees(root, "nowhere.ts", null, from);
    box.write("a/src/price.ts", "export const net = 1;\n");
    const seen = await watching.sees(root, "src/price.ts", "export const net = 1;\n", from);
    assert.equal(seen.base?.blob, seen.head?.blob);
  });

  it("misses none of 5,000 new files and none of their removals", async () => {
    for (let at = 0; at < 5_000; at += 1) box.write(`a/many/d${at % 50}/f${at}.ts`, `${at}\n`);
    await watching.until(() => Object.keys(watching.state(root)).length === 5_000, "5,000 files");
    rmSync(box.path("a/many"), { recursive: true });
    await watching.becomes(root, {});
  });

  it("tells of a deleted checkout once and of nothing after it", async () => {
    rmSync(box.path("a"), { recursive: true });
    const gone = await watching.next("checkout_gone");
    assert.equal(gone.path, root);
    assert.equal(watching.events.at(-1), gone);
  });
});
