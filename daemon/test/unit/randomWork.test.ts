// Whatever three checkouts do, in whatever order: the conflicts are those of the files as they are, and lives are lawful.
import assert from "node:assert/strict";
import fc from "fast-check";
import { isLive, type Conflict } from "../../../shared/model/conflict.ts";
import { next, transitions, type LifeEvent } from "../../core/lifecycle/transitions.ts";
import { basis, checkouts, deeds, Play } from "../support/randomWork.ts";
import { World } from "../support/twoSides.ts";

const runs = 500;

/** A world that reads the files of now once. */
function fromScratch({ desks }: Play): World {
  const world = new World();
  for (const checkout of checkouts) {
    world.see(checkout);
    const { disk, buffers, present } = desks.get(checkout)!;
    if (!present) {
      world.send({ type: "checkout_gone", checkout });
      continue;
    }
    world.read(checkout, basis, disk);
    for (const [path, text] of Object.entries(buffers)) {
      world.type(checkout, path, text);
      world.save(checkout, path, basis[path] ?? null, disk[path] ?? null);
    }
  }
  world.answer();
  world.pass(10_000);
  return world;
}

/** What clashes, apart from who was first, numbers and times. */
function clashOf({ kind, sides, subjects, paths, confidence, evidence, summary }: Conflict): unknown {
  const places = sides.map(({ ref, changes }) => ({ ref, changes }));
  return { kind, places, subjects, paths, confidence, evidence, summary };
}

const keyOf = ({ kind, sides }: Conflict): string => [kind, ...sides.map(({ ref }) => ref)].join(" ");

function isSettledByHand({ status, resolution }: Conflict): boolean {
  return status === "overridden" || resolution === "resolved" || resolution === "false_positive";
}

function checkSame(play: Play): void {
  const now = new Map(play.world.conflicts().map((conflict) => [keyOf(conflict), conflict]));
  const expected = new Map(
    fromScratch(play)
      .live()
      .map((conflict) => [keyOf(conflict), conflict]),
  );
  for (const [key, conflict] of expected) {
    const found = now.get(key);
    assert.ok(found, `${key} is missing`);
    if (isSettledByHand(found)) continue;
    assert.ok(isLive(found.status), `${key} is live`);
    assert.deepEqual(clashOf(found), clashOf(conflict));
  }
  for (const [key, { status }] of now)
    assert.ok(!isLive(status) || expected.has(key), `${key} does not clash any more`);
}

/** Every entry of a history follows from the one before by the table. */
function checkHistory({ ref, status, history }: Conflict): void {
  assert.deepEqual([history[0]?.event, history[0]?.from, history[0]?.to], ["found", null, "open"], ref);
  for (const [index, { event, from, to }] of history.entries()) {
    if (index === 0) continue;
    assert.equal(from, history[index - 1]!.to, `${ref}: ${event} starts where the last one ended`);
    assert.ok(event in transitions && next(from, event as LifeEvent) === to, `${ref}: ${from} + ${event} → ${to}`);
  }
  assert.equal(status, history.at(-1)!.to, `${ref} is where its history ends`);
}

/** Nobody acts who is neither a side nor a person, no agent overrides, and who muted it is left alone until it opens anew. */
function checkRights(was: Conflict, is: Conflict): void {
  for (const { by, event } of is.history.slice(was.history.length)) {
    const isSide = is.sides.some(({ ref }) => ref === by);
    assert.ok(isSide || by === "parley" || by === "jo@example.com", `${by} has no say in ${is.ref}`);
    assert.ok(!isSide || event !== "override", `${by} is no person`);
  }
  for (const [index, { muted }] of was.sides.entries())
    if (muted && isLive(was.status) && isLive(is.status) && is.history.length >= was.history.length)
      assert.ok(is.sides[index]!.muted || opens(is, was.history.length), `${is.ref}: what is muted stays muted`);
}

function opens({ history }: Conflict, since: number): boolean {
  return history.slice(since).some(({ to, from }) => to === "open" && from !== "open");
}

function checkStep(before: Map<string, Conflict>, after: Map<string, Conflict>): void {
  for (const conflict of after.values()) checkHistory(conflict);
  for (const [ref, was] of before) {
    const is = after.get(ref);
    assert.ok(is && keyOf(is) === keyOf(was), `${ref} means what it meant`);
    checkRights(was, is);
    const roles = [was, is].map(({ sides }) => sides.map(({ role }) => role).join());
    if (isLive(was.status) && is.history.length <= was.history.length + 1)
      assert.equal(roles[1], roles[0], `${ref}: nobody changes places while it lives`);
    if (!isLive(was.status) && is.status !== was.status)
      assert.match(
        is.history.at(-1)!.event,
        /^(overlap_returned|evidence_changed)$/,
        `${ref} changes only by opening again`,
      );
  }
}

function byRef(world: World): Map<string, Conflict> {
  return new Map(world.conflicts().map((conflict) => [conflict.ref, structuredClone(conflict)]));
}

describe("Whatever happens", function () {
  this.timeout(30_000);

  it("the conflicts are those of the files as they are now", () => {
    fc.assert(
      fc.property(deeds(false), (list) => {
        const play = new Play();
        for (const deed of list) play.play(deed);
        play.finish();
        checkSame(play);
      }),
      { numRuns: runs },
    );
  });

  it("lives are lawful, numbers stay with their conflict, nobody changes places", () => {
    fc.assert(
      fc.property(deeds(true), (list) => {
        const play = new Play();
        let before = byRef(play.world);
        for (const deed of list) {
          play.play(deed);
          const after = byRef(play.world);
          checkStep(before, after);
          before = after;
        }
      }),
      { numRuns: 4 * runs },
    );
  });

  it("what is written down is what is shown", () => {
    fc.assert(
      fc.property(deeds(true), (list) => {
        const play = new Play();
        for (const deed of list) if (deed.do !== "respond" || !deed.undone) play.play(deed);
        play.finish();
        const shown = play.world
          .conflicts()
          .map(({ ref, status, history, resolution }) => ({ ref, status, history, resolution }));
        play.world.restart();
        const restored = play.world
          .conflicts()
          .map(({ ref, status, history, resolution }) => ({ ref, status, history, resolution }));
        assert.deepEqual(restored.sort(byNumber), shown.sort(byNumber));
      }),
      { numRuns: runs / 5 },
    );
  });
});

function byNumber(a: { ref: string }, b: { ref: string }): number {
  return Number(a.ref.slice(3)) - Number(b.ref.slice(3));
}
