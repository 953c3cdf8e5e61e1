// Pause and resume Parley in this window: nothing is drawn, and nothing that others see changes.
// Must not stop the client: unsaved buffers still count for the others.
import * as vscode from "vscode";
import type { SnapshotModel } from "../model/snapshot.ts";

export function register(_context: vscode.ExtensionContext, snapshot: SnapshotModel): vscode.Disposable {
  const set = async (paused: boolean): Promise<void> => {
    snapshot.setPaused(paused);
    await vscode.commands.executeCommand("setContext", "parley.paused", paused);
  };
  return vscode.Disposable.from(
    vscode.commands.registerCommand("parley.pause", () => set(true)),
    vscode.commands.registerCommand("parley.resume", () => set(false)),
  );
}
