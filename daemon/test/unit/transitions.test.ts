// The life of a conflict, cell by cell: every status meets every event, as it happens to a daemon.
// `UPDATE=1` prints what happened into the document that the last test holds to it.
import assert from "node:assert/strict";
import fs from "node:fs";
import path from "node:path";
import { statuses, verdicts, type Status } from "../../../shared/model/conflict.ts";
import { flicker } from "../../core/lifecycle/reconcile.ts";
import {
  feedbackEvent,
  next,
  resolutionOf,
  transitions,
  type Deed,
  type LifeEvent,
} from "../../core/lifecycle/transitions.ts";
import { base, clashing, edit, file, left, right, signature, takeBack, the } from "../support/clash.ts";
import type { World } from "../support/twoSides.ts";

/** The clash in the function. */
const ref = "CF-2";
const reason = "we merge by hand";

/** What the daemon is told so that the event happens to the conflict. */
const happen: Record<LifeEvent, (world: World) => unknown> = {
  ...deeds("ack", "propose_sequence", "will_rebase", "resolved", "false_positive", "request_override"),
  ...deeds("feedback_useful", "feedback_false_positive", "feedback_too_late"),
  override: (world) => world.respond(ref, "override", { note: reason }),
  muted: (world) => world.respond(ref, "false_positive", { as: "SES-1" }),
  evidence_gone: (world) => takeBack(world),
  side_merged(world) {
    world.read(right, { [file]: edit(2) }, { [file]: edit(2) });
    world.pass(flicker);
  },
  both_gone(world) {
    for (const checkout of [left, right]) world.send({ type: "checkout_gone", checkout });
    world.pass(flicker);
  },
  overlap_returned(world) {
    if (the(world).status === "stale")
      for (const [at, checkout] of [left, right].entries()) comeBack(world, checkout, at);
    else if (the(world).status === "resolved") takeBack(world);
    world.save(right, file, base, edit(2));
  },
  evidence_changed(world) {
    if (the(world).status !== "stale") world.save(right, file, base, signature("number"));
  },
};

/** How a conflict comes to a status. */
const reach: Record<Status, (world: World) => unknown> = {
  open: () => undefined,
  acknowledged: happen.ack,
  resolving: happen.will_rebase,
  resolved: happen.resolved,
  overridden: happen.override,
  stale: happen.both_gone,
};

function deeds<D extends Deed>(...names: D[]): Record<D, (world: World) => unknown> {
  const entries = names.map((deed) => [deed, (world: World) => world.respond(ref, deed)] as const);
  return Object.fromEntries(entries) as Record<D, (world: World) => unknown>;
}

function comeBack(world: World, checkout: string, at: number): void {
  world.see(checkout);
  world.read(checkout, { [file]: base }, { [file]: edit(at + 1) });
}

/** Statuses after the event, in the order of `statuses`; `-` where it stays as it was. */
const table: Record<LifeEvent, string> = {
  //                        open         acknowledged resolving    resolved overridden stale
  ack: "                     acknowledged acknowledged acknowledged -        -          -",
  propose_sequence: "        resolving    resolving    resolving    -        -          -",
  will_rebase: "             resolving    resolving    resolving    -        -          -",
  resolved: "                resolved     resolved     resolved     -        -          -",
  muted: "                   -            -            -            -        -          -",
  false_positive: "          resolved     resolved     resolved     -        -          -",
  request_override: "        -            -            -            -        -          -",
  override: "                overridden   overridden   overridden   -        -          -",
  feedback_useful: "         -            -            -            -        -          -",
  feedback_false_positive: " -            -            -            -        -          -",
  feedback_too_late: "       -            -            -            -        -          -",
  evidence_gone: "           resolved     resolved     resolved     -        -          -",
  side_merged: "             resolved     resolved     resolved     -        -          -",
  both_gone: "               stale        stale        stale        -        -          -",
  overlap_returned: "        -            -            -            open     -          open",
  evidence_changed: "        -            -            -            open     open       -",
};

interface Cell {
  from: Status;
  event: LifeEvent;
  to: Status;
}

const cells: Cell[] = (Object.entries(table) as [LifeEvent, string][]).flatMap(([event, row]) =>
  row
    .trim()
    .split(/ +/)
    .map((to, at) => ({ from: statuses[at]!, event, to: (to === "-" ? statuses[at]! : to) as Status })),
);

const nameOf = ({ from, event, to }: Cell): string => `${from} + ${event} → ${to}`;

describe("A conflict moves only as the table says:", () => {
  for (const cell of cells)
    it(nameOf(cell), () => {
      const world = clashing();
      reach[cell.from](world);
      assert.equal(the(world).status, cell.from, "the status to begin with");
      happen[cell.event](world);
      assert.equal(the(world).status, cell.to);
    });

  it("and knows no other events", () => {
    assert.deepEqual(Object.keys(transitions).sort(), Object.keys(table).sort());
  });

  it("and says why it is closed, only when it is", () => {
    const closing = cells.filter(({ from, to, event }) => from !== to && next(from, event) !== null);
    const reasons = new Set(closing.map(({ event, to }) => [event, to, resolutionOf(event, to)].join(" ").trim()));
    assert.deepEqual(
      [...reasons],
      [
        "ack acknowledged",
        "propose_sequence resolving",
        "will_rebase resolving",
        "resolved resolved resolved",
        "false_positive resolved false_positive",
        "override overridden",
        "evidence_gone resolved evidence_gone",
        "side_merged resolved merged",
        "both_gone stale ended",
        "overlap_returned open",
        "evidence_changed open",
      ],
    );
  });

  it("and a verdict on it changes nothing, in any status", () => {
    for (const status of statuses)
      for (const verdict of verdicts) assert.equal(next(status, feedbackEvent(verdict)), status);
  });

  it("as the document in docs says", () => {
    const document = path.join(import.meta.dirname, "../../../docs/conflict-life.md");
    if (process.env["UPDATE"]) fs.writeFileSync(document, printed());
    assert.equal(fs.readFileSync(document, "utf8"), printed(), "run with UPDATE=1 to print it anew");
  });
});

function printed(): string {
  const events = Object.keys(table) as LifeEvent[];
  const cellOf = (from: Status, event: LifeEvent): Cell =>
    cells.find((cell) => cell.from === from && cell.event === event)!;
  const line = (columns: string[]): string => `| ${columns.join(" | ")} |`;
  const overview = events.map((event) =>
    line([`\`${event}\``, ...statuses.map((from) => (cellOf(from, event).to === from ? "–" : cellOf(from, event).to))]),
  );
  const tests = cells.map((cell) => line([cell.from, `\`${cell.event}\``, cell.to, nameOf(cell)]));
  return [
    "# The life of a conflict",
    "",
    "Printed by `daemon/test/unit/transitions.test.ts`, which puts a conflict into each status and lets each event happen to it.",
    "`open`, `acknowledged` and `resolving` are live. A dash: the status stays as it was.",
    "",
    line(["event", ...statuses]),
    line(["---", ...statuses.map(() => "---")]),
    ...overview,
    "",
    "- `muted` is an agent's `false_positive`: it counts for its own side until every side has said so.",
    "- `resolved`, `false_positive` and `overridden` were decided by hand: they stay while the evidence is the same.",
    "- `overlap_returned` comes after the overlap had gone; an override waits for other evidence.",
    "",
    "## The test of each cell",
    "",
    line(["status", "event", "then", "test"]),
    line(["---", "---", "---", "---"]),
    ...tests,
    "",
  ].join("\n");
}
