// Squiggles in policy files: what the daemon says is wrong or odd there.
// Must not know conflicts, nor how a policy is read.
import * as vscode from "vscode";
import type { PolicyProblem } from "../../shared/protocol/policyFile.ts";
import { policyPath } from "../../shared/protocol/policyFile.ts";
import { plain } from "../look/foreignText.ts";
import { joinInside } from "../model/paths.ts";
import type { SnapshotModel } from "../model/snapshot.ts";
import { fileUri, toRange } from "../look/toVscode.ts";
import { diagnosticSource } from "./diagnostics.ts";

export function register(_context: vscode.ExtensionContext, snapshot: SnapshotModel): vscode.Disposable {
  const collection = vscode.languages.createDiagnosticCollection(`${diagnosticSource}.policy`);
  let shown = "[]";
  const update = (): void => {
    const print = JSON.stringify([snapshot.policies, snapshot.folders]);
    if (print === shown) return;
    shown = print;
    collection.clear();
    for (const { checkout, problems } of snapshot.policies) {
      const file = joinInside(checkout, policyPath);
      if (file !== null) collection.set(fileUri(file, snapshot.folders), problems.map(toDiagnostic));
    }
  };
  return vscode.Disposable.from(collection, snapshot.onDidChange(update));
}

function toDiagnostic({ severity, message, range }: PolicyProblem): vscode.Diagnostic {
  const level = severity === "error" ? vscode.DiagnosticSeverity.Error : vscode.DiagnosticSeverity.Warning;
  const diagnostic = new vscode.Diagnostic(toRange(range), plain(message, 1000), level);
  diagnostic.source = diagnosticSource;
  return diagnostic;
}
