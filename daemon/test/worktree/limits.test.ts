// What happens beyond the system's limit of watches: slower, never deaf, and said once.
import assert from "node:assert/strict";
import { mkdirSync } from "node:fs";
import { Sandbox, Watching } from "./support.ts";

describe("limit of watches", () => {
  let box: Sandbox;
  let watching: Watching | undefined;
  beforeEach(() => {
    box = new Sandbox();
    const files = Array.from({ length: 40 }, (_, at) => [`src/m${at}/index.ts`, `${at}\n`] as const);
    box.repository("a", { ...Object.fromEntries(files), ".gitignore": "out/\n" });
    box.git("a", "worktree", "add", "-q", "../b", "-b", "b");
    box.git("a", "worktree", "add", "-q", "../c", "-b", "c");
    for (let at = 0; at < 300; at += 1) {
      mkdirSync(box.path(`a/node_modules/m${at}`), { recursive: true });
      mkdirSync(box.path(`b/out/m${at}`), { recursive: true });
    }
  });
  afterEach(async () => {
    await watching?.close();
    box.remove();
  });

  const edit = async (text: string): Promise<void> => {
    for (const name of ["a", "b", "c"]) box.write(`${name}/src/m39/index.ts`, text);
    for (const name of ["a", "b", "c"]) await watching?.sees(box.path(name), "src/m39/index.ts", text);
  };

  it("polls folders that cannot be watched and says so once", async () => {
    watching = new Watching({ maxWatches: 50, pollEvery: 50 });
    await watching.scanned(box.path("a"));
    await edit("one\n");
    await edit("two\n");
    const { reasons } = await watching.next("limits_changed");
    assert.match(
      reasons.join(),
      /: \d+ folders are looked at every few seconds instead.*fs\.inotify\.max_user_watches/,
    );
    box.write("c/new/folder/x.ts", "x\n");
    await watching.sees(box.path("c"), "new/folder/x.ts", "x\n");
    await edit("three\n");
    assert.equal(watching.events.filter(({ type }) => type === "limits_changed").length, 1);
  });

  it("places no watch in excluded folders", async () => {
    watching = new Watching({ maxWatches: 130 });
    await watching.scanned(box.path("a"));
    await edit("one\n");
    box.write("a/src/m1/index.ts", "marker\n");
    await watching.sees(box.path("a"), "src/m1/index.ts", "marker\n");
    assert.deepEqual(
      watching.events.filter(({ type }) => type === "limits_changed"),
      [],
    );
  });
});
