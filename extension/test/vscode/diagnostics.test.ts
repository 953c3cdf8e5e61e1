// Squiggles in a real editor: where, what, how sharp, and that they go when they must.
import assert from "node:assert/strict";
import { mkdtemp, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import * as vscode from "vscode";
import { change, side, until } from "../scene.ts";
import { allOurs, clash, inside, mine, openRefund, ours, refundUri, scene, theirs, type } from "./stage.ts";

describe("diagnostics", () => {
  it("mark the symbol's name, say who and what, lead to the conflict and to the other side", async () => {
    await scene(clash(9));
    await openRefund();
    const [diagnostic] = await until("a diagnostic", () => ours().length === 1 && ours());
    assert.ok(diagnostic);
    assert.equal(diagnostic.severity, vscode.DiagnosticSeverity.Warning);
    assert.deepEqual(diagnostic.range, new vscode.Range(0, 16, 0, 27));
    assert.equal(diagnostic.message, "issueRefund: claude_code on feat/partial-refunds changes this signature");
    const code = diagnostic.code as { value: string; target: vscode.Uri };
    assert.equal(code.value, "CF-9");
    const page = await vscode.workspace.openTextDocument(code.target);
    assert.match(page.getText(), /^# CF-9/);
    const [related] = diagnostic.relatedInformation ?? [];
    assert.equal(related?.location.uri.fsPath, join(theirs, "src/refund.ts"));
    assert.equal(related?.message, "Their side: claude_code on feat/partial-refunds");
    assert.deepEqual(ours(refundUri(theirs)), []);
  });

  it("are as sharp as their conflict", async () => {
    await scene(
      clash(1, { severity: "block", blocking: true }),
      clash(2, { severity: "info", kind: "duplicate_work" }),
    );
    await until("two", () => ours().length === 2);
    assert.deepEqual(
      ours().map(({ severity }) => severity),
      [vscode.DiagnosticSeverity.Error, vscode.DiagnosticSeverity.Information],
    );
  });

  it("a path overlap that is only info gives none", async () => {
    const touched = change("path:src/refund.ts", "src/refund.ts", 0, 0, 0);
    const sides = clash(1, { sides: [side("SES-1", mine, [touched]), side("SES-2", theirs, [touched])] }).sides;
    await scene(clash(1, { kind: "path_overlap", severity: "info", sides }));
    const { model } = await inside();
    assert.equal(model.markedFiles().length, 1);
    assert.deepEqual(allOurs(), []);
  });

  it("move with the text, and are not set anew by an answer that changes nothing", async () => {
    const daemon = await scene(clash(9));
    const editor = await openRefund();
    await until("a diagnostic", () => ours().length === 1);
    for (let i = 0; i < 5; i++) await type(editor, 0, 0, "// typed\n");
    await until("moved", () => ours()[0]?.range.start.line === 5);
    let changes = 0;
    const listener = vscode.languages.onDidChangeDiagnostics(({ uris }) => {
      if (uris.some((uri) => uri.fsPath === refundUri().fsPath)) changes += 1;
    });
    const { model } = await inside();
    const seen = new Promise<void>((resolve) => model.onDidChange(() => resolve()));
    daemon.delta({ conflicts: [clash(9, { updatedAt: "2026-11-30T11:00:00.000Z" })] });
    await seen;
    await until("line 5", () => ours()[0]?.range.start.line === 5);
    listener.dispose();
    assert.equal(changes, 0);
  });

  it("are not given for untitled, git, notebooks, output, foreign files and the left side of a diff", async () => {
    await scene(clash(9));
    const outside = join(await mkdtemp(join(tmpdir(), "parley-outside-")), "refund.ts");
    await writeFile(outside, "export function issueRefund() {}\n");
    const documents = [
      await vscode.workspace.openTextDocument({ language: "typescript", content: "export function issueRefund() {}" }),
      await vscode.workspace.openTextDocument(vscode.Uri.file(outside)),
      await committedRefund(),
    ];
    const cell = await notebookCell();
    await vscode.commands.executeCommand("parley.compare", { repo: clash(9).repo, ref: "CF-9" });
    const tab = await until("a diff", () => {
      const input = vscode.window.tabGroups.activeTabGroup.activeTab?.input;
      return input instanceof vscode.TabInputTextDiff && input;
    });
    assert.equal(tab.original.scheme, "parley");
    assert.equal(tab.modified.fsPath, refundUri().fsPath);
    for (const uri of [...documents.map((document) => document.uri), tab.original]) {
      assert.deepEqual(ours(uri), [], uri.toString());
      const lenses = await vscode.commands.executeCommand<vscode.CodeLens[]>("vscode.executeCodeLensProvider", uri, 9);
      assert.deepEqual(
        lenses.filter((lens) => lens.command?.command.startsWith("parley.")),
        [],
        uri.toString(),
      );
    }
    // VS Code asks for no lenses in a notebook that is not shown.
    assert.deepEqual(ours(cell.uri), []);
    await rm(dirname(outside), { recursive: true });
    assert.equal(ours().length, 1);
  });

  it("go when the conflict goes, and when the marked file is gone", async () => {
    const daemon = await scene(clash(9));
    await until("one", () => ours().length === 1);
    const gone = { ...change("sym:ts:src/gone.ts#f", "src/gone.ts", 0), change: "removed" as const };
    daemon.show([clash(10, { sides: [side("SES-1", mine, [gone]), side("SES-2", theirs, [gone])] })]);
    const { model } = await inside();
    await until("the other conflict", () => model.conflicts[0]?.ref === "CF-10");
    await until("none", () => allOurs().length === 0);
  });
});

/** The file's committed text, as the left side of git's own diff shows it. */
async function committedRefund(): Promise<vscode.TextDocument> {
  const path = refundUri().fsPath;
  const uri = vscode.Uri.from({ scheme: "git", path, query: JSON.stringify({ path, ref: "HEAD" }) });
  const git = vscode.extensions.getExtension("vscode.git");
  assert.ok(git);
  await git.activate();
  return vscode.workspace.openTextDocument(uri);
}

async function notebookCell(): Promise<vscode.TextDocument> {
  const code = "export function issueRefund() {}\n";
  const cell = new vscode.NotebookCellData(vscode.NotebookCellKind.Code, code, "typescript");
  const notebook = await vscode.workspace.openNotebookDocument("jupyter-notebook", new vscode.NotebookData([cell]));
  return notebook.cellAt(0).document;
}
