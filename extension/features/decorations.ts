// Explorer decorations on clashing files: a badge, and a colour for what warns or blocks.
// Must not know the other surfaces; tells VS Code only of files whose look changed.
import * as vscode from "vscode";
import { bySharpness } from "../model/marks.ts";
import type { SnapshotModel } from "../model/snapshot.ts";
import { fileUri, realPath } from "../look/toVscode.ts";
import { conflictCount } from "../look/wording.ts";

export function register(_context: vscode.ExtensionContext, snapshot: SnapshotModel): vscode.Disposable {
  const changed = new vscode.EventEmitter<vscode.Uri[]>();
  let drawn = new Map<string, string>();
  const update = (): void => {
    const next = new Map(snapshot.markedFiles().map((file) => [file, printOf(file, snapshot)]));
    const files = [...new Set([...drawn.keys(), ...next.keys()])].filter((file) => drawn.get(file) !== next.get(file));
    drawn = next;
    if (files.length > 0) changed.fire(files.map((file) => fileUri(file, snapshot.folders)));
  };
  return vscode.Disposable.from(
    changed,
    snapshot.onDidChange(update),
    vscode.window.registerFileDecorationProvider({
      onDidChangeFileDecorations: changed.event,
      provideFileDecoration: (uri) => decorate(uri, snapshot),
    }),
  );
}

function decorate(uri: vscode.Uri, snapshot: SnapshotModel): vscode.FileDecoration | undefined {
  const file = realPath(uri, snapshot.folders);
  const marks = file === null ? [] : [...snapshot.marksIn(file)].sort(bySharpness);
  const [sharpest] = marks;
  if (sharpest === undefined) return undefined;
  const refs = [...new Set(marks.map((mark) => mark.conflict.ref))];
  const tooltip = `${conflictCount(refs.length, vscode.l10n.t)}: ${refs.slice(0, 5).join(", ")}`;
  return new vscode.FileDecoration("⇄", tooltip, colour(sharpest.conflict.severity));
}

function colour(severity: "info" | "warn" | "block"): vscode.ThemeColor | undefined {
  if (severity === "info") return undefined;
  return new vscode.ThemeColor(severity === "block" ? "list.errorForeground" : "list.warningForeground");
}

function printOf(file: string, snapshot: SnapshotModel): string {
  return snapshot
    .marksIn(file)
    .map((mark) => `${mark.conflict.ref} ${mark.conflict.severity}`)
    .sort()
    .join();
}
