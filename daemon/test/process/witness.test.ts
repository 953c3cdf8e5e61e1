// A contract that breaks between two real worktrees: shown on both sides with the compiler's words, gone when one of them adapts.
import assert from "node:assert/strict";
import fs from "node:fs";
import path from "node:path";
import type { Conflict } from "../../../shared/model/conflict.ts";
import { GetSideText, type SideText } from "../../../shared/protocol/editor.ts";
import { gitScene, type GitScene } from "../gitScene.ts";
import { startPairThread, type Asked, type AskedSide, type PairThread } from "../../sides/pairThread.ts";
import { parley, type Client, type RealDaemon } from "../realDaemon.ts";
import { inTwoWorktrees, type TwoWorktrees } from "../twoWorktrees.ts";

const refund = "export function refund(id: string) {\n  return id.length;\n}\n";
const stricter = refund.replace("id: string", "id: string, amount: number");
const pay = 'import { refund } from "./refund";\nexport const pay = () => refund("r1");\n';
const server = 'import express from "express";\nexport const app = express();\napp.get("/refunds", () => 1);\n';
const schemas =
  'import { z } from "zod";\n\nexport const Refund = z.object({\n  id: z.string(),\n  amount: z.number(),\n});\n';

describe("a contract that breaks", () => {
  const makeScene = (): GitScene =>
    gitScene({
      ...{ "src/refund.ts": refund, "src/other.ts": "export const other = 1;\n" },
      ...{ "src/server.ts": server, "src/schemas.ts": schemas },
    });
  let scene: GitScene;
  let daemon: RealDaemon;
  let theirs: string;
  let mine: Client;
  let one: TwoWorktrees["one"];
  let none: TwoWorktrees["none"];
  inTwoWorktrees("contract_break", "feat/stricter", makeScene, (given) => {
    ({ scene, daemon, theirs, mine, one, none } = given);
  });

  it("is shown at the declaration and at the new call, and goes when the call is adapted", async () => {
    scene.write(theirs, "src/refund.ts", stricter);
    scene.write(scene.main, "src/pay.ts", pay);
    const conflict = await one("the break");
    assert.deepEqual(conflict.subjects, ["sym:ts:src/refund.ts#refund"]);
    assert.deepEqual(conflict.witness, {
      ...{ code: 2554, message: "Expected 2 arguments, but got 1.", path: "src/pay.ts" },
      range: { start: { line: 1, character: 25 }, end: { line: 1, character: 31 } },
    });
    const places = conflict.sides.map(({ checkout, changes }) => [
      path.basename(checkout),
      ...changes.map(({ change, path: file, range }) => `${change} ${file}:${range.start.line}`),
    ]);
    assert.deepEqual(places.sort(), [
      ["feat-stricter", "signature src/refund.ts:0"],
      ["main", "uses src/pay.ts:1"],
    ]);
    assert.match(
      conflict.summary,
      /^SES-\d \(.*\) changes the signature of refund in src\/refund\.ts, which SES-\d \(.*\) uses at src\/pay\.ts:2: .*Expected 2 arguments/,
    );
    assert.match(conflict.suggestion, /\(depends_on_add\)/);
    scene.write(scene.main, "src/pay.ts", pay.replace('"r1"', '"r1", 2'));
    await none("its end");
  });

  it("is shown with a buffer that is not saved, and goes when the change is taken back", async () => {
    scene.write(theirs, "src/refund.ts", stricter);
    scene.write(scene.main, "src/pay.ts", "export const pay = 1;\n");
    mine.overlay(path.join(scene.main, "src/pay.ts"), 1, pay);
    await one("a break by what is typed");
    scene.write(theirs, "src/refund.ts", refund);
    await none("its end");
  });

  /** What the hover is told of the side that changed the contract. */
  async function changedText(conflict: Conflict): Promise<SideText> {
    const changer = conflict.sides.find(({ checkout }) => checkout === theirs);
    const [subject = ""] = conflict.subjects;
    const { repo, ref } = conflict;
    return mine.connection.sendRequest(GetSideText.method, { repo, ref, side: changer?.ref ?? "", subject });
  }

  it("tells the reason of a route that moved, and both versions of its file", async () => {
    const moved = server.replace("/refunds", "/v2/refunds");
    scene.write(theirs, "src/server.ts", moved);
    scene.write(scene.main, "src/load.ts", 'export const load = () => fetch("/refunds");\n');
    const conflict = await one("the break");
    assert.equal(conflict.reason, "it is GET /v2/refunds now");
    const { text, baseText, lines, baseLines } = await changedText(conflict);
    assert.deepEqual([text, baseText], [moved, server]);
    assert.ok(lines && baseLines && lines[0] === 0 && baseLines[0] === 0);
  });

  it("tells the reason of a schema that lost a field, and its lines then and now", async () => {
    scene.write(theirs, "src/schemas.ts", schemas.replace("  amount: z.number(),\n", ""));
    const use = "export const amountOf = (body: unknown) => Refund.parse(body).amount;\n";
    scene.write(scene.main, "src/amount.ts", `import { Refund } from "./schemas";\n${use}`);
    const conflict = await one("the break");
    assert.equal(conflict.reason, "`amount` is no longer in the parsed value");
    const { lines, baseLines } = await changedText(conflict);
    assert.deepEqual(
      [lines, baseLines],
      [
        [2, 5],
        [2, 6],
      ],
    );
  });

  it("is found by a comparison of two branches, and only with the witness", async () => {
    scene.write(theirs, "src/refund.ts", stricter);
    scene.git(theirs, "commit", "--quiet", "--all", "-m", "Stricter");
    scene.git(scene.main, "switch", "--quiet", "-c", "feat/pay");
    scene.write(scene.main, "src/pay.ts", pay);
    scene.git(scene.main, "add", "-A");
    scene.git(scene.main, "commit", "--quiet", "-m", "Pay");
    const sides = ["--base", "main", "--a", "feat/stricter", "--b", "feat/pay", "--json"];
    const kinds = async (...more: string[]): Promise<string[]> => {
      const { stdout } = await parley(daemon.home, ["compare", ...sides, ...more], scene.main);
      return (JSON.parse(stdout) as { conflicts: Conflict[] }).conflicts.map(({ kind }) => kind);
    };
    assert.deepEqual(await kinds(), ["contract_break"]);
    assert.deepEqual(await kinds("--no-witness"), []);
  });
});

