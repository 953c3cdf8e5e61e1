// Which places deserve a squiggle, a lens, a group; and the words for them.
import assert from "node:assert/strict";
import type { Conflict } from "../../../shared/model/conflict.ts";
import { conflictText } from "../../look/conflictText.ts";
import { groupsOf, placesOf } from "../../look/conflictsTree.ts";
import { lensesOf, lensPrint, LensSet } from "../../look/lensSet.ts";
import { marksByFile, squiggled, worthTelling } from "../../model/marks.ts";
import { innermost, joinInside, relativeInside } from "../../model/paths.ts";
import { SnapshotModel } from "../../model/snapshot.ts";
import { compareVersions } from "../../connection/versionOrder.ts";
import { nameOf } from "../../../shared/model/subject.ts";
import { deed, problem, sayEnglish, wordOf } from "../../look/wording.ts";
import { change, conflict, side, snapshot } from "../scene.ts";

const mine = "/w/mine/src/refund.ts";
const roots = new Set(["/w/mine"]);

function overlap(number: number, over: Partial<Conflict> = {}): Conflict {
  const subject = "path:src/refund.ts";
  const start = { line: 0, character: 0 };
  const touched = { ...change(subject, "src/refund.ts", 0), range: { start, end: start } };
  return conflict(number, {
    kind: "path_overlap",
    severity: "info",
    subjects: [subject],
    sides: [side("SES-1", "/w/mine", [touched]), side("SES-2", "/w/theirs", [touched])],
    ...over,
  });
}

/** Both sides change this line of the file. */
function merge(number: number, line: number): Conflict {
  const subject = "path:src/refund.ts";
  const edit = change(subject, "src/refund.ts", line);
  return conflict(number, {
    kind: "textual_merge",
    subjects: [subject],
    sides: [
      side("SES-1", "/w/mine", [edit]),
      side("SES-2", "/w/theirs", [edit], { client: "claude_code", branch: "feat/x" }),
    ],
  });
}

function marksOf(...conflicts: Conflict[]) {
  return marksByFile(conflicts, roots).get(mine) ?? [];
}

