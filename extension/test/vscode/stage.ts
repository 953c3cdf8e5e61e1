// What the suites share in the extension host: the window's folder, the other worktree, and the one fake daemon.
// Must not test anything.
import assert from "node:assert/strict";
import { readFile, writeFile } from "node:fs/promises";
import { join } from "node:path";
import * as vscode from "vscode";
import type { Conflict } from "../../../shared/model/conflict.ts";
import type { Inside } from "../../feature.ts";
import { FakeDaemon } from "../fakeDaemon.ts";
import { change, checkout, conflict, refundText, side, snapshot, until } from "../scene.ts";

export const mine = required("PARLEY_TEST_MINE");
export const theirs = required("PARLEY_TEST_THEIRS");
export const home = required("PARLEY_HOME");

function required(name: string): string {
  const value = process.env[name];
  if (!value) throw new Error(`${name} is not set`);
  return value;
}

export async function inside(): Promise<Inside> {
  const extension = vscode.extensions.getExtension<Inside>("parley.parley");
  assert.ok(extension);
  return extension.activate();
}

let daemon: FakeDaemon | undefined;

/** The running fake; started at the first call, and after `daemon.stop()` by `restart`. */
export async function fake(): Promise<FakeDaemon> {
  daemon ??= await startFake();
  const { client } = await inside();
  client.retryNow();
  await until("the window is connected", () => client.state.state === "ready", 20_000);
  return daemon;
}

export async function restart(): Promise<FakeDaemon> {
  await daemon?.stop();
  daemon = undefined;
  return fake();
}

function startFake(): Promise<FakeDaemon> {
  const checkouts = [checkout(mine), checkout(theirs, "feat/partial-refunds")];
  return FakeDaemon.start({
    home,
    snapshot: snapshot([], { checkouts }),
    sideText: ({ side: ref }) => ({
      path: "src/refund.ts",
      text: ref === "SES-2" ? "export function issueRefund(id: string, part: number) {\n  return id;\n}\n" : refundText,
      baseText: "export function issueRefund(id: string) {\n  return id;\n}\n",
      lines: [0, 3],
      baseLines: [0, 3],
    }),
  });
}

/** CF-n on issueRefund (line 0), with the other side in the other worktree. */
export function clash(number: number, over: Partial<Conflict> = {}): Conflict {
  const subject = "sym:ts:src/refund.ts#issueRefund";
  const sides: Conflict["sides"] = [
    side("SES-1", mine, [change(subject, "src/refund.ts", 0)]),
    side("SES-2", theirs, [{ ...change(subject, "src/refund.ts", 0), change: "signature" }], {
      client: "claude_code",
      branch: "feat/partial-refunds",
      role: "newcomer",
    }),
  ];
  return conflict(number, { sides, ...over });
}

/** Writes the files anew, closes all editors, and shows these conflicts. */
export async function scene(...conflicts: Conflict[]): Promise<FakeDaemon> {
  const running = await fake();
  await vscode.commands.executeCommand("workbench.action.files.revert").then(undefined, () => {});
  await vscode.commands.executeCommand("workbench.action.closeAllEditors");
  await restoreFiles();
  running.refuseWith = null;
  running.show([]);
  const { model } = await inside();
  await until("the former scene is gone", () => model.known && model.conflicts.length === 0);
  running.show(conflicts);
  await until("the conflicts arrived", () => model.conflicts.length === conflicts.length);
  running.received.length = 0;
  return running;
}

export async function restoreFiles(): Promise<void> {
  for (const root of [mine, theirs]) {
    const file = join(root, "src/refund.ts");
    if ((await readFile(file, "utf8").catch(() => "")) !== refundText) await writeFile(file, refundText);
  }
}

export function refundUri(root = mine): vscode.Uri {
  return vscode.Uri.file(join(root, "src/refund.ts"));
}

/** The open document, once it has the text of the file. */
export async function openRefund(): Promise<vscode.TextEditor> {
  const editor = await vscode.window.showTextDocument(refundUri());
  await until("the file's text", () => editor.document.getText() === refundText);
  return editor;
}

export async function type(editor: vscode.TextEditor, line: number, character: number, text: string): Promise<void> {
  assert.ok(await editor.edit((edit) => edit.insert(new vscode.Position(line, character), text)));
}

export function ours(uri = refundUri()): vscode.Diagnostic[] {
  return vscode.languages.getDiagnostics(uri).filter(({ source }) => source === "parley");
}

/** All of ours in the window. */
export function allOurs(): vscode.Diagnostic[] {
  return vscode.languages.getDiagnostics().flatMap(([, list]) => list.filter(({ source }) => source === "parley"));
}

export async function lenses(uri = refundUri(), resolve = 50): Promise<vscode.CodeLens[]> {
  return vscode.commands.executeCommand<vscode.CodeLens[]>("vscode.executeCodeLensProvider", uri, resolve);
}

/** Ours among the code lenses: all others of TypeScript are off in the test's settings or have other commands. */
export async function ourLenses(uri = refundUri()): Promise<vscode.CodeLens[]> {
  return (await lenses(uri)).filter((lens) => lens.command?.command.startsWith("parley."));
}

/** The set changes only once nobody types, so it may take a second: until then those of another scene may stand. */
export async function untilLenses(count: number): Promise<vscode.CodeLens[]> {
  const deadline = Date.now() + 10_000;
  const { model } = await inside();
  for (;;) {
    const found = await ourLenses();
    const title = found[0]?.command?.title ?? "";
    const isOfNow = count === 0 || model.conflicts.some(({ ref }) => title.includes(`· ${ref}`));
    if (found.length === count && isOfNow) return found;
    assert.ok(Date.now() < deadline, `${found.length} lenses, not ${count}`);
    await new Promise((resolve) => setTimeout(resolve, 50));
  }
}

export async function fixes(range: vscode.Range, uri = refundUri()): Promise<vscode.CodeAction[]> {
  const all = await vscode.commands.executeCommand<vscode.CodeAction[]>(
    "vscode.executeCodeActionProvider",
    uri,
    range,
    vscode.CodeActionKind.QuickFix.value,
  );
  return all.filter((action) => action.command?.command.startsWith("parley."));
}
