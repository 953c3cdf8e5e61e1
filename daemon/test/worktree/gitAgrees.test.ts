// Merges and git: a conflict is found exactly where `git merge-tree --write-tree` has one.
import assert from "node:assert/strict";
import { readdirSync, readFileSync } from "node:fs";
import path from "node:path";
import fc from "fast-check";
import { mergeTexts } from "../../merge/mergeTexts.ts";
import { parseCase, textOf, type CaseFile } from "../support/caseFile.ts";
import { conflictsInGit, type Sides } from "../support/gitMerge.ts";
import { trees, triples } from "../support/mergeWork.ts";
import { World, type Texts } from "../support/twoSides.ts";

const samples = 400;

/** What Parley says of the two sides. */
function conflictOf({ base, left, right }: Sides): string | null {
  const world = new World();
  for (const [checkout, now] of [
    ["/left", left],
    ["/right", right],
  ] as const) {
    world.see(checkout);
    world.read(checkout, base, now);
  }
  world.answer();
  return world.live().find(({ kind }) => kind === "textual_merge")?.summary ?? null;
}

/** The sides of a case file as they are in the end. */
function sidesOf({ sections }: CaseFile): Sides {
  const now = (owner: string, from: Texts): Texts => {
    const files = { ...from };
    for (const section of sections.filter((each) => each.owner === owner && !each.flags.has("earlier")))
      if (section.flags.has("removed")) delete files[section.path];
      else files[section.path] = textOf(section);
    return files;
  };
  const base = now("base", {});
  return { base, left: now("left", base), right: now("right", base) };
}

function checkAgreement(merges: Sides[], found: boolean[]): void {
  for (const [n, conflict] of conflictsInGit(merges).entries())
    if (conflict !== null)
      assert.equal(found[n], conflict, `git ${conflict ? "has a" : "has no"} conflict in ${JSON.stringify(merges[n])}`);
}

describe("Git agrees", () => {
  it("about three texts, ambiguous ones included", () => {
    const texts = fc.sample(triples, samples);
    const merges = texts.map(([base, left, right]): Sides => ({
      ...{ base: { file: base }, left: { file: left }, right: { file: right } },
    }));
    checkAgreement(
      merges,
      texts.map(([base, a, b]) => !mergeTexts(base, a, b).clean),
    );
  });

  it("about the same texts with the sides swapped", () => {
    for (const [base, a, b] of fc.sample(triples, samples))
      assert.equal(mergeTexts(base, a, b).clean, mergeTexts(base, b, a).clean, JSON.stringify([base, a, b]));
  });

  it("about trees in which files are edited, renamed, removed and added and folders are moved", () => {
    const merges = fc.sample(trees, samples);
    checkAgreement(
      merges,
      merges.map((sides) => conflictOf(sides) !== null),
    );
  });

  it("about every case, but for edits that it puts into the wrong file", () => {
    const folder = path.join(import.meta.dirname, "../cases/textual_merge");
    const merges = readdirSync(folder).map((name) => sidesOf(parseCase(readFileSync(path.join(folder, name), "utf8"))));
    const found = merges.map(conflictOf);
    assert.ok(found.some((summary) => summary?.includes("without saying so")));
    checkAgreement(
      merges,
      found.map((summary) => summary !== null && !summary.includes("without saying so")),
    );
  });
});
