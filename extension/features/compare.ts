// Compare: the diff editor with theirs on the left, as a read-only document, and mine on the right.
// Must not write anything; theirs is text that the daemon hands out, never a file to edit.
import * as vscode from "vscode";
import { chooseConflict, type Given } from "../look/conflictChoice.ts";
import type { DaemonClient } from "../connection/daemonClient.ts";
import { plain } from "../look/foreignText.ts";
import { errorText } from "../log.ts";
import { counterpart } from "../model/marks.ts";
import { joinInside } from "../model/paths.ts";
import { type SideSubject, SideTexts } from "../look/sideTexts.ts";
import type { SnapshotModel } from "../model/snapshot.ts";
import { fileUri, toRange } from "../look/toVscode.ts";
import { nameOf } from "../../shared/model/subject.ts";
import { who } from "../look/wording.ts";

export const sideScheme = "parley";

export function register(
  _context: vscode.ExtensionContext,
  snapshot: SnapshotModel,
  client: DaemonClient,
): vscode.Disposable {
  const texts = new SideTexts(client);
  const changed = new vscode.EventEmitter<vscode.Uri>();
  const refresh = (): void => {
    texts.forgetAll();
    for (const { uri } of vscode.workspace.textDocuments) if (uri.scheme === sideScheme) changed.fire(uri);
  };
  return vscode.Disposable.from(
    changed,
    snapshot.onDidChange(refresh),
    vscode.workspace.registerTextDocumentContentProvider(sideScheme, {
      onDidChange: changed.event,
      provideTextDocumentContent: async (uri) => (await texts.get(subjectOf(uri))).text ?? "",
    }),
    vscode.commands.registerCommand("parley.compare", (argument: unknown) =>
      compare(argument, snapshot, texts, client),
    ),
  );
}

async function compare(
  argument: unknown,
  snapshot: SnapshotModel,
  texts: SideTexts,
  client: DaemonClient,
): Promise<void> {
  const given = await chooseConflict(argument, snapshot);
  if (!given) return;
  const pair = pairOf(given, snapshot);
  if (!pair) {
    void vscode.window.showErrorMessage(vscode.l10n.t("{0} has no code on both sides to compare.", given.conflict.ref));
    return;
  }
  const { mine, theirs, change, other } = pair;
  const id = { repo: given.conflict.repo, ref: given.conflict.ref };
  const left = { ...id, side: theirs.ref, subject: other.subject };
  try {
    // Asked first, so that a refusal opens no empty editor.
    await texts.get(left);
    const file = snapshot.isHere(mine.checkout) ? joinInside(mine.checkout, change.path) : null;
    const there = file !== null && (await isThere(fileUri(file, snapshot.folders)));
    const right = { ...id, side: mine.ref, subject: change.subject };
    const title = `${plain(nameOf(change.subject), 60)}: ${plain(who(theirs, vscode.l10n.t), 60)} ↔ ${plain(who(mine, vscode.l10n.t), 60)} (${id.ref})`;
    const mark = file && snapshot.marksIn(file).find((one) => one.change === change);
    await vscode.commands.executeCommand(
      "vscode.diff",
      sideUri(left, other.path),
      there ? fileUri(file, snapshot.folders) : sideUri(right, change.path),
      title,
      { preview: true, selection: toRange(mark ? snapshot.rangeOf(mark) : change.range) },
    );
  } catch (error) {
    client.log.warn(`Compare ${id.ref}: ${errorText(error)}`);
    void vscode.window.showErrorMessage(vscode.l10n.t("{0} cannot be compared: {1}", id.ref, plain(errorText(error))));
  }
}

/** Mine is the side in this window, by preference the one of the place; for a conflict among others the first. */
function pairOf({ conflict, place }: Given, snapshot: SnapshotModel) {
  const here = snapshot.sidesHere(conflict);
  const sides = here.find(([side]) => side.ref === place?.mine) ?? here[0] ?? conflict.sides;
  const [mine, theirs] = sides;
  const [first] = mine.changes;
  const change = mine.changes.find((one) => one.subject === place?.subject) ?? first;
  const other = change && counterpart(theirs, change);
  return change && other ? { mine, theirs, change, other } : null;
}

function isThere(uri: vscode.Uri): Thenable<boolean> {
  return vscode.workspace.fs.stat(uri).then(
    () => true,
    () => false,
  );
}

/** Ends in the file's own name, so that the editor knows its language. */
function sideUri(subject: SideSubject, path: string): vscode.Uri {
  return vscode.Uri.from({
    scheme: sideScheme,
    path: `/${subject.ref}/${subject.side}/${path}`,
    query: JSON.stringify([subject.repo, subject.subject]),
  });
}

function subjectOf(uri: vscode.Uri): SideSubject {
  const [, ref = "", side = ""] = uri.path.split("/");
  const [repo, subject] = JSON.parse(uri.query) as unknown[];
  if (typeof repo !== "string" || typeof subject !== "string") throw new Error("Not a side of a conflict.");
  return { repo, ref, side, subject };
}
