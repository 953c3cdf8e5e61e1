// Unsaved text and the editors that hold it: what is typed counts before it is saved.
import assert from "node:assert/strict";
import { flicker } from "../../core/lifecycle/reconcile.ts";
import { base, bases, clashing, edit, events, file, left, right, takeBack, the } from "../support/clash.ts";
import { repo, World } from "../support/twoSides.ts";

const close = (world: World, checkout: string): ReturnType<World["send"]> =>
  world.send({ type: "buffer_closed", checkout, path: file });

/** Left has edited the function on disk; right has read everything and changed nothing. */
function leftOnly(): World {
  const world = new World();
  for (const checkout of [left, right]) world.see(checkout);
  world.read(left, bases, { [file]: edit(1) });
  world.read(right, bases, bases);
  return world;
}

describe("What is typed", () => {
  it("clashes before it is saved, once the file's base is known", () => {
    const world = leftOnly();
    const effects = world.type(right, file, edit(2));
    assert.deepEqual(world.conflicts(), []);
    assert.deepEqual(effects, [{ type: "observe", checkout: right, path: file }]);
    world.save(right, file, base, base);
    assert.equal(the(world).status, "open");
    assert.equal(the(world).sides[1].role, "newcomer");
  });

  it("counts instead of what is on disk", () => {
    const world = clashing();
    world.type(right, file, base);
    world.pass(flicker);
    assert.equal(the(world).status, "resolved");
    world.save(right, file, base, edit(5));
    assert.equal(the(world).status, "resolved", "what is saved below an open editor does not count yet");
  });

  it("moves the mark with each key", () => {
    const world = clashing();
    world.type(right, file, `\n\n${edit(2)}`);
    assert.equal(the(world).sides[1].changes[0]?.range.start.line, 2);
    assert.deepEqual(events(the(world)), ["found"]);
  });

  it("and does not parse keeps what was there before", () => {
    const world = clashing();
    world.type(right, file, "export function issue(id: string) { return (2; }\n");
    world.pass(flicker);
    assert.equal(the(world).status, "open");
  });

  it("does not parse in a file nobody has changed makes no clash", () => {
    const world = leftOnly();
    world.save(right, file, base, base);
    world.type(right, file, "export function issue(id: string { return 2; }\n");
    assert.deepEqual(
      world.live().map(({ kind }) => kind),
      [],
    );
    world.save(right, file, base, base);
    assert.deepEqual(
      world.live().map(({ kind }) => kind),
      ["path_overlap"],
      "the file is changed, its function not",
    );
  });

  it("in a new file that is not on disk clashes with the other side's new file", () => {
    const world = new World();
    for (const checkout of [left, right]) world.see(checkout);
    world.read(left, {}, { "src/new.ts": edit(1) });
    world.read(right, {}, {});
    world.type(right, "src/new.ts", edit(2));
    world.save(right, "src/new.ts", null, null);
    assert.equal(the(world).sides[1].changes[0]?.change, "added");
  });
});

describe("Closing an editor without saving", () => {
  it("changes nothing until the disk was read, then the disk counts", () => {
    const world = leftOnly();
    world.save(right, file, base, base);
    world.type(right, file, edit(2));
    world.save(right, file, base, base);
    const effects = close(world, right);
    assert.deepEqual(effects, [{ type: "observe", checkout: right, path: file }]);
    world.pass(flicker * 10);
    assert.equal(the(world).status, "open");
    world.save(right, file, base, base);
    world.pass(flicker);
    assert.equal(the(world).status, "resolved");
  });

  it("after saving it is no flicker: the conflict stands all the time", () => {
    const world = clashing();
    world.type(right, file, edit(3));
    world.published.length = 0;
    close(world, right);
    const effects = world.save(right, file, base, edit(3));
    assert.ok(
      effects.every(({ type }) => type !== "wake"),
      "nothing waits to be closed",
    );
    assert.deepEqual(events(the(world)), ["found"]);
  });

  it("and opening it again at once keeps the new text", () => {
    const world = clashing();
    world.type(right, file, edit(3));
    close(world, right);
    world.type(right, file, base);
    world.save(right, file, base, edit(3));
    world.pass(flicker);
    assert.equal(the(world).status, "resolved", "the text in the editor is as in the base");
  });

  it("that was never open is nothing", () => {
    const world = clashing();
    assert.deepEqual(close(world, left), []);
    assert.deepEqual(close(world, "/nowhere"), []);
  });
});

describe("A full reading of the files", () => {
  it("leaves an open editor's text alone and asks for its file", () => {
    const world = leftOnly();
    world.save(right, file, base, base);
    world.type(right, file, edit(2));
    world.save(right, file, base, base);
    const effects = world.read(right, bases, bases);
    assert.ok(effects.some((effect) => effect.type === "observe" && effect.path === file));
    world.pass(flicker);
    assert.equal(the(world).status, "open");
  });
});

describe("The client of a participant", () => {
  const clientOf = (world: World, path: string): string => world.state.repos.get(repo)!.sessions.get(path)!.client;
  const open = (world: World, editor: string, client: "vscode" | "cursor", checkouts: string[]): void =>
    void world.send({ type: "editor_opened", editor, client, checkouts });

  it("is the editor that has its folder open, in words too", () => {
    const world = clashing();
    open(world, "window-1", "vscode", [right]);
    assert.equal(clientOf(world, right), "vscode");
    assert.match(the(world).summary, /SES-2 \(right, vscode, feat\/right\)/);
    assert.equal(the(world).sides[1].client, "vscode");
    world.send({ type: "editor_closed", editor: "window-1" });
    assert.equal(clientOf(world, right), "unknown");
    assert.doesNotMatch(the(world).summary, /vscode/);
  });

  it("is the last opened of several, and the one that is left when that closes", () => {
    const world = clashing();
    open(world, "window-1", "vscode", [right]);
    open(world, "window-2", "cursor", [right, left]);
    assert.equal(clientOf(world, right), "cursor");
    world.send({ type: "editor_closed", editor: "window-2" });
    assert.deepEqual([clientOf(world, right), clientOf(world, left)], ["vscode", "unknown"]);
  });

  it("follows an editor that opens another folder", () => {
    const world = clashing();
    open(world, "window-1", "vscode", [left]);
    open(world, "window-1", "vscode", [right]);
    assert.deepEqual([clientOf(world, left), clientOf(world, right)], ["unknown", "vscode"]);
  });

  it("says nothing about a conflict that is closed", () => {
    const world = clashing();
    takeBack(world);
    world.published.length = 0;
    open(world, "window-1", "vscode", [right]);
    assert.deepEqual(world.published, []);
  });
});
