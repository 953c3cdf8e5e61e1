// The one notice that comes unasked: the daemon could not be started. Once per window, and it can be told to stop.
// Must not tell of conflicts: they have their places.
import * as vscode from "vscode";
import type { DaemonClient } from "../connection/daemonClient.ts";
import { plain } from "../look/foreignText.ts";
import type { SnapshotModel } from "../model/snapshot.ts";

const mutedKey = "parley.notices.startFailed.muted";

export function register(
  context: vscode.ExtensionContext,
  _snapshot: SnapshotModel,
  client: DaemonClient,
): vscode.Disposable {
  let told = false;
  return client.onDidFailToStart((reason) => {
    if (told || context.globalState.get(mutedKey) === true) return;
    told = true;
    void tell(context, reason);
  });
}

async function tell(context: vscode.ExtensionContext, reason: string): Promise<void> {
  const showLog = vscode.l10n.t("Show Log");
  const mute = vscode.l10n.t("Don't Show Again");
  const message = vscode.l10n.t("Parley cannot start its daemon: {0}", plain(reason));
  const chosen = await vscode.window.showErrorMessage(message, showLog, mute);
  if (chosen === showLog) await vscode.commands.executeCommand("parley.showLog");
  if (chosen === mute) await context.globalState.update(mutedKey, true);
}
