// The table of a conflict's life, row by row, as the product states it.
import assert from "node:assert/strict";
import { statuses } from "../../../shared/model/conflict.ts";
import { next, resolutionOf, transitions, type LifeEvent } from "../../core/lifecycle/transitions.ts";

/** Statuses after the event, in the order of `statuses`; `-` where the event does not apply. */
const table: Record<LifeEvent, string> = {
  //                 open         acknowledged resolving    resolved overridden stale
  ack: "              acknowledged acknowledged acknowledged -        -          -",
  propose_sequence: " resolving    resolving    resolving    -        -          -",
  will_rebase: "      resolving    resolving    resolving    -        -          -",
  resolved: "         resolved     resolved     resolved     -        -          -",
  evidence_gone: "    resolved     resolved     resolved     -        -          -",
  both_gone: "        stale        stale        stale        -        -          -",
  overlap_returned: " -            -            -            open     -          open",
  evidence_changed: " -            -            -            open     open       -",
};

describe("A conflict moves only as the table says", () => {
  for (const [event, row] of Object.entries(table) as [LifeEvent, string][]) {
    const expected = row.trim().split(/ +/);
    for (const [index, from] of statuses.entries())
      it(`${from} + ${event} → ${expected[index]}`, () => assert.equal(next(from, event) ?? "-", expected[index]));
  }

  it("and knows no other events", () => {
    assert.deepEqual(Object.keys(transitions).sort(), Object.keys(table).sort());
  });

  it("and says why it is closed, only when it is", () => {
    const reasons = (Object.keys(table) as LifeEvent[]).flatMap((event) =>
      statuses.flatMap((from) => {
        const to = next(from, event);
        return to === null ? [] : [[event, to, resolutionOf(event, to)].join(" ").trim()];
      }),
    );
    assert.deepEqual(
      [...new Set(reasons)],
      [
        "ack acknowledged",
        "propose_sequence resolving",
        "will_rebase resolving",
        "resolved resolved resolved",
        "evidence_gone resolved evidence_gone",
        "both_gone stale ended",
        "overlap_returned open",
        "evidence_changed open",
      ],
    );
  });
});
