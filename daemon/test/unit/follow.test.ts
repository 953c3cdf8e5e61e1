// What hangs together with a change elsewhere is looked at again: classes with their methods, moves with their targets.
import assert from "node:assert/strict";
import { flicker } from "../../core/lifecycle/reconcile.ts";
import { file, left, right, the } from "../support/clash.ts";
import { World, type Texts } from "../support/twoSides.ts";

const ledger = (field: number, add: number): string =>
  `export class Ledger {\n  total = ${field};\n  add() { return ${add}; }\n}\n`;
const issue = (n: number): string => `export function issue() { return ${n}; }\n`;
const keep = "export const keep = 1;\n";

function watching(base: Texts): World {
  const world = new World();
  for (const checkout of [left, right]) {
    world.see(checkout);
    world.read(checkout, base, base);
  }
  return world;
}

function deeds(world: World): string[] {
  return the(world).sides.flatMap(({ changes }) => changes.map(({ change, path }) => `${change} ${path}`));
}

describe("A class on one side, its method on the other", () => {
  const clashing = (): World => {
    const world = watching({ [file]: ledger(0, 0) });
    world.save(left, file, ledger(0, 0), ledger(1, 0));
    world.save(right, file, ledger(0, 0), ledger(0, 1));
    assert.deepEqual([the(world).status, the(world).evidence], ["open", "inferred"]);
    return world;
  };

  it("are settled when the method's edit is taken back", () => {
    const world = clashing();
    world.save(right, file, ledger(0, 0), ledger(0, 0));
    world.pass(flicker);
    assert.equal(the(world).status, "resolved");
  });

  it("are settled when the field's edit is taken back", () => {
    const world = clashing();
    world.save(left, file, ledger(0, 0), ledger(0, 0));
    world.pass(flicker);
    assert.equal(the(world).status, "resolved");
  });

  it("are settled when a checkout goes", () => {
    const world = clashing();
    world.send({ type: "checkout_gone", checkout: right });
    world.pass(flicker);
    assert.equal(the(world).status, "resolved");
  });
});

describe("What one side took out while the other edits it", () => {
  it("is first called removed, then moved, once it turns up in another file", () => {
    const world = watching({ [file]: keep + issue(0) });
    world.save(right, file, keep + issue(0), keep + issue(1));
    world.save(left, file, keep + issue(0), keep);
    assert.deepEqual(deeds(world), ["removed src/refund.ts", "modified src/refund.ts"]);
    world.save(left, "src/money.ts", null, issue(0));
    assert.deepEqual(deeds(world), ["moved src/money.ts", "modified src/refund.ts"]);
    world.save(left, "src/money.ts", null, null);
    assert.deepEqual(deeds(world), ["removed src/refund.ts", "modified src/refund.ts"]);
  });

  it("is followed when its file was moved, whichever of the two is read first", () => {
    for (const order of [
      [file, "src/money.ts"],
      ["src/money.ts", file],
    ]) {
      const world = watching({ [file]: issue(0) });
      world.save(right, file, issue(0), issue(1));
      for (const path of order)
        if (path === file) world.save(left, file, issue(0), null);
        else world.save(left, path, null, issue(0));
      assert.deepEqual(deeds(world), ["moved src/money.ts", "modified src/refund.ts"], order.join());
    }
  });

  it("is followed to where an editor holds it unsaved", () => {
    const world = watching({ [file]: issue(0) + keep });
    world.save(right, file, issue(0) + keep, issue(1) + keep);
    world.save(left, file, issue(0) + keep, null);
    world.type(left, "src/money.ts", issue(5) + keep);
    world.save(left, "src/money.ts", null, null);
    assert.deepEqual(deeds(world), ["moved src/money.ts", "modified src/refund.ts"]);
  });

  it("goes to the same one of two equally good places, whatever is read first", () => {
    for (const order of [
      ["src/x.ts", "src/y.ts"],
      ["src/y.ts", "src/x.ts"],
    ]) {
      const world = watching({ [file]: issue(0) });
      world.save(right, file, issue(0), issue(1));
      world.save(left, file, issue(0), null);
      for (const path of order) world.save(left, path, null, issue(0));
      assert.equal(deeds(world)[0], "moved src/x.ts");
      world.save(left, "src/x.ts", null, null);
      assert.equal(deeds(world)[0], "moved src/y.ts", "the other one is still there");
    }
  });

  it("is called renamed once only, where two definitions were alike", () => {
    const twins = "export function a() { return 1; }\nexport function b() { return 1; }\n";
    const world = watching({ [file]: twins });
    world.save(left, file, twins, "export function c() { return 1; }\n");
    world.save(right, file, twins, twins.replaceAll("return 1", "return 2"));
    const changes = the(world).sides[0].changes.map(({ change }) => change);
    assert.deepEqual(changes.sort(), ["removed", "renamed"]);
  });
});

describe("What asks for contents, and comes after the rest is shown", () => {
  const lines = (n: number): string => `one\n${n}\nthree\n`;
  const path = "notes.md";
  const kinds = (world: World): string[] => world.live().map(({ kind }) => kind);
  const clashing = (): World => {
    const world = watching({ [path]: lines(0) });
    world.isBusy = true;
    world.save(left, path, lines(0), lines(1));
    world.save(right, path, lines(0), lines(2));
    assert.deepEqual(kinds(world), ["path_overlap"]);
    world.send({ type: "shown" });
    world.answer();
    assert.deepEqual(kinds(world), ["path_overlap", "textual_merge"]);
    return world;
  };

  it("is settled when both sides take their edits back before it comes", () => {
    const world = clashing();
    for (const checkout of [left, right]) world.save(checkout, path, lines(0), lines(0));
    world.send({ type: "shown" });
    world.pass(flicker);
    assert.deepEqual(kinds(world), []);
  });

  it("is settled when a checkout goes before it comes", () => {
    const world = clashing();
    world.save(left, path, lines(0), lines(3));
    world.send({ type: "checkout_gone", checkout: left });
    world.send({ type: "shown" });
    world.pass(flicker);
    assert.deepEqual(kinds(world), []);
  });
});
