// Tells the client which folders this window has open, once they are trusted.
// Must not know what is shown for them.
import * as vscode from "vscode";
import type { DaemonClient } from "../connection/daemonClient.ts";
import { resolveFolder } from "../model/realFolder.ts";
import type { SnapshotModel } from "../model/snapshot.ts";
import { isLocalFile } from "../look/toVscode.ts";

export function register(
  _context: vscode.ExtensionContext,
  snapshot: SnapshotModel,
  client: DaemonClient,
): vscode.Disposable {
  let turn = 0;
  const update = async (): Promise<void> => {
    const mine = ++turn;
    if (!vscode.workspace.isTrusted) return client.rest("untrusted");
    const folders = await Promise.all(localFolders().map(resolveFolder));
    if (mine !== turn) return;
    snapshot.setFolders(folders);
    client.setFolders(folders.map((folder) => folder.real));
  };
  void update();
  return vscode.Disposable.from(
    vscode.workspace.onDidChangeWorkspaceFolders(() => void update()),
    vscode.workspace.onDidGrantWorkspaceTrust(() => void update()),
    new vscode.Disposable(() => (turn = -1)),
  );
}

function localFolders(): string[] {
  const folders = vscode.workspace.workspaceFolders ?? [];
  return folders.filter((folder) => isLocalFile(folder.uri)).map((folder) => folder.uri.fsPath);
}
