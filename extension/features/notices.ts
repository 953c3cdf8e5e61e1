// The notices that come unasked: the daemon could not be started (once per window, and it can be told to stop), and what
// somebody else did about a conflict of mine. Must not tell of conflicts themselves: they have their places.
import * as vscode from "vscode";
import type { DaemonClient } from "../connection/daemonClient.ts";
import { iconless, plain } from "../look/foreignText.ts";
import { conflictUri } from "../look/toVscode.ts";
import { actWords } from "../look/actWords.ts";
import type { Act, SnapshotModel } from "../model/snapshot.ts";

/** As long as a sentence takes to be read. Milliseconds. */
const passingMs = 8_000;
const mutedKey = "parley.notices.startFailed.muted";

export function register(
  context: vscode.ExtensionContext,
  snapshot: SnapshotModel,
  client: DaemonClient,
): vscode.Disposable {
  let told = false;
  return vscode.Disposable.from(
    client.onDidFailToStart((reason) => {
      if (told || context.globalState.get(mutedKey) === true) return;
      told = true;
      void tell(context, reason);
    }),
    snapshot.onDidAct((act) => void tellAct(act, snapshot)),
  );
}

/** What wants no answer passes in the status bar. */
async function tellAct({ conflict, entry }: Act, snapshot: SnapshotModel): Promise<void> {
  const words = actWords(conflict, entry, vscode.l10n.t);
  if (!words) return;
  if (words.loudness === "passing") {
    vscode.window.setStatusBarMessage(`$(comment) ${iconless(words.sentence)}`, passingMs);
    return;
  }
  const open = vscode.l10n.t("Open");
  const override = vscode.l10n.t("Override…");
  const mayAnswer = words.loudness === "request" && snapshot.mayOverride(conflict);
  const chosen = await vscode.window.showInformationMessage(words.sentence, ...(mayAnswer ? [override, open] : [open]));
  // Its page, not its place in the tree: it may be over.
  if (chosen === open) await vscode.window.showTextDocument(conflictUri(conflict));
  if (chosen === override)
    await vscode.commands.executeCommand("parley.override", { repo: conflict.repo, ref: conflict.ref });
}

async function tell(context: vscode.ExtensionContext, reason: string): Promise<void> {
  const showLog = vscode.l10n.t("Show Log");
  const mute = vscode.l10n.t("Don't Show Again");
  const message = vscode.l10n.t("Parley cannot start its daemon: {0}", plain(reason));
  const chosen = await vscode.window.showErrorMessage(message, showLog, mute);
  if (chosen === showLog) await vscode.commands.executeCommand("parley.showLog");
  if (chosen === mute) await context.globalState.update(mutedKey, true);
}
