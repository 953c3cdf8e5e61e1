// Merges that would fail, and work done twice: real worktrees, a real daemon, editors on real sockets.
import assert from "node:assert/strict";
import { execFileSync } from "node:child_process";
import fs from "node:fs";
import path from "node:path";
import type { Conflict, ConflictKind } from "../../../shared/model/conflict.ts";
import { OverlayClosed } from "../../../shared/protocol/editor.ts";
import { gitScene, type GitScene } from "../gitScene.ts";
import type { Client } from "../realDaemon.ts";
import { inTwoWorktrees, type TwoWorktrees } from "../twoWorktrees.ts";

const lines = Array.from({ length: 12 }, (_, n) => `line ${n + 1}`);
const notes = `${lines.join("\n")}\n`;
const withLine = (line: number, text: string, from = notes): string => from.replace(`line ${line}\n`, `${text}\n`);

const ofKind = (conflicts: Conflict[], kind: ConflictKind): Conflict[] =>
  conflicts.filter((each) => each.kind === kind);
const merges = (conflicts: Conflict[]): Conflict[] => ofKind(conflicts, "textual_merge");

function sceneWithLogo(): GitScene {
  const scene = gitScene({
    "notes.md": notes,
    "log.md": notes,
    "src/util/pad.md": `pad\n${notes}`,
    ".gitattributes": "log.md merge=union\n",
  });
  fs.writeFileSync(path.join(scene.main, "logo.png"), Buffer.from([0, 1, 2, 3]));
  scene.git(scene.main, "add", "-A");
  scene.git(scene.main, "commit", "--quiet", "-m", "Logo");
  return scene;
}

