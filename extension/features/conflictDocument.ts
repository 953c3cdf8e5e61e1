// A conflict as a read-only document: where the number in a diagnostic leads, from the hover and from Problems alike.
// Must not act on it.
import * as vscode from "vscode";
import { conflictText } from "../look/conflictText.ts";
import type { SnapshotModel } from "../model/snapshot.ts";
import { conflictOfUri, conflictScheme } from "../look/toVscode.ts";

export function register(_context: vscode.ExtensionContext, snapshot: SnapshotModel): vscode.Disposable {
  const changed = new vscode.EventEmitter<vscode.Uri>();
  return vscode.Disposable.from(
    changed,
    snapshot.onDidChange(() => {
      for (const { uri } of vscode.workspace.textDocuments) if (uri.scheme === conflictScheme) changed.fire(uri);
    }),
    vscode.workspace.registerTextDocumentContentProvider(conflictScheme, {
      onDidChange: changed.event,
      provideTextDocumentContent: (uri) => {
        const id = conflictOfUri(uri);
        const conflict = id && snapshot.findAny(id);
        if (conflict) return conflictText(conflict, vscode.l10n.t);
        return vscode.l10n.t("{0} is no longer open.", id?.ref ?? "");
      },
    }),
  );
}
