// What every feature is: one function that adds one contribution and gives back what ends it.
// Must not know any feature.
import type * as vscode from "vscode";
import type { DaemonClient } from "./connection/daemonClient.ts";
import type { SnapshotModel } from "./model/snapshot.ts";

export type Feature = (
  context: vscode.ExtensionContext,
  snapshot: SnapshotModel,
  client: DaemonClient,
) => vscode.Disposable;

export interface Inside {
  model: SnapshotModel;
  client: DaemonClient;
}
