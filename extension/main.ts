// activate(): builds the model and the client and lists the features. Waits for nothing.
// Must not hold any behaviour: a new feature is one file and one line here.
import { homedir } from "node:os";
import * as vscode from "vscode";
import { parleyHome } from "../shared/protocol/home.ts";
import { channelTiming } from "./connection/channel.ts";
import { DaemonClient } from "./connection/daemonClient.ts";
import { type Feature, type Inside } from "./feature.ts";
import * as actions from "./features/actions.ts";
import * as codeLens from "./features/codeLens.ts";
import * as compare from "./features/compare.ts";
import * as conflictDocument from "./features/conflictDocument.ts";
import * as conflictsView from "./features/conflictsView.ts";
import * as decorations from "./features/decorations.ts";
import * as diagnostics from "./features/diagnostics.ts";
import * as folders from "./features/folders.ts";
import * as hover from "./features/hover.ts";
import * as navigation from "./features/navigation.ts";
import * as notices from "./features/notices.ts";
import * as overlays from "./features/overlays.ts";
import * as pause from "./features/pause.ts";
import * as policyDiagnostics from "./features/policyDiagnostics.ts";
import * as quickFixes from "./features/quickFixes.ts";
import * as statusBar from "./features/statusBar.ts";
import * as textEdits from "./features/textEdits.ts";
import { reachDaemon } from "./connection/reachDaemon.ts";
import { settings } from "./settings.ts";
import { SnapshotModel } from "./model/snapshot.ts";

const features: Feature[] = [
  textEdits.register,
  overlays.register,
  diagnostics.register,
  policyDiagnostics.register,
  codeLens.register,
  quickFixes.register,
  hover.register,
  statusBar.register,
  conflictsView.register,
  decorations.register,
  actions.register,
  compare.register,
  conflictDocument.register,
  navigation.register,
  pause.register,
  notices.register,
  // Last: it starts the client.
  folders.register,
];

/** The model and the client only where tests run, else nothing. */
export function activate(context: vscode.ExtensionContext): Inside | undefined {
  const log = vscode.window.createOutputChannel("Parley", { log: true });
  const model = new SnapshotModel();
  const reach = {
    home: parleyHome(process.platform, process.env, homedir()),
    version: String((context.extension.packageJSON as { version?: unknown }).version),
    bundle: vscode.Uri.joinPath(context.extensionUri, "dist", "parley.cjs").fsPath,
    client: "vscode" as const,
    mayStart: settings.autoStart,
    idleMinutes: settings.idleMinutes,
    log,
    channel: channelTiming,
    startMs: 10_000,
  };
  const client = new DaemonClient(model, (paths, graceMs, signal) => reachDaemon(reach, paths, graceMs, signal), log);
  context.subscriptions.push(log, client, ...features.map((register) => register(context, model, client)));
  return context.extensionMode === vscode.ExtensionMode.Test ? { model, client } : undefined;
}
