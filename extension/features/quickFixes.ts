// The light bulb on a clashing symbol: what one can do about the conflict, in one key press.
// Must not act itself: each entry runs a command of another feature.
import * as vscode from "vscode";
import { bySharpness, type Mark, placeOf, squiggled } from "../model/marks.ts";
import { plain } from "../look/foreignText.ts";
import type { SnapshotModel } from "../model/snapshot.ts";
import { localFiles, realPath, toRange } from "../look/toVscode.ts";
import { isRule, who } from "../look/wording.ts";
import { markOfDiagnostic } from "./diagnostics.ts";

export function register(_context: vscode.ExtensionContext, snapshot: SnapshotModel): vscode.Disposable {
  const provider: vscode.CodeActionProvider = {
    provideCodeActions: (document, range, context) => provide(snapshot, document, range, context),
  };
  const metadata = { providedCodeActionKinds: [vscode.CodeActionKind.QuickFix] };
  return vscode.languages.registerCodeActionsProvider(localFiles, provider, metadata);
}

function provide(
  snapshot: SnapshotModel,
  document: vscode.TextDocument,
  range: vscode.Range,
  context: vscode.CodeActionContext,
): vscode.CodeAction[] {
  const file = realPath(document.uri, snapshot.folders);
  if (file === null || (context.only && !context.only.contains(vscode.CodeActionKind.QuickFix))) return [];
  const byConflict = new Map<string, Mark>();
  for (const mark of marksAt(snapshot, file, range, context).sort(bySharpness)) {
    if (!byConflict.has(mark.conflict.ref)) byConflict.set(mark.conflict.ref, mark);
  }
  const marks = [...byConflict.values()];
  const actions = marks.flatMap((mark) =>
    actionsFor(mark, snapshot.mayOverride(mark.conflict), diagnosticsOf(mark, document, file, snapshot)),
  );
  // At most one, and never more than to say "seen".
  const preferred = actions.find((action) => action.command?.command === "parley.acknowledge");
  if (preferred) preferred.isPreferred = true;
  return actions;
}

/** By the text of now, and by the diagnostics that VS Code says the cursor is on. */
function marksAt(
  snapshot: SnapshotModel,
  file: string,
  range: vscode.Range,
  context: vscode.CodeActionContext,
): Mark[] {
  const here = squiggled(snapshot.marksIn(file), true).filter((mark) =>
    toRange(snapshot.rangeOf(mark)).intersection(range),
  );
  const named = context.diagnostics.flatMap((diagnostic) => markOfDiagnostic(diagnostic, file, snapshot) ?? []);
  return [...here, ...named];
}

function diagnosticsOf(
  mark: Mark,
  document: vscode.TextDocument,
  file: string,
  snapshot: SnapshotModel,
): vscode.Diagnostic[] {
  return vscode.languages
    .getDiagnostics(document.uri)
    .filter((diagnostic) => markOfDiagnostic(diagnostic, file, snapshot)?.conflict === mark.conflict);
}

function actionsFor(mark: Mark, mayOverride: boolean, diagnostics: vscode.Diagnostic[]): vscode.CodeAction[] {
  const { ref, repo, status } = mark.conflict;
  const id = { repo, ref };
  const place = placeOf(mark);
  const other = plain(who(mark.theirs, vscode.l10n.t), 80);
  const action = (title: string, command: string, argument: object): vscode.CodeAction => {
    const made = new vscode.CodeAction(`${title} (${ref})`, vscode.CodeActionKind.QuickFix);
    made.diagnostics = diagnostics;
    made.command = { title, command, arguments: [argument] };
    return made;
  };
  const list: vscode.CodeAction[] = [];
  if (status === "open") list.push(action(vscode.l10n.t("Acknowledge"), "parley.acknowledge", id));
  if (!isRule(mark.theirs)) {
    if (status !== "resolving") list.push(action(vscode.l10n.t("I will rebase"), "parley.willRebase", id));
    list.push(action(vscode.l10n.t("Propose sequence…"), "parley.proposeSequence", id));
  }
  list.push(
    action(vscode.l10n.t("Mark resolved"), "parley.markResolved", id),
    action(vscode.l10n.t("False positive"), "parley.falsePositive", id),
  );
  if (mark.conflict.blocking) {
    const [title, command] = mayOverride
      ? [vscode.l10n.t("Override…"), "parley.override"]
      : [vscode.l10n.t("Request override…"), "parley.requestOverride"];
    list.push(action(title, command, id));
  }
  if (mark.counterpart) list.push(action(vscode.l10n.t("Compare with {0}", other), "parley.compare", place));
  list.push(action(vscode.l10n.t("Open conflict"), "parley.openConflict", id));
  return list;
}
