// Hover, status, tree, navigation, unsaved buffers, pause.
import assert from "node:assert/strict";
import { join } from "node:path";
import * as vscode from "vscode";
import { groupsOf } from "../../look/conflictsTree.ts";
import { statusLook } from "../../look/statusLook.ts";
import { sayEnglish } from "../../look/wording.ts";
import { change, side, until } from "../scene.ts";
import { clash, inside, mine, openRefund, ours, refundUri, scene, theirs, type } from "./stage.ts";

async function hovers(line: number, character: number): Promise<vscode.MarkdownString[]> {
  const at = new vscode.Position(line, character);
  const all = await vscode.commands.executeCommand<vscode.Hover[]>("vscode.executeHoverProvider", refundUri(), at);
  return all.flatMap((hover) => hover.contents as vscode.MarkdownString[]);
}

async function look() {
  const { model, client } = await inside();
  return statusLook(model, client.state, client.version, sayEnglish);
}

describe("hover", () => {
  it("tells what clashes and what each side changed", async () => {
    await scene(clash(9));
    await openRefund();
    const text = (await hovers(0, 18)).map(({ value }) => value).join("\n");
    assert.match(text, /\*\*CF-9\*\* · Same code/);
    assert.match(
      text,
      /```diff\n-export function issueRefund\(id: string\) \{\n\+export function issueRefund\(id: string, part: number\) \{/,
    );
    assert.match(text, /\[Acknowledge\]\(command:parley\.acknowledge\?/);
    assert.equal((await hovers(4, 18)).filter(({ value }) => value.includes("CF-9")).length, 0);
  });

  it("shows the words of others as text", async () => {
    const [a, b] = clash(9).sides;
    const evil = "x](command:workbench.action.terminal.new) <img src=x onerror=1> \u202e";
    await scene(clash(9, { summary: evil, sides: [a, { ...b, branch: evil, developer: evil }] }));
    await openRefund();
    for (const content of await hovers(0, 18)) {
      assert.ok(!content.supportHtml);
      if (content.value.includes("terminal")) {
        assert.ok(!content.isTrusted);
        assert.ok(!content.value.includes("](command:workbench"));
        assert.ok(!content.value.includes("<img src") || content.value.includes("\\<img"));
        assert.ok(!content.value.includes("\u202e"));
      }
    }
  });
});

describe("status and tree", () => {
  it("count by severity, and are normal where nothing blocks this window", async () => {
    await scene(clash(1), clash(2), clash(3, { severity: "info", kind: "duplicate_work" }));
    assert.equal((await look()).text, "$(git-compare) 2 warn 1 info");
    assert.equal((await look()).background, "none");
    const { model } = await inside();
    assert.deepEqual(
      groupsOf(model).map((group) => group.name),
      ["warn", "info"],
    );
  });

  it("are short when there is nothing", async () => {
    await scene();
    assert.equal((await look()).text, "$(git-compare)");
  });

  it("twenty path overlaps are no problem", async () => {
    const touched = (i: number) => [change(`path:f${i}.ts`, `f${i}.ts`, 0, 0, 0)];
    const overlaps = Array.from({ length: 15 }, (_, i) =>
      clash(i + 1, {
        kind: "path_overlap",
        severity: "info",
        sides: [side("SES-1", mine, touched(i)), side("SES-2", theirs, touched(i))],
      }),
    );
    await scene(...overlaps);
    assert.equal(ours().length, 0);
    assert.deepEqual([(await look()).text, (await look()).background], ["$(git-compare) 15 info", "none"]);
  });

  it("are revealed, and lead to both sides", async () => {
    await scene(clash(9));
    const id = { repo: clash(9).repo, ref: "CF-9" };
    await vscode.commands.executeCommand("parley.openConflict", id);
    await vscode.commands.executeCommand("parley.goToPlace", id);
    await until("mine", () => vscode.window.activeTextEditor?.document.uri.fsPath === refundUri().fsPath);
    assert.equal(vscode.window.activeTextEditor?.selection.start.character, 16);
    await vscode.commands.executeCommand("parley.openOtherWorktree", id);
    await until("theirs", () => vscode.window.activeTextEditor?.document.uri.fsPath === join(theirs, "src/refund.ts"));
  });

  it("pause shows nothing, and resume everything", async () => {
    await scene(clash(9));
    await until("one", () => ours().length === 1);
    await vscode.commands.executeCommand("parley.pause");
    assert.equal(ours().length, 0);
    assert.match((await look()).text ?? "", /paused/);
    await vscode.commands.executeCommand("parley.resume");
    assert.equal(ours().length, 1);
  });
});

describe("navigation", () => {
  it("goes to the next and the previous conflict, and round", async () => {
    const second = change("sym:ts:src/refund.ts#payOut", "src/refund.ts", 4, 16, 6);
    const [a, b] = clash(9).sides;
    await scene(clash(9, { sides: [{ ...a, changes: [...a.changes, second] }, b] }));
    const editor = await openRefund();
    editor.selection = new vscode.Selection(0, 0, 0, 0);
    const line = (): number | undefined => vscode.window.activeTextEditor?.selection.start.line;
    await vscode.commands.executeCommand("parley.nextConflict");
    await until("first", () => vscode.window.activeTextEditor?.selection.start.character === 16 && line() === 0);
    await vscode.commands.executeCommand("parley.nextConflict");
    await until("second", () => line() === 4);
    await vscode.commands.executeCommand("parley.nextConflict");
    await until("round", () => line() === 0);
    await vscode.commands.executeCommand("parley.previousConflict");
    await until("back round", () => line() === 4);
  });
});

describe("unsaved buffers", () => {
  it("are sent while typed, not too often, and taken back when saved", async () => {
    const daemon = await scene(clash(9));
    const editor = await openRefund();
    const start = Date.now();
    for (let i = 0; i < 50; i++) await type(editor, 1, 2, "y");
    const typed = Date.now() - start;
    const path = refundUri().fsPath;
    const last = () => daemon.of("parley/overlay").at(-1)?.params as { path: string; text: string } | undefined;
    await until("the last text", () => last()?.text === editor.document.getText());
    assert.equal(last()?.path, path);
    const sent = daemon.of("parley/overlay").length;
    assert.ok(sent <= 2 * Math.ceil(typed / 80) + 3, `${sent} messages in ${typed} ms`);
    await editor.document.save();
    await until("closed", () => daemon.of("parley/overlayClosed").length > 0);
  });

  it("are sent again after a reconnect", async () => {
    const daemon = await scene(clash(9));
    const editor = await openRefund();
    await type(editor, 1, 2, "z");
    await until("sent", () => daemon.of("parley/overlay").length > 0);
    daemon.received.length = 0;
    daemon.drop();
    await until("sent again", () => daemon.of("parley/overlay").length > 0);
    await vscode.commands.executeCommand("workbench.action.files.revert");
    await until("closed on revert", () => daemon.of("parley/overlayClosed").length > 0);
  });
});
