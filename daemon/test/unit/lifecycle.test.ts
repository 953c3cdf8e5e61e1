// The life of a conflict through events: opens, closes, comes back, is settled by hand.
import assert from "node:assert/strict";
import { actions } from "../../../shared/model/conflict.ts";
import { flicker } from "../../core/lifecycle/reconcile.ts";
import { base, bases, clashing, edit, events, file, left, right, signature, takeBack, the } from "../support/clash.ts";
import { World } from "../support/twoSides.ts";

/** The clash in the function; the one in the path is CF-1. */
const ref = "CF-2";

describe("A conflict opens", () => {
  it("with the second side's edit, once, and says so in its history", () => {
    const world = clashing();
    assert.deepEqual(
      world.live().map(({ ref, kind, status }) => `${ref} ${kind} ${status}`),
      ["CF-1 path_overlap open", "CF-2 symbol_overlap open"],
    );
    const { history, openedAt } = the(world);
    assert.deepEqual(history, [{ at: openedAt, by: "parley", event: "found", from: null, to: "open" }]);
  });

  it("not for one checkout alone, nor for checkouts of different repositories", () => {
    const world = new World();
    world.see(left);
    world.see(right, { repo: "example.com/acme/other" });
    for (const [at, checkout] of [left, right].entries()) world.read(checkout, bases, { [file]: edit(at) });
    assert.deepEqual(world.conflicts(), []);
  });

  it("for each pair of three sides", () => {
    const world = clashing();
    world.see("/third");
    world.read("/third", bases, { [file]: edit(3) });
    assert.equal(world.live().filter(({ kind }) => kind === "symbol_overlap").length, 3);
  });
});

describe("A conflict whose overlap goes", () => {
  it("stays shown until the time of a flicker has passed, then is resolved", () => {
    const world = clashing();
    const effects = world.save(right, file, base, base);
    assert.deepEqual(effects.at(-1), { type: "wake", at: world.now + flicker });
    world.pass(flicker - 1);
    assert.equal(the(world).status, "open");
    world.pass(1);
    const { status, resolution, history } = the(world);
    assert.deepEqual([status, resolution, history.at(-1)?.event], ["resolved", "evidence_gone", "evidence_gone"]);
  });

  it("and is back in time leaves no trace", () => {
    const world = clashing();
    const before = the(world);
    world.published.length = 0;
    world.save(right, file, base, base);
    world.pass(flicker - 1);
    world.save(right, file, base, edit(2));
    world.pass(flicker * 2);
    assert.deepEqual(the(world), before);
    assert.ok(
      world.published.every(({ status }) => status === "open"),
      "nobody saw it closed",
    );
  });

  it("comes back under its number with its history", () => {
    const world = clashing();
    takeBack(world);
    world.save(right, file, base, edit(2));
    const { status, resolution } = the(world);
    assert.deepEqual([the(world).ref, status, resolution], [ref, "open", undefined]);
    assert.deepEqual(events(the(world)), ["found", "evidence_gone", "overlap_returned"]);
  });

  it("is looked at anew each time it comes and goes", () => {
    const world = clashing();
    for (let round = 0; round < 5; round++) {
      takeBack(world);
      world.save(right, file, base, edit(2));
    }
    assert.deepEqual(
      world
        .live()
        .map(({ ref }) => ref)
        .sort(),
      ["CF-1", "CF-2"],
    );
    assert.equal(the(world).history.length, 11);
  });
});

describe("Numbers", () => {
  it("are never given to another conflict", () => {
    const world = clashing();
    takeBack(world);
    world.see("/third");
    world.read("/third", bases, { [file]: edit(3) });
    const refs = world.conflicts().map(({ ref, sides }) => `${ref} ${sides.map((side) => side.ref).join()}`);
    assert.deepEqual(refs, ["CF-1 SES-1,SES-2", "CF-2 SES-1,SES-2", "CF-3 SES-1,SES-3", "CF-4 SES-1,SES-3"]);
  });

  it("go on after a restart where they were", () => {
    const world = clashing();
    takeBack(world);
    world.restart();
    for (const checkout of ["/third", left, right]) world.see(checkout);
    world.read(left, bases, { [file]: edit(1) });
    world.read("/third", bases, { [file]: edit(3) });
    const [found] = world.live().filter(({ kind }) => kind === "symbol_overlap");
    assert.deepEqual([found?.ref, found?.sides.map((side) => side.ref).join()], ["CF-4", "SES-1,SES-3"]);
  });
});

