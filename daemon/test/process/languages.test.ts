// Python and Go as they ship: from the files of the package alone, with nothing installed beside them.
import assert from "node:assert/strict";
import { execFileSync } from "node:child_process";
import fs from "node:fs";
import os from "node:os";
import path from "node:path";
import type { Conflict } from "../../../shared/model/conflict.ts";
import { gitScene, type GitScene } from "../gitScene.ts";
import { connect, startDaemon, type RealDaemon } from "../realDaemon.ts";

const root = path.join(import.meta.dirname, "../../..");

const files = {
  "src/refund.py": "def issue(id, amount):\n    return amount\n\n\ndef show(id):\n    return id\n",
  "sched/refit.go": "package sched\n\nfunc Alpha(n int) int { return n + 1 }\n",
};

describe("the packaged daemon", () => {
  let shipped: string;
  let scene: GitScene;
  let other: string;

  before(function () {
    this.timeout(120_000);
    shipped = fs.mkdtempSync(path.join(os.tmpdir(), "parley-shipped-"));
    const vsce = path.join(root, "node_modules/@vscode/vsce/vsce");
    const listed = execFileSync(process.execPath, [vsce, "ls", "--no-dependencies"], { cwd: root, encoding: "utf8" });
    for (const file of listed.split("\n").filter((name) => name.startsWith("dist/"))) {
      fs.mkdirSync(path.dirname(path.join(shipped, file)), { recursive: true });
      fs.copyFileSync(path.join(root, file), path.join(shipped, file));
    }
    scene = gitScene(files);
    other = scene.worktree("feat/other");
    scene.write(scene.main, "src/refund.py", files["src/refund.py"].replace("id, amount", "id, amount, currency"));
    scene.write(other, "src/refund.py", files["src/refund.py"].replace("return amount", "return amount * 2"));
    scene.write(scene.main, "sched/a.go", "package sched\n\nfunc share(n int) int { return n }\n");
    scene.write(other, "sched/b.go", "package sched\n\nfunc share(n int) int { return n }\n");
  });

  after(() => {
    scene.remove();
    fs.rmSync(shipped, { recursive: true });
  });

  const bundle = (): string => path.join(shipped, "dist/parley.cjs");
  const subjects = ["sym:go:sched/a.go#share", "sym:go:sched/b.go#share", "sym:py:src/refund.py#issue"];
  const sameCode = ({ kind }: { kind: string }): boolean => kind === "symbol_overlap";

  it("reads both while people work", async () => {
    const daemon: RealDaemon = await startDaemon(undefined, { bundle: bundle() });
    try {
      const client = await connect(daemon, [scene.main, other]);
      const found = await client.until("both clashes", (all) => all.some((each) => isWhole(each)));
      assert.equal(found.filter(sameCode).length, 1);
      client.close();
    } finally {
      await daemon.stop();
    }
  });

  const isWhole = (conflict: Conflict): boolean =>
    sameCode(conflict) && JSON.stringify(conflict.subjects) === JSON.stringify(subjects);

  it("compares both without a daemon", () => {
    const args = ["compare", "--json", "--base", "main", "--a", scene.main, "--b", other];
    const output = execFileSync(process.execPath, [bundle(), ...args], { cwd: scene.main, encoding: "utf8" });
    const { conflicts, skipped } = JSON.parse(output) as { conflicts: Conflict[]; skipped: unknown[] };
    assert.deepEqual(
      conflicts.filter(sameCode).map((each) => each.subjects),
      [subjects],
    );
    assert.deepEqual(skipped, []);
  });
});
