// Checkouts that go and come, daemons that restart, git at work: nothing closes that still stands.
import assert from "node:assert/strict";
import { flicker } from "../../core/lifecycle/reconcile.ts";
import { base, bases, clashing, edit, events, file, left, right, the } from "../support/clash.ts";
import { checkoutAt, World } from "../support/twoSides.ts";

const gone = (world: World, checkout: string): void => void world.send({ type: "checkout_gone", checkout });
const hold = (world: World, checkout: string, operation: string | null): void =>
  void world.send({ type: "checkout_held", checkout, operation });

describe("When a checkout goes", () => {
  it("its conflicts are resolved after a flicker, and who is left is told why", () => {
    const world = clashing();
    gone(world, right);
    assert.equal(the(world).status, "open");
    world.pass(flicker);
    assert.deepEqual([the(world).status, the(world).resolution], ["resolved", "evidence_gone"]);
    assert.equal(the(world).sides[1].checkout, right, "it still says who it was");
  });

  it("with both sides gone they are stale", () => {
    const world = clashing();
    gone(world, left);
    gone(world, right);
    world.pass(flicker);
    assert.deepEqual([the(world).status, the(world).resolution], ["stale", "ended"]);
  });

  it("and comes back, they are open again under their number", () => {
    const world = clashing();
    const { ref } = the(world);
    gone(world, right);
    world.pass(flicker);
    world.see(right);
    assert.equal(the(world).status, "resolved");
    world.read(right, bases, { [file]: edit(2) });
    assert.deepEqual([the(world).ref, the(world).status], [ref, "open"]);
  });

  it("and comes back and is read in two parts, they are open again", () => {
    const world = clashing();
    const { ref } = the(world);
    gone(world, right);
    world.pass(flicker);
    world.see(right);
    world.save(right, file, base, edit(2));
    world.read(right, bases, { [file]: edit(2) });
    assert.deepEqual([the(world).ref, the(world).status], [ref, "open"]);
  });

  it("and comes back within a flicker, nothing happened", () => {
    const world = clashing();
    gone(world, right);
    world.see(right);
    world.read(right, bases, { [file]: edit(2) });
    world.pass(flicker);
    assert.deepEqual(events(the(world)), ["found"]);
  });

  it("and comes back but is slow to be read, nothing closes meanwhile", () => {
    const world = clashing();
    world.restart();
    for (const checkout of [left, right]) world.see(checkout);
    world.read(left, bases, { [file]: edit(1) });
    world.pass(flicker * 100);
    assert.equal(the(world).status, "open");
  });

  it("its number is kept for it", () => {
    const world = clashing();
    gone(world, right);
    world.see("/third");
    world.see(right);
    const sessions = [...world.state.repos.values()].flatMap((repo) => [...repo.sessions.values()]);
    assert.deepEqual(
      sessions.map(({ ref, checkout }) => `${ref} ${checkout.path}`),
      ["SES-1 /left", "SES-2 /right", "SES-3 /third"],
    );
  });

  it("to another repository, its conflicts with the former one end", () => {
    const world = clashing();
    world.see(right, { repo: "example.com/acme/fork" });
    world.read(right, bases, { [file]: edit(2) });
    world.pass(flicker);
    assert.equal(the(world).status, "resolved");
  });
});

