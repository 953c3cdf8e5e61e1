// Moving among clashing places: next and previous, a place of the tree, the other worktree at the same place, the log.
// Must not act on conflicts.
import * as vscode from "vscode";
import type { Range } from "../../shared/model/location.ts";
import { chooseConflict, markAtCursor } from "../look/conflictChoice.ts";
import type { DaemonClient } from "../connection/daemonClient.ts";
import { iconless, plain } from "../look/foreignText.ts";
import { counterpart, type Mark, squiggled } from "../model/marks.ts";
import { innermost, joinInside, relativeInside } from "../model/paths.ts";
import { settings } from "../settings.ts";
import type { SnapshotModel } from "../model/snapshot.ts";
import { fileUri, fromRange, realPath, toRange } from "../look/toVscode.ts";

export function register(
  _context: vscode.ExtensionContext,
  snapshot: SnapshotModel,
  client: DaemonClient,
): vscode.Disposable {
  const command = vscode.commands.registerCommand;
  return vscode.Disposable.from(
    command("parley.nextConflict", () => step(snapshot, 1)),
    command("parley.previousConflict", () => step(snapshot, -1)),
    command("parley.goToPlace", (argument: unknown) => goToPlace(argument, snapshot)),
    command("parley.openOtherWorktree", (argument: unknown) => openOther(argument, snapshot)),
    command("parley.copyReference", async (argument: unknown) => {
      const chosen = await chooseConflict(argument, snapshot);
      if (chosen) await vscode.env.clipboard.writeText(chosen.conflict.ref);
    }),
    command("parley.reconnect", () => client.retryNow()),
    command("parley.showLog", () => client.log.show?.()),
  );
}

interface Stop {
  uri: vscode.Uri;
  range: vscode.Range;
}

async function step(snapshot: SnapshotModel, by: 1 | -1): Promise<void> {
  const stops = stopsOf(snapshot);
  const editor = vscode.window.activeTextEditor;
  const here = editor && {
    uri: editor.document.uri,
    range: new vscode.Range(editor.selection.start, editor.selection.start),
  };
  const after = here ? stops.findIndex((stop) => compareStops(stop, here) > 0) : 0;
  const before = here ? stops.findLastIndex((stop) => compareStops(stop, here) < 0) : stops.length - 1;
  const target = by === 1 ? (stops[after] ?? stops[0]) : (stops[before] ?? stops[stops.length - 1]);
  if (target) await show(target.uri, target.range);
  else void vscode.window.setStatusBarMessage(vscode.l10n.t("Parley: no conflict in this window"), 3000);
}

function stopsOf(snapshot: SnapshotModel): Stop[] {
  const stops = snapshot.markedFiles().flatMap((file) => {
    const uri = fileUri(file, snapshot.folders);
    const marks = squiggled(snapshot.marksIn(file), settings.pathOverlapSquiggles(uri));
    return marks
      .filter((mark) => mark.change.change !== "removed")
      .map((mark) => ({ uri, range: toRange(snapshot.rangeOf(mark)) }));
  });
  return stops.sort(compareStops);
}

function compareStops(a: Stop, b: Stop): number {
  const [left, right] = [a.uri.path, b.uri.path];
  return left === right ? a.range.start.compareTo(b.range.start) : left < right ? -1 : 1;
}

/** A place of the tree; for a conflict as a whole its first place, in this window if there is one. */
async function goToPlace(argument: unknown, snapshot: SnapshotModel): Promise<void> {
  const chosen = await chooseConflict(argument, snapshot);
  if (!chosen) return;
  const { conflict, place } = chosen;
  const side =
    conflict.sides.find((one) => one.ref === place?.mine) ?? snapshot.sidesHere(conflict)[0]?.[0] ?? conflict.sides[0];
  const change =
    side.changes.find((one) => one.subject === place?.subject && one.path === place.path) ?? side.changes[0];
  if (change) await openPlace(side.checkout, change.path, change.range, snapshot);
}

/** From the conflict given or under the cursor to its other side; elsewhere, this file in a worktree to pick. */
async function openOther(argument: unknown, snapshot: SnapshotModel): Promise<void> {
  if (argument === undefined && !markAtCursor(snapshot)) return openSameFile(snapshot);
  const chosen = await chooseConflict(argument, snapshot);
  if (!chosen) return;
  const { conflict, place } = chosen;
  const here = snapshot.sidesHere(conflict);
  const [mine, theirs] = here.find(([side]) => side.ref === place?.mine) ?? here[0] ?? conflict.sides;
  const change = mine.changes.find((one) => one.subject === place?.subject) ?? mine.changes[0];
  const other = change ? counterpart(theirs, change) : theirs.changes[0];
  if (other) return openPlace(theirs.checkout, other.path, other.range, snapshot);
  void vscode.window.showErrorMessage(vscode.l10n.t("{0} has no place on the other side.", conflict.ref));
}

async function openPlace(checkout: string, path: string, range: Range, snapshot: SnapshotModel): Promise<void> {
  const file = joinInside(checkout, path);
  const known = snapshot.checkouts.some((one) => one.path === checkout);
  if (file === null || !known) {
    void vscode.window.showErrorMessage(vscode.l10n.t("{0} is not in a checkout of this machine.", plain(path)));
    return;
  }
  const mark: Mark | undefined = snapshot.marksIn(file).find((one) => one.change.range === range);
  await show(fileUri(file, snapshot.folders), toRange(mark ? snapshot.rangeOf(mark) : range));
}

async function openSameFile(snapshot: SnapshotModel): Promise<void> {
  const editor = vscode.window.activeTextEditor;
  const file = editor ? realPath(editor.document.uri, snapshot.folders) : null;
  const roots = snapshot.checkouts.map((checkout) => checkout.path);
  const own = file === null ? null : innermost(roots, file);
  const relative = file !== null && own !== null ? relativeInside(own, file) : null;
  const items = snapshot.checkouts
    .filter((checkout) => checkout.path !== own)
    .map((checkout) => ({
      label: iconless(checkout.branch ?? vscode.l10n.t("detached"), 80),
      description: iconless(checkout.path, 200),
      checkout,
    }));
  const picked = await vscode.window.showQuickPick(items, { placeHolder: vscode.l10n.t("Which worktree?") });
  if (!picked) return;
  if (relative && editor) return openPlace(picked.checkout.path, relative, fromRange(editor.selection), snapshot);
  await vscode.commands.executeCommand("vscode.openFolder", vscode.Uri.file(picked.checkout.path), {
    forceNewWindow: true,
  });
}

async function show(uri: vscode.Uri, range: vscode.Range): Promise<void> {
  try {
    await vscode.window.showTextDocument(uri, { selection: range, preview: true });
  } catch {
    void vscode.window.showErrorMessage(vscode.l10n.t("{0} is not there any more.", plain(uri.fsPath)));
  }
}