describe("the witness's thread", () => {
  const threadFile = path.join(import.meta.dirname, "../../../dist/witnessThread.cjs");
  let scene: GitScene;
  let witnesses: PairThread;
  let asked: Asked;

  beforeEach(() => {
    scene = gitScene({ "src/refund.ts": refund });
    asked = {
      a: askedSide("/a", "src/refund.ts", refund, stricter),
      b: askedSide("/b", "src/pay.ts", null, pay),
      ...{ tree: { folders: [scene.main] }, renames: { a: [], b: [] } },
    };
  });

  afterEach(async () => {
    await witnesses.close();
    scene.remove();
  });

  it("answers the newest question of a pair, and all pairs one after the other", async () => {
    witnesses = startPairThread(threadFile);
    const other = { ...asked, b: { ...asked.b, checkout: "/c" } };
    const answers = await Promise.all([asked, asked, other].map((each) => witnesses.ask(each)));
    assert.deepEqual(
      answers.map((breaks) => breaks?.length),
      [undefined, 1, 1],
    );
  });

  it("gives up after its time, and answers the next question", async () => {
    witnesses = startPairThread(threadFile, { patience: 1 });
    assert.equal(await witnesses.ask(asked), null);
    await witnesses.close();
    witnesses = startPairThread(threadFile);
    assert.equal((await witnesses.ask(asked))?.length, 1);
  });

  it("reads a content of a side once, and none that is there no more", async () => {
    witnesses = startPairThread(threadFile);
    const wanted: string[] = [];
    const side = (key: string, now: string, isThere = true): AskedSide => ({
      ...askedSide("/b", "src/pay.ts", null, now),
      key,
      readTexts(contents) {
        wanted.push(...contents.map(({ blob }) => blob));
        return Promise.resolve(isThere ? new Map(contents.map(({ blob }) => [blob, blob])) : null);
      },
    });
    for (const b of [side("1", pay), side("1", pay), side("2", pay)])
      assert.equal((await witnesses.ask({ ...asked, b }))?.length, 1);
    assert.deepEqual(wanted, [pay]);
    assert.equal(await witnesses.ask({ ...asked, b: side("3", `${pay}// gone`, false) }), undefined);
    assert.equal((await witnesses.ask({ ...asked, b: side("4", pay) }))?.length, 1);
  });

  it("survives its memory's end, and goes and comes back when nobody needs it", async () => {
    witnesses = startPairThread(threadFile, { memoryMb: 16 });
    assert.equal(await witnesses.ask(asked), null);
    await witnesses.close();
    witnesses = startPairThread(threadFile, { idleMs: 1 });
    for (let n = 0; n < 2; n++) assert.equal((await witnesses.ask(asked))?.length, 1);
  });

  it("reads nothing behind a link that leads out of the checkout", async () => {
    witnesses = startPairThread(threadFile);
    const outside = gitScene({ "refund.ts": refund.replace("string", "number") });
    fs.symlinkSync(outside.main, path.join(scene.main, "src/out"));
    const use = 'import { refund } from "./out/refund";\nexport const pay = () => refund("r1");\n';
    assert.deepEqual(await witnesses.ask({ ...asked, b: askedSide("/b", "src/pay.ts", null, use) }), []);
    outside.remove();
  });
});

/** A side that changed one file; equal texts have equal blobs: the text is its own. */
function askedSide(checkout: string, file: string, base: string | null, now: string): AskedSide {
  const readTexts: AskedSide["readTexts"] = (wanted) =>
    Promise.resolve(new Map(wanted.map(({ blob }) => [blob, blob] as const)));
  return { checkout, key: now, files: [{ path: file, base, now }], readTexts };
}
