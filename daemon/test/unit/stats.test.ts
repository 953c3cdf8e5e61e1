// Figures over conflicts: what was saved, what was wrong, where it gathers.
import assert from "node:assert/strict";
import type { Conflict, Resolution, Severity, Verdict } from "../../../shared/model/conflict.ts";
import { statsOf } from "../../core/stats/stats.ts";
import { defaultPolicy } from "../../../shared/protocol/policyFile.ts";
import { clashing, the } from "../support/clash.ts";

const defaultMinutes = defaultPolicy.time_saved_minutes;
const sample = the(clashing());

function closed(resolution: Resolution, severity: Severity = "warn", over: Partial<Conflict> = {}): Conflict {
  return { ...sample, status: "resolved", resolution, severity, ...over };
}

function judged(verdict: Verdict): Pick<Conflict, "feedback"> {
  return { feedback: [{ by: "jo@example.com", at: sample.openedAt, verdict }] };
}

const ofOneDeveloper: Conflict["sides"] = [
  sample.sides[0],
  { ...sample.sides[1], developer: sample.sides[0].developer },
];

const minutesOf = (...conflicts: Conflict[]): number => statsOf(conflicts, defaultMinutes).timeSaved.minutes;

describe("Time saved", () => {
  for (const [severity, minutes] of [
    ["info", 5],
    ["warn", 20],
    ["block", 45],
  ] as const)
    it(`counts ${minutes} minutes for a closed conflict of severity ${severity}`, () =>
      assert.equal(minutesOf(closed("resolved", severity)), minutes));

  for (const resolution of ["evidence_gone", "resolved", "abandoned", "ended"] as const)
    it(`counts what closed as ${resolution}`, () => assert.equal(minutesOf(closed(resolution)), 20));

  for (const [name, conflict] of Object.entries<Conflict>({
    "what is still live": sample,
    "what closed by a merge": closed("merged"),
    "an overridden conflict": { ...sample, status: "overridden" },
    "a false positive": closed("false_positive"),
    "what somebody calls a false positive": closed("evidence_gone", "warn", judged("false_positive")),
    "what came too late": closed("evidence_gone", "warn", judged("too_late")),
    "a conflict of one developer's agents": closed("evidence_gone", "warn", { sides: ofOneDeveloper }),
    "a conflict whose sides are both gone": { ...sample, status: "stale", resolution: "ended" },
  }))
    it(`does not count ${name}`, () => assert.equal(minutesOf(conflict), 0));

  it("counts what somebody calls useful, and says its formula", () => {
    const conflicts = [
      closed("resolved", "warn", judged("useful")),
      closed("ended", "block"),
      closed("ended", "block"),
    ];
    const { formula, counted } = statsOf(conflicts, defaultMinutes).timeSaved;
    assert.equal(formula, "0 info × 5 + 1 warn × 20 + 2 block × 45 = 110 minutes");
    assert.deepEqual(counted, { info: 0, warn: 1, block: 2 });
  });
});

describe("Figures of all conflicts", () => {
  it("count them by what they are", () => {
    const { counts } = statsOf([sample, closed("ended"), closed("ended", "block")], defaultMinutes);
    assert.deepEqual(counts, {
      total: 3,
      byStatus: { open: 1, resolved: 2 },
      byKind: { symbol_overlap: 3 },
      bySeverity: { warn: 2, block: 1 },
    });
  });

  it("give the rate of false positives among what is closed or judged", () => {
    const conflicts = [sample, closed("ended"), closed("false_positive"), { ...sample, ...judged("false_positive") }];
    assert.deepEqual(statsOf(conflicts, defaultMinutes).falsePositives, { marked: 2, judged: 3, rate: 2 / 3 });
    assert.equal(statsOf([sample], defaultMinutes).falsePositives.rate, null);
  });

  it("name the most contended files and symbols, day by day", () => {
    const at = (day: string, over: Partial<Conflict> = {}): Conflict => ({
      ...sample,
      openedAt: `${day}T10:00:00.000Z`,
      ...over,
    });
    const other = { paths: ["b.ts"], subjects: ["path:b.ts"] };
    const { contended } = statsOf(
      [at("2026-03-02"), at("2026-03-01"), at("2026-03-02"), at("2026-03-01", other)],
      defaultMinutes,
    );
    assert.deepEqual(contended.files, [
      {
        name: "src/refund.ts",
        conflicts: 3,
        days: [
          { day: "2026-03-01", conflicts: 1 },
          { day: "2026-03-02", conflicts: 2 },
        ],
      },
      { name: "b.ts", conflicts: 1, days: [{ day: "2026-03-01", conflicts: 1 }] },
    ]);
    assert.deepEqual(
      contended.symbols.map(({ name, conflicts }) => [name, conflicts]),
      [["sym:ts:src/refund.ts#issue", 3]],
    );
  });
});
