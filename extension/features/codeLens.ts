// CodeLenses above clashing symbols: who does what, then Compare, Acknowledge, Will rebase.
// Must not compute anything while asked: the set comes from a cache, titles when they are seen.
import * as vscode from "vscode";
import type { Action } from "../../shared/model/conflict.ts";
import { iconless } from "../look/foreignText.ts";
import { type Lens, lensesOf, LensSet } from "../look/lensSet.ts";
import { type Mark, placeOf } from "../model/marks.ts";
import { onSetting, settings } from "../settings.ts";
import type { SnapshotModel } from "../model/snapshot.ts";
import { localFiles, realPath, toRange } from "../look/toVscode.ts";
import { deed } from "../look/wording.ts";

type Role = "what" | "compare" | Action;

export function register(_context: vscode.ExtensionContext, snapshot: SnapshotModel): vscode.Disposable {
  const provider = new LensProvider(snapshot);
  return vscode.Disposable.from(
    provider,
    vscode.languages.registerCodeLensProvider(localFiles, provider),
    snapshot.onDidChange(() => provider.update()),
    snapshot.onDidEdit((file) => provider.edited(file)),
    vscode.workspace.onDidCloseTextDocument(({ uri }) => provider.closed(uri)),
    onSetting(["codeLens.enabled"], () => provider.redraw()),
  );
}

class MarkLens extends vscode.CodeLens {
  constructor(
    range: vscode.Range,
    readonly lens: Lens,
    readonly role: Role,
  ) {
    super(range);
  }
}

class LensProvider implements vscode.CodeLensProvider<vscode.CodeLens>, vscode.Disposable {
  private readonly changed = new vscode.EventEmitter<void>();
  private readonly set = new LensSet();
  private timer: ReturnType<typeof setTimeout> | undefined;
  readonly onDidChangeCodeLenses = this.changed.event;

  constructor(private readonly snapshot: SnapshotModel) {}

  provideCodeLenses(document: vscode.TextDocument): vscode.CodeLens[] {
    const file = realPath(document.uri, this.snapshot.folders);
    if (file === null || !settings.codeLens(document.uri)) return [];
    const lenses = this.set.shown(file, () => this.wanted(file), Date.now());
    return lenses.flatMap((lens) => this.draw(lens));
  }

  resolveCodeLens(lens: vscode.CodeLens): vscode.CodeLens {
    if (!(lens instanceof MarkLens)) return lens;
    const [mark] = lens.lens.marks;
    lens.command = mark ? commandOf(lens.role, mark, lens.lens.marks.length) : { title: "", command: "" };
    return lens;
  }

  /** The model changed: files take the new set as soon as nobody types in them. */
  update(): void {
    const now = Date.now();
    let changed = false;
    let wait = Infinity;
    for (const file of this.set.knownFiles()) {
      const result = this.set.take(file, this.wanted(file), now);
      if (result === true) changed = true;
      else if (result > 0) wait = Math.min(wait, result);
    }
    if (changed) this.changed.fire();
    clearTimeout(this.timer);
    if (wait < Infinity) this.timer = setTimeout(() => this.update(), wait + 10);
  }

  edited(file: string): void {
    this.set.edited(file, Date.now());
  }

  closed(uri: vscode.Uri): void {
    const file = realPath(uri, this.snapshot.folders);
    if (file !== null) this.set.forget(file);
  }

  redraw(): void {
    this.changed.fire();
  }

  dispose(): void {
    clearTimeout(this.timer);
    this.changed.dispose();
  }

  private wanted(file: string): Lens[] {
    return lensesOf(this.snapshot.marksIn(file));
  }

  private draw(lens: Lens): MarkLens[] {
    const [mark] = lens.marks;
    if (mark === undefined) return [];
    const range = toRange(this.snapshot.rangeOf(mark));
    return rolesFor(mark).map((role) => new MarkLens(range, lens, role));
  }
}

function rolesFor({ conflict, counterpart }: Mark): Role[] {
  const roles: Role[] = ["what"];
  if (counterpart) roles.push("compare");
  if (conflict.status === "open") roles.push("ack");
  if (conflict.status !== "resolving") roles.push("will_rebase");
  return roles;
}

function commandOf(role: Role, mark: Mark, count: number): vscode.Command {
  const id = { repo: mark.conflict.repo, ref: mark.conflict.ref };
  const place = placeOf(mark);
  switch (role) {
    case "compare":
      return { title: vscode.l10n.t("Compare"), command: "parley.compare", arguments: [place] };
    case "ack":
      return { title: vscode.l10n.t("Acknowledge"), command: "parley.acknowledge", arguments: [id] };
    case "will_rebase":
      return { title: vscode.l10n.t("Will rebase"), command: "parley.willRebase", arguments: [id] };
    default:
      return { title: whatTitle(mark, count), command: "parley.openConflict", arguments: [id] };
  }
}

function whatTitle(mark: Mark, count: number): string {
  const what = `${iconless(deed(mark, vscode.l10n.t), 120)} · ${mark.conflict.ref}`;
  return count > 1 ? vscode.l10n.t("{0} and {1} more", what, count - 1) : what;
}