describe("a merge that would fail", () => {
  let scene: GitScene;
  let theirs: string;
  let mine: Client;
  let one: TwoWorktrees["one"];
  let none: TwoWorktrees["none"];
  inTwoWorktrees("textual_merge", "feat/other", sceneWithLogo, (given) => ({ scene, theirs, mine, one, none } = given));

  it("is shown on save at the clashing lines, and goes when one side takes the lines of the other", async () => {
    scene.write(scene.main, "notes.md", withLine(5, "mine"));
    scene.write(theirs, "notes.md", `new first line\n${withLine(5, "theirs")}`);
    const conflict = await one("the clash");
    assert.deepEqual(conflict.subjects, ["path:notes.md"]);
    assert.deepEqual(
      conflict.sides.map(({ changes }) => changes.map(({ range }) => [range.start.line, range.end.character])),
      [[[4, 4]], [[5, 6]]],
    );
    assert.match(conflict.summary, /notes\.md at line 5 of SES-\d against line 6 of SES-\d\.$/);
    assert.match(
      conflict.suggestion,
      /^Let SES-\d merge first: SES-\d rebases after it \(will_rebase\) and settles notes\.md:\d\.$/,
    );
    scene.write(scene.main, "notes.md", withLine(5, "theirs"));
    await none("its end");
  });

  it("is shown with a buffer that is not saved, until that is closed", async () => {
    scene.write(theirs, "notes.md", withLine(5, "theirs"));
    const file = path.join(scene.main, "notes.md");
    mine.overlay(file, 1, withLine(5, "typed"));
    await one("a clash with what is typed");
    mine.overlay(file, 2, withLine(8, "typed elsewhere"));
    await none("its end while typing on");
    mine.overlay(file, 3, withLine(6, "typed beside it"));
    await one("the clash again");
    void mine.connection.sendNotification(OverlayClosed.method, { path: file });
    await none("its end with the buffer");
  });

  it("is found across a rename, and where a file is gone or new on both sides", async () => {
    scene.git(theirs, "mv", "notes.md", "handbook.md");
    scene.write(theirs, "handbook.md", withLine(5, "theirs"));
    scene.write(scene.main, "notes.md", withLine(5, "mine"));
    const renamed = await one("the clash across the rename");
    assert.deepEqual(
      renamed.sides.map(({ changes }) => [changes[0]?.change, changes[0]?.path, changes[0]?.range.start.line]),
      [
        ["modified", "notes.md", 4],
        ["moved", "handbook.md", 4],
      ],
    );
    scene.write(scene.main, "notes.md", withLine(10, "mine"));
    await none("a merge across the rename");
    fs.rmSync(path.join(theirs, "handbook.md"));
    assert.match((await one("a removal against an edit")).summary, /SES-\d changes notes\.md, SES-\d removes it\.$/);
    scene.write(scene.main, "notes.md", notes);
    await none("the end of the edit");
    scene.write(scene.main, "plan.md", "mine\n");
    scene.write(theirs, "plan.md", "theirs\n");
    assert.match((await one("two new files")).summary, /both add plan\.md with different contents\.$/);
  });

  it("is found in files that are no text, and where a folder moved away under a new file", async () => {
    fs.writeFileSync(path.join(scene.main, "logo.png"), Buffer.from([0, 9]));
    fs.writeFileSync(path.join(theirs, "logo.png"), Buffer.from([0, 8]));
    assert.match((await one("two pictures")).summary, /both change logo\.png, which is no text\.$/);
    fs.writeFileSync(path.join(theirs, "logo.png"), Buffer.from([0, 9]));
    await none("one picture");
    scene.git(theirs, "mv", "src/util", "src/lib");
    scene.write(scene.main, "src/util/trim.md", "trim\n");
    const moved = await one("a file in the old place");
    assert.deepEqual([moved.subjects, moved.paths], [["path:src/util/"], ["src/util/trim.md"]]);
  });

  it("is none where the repository has both sides' lines taken", async () => {
    for (const file of ["log.md", "notes.md"]) {
      scene.write(scene.main, file, withLine(5, "mine"));
      scene.write(theirs, file, withLine(5, "theirs"));
    }
    await mine.until("both files", (all) => ofKind(all, "path_overlap")[0]?.paths.length === 2);
    assert.deepEqual((await one("the other file")).subjects, ["path:notes.md"]);
  });

  it("is not told of a checkout in which a rebase is under way, and is after it", async () => {
    scene.write(theirs, "notes.md", withLine(5, "theirs"));
    scene.git(theirs, "commit", "--quiet", "-am", "Theirs");
    const third = scene.worktree("feat/third");
    await mine.until("all three", () => mine.conflicts.size === 0);
    scene.write(scene.main, "notes.md", withLine(5, "main"));
    scene.git(scene.main, "commit", "--quiet", "-am", "Main");
    assert.throws(() => scene.git(theirs, "rebase", "main"), "the rebase stops at a conflict");
    scene.write(third, "notes.md", withLine(5, "third"));
    scene.write(third, "plan.md", "third\n");
    scene.write(scene.main, "plan.md", "mine\n");
    const found = await mine.until("a clash of the others", (all) =>
      merges(all).some((each) => each.paths.includes("plan.md")),
    );
    assert.ok(!merges(found).some(({ sides }) => sides.some(({ checkout }) => checkout === theirs)));
    scene.git(theirs, "rebase", "--abort");
    await mine.until("the clash after it", (all) =>
      merges(all).some(({ sides }) => [theirs, third].every((root) => sides.some(({ checkout }) => checkout === root))),
    );
  });

  it("writes nothing into the checkouts and into git's folder", async () => {
    scene.write(scene.main, "notes.md", withLine(5, "mine"));
    scene.write(theirs, "notes.md", withLine(5, "theirs"));
    const listed = (): string => execFileSync("find", [scene.folder, "-printf", "%p %s %T@\n"], { encoding: "utf8" });
    const before = listed();
    await one("the clash");
    assert.equal(listed(), before);
  });
});

describe("work that is done twice", () => {
  const retry = (
    name: string,
    tries: string,
  ): string => `export async function ${name}<T>(run: () => Promise<T>, ${tries} = 3) {
  let last: unknown;
  for (let turn = 0; turn < ${tries}; turn++) {
    try {
      return await run();
    } catch (failure) {
      last = failure;
      await new Promise((done) => setTimeout(done, 100 * 2 ** turn));
    }
  }
  throw last;
}
`;

  const makeScene = (): GitScene => gitScene({ "src/http.ts": "export const timeout = 10;\n" });
  let scene: GitScene;
  let theirs: string;
  let one: TwoWorktrees["one"];
  let none: TwoWorktrees["none"];
  inTwoWorktrees("duplicate_work", "feat/other", makeScene, (given) => ({ scene, theirs, one, none } = given));

  it("is told as information, and no more once one of the two goes", async () => {
    scene.write(scene.main, "src/retry.ts", retry("withRetry", "tries"));
    scene.write(theirs, "src/util/backoff.ts", retry("backoff", "attempts"));
    const conflict = await one("the second one");
    assert.equal(conflict.severity, "info");
    assert.match(
      conflict.summary,
      /add much the same under withRetry in src\/retry\.ts \(SES-1\) and backoff in src\/util\/backoff\.ts \(SES-2\)\.$/,
    );
    fs.rmSync(path.join(theirs, "src/util/backoff.ts"));
    await none("its end");
  });
});
