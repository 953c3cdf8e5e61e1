// Feeds the edits of open documents to the model, so that marks stay on their words while somebody types.
// Must not know what the marks are drawn as.
import * as vscode from "vscode";
import { normalPath } from "../model/paths.ts";
import type { LineReader } from "../model/rangeTracking.ts";
import type { SnapshotModel } from "../model/snapshot.ts";
import { fileUri, fromRange, realPath } from "../look/toVscode.ts";

export function register(_context: vscode.ExtensionContext, snapshot: SnapshotModel): vscode.Disposable {
  snapshot.readTextsWith((file) => reader(snapshot, file));
  return vscode.Disposable.from(
    vscode.workspace.onDidChangeTextDocument(({ document, contentChanges }) => {
      const file = contentChanges.length > 0 ? realPath(document.uri, snapshot.folders) : null;
      if (file === null) return;
      snapshot.edit(
        file,
        contentChanges.map((change) => ({ range: fromRange(change.range), text: change.text })),
      );
    }),
    vscode.workspace.onDidCloseTextDocument((document) => {
      const file = realPath(document.uri, snapshot.folders);
      if (file !== null) snapshot.forget(file);
    }),
    new vscode.Disposable(() => snapshot.readTextsWith(() => null)),
  );
}

function reader(snapshot: SnapshotModel, file: string): LineReader | null {
  const path = normalPath(fileUri(file, snapshot.folders).fsPath);
  const document = vscode.workspace.textDocuments.find(
    ({ uri }) => uri.scheme === "file" && normalPath(uri.fsPath) === path,
  );
  if (document === undefined) return null;
  return (line) => (line < document.lineCount ? document.lineAt(line).text : undefined);
}
