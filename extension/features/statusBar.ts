// The one status item: counts for this window, or what is wrong. A click opens the view.
// Must not pop up anything; draws only when its look really changed.
import * as vscode from "vscode";
import type { DaemonClient } from "../connection/daemonClient.ts";
import { markdown } from "../look/foreignText.ts";
import type { SnapshotModel } from "../model/snapshot.ts";
import { type StatusLook, statusLook } from "../look/statusLook.ts";

export function register(
  _context: vscode.ExtensionContext,
  snapshot: SnapshotModel,
  client: DaemonClient,
): vscode.Disposable {
  const item = vscode.window.createStatusBarItem("parley.status", vscode.StatusBarAlignment.Left, 10);
  item.name = "Parley";
  item.command = "parley.conflicts.focus";
  let drawn = "";
  const update = (): void => {
    const look = statusLook(snapshot, client.state, client.version, vscode.l10n.t);
    const print = JSON.stringify(look);
    if (print === drawn) return;
    drawn = print;
    draw(item, look);
  };
  update();
  return vscode.Disposable.from(item, snapshot.onDidChange(update), client.onDidChangeState(update));
}

function draw(item: vscode.StatusBarItem, look: StatusLook): void {
  if (look.text === null) return item.hide();
  item.text = look.text;
  item.tooltip = new vscode.MarkdownString(look.lines.map((line) => markdown(line)).join("\n\n"));
  item.accessibilityInformation = { label: look.label };
  item.backgroundColor =
    look.background === "none" ? undefined : new vscode.ThemeColor(`statusBarItem.${look.background}Background`);
  item.show();
}