describe("marks", () => {
  it("a path overlap that is only info has no squiggle unless asked for", () => {
    assert.equal(squiggled(marksOf(overlap(1)), false).length, 0);
    assert.equal(squiggled(marksOf(overlap(1)), true).length, 1);
    assert.equal(squiggled(marksOf(overlap(1, { severity: "block" })), false).length, 1);
  });

  it("none stands beside a sharper conflict of the same pair", () => {
    const refsBeside = (severity: Conflict["severity"]): string[] =>
      squiggled(marksOf(overlap(1, { severity }), conflict(2)), true).map((mark) => mark.conflict.ref);
    assert.deepEqual(refsBeside("warn"), ["CF-2"]);
    assert.deepEqual(refsBeside("block"), ["CF-1", "CF-2"], "nothing is sharper than what blocks");
    const third = conflict(3, {
      sides: [conflict(3).sides[0], side("SES-7", "/w/third", conflict(3).sides[1].changes)],
    });
    assert.equal(squiggled(marksOf(overlap(1), third), true).length, 2);
  });

  it("what git cannot merge is underlined at its line, but not where a sharper conflict of the same pair is, nor as info", () => {
    const refs = squiggled(marksOf(conflict(1), merge(2, 0)), false).map((mark) => mark.conflict.ref);
    assert.deepEqual(refs, ["CF-1"]);
    assert.equal(worthTelling(marksOf(conflict(1), merge(2, 0)), false).length, 2, "the hover tells of it");
    assert.equal(squiggled(marksOf(conflict(1), merge(2, 2)), false).length, 2, "another place");
    assert.equal(squiggled(marksOf(conflict(1, { severity: "info" }), merge(2, 0)), false).length, 2);
    assert.equal(squiggled(marksOf(merge(2, 2)), false).length, 1);
    assert.equal(squiggled(marksOf({ ...merge(2, 2), severity: "info" }), true).length, 0);
    assert.equal(squiggled(marksOf(overlap(1), { ...merge(2, 2), severity: "info" }), true).length, 1, "the path");
  });

  it("says in a few words that git cannot merge two edits, and in a sentence what else it stumbles over", () => {
    const edited = marksOf(merge(1, 2))[0]!;
    assert.equal(problem(edited, sayEnglish), "claude_code on feat/x changes this too, and git cannot merge the two");
    const removed = { ...edited, counterpart: { ...edited.counterpart!, change: "removed" as const } };
    assert.equal(problem(removed, sayEnglish), edited.conflict.summary);
  });

  it("one lens per symbol, none for a path", () => {
    assert.equal(lensesOf(marksOf(conflict(1), conflict(2), overlap(3))).length, 1);
  });

  it("the lens set changes only after a second without typing", () => {
    const set = new LensSet();
    const one = lensesOf(marksOf(conflict(1)));
    assert.equal(set.shown("f", () => one, 0).length, 1);
    set.edited("f", 5000);
    assert.equal(set.take("f", [], 5400), 600);
    assert.equal(set.shown("f", () => [], 5400).length, 1);
    assert.equal(set.take("f", one, 5500), 0);
    assert.equal(set.take("f", [], 6000), true);
    assert.equal(set.shown("f", () => one, 6000).length, 0);
    assert.equal(set.take("f", one, 6100), 900);
    assert.notEqual(lensPrint(one), lensPrint([]));
  });

  it("says what the other side does", () => {
    const [mark] = marksOf(conflict(9));
    assert.ok(mark);
    assert.equal(deed(mark, sayEnglish), "claude_code on feat/partial-refunds changes this signature");
    assert.equal(nameOf("sym:ts:src/a#b.ts#Shop.buy"), "Shop.buy");
    assert.equal(wordOf("sym:ts:src/a.ts#Shop.buy"), "buy");
    assert.equal(wordOf("sym:ts:src/a.ts#default"), null);
    assert.equal(wordOf("http:GET /a"), null);
  });

  it("says what the compiler will say of a contract that breaks, on the side that uses it and on the other", () => {
    const message = "Expected 2 arguments, but got 1.";
    const contract = "sym:ts:src/refund.ts#issueRefund";
    const use = { ...change("sym:ts:src/pay.ts#pay", "src/pay.ts", 1), change: "uses" as const };
    const place = { path: use.path, range: use.range };
    const found = (mine: boolean) => {
      const [using, changing] = mine ? ["/w/mine", "/w/theirs"] : ["/w/theirs", "/w/mine"];
      const broken = conflict(9, {
        kind: "contract_break",
        subjects: [contract],
        witness: { code: 2554, message, ...place },
        sides: [side("SES-1", using, [use]), side("SES-2", changing, [change(contract, "src/refund.ts", 0)])],
      });
      return [...marksByFile([broken], roots).values()].flat();
    };
    const [here, there] = [found(true)[0]!, found(false)[0]!].map((mark) => problem(mark, sayEnglish));
    assert.match(here!, /^\S+ on \S+ changes (the signature of )?issueRefund\. Merged: Expected 2/);
    assert.match(there!, /^\S+ on \S+ relies on issueRefund\. Merged: Expected 2/);
  });

  it("says what the change comes to where no compiler says it, and names the contract in the lens", () => {
    const contract = "http:GET /refunds/:id";
    const reason = "it is GET /v2/refunds/:id now";
    const use = { ...change("sym:ts:src/pay.ts#pay", "src/pay.ts", 1), change: "uses" as const };
    const moved = { ...change(contract, "src/server.ts", 0), change: "moved" as const };
    const sides: Conflict["sides"] = [side("SES-1", "/w/mine", [use]), side("SES-2", "/w/theirs", [moved])];
    const broken = conflict(9, { kind: "contract_break", subjects: [contract], reason, sides });
    const both = new Set(["/w/mine", "/w/theirs"]);
    const [here, there] = [...marksByFile([broken], both).values()].flat();
    assert.match(deed(here!, sayEnglish), /^\S+ on \S+ moves GET \/refunds\/:id$/);
    assert.match(problem(here!, sayEnglish), / moves GET \/refunds\/:id: it is GET \/v2\/refunds\/:id now$/);
    assert.match(deed(there!, sayEnglish), / relies on this$/);
    assert.match(problem(there!, sayEnglish), / relies on GET \/refunds\/:id, but it is GET \/v2\/refunds\/:id now$/);
  });

  it("groups by severity and puts conflicts between others last", () => {
    const model = new SnapshotModel();
    model.setFolders([{ path: "/w/mine", real: "/w/mine" }]);
    const others = conflict(4, {
      severity: "block",
      sides: [side("SES-8", "/w/x", []), side("SES-9", "/w/theirs", [])],
    });
    model.replace(snapshot([overlap(1), conflict(2), conflict(3, { severity: "block" }), others]));
    const groups = groupsOf(model);
    assert.deepEqual(
      groups.map((group) => [group.name, group.conflicts.map((node) => node.ref)]),
      [
        ["block", ["CF-3"]],
        ["warn", ["CF-2"]],
        ["info", ["CF-1"]],
        ["elsewhere", ["CF-4"]],
      ],
    );
    const [first] = groups.flatMap((group) => group.conflicts);
    assert.ok(first);
    assert.deepEqual(
      placesOf(first, model).map((place) => place.here),
      [true, false],
    );
  });

  it("tells all of a conflict, on lines that others cannot break", () => {
    const text = conflictText(conflict(9, { summary: "a\n# b\u202e" }), sayEnglish);
    assert.match(text, /^# CF-9 · Same code · warn · open\n\na # b\n/);
    assert.match(text, /issueRefund: signature, src\/refund\.ts:5/);
  });
});

describe("paths", () => {
  it("are compared by their parts", () => {
    assert.equal(relativeInside("/a/b", "/a/bc"), null);
    assert.equal(relativeInside("/a/b", "/a/b/c"), "c");
    assert.equal(relativeInside("/", "/a"), "a");
    assert.equal(relativeInside("/a", "/a/../b"), null);
    assert.equal(relativeInside("C:\\A", "c:/A/b"), "b");
    assert.equal(innermost(["/a", "/a/b", "/c"], "/a/b/c"), "/a/b");
  });
  it("never leave their root", () => {
    assert.equal(joinInside("/a", "../b"), null);
    assert.equal(joinInside("/a", "/b"), null);
    assert.equal(joinInside("C:\\a", "x\\..\\..\\b"), null);
    assert.equal(joinInside("/a", "b/./c"), "/a/b/c");
  });
});

describe("versions", () => {
  it("are ordered as semver orders them", () => {
    const ordered = [
      "0.1.0-alpha",
      "0.1.0-alpha.1",
      "0.1.0-beta",
      "0.1.0-beta.2",
      "0.1.0-beta.11",
      "0.1.0",
      "0.2.0",
      "0.10.0",
    ];
    for (let i = 1; i < ordered.length; i++) {
      assert.ok(compareVersions(ordered[i - 1] ?? "", ordered[i] ?? "") < 0, ordered[i]);
    }
    assert.equal(compareVersions("1.0.0+a", "v1.0.0+b"), 0);
  });
});
