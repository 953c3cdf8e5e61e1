// Branches on a main that is not pushed, and on top of one another: real git, a real daemon, an editor on a real socket.
import assert from "node:assert/strict";
import type { Conflict } from "../../../shared/model/conflict.ts";
import { gitScene, type GitScene } from "../gitScene.ts";
import { connect, startDaemon, type Client, type RealDaemon } from "../realDaemon.ts";

const code = (issue: number, take: number): string =>
  `export function issue() {\n  return ${issue};\n}\n\n// Between\n// the\n// two\n\nexport function take() {\n  return ${take};\n}\n`;
const file = "src/refund.ts";
const other = "src/other.ts";
const overlaps = (conflicts: Conflict[], name: string): boolean =>
  conflicts.some(
    ({ kind, subjects }) => kind === "symbol_overlap" && subjects.some((each) => each.endsWith(`#${name}`)),
  );

describe("a worktree on top of work that is not merged", () => {
  let scene: GitScene;
  let daemon: RealDaemon;
  let client: Client;

  const commit = (root: string, path: string, text: string): void => {
    scene.write(root, path, text);
    scene.git(root, "add", "-A");
    scene.git(root, "commit", "--quiet", "-m", `Change ${path}`);
  };

  beforeEach(async () => {
    scene = gitScene({ [file]: code(0, 0), [other]: "export function other() {\n  return 0;\n}\n" });
    scene.git(scene.main, "remote", "add", "origin", "https://example.com/acme/api.git");
    scene.git(scene.main, "update-ref", "refs/remotes/origin/main", "HEAD");
    daemon = await startDaemon();
  });

  afterEach(async () => {
    client.close();
    await daemon.stop();
    scene.remove();
  });

  it("on a main that is not pushed clashes only with what the other one did since", async () => {
    commit(scene.main, file, code(1, 0));
    const [a, b] = [scene.worktree("feat/a"), scene.worktree("feat/b")];
    client = await connect(daemon, [a, b]);
    scene.write(a, file, code(2, 0));
    // Another clash, made afterwards, shows that the first edits have been looked at.
    for (const [n, root] of [a, b].entries())
      scene.write(root, other, `export function other() {\n  return ${n + 1};\n}\n`);
    await client.until("the other clash", (conflicts) => overlaps(conflicts, "other"));
    assert.ok(!overlaps([...client.conflicts.values()], "issue"));
    scene.write(b, file, code(3, 0));
    await client.until("the clash of both", (conflicts) => overlaps(conflicts, "issue"));
  });

  it("on another one's branch clashes once that one is edited, and no more when it has those commits too", async () => {
    const a = scene.worktree("feat/a");
    commit(a, file, code(1, 0));
    scene.git(scene.main, "worktree", "add", "--quiet", "-b", "feat/on-a", `${scene.folder}/on-a`, "feat/a");
    const b = `${scene.folder}/on-a`;
    commit(b, file, code(2, 0));
    client = await connect(daemon, [a, b]);
    for (const [n, root] of [a, b].entries())
      scene.write(root, other, `export function other() {\n  return ${n + 1};\n}\n`);
    await client.until("the other clash", (conflicts) => overlaps(conflicts, "other"));
    assert.ok(!overlaps([...client.conflicts.values()], "issue"));
    commit(a, file, code(5, 0));
    await client.until("the clash with what came after", (conflicts) => overlaps(conflicts, "issue"));
    scene.git(a, "checkout", "--quiet", "--", ".");
    scene.git(a, "reset", "--quiet", "--hard", "feat/on-a");
    await client.until(
      "no clash",
      (conflicts) =>
        !overlaps(
          conflicts.filter(({ status }) => status === "open"),
          "issue",
        ),
    );
  });
});
