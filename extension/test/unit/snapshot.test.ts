// The one model: snapshot, deltas, gaps, and the marks that come of them.
import assert from "node:assert/strict";
import { SnapshotModel } from "../../model/snapshot.ts";
import { change, checkout, conflict, repo, side, snapshot } from "../scene.ts";

const mine = "/w/mine/src/refund.ts";

function opened(): SnapshotModel {
  const model = new SnapshotModel();
  model.setFolders([{ path: "/w/mine", real: "/w/mine" }]);
  return model;
}

describe("snapshot", () => {
  it("marks only the side whose checkout is in the window", () => {
    const model = opened();
    model.replace(snapshot([conflict(9)]));
    assert.deepEqual(model.markedFiles(), [mine]);
    assert.equal(model.marksIn(mine)[0]?.counterpart?.change, "signature");
  });

  it("takes deltas in order, ignores old ones, and reports a gap", () => {
    const model = opened();
    model.replace(snapshot([]));
    assert.equal(model.apply({ revision: 2, conflicts: [conflict(1)] }), true);
    assert.equal(model.apply({ revision: 2, conflicts: [conflict(2)] }), true);
    assert.deepEqual(
      model.conflicts.map(({ ref }) => ref),
      ["CF-1"],
    );
    assert.equal(model.apply({ revision: 4, conflicts: [conflict(3)] }), false);
    assert.deepEqual(
      model.conflicts.map(({ ref }) => ref),
      ["CF-1"],
    );
  });

  it("drops a conflict that is no longer live", () => {
    const model = opened();
    model.replace(snapshot([conflict(1), conflict(2)]));
    model.apply({ revision: 2, conflicts: [conflict(1, { status: "resolved" })] });
    assert.deepEqual(
      model.conflicts.map(({ ref }) => ref),
      ["CF-2"],
    );
  });

  it("a snapshot replaces everything", () => {
    const model = opened();
    model.replace(snapshot(Array.from({ length: 30 }, (_, i) => conflict(i + 1))));
    model.replace(
      snapshot(
        Array.from({ length: 30 }, (_, i) => conflict(i + 1)),
        { revision: 7 },
      ),
    );
    assert.equal(model.conflicts.length, 30);
  });

  it("shows nothing after clear, while paused, and for a folder that was closed", () => {
    const model = opened();
    model.replace(snapshot([conflict(1)]));
    model.setPaused(true);
    assert.deepEqual(model.markedFiles(), []);
    model.setPaused(false);
    assert.deepEqual(model.markedFiles(), [mine]);
    model.setFolders([]);
    assert.deepEqual(model.markedFiles(), []);
    model.setFolders([{ path: "/w/mine", real: "/w/mine" }]);
    model.clear();
    assert.equal(model.known, false);
    assert.deepEqual(model.markedFiles(), []);
  });

  it("takes the innermost checkout of a folder, so that a nested worktree is somebody else's", () => {
    const model = opened();
    const nested = "/w/mine/.claude/worktrees/x";
    const sides = conflict(1).sides;
    model.replace(
      snapshot([conflict(1, { sides: [sides[0], { ...sides[1], checkout: nested }] })], {
        checkouts: [checkout("/w/mine"), checkout(nested, "x")],
      }),
    );
    assert.deepEqual(model.markedFiles(), [mine]);
  });

  it("finds a checkout by its parts, not by a common prefix", () => {
    const model = new SnapshotModel();
    model.setFolders([{ path: "/w/mine-too", real: "/w/mine-too" }]);
    model.replace(snapshot([conflict(1)], { checkouts: [checkout("/w/mine"), checkout("/w/mine-too")] }));
    assert.deepEqual(model.markedFiles(), []);
  });

  it("leaves out a place outside of its checkout", () => {
    const model = opened();
    const out = change("path:../../etc/passwd", "../../etc/passwd", 0);
    model.replace(snapshot([conflict(1, { sides: [side("SES-1", "/w/mine", [out]), conflict(1).sides[1]] })]));
    assert.deepEqual(model.markedFiles(), []);
  });

  it("tells of a change once per message", () => {
    const model = opened();
    let changes = 0;
    model.onDidChange(() => (changes += 1));
    model.replace(snapshot([conflict(1)]));
    model.apply({ revision: 2, conflicts: [conflict(2)] });
    assert.equal(changes, 2);
    assert.equal(model.find({ repo, ref: "CF-2" })?.ref, "CF-2");
  });

  it("keeps a mark on its word while text is typed above, also when the daemon answers late", () => {
    const model = opened();
    let text = ["export function issueRefund() {}"];
    model.readTextsWith(() => (line) => text[line]);
    model.replace(snapshot([conflict(1)]));
    const [mark] = model.marksIn(mine);
    assert.ok(mark);
    for (let i = 0; i < 3; i++) {
      text = ["// typed", ...text];
      const at = { line: 0, character: 0 };
      model.edit(mine, [{ range: { start: at, end: at }, text: "// typed\n" }]);
    }
    assert.equal(model.rangeOf(mark).start.line, 3);
    // An answer for the text after the first of the three edits.
    const late = conflict(1);
    late.sides[0].changes = [change("sym:ts:src/refund.ts#issueRefund", "src/refund.ts", 1)];
    model.apply({ revision: 2, conflicts: [late] });
    const [again] = model.marksIn(mine);
    assert.ok(again);
    assert.equal(model.rangeOf(again).start.line, 3);
  });

  it("puts a mark back on its word when a reload replaces the whole text around it", () => {
    const model = opened();
    const text = ["export function issueRefund() {}", "// last"];
    model.readTextsWith(() => (line) => text[line]);
    model.replace(snapshot([conflict(1)]));
    const [mark] = model.marksIn(mine);
    assert.ok(mark);
    const before = model.rangeOf(mark);
    const range = { start: { line: 0, character: 0 }, end: { line: 1, character: 0 } };
    model.edit(mine, [{ range, text: text.join("\n") }]);
    assert.deepEqual(model.rangeOf(mark), before);
  });

  it("follows the place of a mark that is gone while its document is open", () => {
    const model = opened();
    model.readTextsWith(() => () => undefined);
    model.replace(snapshot([conflict(1)]));
    const [mark] = model.marksIn(mine);
    assert.ok(mark);
    const at = { line: 0, character: 0 };
    model.edit(mine, [{ range: { start: at, end: at }, text: "\n" }]);
    model.replace(snapshot([]));
    model.edit(mine, [{ range: { start: at, end: at }, text: "\n" }]);
    assert.equal(model.rangeOf(mark).start.line, 2);
    model.forget(mine);
    assert.equal(model.rangeOf(mark).start.line, 0);
  });
});
