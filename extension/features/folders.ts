// Tells the client which folders this window has open, once they are trusted.
// Must not know what is shown for them.
import { realpath } from "node:fs/promises";
import * as vscode from "vscode";
import type { DaemonClient } from "../daemonClient.ts";
import type { Folder } from "../marks.ts";
import { normalPath } from "../paths.ts";
import type { SnapshotModel } from "../snapshot.ts";
import { isLocalFile } from "../toVscode.ts";

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

/** A folder that is gone keeps its spelling: the daemon says what is wrong with it. */
async function resolveFolder(path: string): Promise<Folder> {
  const real = await realpath(path).catch(() => path);
  return { path: normalPath(path), real: normalPath(real) };
}
