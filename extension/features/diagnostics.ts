// Squiggles: one diagnostic for each clashing thing of this window, at its place in the text of now.
// Must not know other surfaces; sets a file's list only when it really changed, so that nothing flickers.
import * as vscode from "vscode";
import { bySharpness, type Mark, squiggled } from "../model/marks.ts";
import { joinInside } from "../model/paths.ts";
import { plain } from "../look/foreignText.ts";
import { onSetting, settings } from "../settings.ts";
import type { SnapshotModel } from "../model/snapshot.ts";
import { conflictUri, fileUri, toDiagnosticSeverity, toRange } from "../look/toVscode.ts";
import { problem, who } from "../look/wording.ts";

export const diagnosticSource = "parley";

const settleMs = 300;

export function register(_context: vscode.ExtensionContext, snapshot: SnapshotModel): vscode.Disposable {
  const squiggles = new Squiggles(snapshot);
  return vscode.Disposable.from(
    squiggles,
    snapshot.onDidChange(() => squiggles.update()),
    snapshot.onDidEdit((file) => squiggles.moved(file)),
    onSetting(["pathOverlaps.squiggles"], () => squiggles.update()),
  );
}

class Squiggles implements vscode.Disposable {
  private readonly collection = vscode.languages.createDiagnosticCollection(diagnosticSource);
  /**
   * By file: what is set, as text, to see whether it changed; `words` is that without the places. `moved` says that
   * the editor has edited the text since, and with it the places that it draws.
   */
  private readonly shown = new Map<string, { uri: vscode.Uri; print: string; words: string; moved: boolean }>();
  private readonly editedAt = new Map<string, number>();
  private turn = 0;
  private moving: ReturnType<typeof setTimeout> | undefined;

  constructor(private readonly snapshot: SnapshotModel) {}

  update(): void {
    const turn = ++this.turn;
    const files = new Set(this.snapshot.markedFiles());
    for (const file of this.shown.keys()) if (!files.has(file)) this.set(file, []);
    for (const file of files) {
      const uri = fileUri(file, this.snapshot.folders);
      const marks = squiggled(this.snapshot.marksIn(file), settings.pathOverlapSquiggles(uri));
      // The place of a removed thing may be in a file that is gone too; that one gets nothing.
      if (marks.some((mark) => mark.change.change === "removed")) void this.setIfThere(file, uri, marks, turn);
      else this.set(file, marks);
    }
  }

  /**
   * The editor moves the squiggle itself, and loses it where a whole region is replaced, as by a reload from disk. Once
   * typing pauses the list is set anew, even if no place of it changed.
   */
  moved(file: string): void {
    const known = this.shown.get(file);
    if (!known) return;
    known.moved = true;
    this.editedAt.set(file, Date.now());
    this.updateSoon();
  }

  private updateSoon(): void {
    clearTimeout(this.moving);
    this.moving = setTimeout(() => this.update(), settleMs);
  }

  dispose(): void {
    this.turn = -1;
    clearTimeout(this.moving);
    this.collection.dispose();
  }

  private async setIfThere(file: string, uri: vscode.Uri, marks: Mark[], turn: number): Promise<void> {
    const there = await vscode.workspace.fs.stat(uri).then(
      () => true,
      () => false,
    );
    if (turn === this.turn) this.set(file, there ? marks : []);
  }

  private set(file: string, marks: readonly Mark[]): void {
    const known = this.shown.get(file);
    if (marks.length === 0) {
      if (known) this.collection.delete(known.uri);
      this.shown.delete(file);
      this.editedAt.delete(file);
      return;
    }
    const uri = fileUri(file, this.snapshot.folders);
    const list = [...marks].sort(bySharpness).map((mark) => toDiagnostic(mark, this.snapshot));
    const words = JSON.stringify([uri.toString(), list.map(printedWords)]);
    const print = JSON.stringify([words, list.map(({ range }) => range)]);
    if (known?.print === print && !known.moved) return;
    // A place sent while somebody types arrives late, and would stand on the wrong line for a moment.
    const typing = Date.now() - (this.editedAt.get(file) ?? -Infinity) < settleMs - 10;
    if (known?.words === words && typing) return this.updateSoon();
    if (known && known.uri.toString() !== uri.toString()) this.collection.delete(known.uri);
    this.collection.set(uri, list);
    this.shown.set(file, { uri, print, words, moved: false });
  }
}

function toDiagnostic(mark: Mark, snapshot: SnapshotModel): vscode.Diagnostic {
  const { conflict } = mark;
  const range = toRange(snapshot.rangeOf(mark));
  const message = plain(problem(mark, vscode.l10n.t), 1000);
  const diagnostic = new vscode.Diagnostic(range, message, toDiagnosticSeverity(conflict.severity));
  diagnostic.source = diagnosticSource;
  diagnostic.code = {
    value: conflict.ref,
    // Not a command: the editor's hover follows none from here.
    target: conflictUri(conflict),
  };
  const related = relatedPlace(mark, snapshot);
  if (related) diagnostic.relatedInformation = [related];
  return diagnostic;
}

/** The other side's place, when it is in a checkout of this machine. */
function relatedPlace(mark: Mark, snapshot: SnapshotModel): vscode.DiagnosticRelatedInformation | null {
  const { theirs, counterpart } = mark;
  const known = snapshot.checkouts.some((checkout) => checkout.path === theirs.checkout);
  const file = known && counterpart ? joinInside(theirs.checkout, counterpart.path) : null;
  if (file === null || counterpart === null) return null;
  const location = new vscode.Location(fileUri(file, snapshot.folders), toRange(counterpart.range));
  const other = vscode.l10n.t("Their side: {0}", plain(who(theirs, vscode.l10n.t), 120));
  return new vscode.DiagnosticRelatedInformation(location, other);
}

/** All but the place. */
function printedWords(diagnostic: vscode.Diagnostic): unknown {
  const related = diagnostic.relatedInformation?.map(({ location, message }) => [
    location.uri.toString(),
    location.range,
    message,
  ]);
  const code = typeof diagnostic.code === "object" ? [diagnostic.code.value, diagnostic.code.target.toString()] : null;
  return [diagnostic.message, diagnostic.severity, code, related];
}

/** The conflict that a diagnostic of ours stands for, by its number and place. */
export function markOfDiagnostic(
  diagnostic: vscode.Diagnostic,
  file: string,
  snapshot: SnapshotModel,
): Mark | undefined {
  if (diagnostic.source !== diagnosticSource || typeof diagnostic.code !== "object") return undefined;
  const { value, target } = diagnostic.code;
  const marks = snapshot.marksIn(file).filter((mark) => mark.conflict.ref === value);
  return marks.find((mark) => conflictUri(mark.conflict).toString() === target.toString());
}