describe("After a restart", () => {
  function restarted(): World {
    const world = clashing();
    world.restart();
    return world;
  }

  it("conflicts are shown as they were, before anything is read", () => {
    const before = clashing().conflicts();
    assert.deepEqual(restarted().conflicts(), before);
  });

  it("nothing closes before both sides were seen and read", () => {
    const world = restarted();
    world.see(left);
    world.read(left, bases, { [file]: edit(1) });
    world.pass(flicker * 100);
    assert.equal(the(world).status, "open", "right is not seen yet");
    world.see(right);
    world.pass(flicker * 100);
    assert.equal(the(world).status, "open", "right is not read yet");
    world.read(right, bases, { [file]: edit(2) });
    world.pass(flicker);
    assert.deepEqual(events(the(world)), ["found"]);
  });

  it("what went meanwhile closes once both are read", () => {
    const world = restarted();
    for (const checkout of [left, right]) world.see(checkout);
    world.read(left, bases, { [file]: edit(1) });
    world.read(right, bases, { [file]: base });
    world.pass(flicker);
    assert.equal(the(world).status, "resolved");
  });

  it("what was with a checkout that is gone closes once that is known", () => {
    const world = restarted();
    world.see(left);
    world.read(left, bases, { [file]: edit(1) });
    gone(world, right);
    world.pass(flicker);
    assert.equal(the(world).status, "resolved");
  });

  it("what was resolved by hand stays so, also while only a buffer is known", () => {
    const two = base + "export function other() { return 0; }\n";
    const world = new World();
    for (const [at, checkout] of [left, right].entries()) {
      world.see(checkout);
      world.read(checkout, { [file]: two }, { [file]: two.replaceAll("return 0", `return ${at + 1}`) });
    }
    world.respond(the(world).ref, "resolved");
    world.restart();
    for (const checkout of [left, right]) world.see(checkout);
    world.read(left, { [file]: two }, { [file]: two.replaceAll("return 0", "return 1") });
    world.save(right, file, two, two.replace("return 0", "return 2"));
    assert.equal(the(world).status, "resolved", "half of it is known");
    world.read(right, { [file]: two }, { [file]: two.replaceAll("return 0", "return 2") });
    assert.equal(the(world).status, "resolved");
  });

  it("what was resolved by hand and went while nobody watched is open again when it returns", () => {
    const world = clashing();
    world.respond(the(world).ref, "resolved");
    world.restart();
    for (const checkout of [left, right]) world.see(checkout);
    world.read(left, bases, { [file]: edit(1) });
    world.read(right, bases, { [file]: base });
    world.pass(flicker);
    world.save(right, file, base, edit(2));
    assert.equal(the(world).status, "open");
  });

  it("conflicts whose participants were lost from the disk are still shown", () => {
    const world = clashing();
    for (const key of [...world.written.keys()]) if (key.startsWith("session")) world.written.delete(key);
    world.restart();
    assert.deepEqual(
      the(world).sides.map(({ ref, checkout }) => `${ref} ${checkout}`),
      ["SES-1 /left", "SES-2 /right"],
    );
  });
});

describe("While git works in a checkout", () => {
  it("a buffer that is typed in is only kept, and counts with the reading that follows", () => {
    const world = clashing();
    const before = the(world);
    hold(world, right, "rebase");
    world.type(right, file, base);
    world.pass(flicker);
    assert.deepEqual(the(world), before);
    hold(world, right, null);
    world.read(right, bases, { [file]: edit(2) });
    world.pass(flicker);
    assert.equal(the(world).status, "resolved", "the buffer is as in the base");
  });

  it("what the operation took away closes only after the reading that follows", () => {
    const world = clashing();
    hold(world, right, "merge");
    world.pass(flicker);
    assert.equal(the(world).status, "open");
    hold(world, right, null);
    world.read(right, bases, {});
    world.pass(flicker);
    assert.equal(the(world).status, "open", "removed is a change");
    world.read(right, { [file]: edit(2) }, { [file]: edit(2) });
    world.pass(flicker);
    assert.equal(the(world).status, "resolved", "what was merged in is nobody's change");
  });
});

describe("A new branch", () => {
  it("is named in the conflict at once, and is no event of its life", () => {
    const world = clashing();
    world.published.length = 0;
    world.send({ type: "checkout_seen", checkout: checkoutAt(right, { branch: "feat/other" }) });
    assert.match(the(world).summary, /feat\/other/);
    assert.equal(the(world).sides[1].branch, "feat/other");
    assert.deepEqual(events(the(world)), ["found"]);
    assert.equal(world.published.length, 2);
  });
});
