// Two sides that have commits in common which their target has not: a branch on top of another, a main not pushed yet.
import assert from "node:assert/strict";
import { flicker } from "../../core/lifecycle/reconcile.ts";
import { file, left, right } from "../support/clash.ts";
import { World, type Texts } from "../support/twoSides.ts";

const code = (issue: number, take: number): string =>
  `export function issue() {\n  return ${issue};\n}\n\n// Between\n// the\n// two\n\nexport function take() {\n  return ${take};\n}\n`;
const pushed = code(0, 0);
/** What both have committed, in a commit that is not pushed. */
const shared = code(1, 0);

function parted(now: { left: string; right: string }, commits: Texts = { [file]: shared }): World {
  const world = new World();
  world.commits = { shared: commits };
  for (const checkout of [left, right]) world.see(checkout);
  world.send({ type: "commits_ahead", checkout: left, commits: ["mine", "shared"] });
  world.send({ type: "commits_ahead", checkout: right, commits: ["shared"] });
  world.read(left, { [file]: pushed }, { [file]: now.left });
  world.read(right, { [file]: pushed }, { [file]: now.right });
  world.answer();
  return world;
}

function kinds(world: World): string[] {
  return world
    .live()
    .map(({ kind }) => kind)
    .sort();
}

describe("What both sides have from before they parted", () => {
  it("is nobody's work against the other, when one of them goes on with it", () => {
    assert.deepEqual(kinds(parted({ left: code(2, 0), right: shared })), []);
    assert.deepEqual(kinds(parted({ left: shared, right: code(2, 0) })), []);
  });

  it("is not what clashes when they go on in different functions", () => {
    assert.deepEqual(kinds(parted({ left: code(2, 0), right: code(1, 3) })), ["path_overlap"]);
  });

  it("clashes where both go on with it", () => {
    const all = ["path_overlap", "symbol_overlap", "textual_merge"];
    assert.deepEqual(kinds(parted({ left: code(2, 0), right: code(3, 0) })), all);
  });

  it("clashes where one takes it back and the other goes on", () => {
    const all = ["path_overlap", "symbol_overlap", "textual_merge"];
    assert.deepEqual(kinds(parted({ left: "export {};\n", right: code(3, 0) })), all);
  });

  it("is none of theirs that was removed in common", () => {
    const without = shared.slice(shared.indexOf("// Between"));
    const sides = { left: `${without}export const more = 1;\n`, right: without };
    assert.deepEqual(kinds(parted(sides, { [file]: without })), []);
  });

  it("may be a new file", () => {
    const world = new World();
    world.commits = { shared: { "src/new.ts": shared } };
    for (const checkout of [left, right]) {
      world.see(checkout);
      world.send({ type: "commits_ahead", checkout, commits: ["shared"] });
    }
    world.read(left, {}, { "src/new.ts": shared });
    world.read(right, {}, { "src/new.ts": code(5, 0) });
    world.answer();
    assert.deepEqual(kinds(world), []);
    world.save(left, "src/new.ts", null, code(6, 0));
    world.answer();
    assert.deepEqual(kinds(world), ["path_overlap", "symbol_overlap", "textual_merge"]);
  });

  it("is what both began with once the target has it", () => {
    const now = { left: code(2, 0), right: code(1, 3) };
    const world = parted(now);
    for (const checkout of [left, right]) world.send({ type: "commits_ahead", checkout, commits: [] });
    world.answer();
    world.read(left, { [file]: shared }, { [file]: now.left });
    world.read(right, { [file]: shared }, { [file]: now.right });
    world.answer();
    world.pass(flicker);
    assert.deepEqual(kinds(world), ["path_overlap"]);
  });

  it("clashes where one took it back and the other went on, once the target has it", () => {
    const now = { left: code(0, 5), right: code(2, 0) };
    const world = parted(now);
    world.read(left, { [file]: shared }, { [file]: now.left });
    world.read(right, { [file]: shared }, { [file]: now.right });
    for (const checkout of [left, right]) world.send({ type: "commits_ahead", checkout, commits: [] });
    world.answer();
    assert.deepEqual(kinds(world), ["path_overlap", "symbol_overlap", "textual_merge"]);
  });

  it("is seen again as work of both when they have the commit in common no more", () => {
    const world = parted({ left: code(2, 0), right: shared });
    world.send({ type: "commits_ahead", checkout: right, commits: ["amended"] });
    world.answer();
    assert.ok(kinds(world).includes("symbol_overlap"));
    world.send({ type: "commits_ahead", checkout: right, commits: ["shared"] });
    world.answer();
    world.pass(flicker);
    assert.deepEqual(kinds(world), []);
  });
});
