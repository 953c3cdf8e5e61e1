// Who was there first: the incumbent keeps the place, the newcomer is asked to move.
import assert from "node:assert/strict";
import { base, bases, clashing, edit, file, left, right, signature, takeBack, the } from "../support/clash.ts";
import { World } from "../support/twoSides.ts";

function roles(world: World): string[] {
  return the(world).sides.map(({ ref, role }) => `${ref} ${role}`);
}

/** Both checkouts have the edit, made at these times; left, the lower number, is read first. */
function touchedAt(ofLeft: number, ofRight: number, order = [left, right]): World {
  const world = new World();
  world.see(left);
  world.see(right);
  for (const checkout of order) {
    const at = checkout === left ? ofLeft : ofRight;
    world.read(checkout, bases, { [file]: edit(checkout === left ? 1 : 2) }, at);
  }
  return world;
}

describe("The incumbent", () => {
  it("is who touched the code first, whatever was read first", () => {
    for (const order of [
      [left, right],
      [right, left],
    ]) {
      assert.deepEqual(roles(touchedAt(5, 9, order)), ["SES-1 incumbent", "SES-2 newcomer"]);
      assert.deepEqual(roles(touchedAt(9, 5, order)), ["SES-1 newcomer", "SES-2 incumbent"]);
    }
  });

  it("is the lower number when both touched it at one time", () => {
    assert.deepEqual(roles(touchedAt(7, 7)), ["SES-1 incumbent", "SES-2 newcomer"]);
  });

  it("is judged by the clashing code, not by the file", () => {
    const two = base + "export function other() { return 0; }\n";
    const world = new World();
    for (const checkout of [left, right]) world.see(checkout);
    world.read(left, { [file]: two }, { [file]: two.replace("other() { return 0", "other() { return 1") }, 1);
    world.read(right, { [file]: two }, { [file]: two.replace("string) { return 0", "string) { return 2") }, 5);
    world.save(left, file, two, two.replaceAll("return 0", "return 1"), 9);
    assert.deepEqual(roles(world), ["SES-1 newcomer", "SES-2 incumbent"]);
  });

  it("stays so while the conflict lives, however both go on", () => {
    const world = clashing();
    const before = roles(world);
    world.save(left, file, base, signature("number"));
    world.respond(the(world).ref, "ack");
    world.save(right, file, base, edit(7), 1);
    world.save(left, file, base, edit(8), 999);
    assert.deepEqual(roles(world), before);
  });

  it("stays so through a flicker of its own edit", () => {
    const world = clashing();
    world.save(left, file, base, base);
    world.now += 10;
    world.save(left, file, base, edit(1));
    assert.deepEqual(roles(world), ["SES-1 incumbent", "SES-2 newcomer"]);
  });

  it("is judged anew when the overlap went and returned", () => {
    const world = clashing();
    takeBack(world, left);
    world.save(left, file, base, edit(1));
    assert.deepEqual(roles(world), ["SES-1 newcomer", "SES-2 incumbent"]);
    assert.match(the(world).suggestion, /^Let SES-1 rebase after SES-2/);
  });

  it("is the same after a restart", () => {
    const world = touchedAt(9, 5);
    world.restart();
    for (const checkout of [left, right]) world.see(checkout);
    world.read(left, bases, { [file]: edit(1) }, 1);
    world.read(right, bases, { [file]: edit(2) }, 2);
    assert.deepEqual(roles(world), ["SES-1 newcomer", "SES-2 incumbent"]);
  });
});