describe("An action", () => {
  for (const action of actions)
    it(`${action} is answered with the conflict as it then is, and written down before`, () => {
      const world = clashing();
      const effects = world.respond(ref, action, { request: 7 });
      const answer = effects.find((effect) => effect.type === "answer");
      assert.ok(answer?.answer.ok && answer.request === 7);
      assert.deepEqual(answer.answer.conflict, the(world));
      assert.deepEqual(
        effects.map(({ type }) => type).filter((type) => type !== "publish"),
        ["save", "answer"],
      );
      assert.equal(the(world).history.at(-1)?.by, "jo@example.com");
    });

  it("on a closed conflict is refused, and nothing changes", () => {
    const world = clashing();
    takeBack(world);
    const before = the(world);
    for (const action of actions) {
      const answer = world.respond(ref, action).find((effect) => effect.type === "answer");
      assert.ok(answer && !answer.answer.ok && answer.answer.refusal.code === "closed");
      assert.match(answer.answer.refusal.message, /CF-2 is resolved/);
    }
    assert.deepEqual(the(world), before);
  });

  it("on an unknown conflict or repository is refused in one clean sentence", () => {
    const world = clashing();
    for (const effects of [
      world.respond("CF-99\u202e\n", "ack"),
      world.send({ type: "respond", request: 1, repo: "no/\u0007where", ref: "CF-1", deed: "ack", by: "jo" }),
    ]) {
      const answer = effects.find((effect) => effect.type === "answer");
      assert.ok(answer && !answer.answer.ok && answer.answer.refusal.code === "not_found");
      assert.doesNotMatch(answer.answer.refusal.message, /[\p{Cc}\p{Cf}]/u);
    }
  });

  it("keeps its note", () => {
    const world = clashing();
    world.respond(ref, "ack", { note: "after lunch" });
    assert.equal(the(world).history.at(-1)?.note, "after lunch");
  });
});

describe("What was resolved by hand", () => {
  function resolvedByHand(): World {
    const world = clashing();
    world.respond(ref, "resolved");
    return world;
  }

  it("stays so while both edit on, and while lines move", () => {
    const world = resolvedByHand();
    world.save(right, file, base, edit(22));
    world.save(left, file, base, `// moved down\n\n${edit(11)}`);
    const { status, resolution } = the(world);
    assert.deepEqual([status, resolution], ["resolved", "resolved"]);
    assert.deepEqual(events(the(world)), ["found", "resolved"]);
  });

  it("opens again when the kind of change is another", () => {
    const world = resolvedByHand();
    world.save(right, file, base, signature("number"));
    assert.deepEqual([the(world).status, the(world).ref], ["open", ref]);
    assert.equal(events(the(world)).at(-1), "evidence_changed");
  });

  it("opens again when a changed declaration changes again", () => {
    const world = clashing();
    world.save(right, file, base, signature("number"));
    world.respond(ref, "resolved");
    world.save(right, file, base, `// only a comment\n${signature("number")}`);
    assert.equal(the(world).status, "resolved");
    world.save(right, file, base, signature("bigint"));
    assert.equal(the(world).status, "open");
  });

  it("opens again when another function clashes", () => {
    const world = resolvedByHand();
    const more = "export function other() { return 0; }\n";
    world.save(left, file, base, edit(1) + more);
    world.save(right, file, base, edit(2) + more.replace("0", "1"));
    assert.equal(the(world).status, "open");
  });

  it("opens again when the overlap went and returns", () => {
    const world = resolvedByHand();
    takeBack(world);
    assert.deepEqual(events(the(world)), ["found", "resolved"], "that it went is no event of a closed conflict");
    world.save(right, file, base, edit(2));
    assert.equal(events(the(world)).at(-1), "overlap_returned");
  });

  it("stays so through a flicker", () => {
    const world = resolvedByHand();
    world.save(right, file, base, base);
    world.pass(flicker - 1);
    world.save(right, file, base, edit(2));
    world.pass(flicker);
    assert.equal(the(world).status, "resolved");
  });
});

describe("An overridden conflict", () => {
  function overridden(): World {
    const world = clashing();
    world.respond(ref, "override", { note: "we merge by hand" });
    return world;
  }

  it("stays so when its overlap goes and the same returns", () => {
    const world = overridden();
    takeBack(world);
    world.save(right, file, base, edit(2));
    assert.equal(the(world).status, "overridden");
  });

  it("opens when its evidence changes", () => {
    const world = overridden();
    world.save(right, file, base, signature("number"));
    assert.deepEqual([the(world).status, events(the(world)).at(-1)], ["open", "evidence_changed"]);
  });
});

describe("An action that could not be written down", () => {
  function undoOf(world: World, action: (typeof actions)[number]): NonNullable<unknown> & { send: () => void } {
    const answer = world.respond(ref, action).find((effect) => effect.type === "answer");
    assert.ok(answer?.undo);
    const { undo } = answer;
    return { send: () => void world.send({ type: "undo", conflict: undo }) };
  }

  for (const action of actions)
    it(`${action} did not happen`, () => {
      const world = clashing();
      const before = the(world);
      undoOf(world, action).send();
      assert.deepEqual(the(world), before);
    });

  it("does not bring back what was resolved meanwhile", () => {
    const world = clashing();
    const undo = undoOf(world, "ack");
    takeBack(world);
    undo.send();
    assert.deepEqual(events(the(world)), ["found", "evidence_gone"]);
    assert.deepEqual([the(world).status, the(world).history.at(-1)?.from], ["resolved", "open"]);
  });

  it("leaves a conflict that can still close", () => {
    const world = clashing();
    const undo = undoOf(world, "resolved");
    takeBack(world);
    undo.send();
    world.pass(flicker);
    assert.equal(the(world).status, "resolved");
    world.save(right, file, base, edit(2));
    assert.equal(the(world).status, "open");
  });
});
