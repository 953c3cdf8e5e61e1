// Which conflict a command means: the one it was given, the one under the cursor, or the one the user picks.
// Must not act on it.
import * as vscode from "vscode";
import type { Conflict } from "../../shared/model/conflict.ts";
import { iconless } from "./foreignText.ts";
import { bySharpness, compareConflicts, type Mark, type Place, placeOf } from "../model/marks.ts";
import type { SnapshotModel } from "../model/snapshot.ts";
import { conflictOfUri, realPath, toRange } from "./toVscode.ts";
import { kindLabel, subjectsShort } from "./wording.ts";

/** What a command was given: a conflict, and perhaps a place in it. */
export type Given = { conflict: Conflict; place: Place | null };

/**
 * Undefined when the user picked none or there is none. A given conflict that is no longer there is said so.
 * The argument comes from lenses, links, keys or the tree, so its shape is checked.
 */
export async function chooseConflict(argument: unknown, snapshot: SnapshotModel): Promise<Given | undefined> {
  const id = idOf(argument);
  if (id) {
    const conflict = snapshot.find(id);
    if (conflict) return { conflict, place: placeFrom(argument) };
    void vscode.window.showInformationMessage(vscode.l10n.t("{0} is no longer open.", id.ref));
    return undefined;
  }
  const mark = markAtCursor(snapshot);
  if (mark) return { conflict: mark.conflict, place: placeOf(mark) };
  const shown = conflictInFront(snapshot);
  if (shown) return { conflict: shown, place: null };
  const conflict = await pickConflict(snapshot);
  return conflict && { conflict, place: null };
}

/** The sharpest mark on the cursor's line in the active editor. */
export function markAtCursor(snapshot: SnapshotModel): Mark | undefined {
  const editor = vscode.window.activeTextEditor;
  const file = editor ? realPath(editor.document.uri, snapshot.folders) : null;
  if (!editor || file === null) return undefined;
  const marks = snapshot.marksIn(file).filter((mark) => {
    const range = toRange(snapshot.rangeOf(mark));
    return range.start.line <= editor.selection.active.line && editor.selection.active.line <= range.end.line;
  });
  return [...marks].sort(bySharpness)[0];
}

/** The one whose document is the active editor. */
function conflictInFront(snapshot: SnapshotModel): Conflict | undefined {
  const id = conflictOfUri(vscode.window.activeTextEditor?.document.uri);
  return id ? snapshot.find(id) : undefined;
}

async function pickConflict(snapshot: SnapshotModel): Promise<Conflict | undefined> {
  const here = new Set(snapshot.conflictsHere.map((conflict) => conflict.ref));
  const conflicts = [...snapshot.conflicts].sort(
    (a, b) => Number(here.has(b.ref)) - Number(here.has(a.ref)) || compareConflicts(a, b),
  );
  if (conflicts.length === 0) {
    void vscode.window.showInformationMessage(vscode.l10n.t("There is no open conflict."));
    return undefined;
  }
  const items = conflicts.map((conflict) => ({
    label: `${conflict.ref} ${iconless(subjectsShort(conflict, vscode.l10n.t), 80)}`,
    description: kindLabel(conflict.kind, vscode.l10n.t),
    detail: iconless(conflict.summary, 300),
    conflict,
  }));
  const picked = await vscode.window.showQuickPick(items, {
    placeHolder: vscode.l10n.t("Which conflict?"),
    matchOnDetail: true,
  });
  return picked?.conflict;
}

function idOf(argument: unknown): { repo: string; ref: string } | null {
  if (typeof argument !== "object" || argument === null) return null;
  const { repo, ref } = argument as Record<string, unknown>;
  return typeof repo === "string" && typeof ref === "string" && /^CF-\d{1,9}$/.test(ref) ? { repo, ref } : null;
}

function placeFrom(argument: unknown): Place | null {
  const id = idOf(argument);
  const { mine, subject, path } = argument as Record<string, unknown>;
  if (!id || typeof mine !== "string" || typeof subject !== "string" || typeof path !== "string") return null;
  return { ...id, mine, subject, path };
}
