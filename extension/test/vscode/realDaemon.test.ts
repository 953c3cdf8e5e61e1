// The whole way: the extension starts the real daemon, an agent edits another worktree, the editor shows it.
import assert from "node:assert/strict";
import { execFileSync } from "node:child_process";
import { readFile, rename, rm, writeFile } from "node:fs/promises";
import { join } from "node:path";
import * as vscode from "vscode";
import { refundText, until } from "../scene.ts";
import { allOurs, fixes, home, inside, mine, openRefund, ours, theirs, type, untilLenses } from "./stage.ts";

async function daemonPid(): Promise<number> {
  const file = JSON.parse(await readFile(join(home, "daemon.json"), "utf8")) as { pid: number };
  return file.pid;
}

describe("with the real daemon", () => {
  after(async () => {
    await vscode.commands.executeCommand("workbench.action.files.revert");
    // It was started by this window for this home folder alone.
    process.kill(await daemonPid(), "SIGTERM");
  });

  it("starts it and connects", async () => {
    const { client, model } = await inside();
    await until("ready", () => client.state.state === "ready", 30_000);
    assert.ok(model.checkouts.length >= 2);
    assert.deepEqual(model.refused, []);
  });

  it("shows the clash of an agent's save with an unsaved edit, on the name", async () => {
    const editor = await openRefund();
    await writeFile(join(theirs, "src/refund.ts"), refundText.replace("id: string)", "id: string, part: number)"));
    await type(editor, 1, 2, "console.log(id);\n  ");
    const [diagnostic] = await until("a squiggle", () => ours().length > 0 && ours(), 20_000);
    assert.ok(diagnostic);
    assert.equal(editor.document.getText(diagnostic.range), "issueRefund");
    assert.equal(diagnostic.severity, vscode.DiagnosticSeverity.Warning);
    await type(editor, 0, 0, "// one\n// two\n");
    await until("it moved", () => ours()[0] && editor.document.getText(ours()[0]?.range) === "issueRefund");
    assert.match((await untilLenses(4))[0]?.command?.title ?? "", /changes this signature · CF-\d+/);
  });

  it("hovers both sides' changes and compares with theirs", async () => {
    const range = ours()[0]?.range;
    assert.ok(range);
    const uri = vscode.window.activeTextEditor?.document.uri;
    assert.ok(uri);
    const hovers = await vscode.commands.executeCommand<vscode.Hover[]>(
      "vscode.executeHoverProvider",
      uri,
      range.start,
    );
    const text = hovers
      .flatMap(({ contents }) => contents as vscode.MarkdownString[])
      .map(({ value }) => value)
      .join();
    assert.match(text, /\+export function issueRefund\(id: string, part: number\)/);
    assert.match(text, /\+ {2}console\.log\(id\);/);
  });

  it("acknowledges, and the daemon has it", async () => {
    const range = ours()[0]?.range;
    assert.ok(range);
    const [action] = await fixes(range);
    assert.ok(action?.command);
    assert.equal(
      await vscode.commands.executeCommand(action.command.command, ...((action.command.arguments ?? []) as unknown[])),
      true,
    );
    const { model } = await inside();
    await until("acknowledged", () => model.conflictsHere.some(({ status }) => status === "acknowledged"));
  });

  it("outlives a daemon that is killed: another one is started, nothing is lost", async () => {
    const before = await daemonPid();
    const { client, model } = await inside();
    process.kill(before, "SIGKILL");
    await until("lost", () => client.state.state !== "ready", 20_000);
    await until("ready", () => client.state.state === "ready", 30_000);
    assert.notEqual(await daemonPid(), before);
    await until(
      "the conflict is back",
      () => model.conflictsHere.some(({ status }) => status === "acknowledged"),
      20_000,
    );
    await until("the squiggle", () => ours().length > 0, 20_000);
  });

  it("goes when the edit is taken back", async () => {
    await vscode.commands.executeCommand("workbench.action.files.revert");
    await until("gone", () => allOurs().length === 0, 20_000);
  });

  it("goes with its file: deleted, renamed, or on another branch", async () => {
    await vscode.commands.executeCommand("workbench.action.closeAllEditors");
    const file = join(mine, "src/refund.ts");
    const clash = async (): Promise<void> => {
      await writeFile(file, refundText.replace("return id;", "return `${id}!`;"));
      await until("a squiggle in the closed file", () => ours().length > 0, 20_000);
    };
    await clash();
    await rm(file);
    await until("none after the deletion", () => allOurs().length === 0, 20_000);
    await clash();
    await rename(file, join(mine, "src/payback.ts"));
    await until("none at the old name", () => ours().length === 0, 20_000);
    await rm(join(mine, "src/payback.ts"));
    await clash();
    execFileSync("git", ["-C", mine, "checkout", "--quiet", "--force", "-b", "other", "main"]);
    await until("none on another branch", () => allOurs().length === 0, 20_000);
  });
});
