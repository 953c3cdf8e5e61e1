// When a file's lenses may change: never while somebody types there, and at most once a second.
import assert from "node:assert/strict";
import { idleMs, lensesOf, LensSet } from "../../look/lensSet.ts";
import { localRoots, marksByFile } from "../../model/marks.ts";
import { change, checkout, conflict, side } from "../scene.ts";

const file = "/w/mine/src/refund.ts";

function lenses(...refs: number[]) {
  const conflicts = refs.map((ref) => {
    const changes = [change(`sym:ts:src/refund.ts#f${ref}`, "src/refund.ts", ref)];
    return conflict(ref, { sides: [side("SES-1", "/w/mine", changes), side("SES-2", "/w/theirs", changes)] });
  });
  const folder = { path: "/w/mine", real: "/w/mine" };
  const roots = localRoots([checkout("/w/mine"), checkout("/w/theirs", "feat/b")], [folder]);
  return lensesOf(marksByFile(conflicts, roots).get(file) ?? []);
}

describe("the lenses of a file", () => {
  it("are as wanted at first sight, and then from the cache", () => {
    const set = new LensSet();
    assert.equal(set.shown(file, () => lenses(1, 2), 0).length, 2);
    assert.equal(set.shown(file, () => assert.fail("asked again"), 1).length, 2);
  });

  it("change only once nobody has typed for a second", () => {
    const set = new LensSet();
    set.shown(file, () => lenses(1), 0);
    set.edited(file, 5000);
    assert.equal(set.take(file, lenses(1, 2), 5100), idleMs - 100);
    set.edited(file, 5900);
    assert.equal(set.take(file, lenses(1, 2), 6100), idleMs - 200);
    assert.equal(set.take(file, lenses(1, 2), 6900), true);
    assert.equal(set.shown(file, () => [], 6900).length, 2);
  });

  it("change at most once a second, and not for what draws the same", () => {
    const set = new LensSet();
    set.shown(file, () => lenses(1), 0);
    assert.equal(set.take(file, lenses(1), 5000), 0);
    assert.equal(set.take(file, lenses(2), 5000), true);
    assert.equal(set.take(file, lenses(1), 5001), idleMs - 1);
    assert.equal(set.take(file, lenses(1), 6000), true);
  });
});
