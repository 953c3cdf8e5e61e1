// What becomes of a conflict when one side's work is merged, however git was told to, or taken back.
import assert from "node:assert/strict";
import fs from "node:fs";
import path from "node:path";
import type { Conflict, ConflictKind } from "../../../shared/model/conflict.ts";
import { gitScene, type GitScene } from "../gitScene.ts";
import { ask, connect, post, startDaemon, type Client, type RealDaemon } from "../realDaemon.ts";
import { waitFor } from "../waitFor.ts";

const refund =
  "export function refund(id: string) {\n  return id.length;\n}\n\nexport function pay() {\n  return 0;\n}\n";
const stricter = refund.replace("id: string", "id: string, amount: number");
const caller = 'import { refund } from "./refund";\n\nexport const due = () => refund("r1");\n';

describe("when a side is merged", () => {
  let scene: GitScene;
  let daemon: RealDaemon;
  let client: Client;
  let feature: string;
  let other: string;

  beforeEach(async () => {
    scene = gitScene({ "src/refund.ts": refund, "src/tax.ts": "export const tax = 1;\n" });
    feature = scene.worktree("feature");
    other = scene.worktree("other");
    daemon = await startDaemon();
    client = await connect(daemon, null);
  });

  afterEach(async () => {
    client.close();
    await daemon.stop();
    scene.remove();
  });

  /** The live conflict of this kind between the two worktrees, once it is there. */
  async function clash(kind: ConflictKind): Promise<Conflict> {
    await post(daemon, "/v1/watch", { path: scene.main });
    const isIt = (conflict: Conflict): boolean => conflict.kind === kind;
    return (await client.until(`a ${kind}`, (all) => all.some(isIt))).find(isIt)!;
  }

  function commit(checkout: string, message = "Work"): void {
    scene.git(checkout, "add", "-A");
    scene.git(checkout, "commit", "--quiet", "-m", message);
  }

  async function now({ ref }: Conflict): Promise<Conflict> {
    return (await ask<Conflict>(daemon, "GET", `/v1/conflicts/${ref}`)).body;
  }

  async function ended(conflict: Conflict): Promise<string> {
    const is = await waitFor(`the end of ${conflict.ref}`, async () => {
      const each = await now(conflict);
      return each.status === "resolved" ? each : null;
    });
    return `${is.status} ${is.resolution}`;
  }

  /** Both change the body of one function; the feature's change is committed, in two commits where it is to be picked. */
  async function overlap(commits = 1): Promise<Conflict> {
    scene.write(feature, "src/refund.ts", refund.replace("id.length", "id.length + 1"));
    commit(feature);
    for (let more = 1; more < commits; more++) {
      scene.write(feature, "src/tax.ts", `export const tax = ${more + 1};\n`);
      commit(feature, `More ${more}`);
    }
    scene.write(other, "src/refund.ts", refund.replace("id.length", "id.length * 2"));
    return clash("symbol_overlap");
  }

  /** Until a conflict that went after all this is closed: what went before it would be closed as well. */
  async function passFlicker(): Promise<void> {
    const isLater = ({ kind, sides }: Conflict): boolean =>
      kind === "path_overlap" && [scene.main, other].every((root) => sides.some(({ checkout }) => checkout === root));
    for (const root of [scene.main, other]) scene.write(root, "later.md", `${root}\n`);
    const later = (await client.until("a later conflict", (all) => all.some(isLater))).find(isLater)!;
    fs.rmSync(path.join(scene.main, "later.md"));
    await ended(later);
  }

  it("by a merge commit, its conflicts are resolved as merged", async () => {
    const conflict = await overlap();
    scene.git(scene.main, "merge", "--quiet", "--no-ff", "--no-edit", "feature");
    assert.equal(await ended(conflict), "resolved merged");
  });

  it("by a fast-forward, its conflicts are resolved as merged", async () => {
    const conflict = await overlap();
    scene.git(scene.main, "merge", "--quiet", "--ff-only", "feature");
    assert.equal(await ended(conflict), "resolved merged");
  });

  it("by a squash, its conflicts are resolved as merged", async () => {
    const conflict = await overlap(2);
    scene.git(scene.main, "merge", "--quiet", "--squash", "feature");
    commit(scene.main, "Squashed");
    assert.equal(await ended(conflict), "resolved merged");
  });

  it("by picking its commits onto a target that has gone on in the same file, they are resolved as merged", async () => {
    const conflict = await overlap(2);
    scene.write(scene.main, "src/refund.ts", refund.replace("return 0", "return 1"));
    commit(scene.main, "Meanwhile");
    scene.git(scene.main, "cherry-pick", "main..feature");
    assert.equal(await ended(conflict), "resolved merged");
  });

  it("is not what happens when it takes its work back", async () => {
    const conflict = await overlap();
    scene.git(feature, "reset", "--quiet", "--hard", "main");
    assert.equal(await ended(conflict), "resolved evidence_gone");
  });

  it("is not what happens while only a part of it is in the target", async () => {
    const conflict = await overlap(2);
    scene.git(scene.main, "cherry-pick", "feature");
    await passFlicker();
    assert.equal((await now(conflict)).status, "open");
  });

  it("a contract that it broke stays broken for whoever relies on it, until that one follows", async () => {
    scene.write(feature, "src/refund.ts", stricter);
    commit(feature);
    scene.write(other, "src/due.ts", caller);
    commit(other);
    const conflict = await clash("contract_break");
    scene.git(scene.main, "merge", "--quiet", "--ff-only", "feature");
    await passFlicker();
    assert.equal((await now(conflict)).status, "open");
    scene.git(other, "merge", "--quiet", "--no-edit", "main");
    assert.equal(await ended(conflict), "resolved merged");
  });
});
