// What sides and people say of a conflict: false positive, override, feedback.
import assert from "node:assert/strict";
import type { Answer } from "../../core/effects.ts";
import type { Deed } from "../../core/lifecycle/transitions.ts";
import { base, bases, clashing, edit, events, file, left, right, signature, takeBack, the } from "../support/clash.ts";
import { World } from "../support/twoSides.ts";

/** The clash in the function. */
const ref = "CF-2";
const [incumbent, newcomer] = ["SES-1", "SES-2"] as const;

/** Both checkouts are one developer's. */
function ofOneDeveloper(): World {
  const world = new World();
  for (const [at, checkout] of [left, right].entries()) {
    world.see(checkout, { developer: "jo@example.com" });
    world.read(checkout, bases, { [file]: edit(at + 1) }, world.now + at);
  }
  return world;
}

function ask(world: World, deed: Deed, said: { as?: string; note?: string } = {}): Answer {
  const found = world.respond(ref, deed, said).find((effect) => effect.type === "answer");
  assert.ok(found);
  return found.answer;
}

function refused(world: World, code: string, deed: Deed, said: { as?: string; note?: string } = {}): string {
  const before = the(world);
  const answer = ask(world, deed, said);
  assert.ok(!answer.ok && answer.refusal.code === code, JSON.stringify(answer));
  assert.deepEqual(the(world), before, "nothing changed");
  return answer.refusal.message;
}

const muted = (world: World): boolean[] => the(world).sides.map((side) => side.muted);

describe("False positives", () => {
  it("of an agent mute the conflict for its own side alone", () => {
    const world = clashing();
    assert.ok(ask(world, "false_positive", { as: newcomer }).ok);
    assert.deepEqual([the(world).status, muted(world)], ["open", [false, true]]);
    assert.equal(the(world).history.at(-1)?.by, newcomer);
  });

  it("of every side resolve it", () => {
    const world = clashing();
    ask(world, "false_positive", { as: newcomer });
    ask(world, "false_positive", { as: newcomer });
    assert.equal(the(world).status, "open", "said twice is still one side");
    ask(world, "false_positive", { as: incumbent });
    assert.deepEqual([the(world).status, the(world).resolution], ["resolved", "false_positive"]);
  });

  it("of one agent resolve it at once where both sides are one developer's", () => {
    const world = ofOneDeveloper();
    ask(world, "false_positive", { as: newcomer });
    assert.deepEqual([the(world).status, the(world).resolution], ["resolved", "false_positive"]);
  });

  it("of a person resolve it at once", () => {
    const world = clashing();
    ask(world, "false_positive");
    assert.deepEqual([the(world).status, the(world).resolution], ["resolved", "false_positive"]);
  });

  it("stay while the evidence does, through edits and moved lines", () => {
    const world = clashing();
    ask(world, "false_positive");
    world.save(right, file, base, `// moved down\n\n${edit(22)}`);
    assert.equal(the(world).status, "resolved");
  });

  it("end with the evidence, and whoever was muted hears of it again", () => {
    const world = clashing();
    ask(world, "false_positive", { as: newcomer });
    ask(world, "false_positive", { as: incumbent });
    world.save(right, file, base, signature("number"));
    assert.deepEqual([the(world).status, muted(world)], ["open", [false, false]]);
  });

  it("of one side outlast a restart", () => {
    const world = clashing();
    ask(world, "false_positive", { as: newcomer });
    world.restart();
    assert.deepEqual(muted(world), [false, true]);
  });

  it("are for the sides to say, not for others", () => {
    const message = refused(clashing(), "forbidden", "false_positive", { as: "SES-9" });
    assert.equal(message, "SES-9 is no side of CF-2: SES-1 and SES-2 are.");
  });
});

describe("Overrides", () => {
  const reason = "We land both by hand.";

  it("are asked for without any change of the status", () => {
    const world = clashing();
    assert.ok(ask(world, "request_override", { as: newcomer, note: "the migration cannot wait" }).ok);
    assert.equal(the(world).status, "open");
    const { by, event, note } = the(world).history.at(-1)!;
    assert.deepEqual([by, event, note], [newcomer, "request_override", "the migration cannot wait"]);
  });

  it("let both sides go on, with their reason and who gave it", () => {
    const world = clashing();
    assert.ok(ask(world, "override", { note: `  ${reason}  ` }).ok);
    const { by, event, note } = the(world).history.at(-1)!;
    assert.deepEqual([the(world).status, by, event, note], ["overridden", "jo@example.com", "override", reason]);
  });

  it("are never an agent's", () => {
    const message = refused(clashing(), "forbidden", "override", { as: newcomer, note: reason });
    assert.equal(message, "Only people override a conflict: ask with request_override.");
  });

  it("need a reason of 3 to 2,000 characters, blanks at its ends not counted", () => {
    for (const note of [undefined, "", "  a  ", "ab", "x".repeat(2001)])
      assert.match(
        refused(clashing(), "against_rule", "override", { note }),
        /3 to 2,000 characters; this one has \d+/,
      );
    for (const note of ["abc", "x".repeat(2000), ` ${"x".repeat(2000)} `])
      assert.ok(ask(clashing(), "override", { note }).ok);
  });

  it("are refused once the conflict is closed", () => {
    const world = clashing();
    takeBack(world);
    assert.equal(
      refused(world, "closed", "override", { note: reason }),
      "CF-2 is resolved: only a live conflict can be acted on.",
    );
  });

  it("end when the evidence changes", () => {
    const world = clashing();
    ask(world, "override", { note: reason });
    world.save(right, file, base, signature("number"));
    assert.deepEqual([the(world).status, events(the(world)).at(-1)], ["open", "evidence_changed"]);
  });
});

describe("Feedback", () => {
  it("is kept beside the status, the latest of each", () => {
    const world = clashing();
    ask(world, "feedback_too_late");
    ask(world, "feedback_useful");
    const { status, feedback } = the(world);
    assert.deepEqual(
      [status, feedback.map(({ by, verdict }) => [by, verdict])],
      ["open", [["jo@example.com", "useful"]]],
    );
  });

  it("is welcome after the end", () => {
    const world = clashing();
    takeBack(world);
    const { status, resolution } = the(world);
    assert.ok(ask(world, "feedback_too_late").ok);
    assert.deepEqual([the(world).status, the(world).resolution], [status, resolution]);
    assert.deepEqual(
      the(world).feedback.map(({ verdict }) => verdict),
      ["too_late"],
    );
  });
});
