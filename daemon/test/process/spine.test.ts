// The spine, end to end: real worktrees, a real daemon process, editors on real sockets.
import assert from "node:assert/strict";
import path from "node:path";
import type { Conflict } from "../../../shared/model/conflict.ts";
import { GetSideText, OverlayClosed, Respond, type SideText } from "../../../shared/protocol/editor.ts";
import { gitScene, type GitScene } from "../gitScene.ts";
import { connect, startDaemon, type Client, type RealDaemon } from "../realDaemon.ts";

const refund = `export function issueRefund(id: string, amount: number) {
  return { id, amount };
}

export function describe(id: string) {
  return id;
}
`;
const withNewBody = refund.replace("{ id, amount }", "{ id, amount: amount * 2 }");
const withNewSignature = refund.replace("amount: number)", "amount: number, currency: string)");

const overlapsIn = (conflicts: Conflict[]): Conflict[] => conflicts.filter(({ kind }) => kind === "symbol_overlap");

describe("two worktrees of one repository", () => {
  let scene: GitScene;
  let daemon: RealDaemon;
  let theirs: string;
  let mine: Client;
  let other: Client;

  beforeEach(async () => {
    scene = gitScene({ "src/refund.ts": refund });
    theirs = scene.worktree("feat/partial-refunds");
    daemon = await startDaemon();
    mine = await connect(daemon, [scene.main]);
    other = await connect(daemon, [theirs]);
  });

  afterEach(async () => {
    mine.close();
    other.close();
    await daemon.stop();
    scene.remove();
  });

  async function clash(): Promise<Conflict> {
    scene.write(scene.main, "src/refund.ts", withNewBody);
    scene.write(theirs, "src/refund.ts", withNewSignature);
    const found = await mine.until("a clash in my window", (conflicts) => overlapsIn(conflicts).length === 1);
    await other.until("the clash in the other window", (conflicts) => overlapsIn(conflicts).length === 1);
    return overlapsIn(found)[0]!;
  }

  it("shows both editors one conflict about the function that both changed", async () => {
    const conflict = await clash();
    assert.deepEqual(conflict.subjects, ["sym:ts:src/refund.ts#issueRefund"]);
    assert.deepEqual(
      conflict.sides.map(({ checkout, changes }) => [checkout, changes.map(({ change }) => change)]),
      [
        [scene.main, ["modified"]],
        [theirs, ["signature"]],
      ],
    );
    assert.deepEqual(conflict.sides[0].changes[0]?.range, {
      start: { line: 0, character: 16 },
      end: { line: 0, character: 27 },
    });
    assert.equal(conflict.severity, "warn");
    assert.equal(overlapsIn([...other.conflicts.values()])[0]?.ref, conflict.ref);
  });

  it("shows an acknowledgement in the other window too", async () => {
    const { ref, repo } = await clash();
    const answer = await mine.connection.sendRequest<Conflict>(Respond.method, {
      repo,
      ref,
      action: "ack",
      note: "seen",
    });
    assert.equal(answer.status, "acknowledged");
    const [theirView] = overlapsIn(
      await other.until("the acknowledgement", (all) => overlapsIn(all)[0]?.status === "acknowledged"),
    );
    assert.equal(theirView?.history.at(-1)?.by, "ana@example.com");
    assert.equal(theirView?.history.at(-1)?.note, "seen");
  });

  it("closes the conflict when one side takes its change back, and opens it again under its number", async () => {
    const { ref } = await clash();
    scene.write(theirs, "src/refund.ts", refund);
    await mine.until("the end of the clash", (conflicts) => conflicts.length === 0);
    assert.equal(mine.shown.at(-1)?.resolution, "evidence_gone");
    scene.write(theirs, "src/refund.ts", withNewSignature);
    const [again] = overlapsIn(await mine.until("the clash again", (all) => overlapsIn(all).length === 1));
    assert.equal(again?.ref, ref);
    assert.equal(again?.status, "open");
  });

  it("counts what is typed and not saved, until the buffer is closed", async () => {
    scene.write(theirs, "src/refund.ts", withNewSignature);
    const file = path.join(scene.main, "src/refund.ts");
    mine.overlay(file, 1, withNewBody);
    await other.until("a clash with an unsaved buffer", (conflicts) => overlapsIn(conflicts).length === 1);
    void mine.connection.sendNotification(OverlayClosed.method, { path: file });
    await other.until("its end with the buffer", (conflicts) => conflicts.length === 0);
  });

  it("shows what the other side did, for the hover and for Compare", async () => {
    const { ref, repo, sides, subjects } = await clash();
    const text = await mine.connection.sendRequest<SideText>(GetSideText.method, {
      ...{ repo, ref, side: sides[1].ref, subject: subjects[0]! },
    });
    assert.equal(text.text, withNewSignature);
    assert.equal(text.baseText, refund);
    assert.deepEqual(
      [text.lines, text.baseLines],
      [
        [0, 3],
        [0, 3],
      ],
    );
  });

  it("stays silent while both work on different functions of the file", async () => {
    scene.write(scene.main, "src/refund.ts", withNewBody);
    scene.write(theirs, "src/refund.ts", refund.replace("return id;", "return `#${id}`;"));
    const [conflict, ...more] = await mine.until("the shared file", (conflicts) => conflicts.length > 0);
    assert.equal(conflict?.kind, "path_overlap");
    assert.equal(conflict?.severity, "info");
    assert.deepEqual(more, []);
  });

  it("tells of a rename of the file on one side and an edit on the other", async () => {
    scene.git(theirs, "mv", "src/refund.ts", "src/refunds.ts");
    scene.write(scene.main, "src/refund.ts", withNewBody);
    const [conflict] = overlapsIn(await mine.until("a clash across the move", (all) => overlapsIn(all).length === 1));
    const moved = conflict?.sides[1].changes[0];
    assert.deepEqual([moved?.change, moved?.path], ["moved", "src/refunds.ts"]);
  });
});
