// The one acceptance suite of everything that watches a tree.
import assert from "node:assert/strict";
import { mkdirSync, renameSync, rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { watchDirectories } from "../../worktree/directoryWatcher.ts";
import { watchRecursively } from "../../worktree/recursiveWatcher.ts";
import { type StartWatcher, type TreeWatcher, WatchBudget } from "../../worktree/watcher.ts";
import { temporaryFolder } from "./support.ts";

const native = process.platform === "darwin" || process.platform === "win32";
const polling: StartWatcher = (root, sink) =>
  watchDirectories(root, sink, { budget: new WatchBudget(1), pollEvery: 30 });
const watchers: [string, StartWatcher][] = [
  ["watch per folder", watchDirectories],
  ["polling beyond the limit", polling],
  ...(native ? [["native recursion", watchRecursively] satisfies [string, StartWatcher]] : []),
];

for (const [name, start] of watchers) {
  describe(`watcher: ${name}`, () => {
    let root: string;
    let watcher: TreeWatcher;
    let touched: string[];
    let found: string[];
    let vanished: string[];
    let polled: number;
    const asked: string[] = [];
    const write = (path: string, text: string): void => {
      mkdirSync(join(root, path, ".."), { recursive: true });
      writeFileSync(join(root, path), text);
    };
    const until = async (condition: () => boolean, what: string): Promise<void> => {
      const end = performance.now() + 5_000;
      while (!condition()) {
        if (performance.now() > end)
          assert.fail(`no ${what}; touched ${touched.join(", ")}; vanished ${vanished.join(", ")}`);
        await new Promise((resolve) => setTimeout(resolve, 2));
      }
    };
    const touches = (path: string) => until(() => touched.includes(path), path);

    beforeEach(async () => {
      root = temporaryFolder();
      [touched, found, vanished, polled] = [[], [], [], 0];
      write("top.ts", "1");
      write("src/deep/one.ts", "1");
      write("out/o.ts", "1");
      watcher = start(root, {
        enters: (folder) => {
          asked.push(folder);
          return folder.split("/").at(-1) !== "out";
        },
        read: (folder, files) => found.push(...files.map((file) => join(folder, file))),
        touched: (path) => touched.push(path),
        vanished: (folder) => vanished.push(folder),
        polled: (folders) => (polled = folders),
      });
      await watcher.ready;
    });
    afterEach(() => {
      watcher.close();
      rmSync(root, { recursive: true, force: true });
    });

    it("reports what is there, without excluded folders", async () => {
      assert.deepEqual(found.sort(), ["src/deep/one.ts", "top.ts"]);
      found = [];
      await watcher.walk();
      assert.deepEqual(found.sort(), ["src/deep/one.ts", "top.ts"]);
      assert.deepEqual(touched, []);
    });

    it("tells of changes, additions and removals, and of nothing in excluded folders", async () => {
      write("out/o.ts", "2 changed");
      write("src/deep/one.ts", "2 changed");
      await touches("src/deep/one.ts");
      write("src/two.ts", "2");
      await touches("src/two.ts");
      touched = [];
      rmSync(join(root, "src/two.ts"));
      await touches("src/two.ts");
      assert.equal(
        touched.some((path) => path.startsWith("out")),
        false,
      );
    });

    it("tells of a file again after it was renamed over, many times", async () => {
      for (let at = 0; at < 20; at += 1) {
        touched = [];
        write("src/.one.tmp", `round ${at} ${"x".repeat(at)}`);
        renameSync(join(root, "src/.one.tmp"), join(root, "src/deep/one.ts"));
        await touches("src/deep/one.ts");
      }
    });

    it("misses nothing in folders that come all at once", async () => {
      const paths = Array.from({ length: 40 }, (_, at) => `new/a${at % 4}/b${at % 8}/f${at}.ts`);
      for (const path of paths) write(path, "1");
      await until(() => paths.every((path) => touched.includes(path)), "all 40");
    });

    it("follows a folder that is replaced by another of its name", async () => {
      rmSync(join(root, "src"), { recursive: true });
      write("src/deep/one.ts", "new one");
      await touches("src/deep/one.ts");
      touched = [];
      write("src/deep/one.ts", "once more, longer");
      await touches("src/deep/one.ts");
    });

    it("tells that a folder vanished", async () => {
      renameSync(join(root, "src"), `${root}-moved`);
      await until(() => vanished.includes("src"), "vanished src");
      rmSync(`${root}-moved`, { recursive: true });
    });

    it("misses none of 2,000 files written in one go", async () => {
      const paths = Array.from({ length: 2_000 }, (_, at) => `src/deep/f${at}.ts`);
      for (const path of paths) writeFileSync(join(root, path), "1");
      await until(() => paths.every((path) => touched.includes(path)) || new Set(touched).size >= 2_000, "all 2,000");
      const seen = new Set(touched);
      assert.deepEqual(
        paths.filter((path) => !seen.has(path)),
        [],
      );
    });

    if (start === polling) it("says how many folders it polls", () => assert.equal(polled, 2));
  });
}
