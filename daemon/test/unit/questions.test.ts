// What the core asks about contents: what holds until the answer is there, and how the answers are found.
import assert from "node:assert/strict";
import type { Analysis } from "../../analysis/analysis.ts";
import { createAnswer } from "../../analysis/answer.ts";
import type { Answering } from "../../analysis/jobs.ts";
import { startQuestions, type Told } from "../../analysis/questions.ts";
import { flicker } from "../../core/lifecycle/reconcile.ts";
import { keyOf, type Question, type PairQuestion } from "../../core/questions.ts";
import type { MergeContent, WantedContent } from "../../worktree/observations.ts";
import { World, repo } from "../support/twoSides.ts";

const base = { "a.md": "1\n2\n3\n" };
const withFirst = (text: string): string => `${text}\n2\n3\n`;

function clashing(): World {
  const world = new World();
  for (const side of ["left", "right"]) {
    world.see(`/${side}`);
    world.read(`/${side}`, base, { "a.md": withFirst(side) });
  }
  world.answer();
  return world;
}

const merges = (world: World): string[] =>
  world.conflicts().flatMap(({ kind, status }) => (kind === "textual_merge" ? status : []));

describe("A question", () => {
  it("leaves with what is shown, and asks for one content once", () => {
    const world = new World();
    for (const side of ["/left", "/right", "/third"]) world.see(side);
    for (const side of ["/left", "/right"]) world.read(side, base, { "a.md": withFirst(side) });
    const effects = world.read("/third", base, { "a.md": withFirst("/right") });
    assert.deepEqual(
      effects.map(({ type }) => type),
      ["save", "publish"],
      "the merge of the same three contents is asked for already",
    );
    assert.equal(world.asked.length, 1);
    world.answer();
    assert.deepEqual(merges(world), ["open", "open"]);
  });

  it("leaves what was found until its answer is there", () => {
    const world = clashing();
    world.save("/left", "a.md", base["a.md"], withFirst("left again"));
    world.pass(flicker * 2);
    assert.deepEqual(merges(world), ["open"]);
    world.save("/left", "a.md", base["a.md"], "1\n2\nthree\n");
    world.pass(flicker * 2);
    assert.deepEqual(merges(world), ["open"]);
    world.answer();
    world.pass(flicker * 2);
    assert.deepEqual(merges(world), ["resolved"]);
  });

  it("leaves what was found where its content is there no more, and is asked again when that comes back", () => {
    const world = clashing();
    const save = (text: string): unknown => world.save("/left", "a.md", base["a.md"], text);
    save("1\n2\nthree\n");
    world.send({ type: "answered", repo, answers: [{ key: keyOf(world.asked.shift()!) }] });
    world.pass(flicker * 2);
    assert.deepEqual(merges(world), ["open"]);
    save(withFirst("left"));
    save("1\n2\nthree\n");
    world.answer();
    world.pass(flicker * 2);
    assert.deepEqual(merges(world), ["resolved"]);
  });

  it("keeps a conflict from before a restart, with what was done to it, until the answer is there", () => {
    const world = clashing();
    world.respond(world.live().find(({ kind }) => kind === "textual_merge")!.ref, "resolved");
    world.restart();
    for (const side of ["left", "right"]) {
      world.see(`/${side}`);
      world.read(`/${side}`, base, { "a.md": withFirst(side) });
    }
    world.pass(flicker * 2);
    world.answer();
    world.pass(flicker * 2);
    assert.deepEqual(merges(world), ["resolved"]);
  });
});

describe("Questions to the rim", () => {
  const source = (path: string, blob: string, checkout = "/left") => ({ checkout, path, blob });
  const merge = (a: string, b: string): Exclude<Question, PairQuestion> => ({
    type: "merge",
    contents: { base: source("a.md", "base"), a: source("a.md", a), b: source("a.md", b, "/right") },
  });

  /** A rim whose disks hold the blobs by name, but `gone`. */
  function rim() {
    const read: string[] = [];
    const answer = createAnswer();
    const analysis: Pick<Analysis, "answer"> = {
      answer: ({ questions, contents, parts }: Answering) =>
        Promise.resolve(
          questions.map((question, at) =>
            answer(
              question,
              parts[at]!.map((n) => contents[n]!),
            ),
          ),
        ),
    };
    const worktrees = {
      readContents(checkout: string, wanted: WantedContent[]): Promise<(MergeContent | "gone")[]> {
        read.push(`${checkout} ${wanted.map(({ blob }) => blob).join(" ")}`);
        return Promise.resolve(wanted.map(({ blob }) => (blob === "gone" ? "gone" : { text: `${blob}\n` })));
      },
      filesBelow: () => Promise.resolve(["src/a.ts"]),
      readVersion: () => Promise.resolve(null),
    };
    const unsaved = (_: string, path: string) => (path === "typed.md" ? { blob: "typed", text: "typed\n" } : null);
    const questions = startQuestions(analysis as Analysis, worktrees, unsaved);
    const ask = (asked: Exclude<Question, PairQuestion>[]): Promise<Told[]> =>
      new Promise((told) => questions.ask(asked, told));
    return { ask, read };
  }

  it("read each content once, those of one checkout together", async () => {
    const { ask, read } = rim();
    const told = await ask([merge("one", "two"), merge("one", "three")]);
    assert.deepEqual(
      told.map(({ answer }) => (answer as { clean: boolean }).clean),
      [false, false],
    );
    assert.deepEqual(read, ["/left base one", "/right two three"]);
    await ask([merge("one", "four")]);
    assert.deepEqual(read.slice(2), ["/right four"]);
  });

  it("take the text that an editor holds, while it is the one asked about", async () => {
    const { ask, read } = rim();
    const typed = source("typed.md", "typed");
    await ask([{ type: "merge", contents: { base: null, a: typed, b: source("typed.md", "old", "/right") } }]);
    assert.deepEqual(read, ["/right old"]);
  });

  it("tell without an answer what is there no more, and answer the rest", async () => {
    const { ask } = rim();
    const told = await ask([merge("gone", "two"), merge("one", "base")]);
    const answers = new Map(told.map(({ key, answer }) => [key, answer]));
    assert.equal(answers.get(keyOf(merge("gone", "two"))), undefined);
    assert.deepEqual(answers.get(keyOf(merge("one", "base"))), { clean: true });
  });
});
