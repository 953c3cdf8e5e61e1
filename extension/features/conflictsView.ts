// The Conflicts view in the activity bar: tree, badge, and the context key that picks its welcome text.
// Must not act on conflicts: its items name commands of other features.
import * as vscode from "vscode";
import type { SideChange } from "../../shared/model/conflict.ts";
import { chooseConflict } from "../look/conflictChoice.ts";
import {
  type ConflictNode,
  type GroupName,
  type GroupNode,
  groupsOf,
  type Node,
  type PlaceNode,
  placesOf,
  treePrint,
} from "../look/conflictsTree.ts";
import type { DaemonClient } from "../connection/daemonClient.ts";
import { plain } from "../look/foreignText.ts";
import { conflictKey } from "../model/marks.ts";
import type { SnapshotModel } from "../model/snapshot.ts";
import { nameOf } from "../../shared/model/subject.ts";
import { conflictCount, kindLabel, subjectsShort, who } from "../look/wording.ts";

export const conflictsViewId = "parley.conflicts";

export function register(
  _context: vscode.ExtensionContext,
  snapshot: SnapshotModel,
  client: DaemonClient,
): vscode.Disposable {
  const tree = new ConflictsTree(snapshot);
  const view = vscode.window.createTreeView(conflictsViewId, { treeDataProvider: tree, showCollapseAll: true });
  let context = "";
  const update = (): void => {
    tree.update();
    // What is only information has its place in the tree and asks nobody to look.
    const count = snapshot.conflictsHere.filter(({ severity }) => severity !== "info").length;
    if ((view.badge?.value ?? 0) !== count) {
      view.badge = count === 0 ? undefined : { value: count, tooltip: conflictCount(count, vscode.l10n.t) };
    }
    const next = viewState(snapshot, client);
    if (next !== context) void vscode.commands.executeCommand("setContext", "parley.state", (context = next));
  };
  update();
  return vscode.Disposable.from(
    tree,
    view,
    snapshot.onDidChange(update),
    client.onDidChangeState(update),
    vscode.commands.registerCommand("parley.openConflict", (argument: unknown) =>
      reveal(argument, snapshot, tree, view),
    ),
  );
}

/** Which welcome text an empty view shows. */
export function viewState(snapshot: SnapshotModel, client: DaemonClient): string {
  const { state } = client;
  if (state.state === "idle") return state.why === "untrusted" ? "untrusted" : "noFolder";
  if (state.state === "offline" || state.state === "incompatible") return state.state;
  if (!snapshot.known) return "connecting";
  if (snapshot.paused) return "paused";
  return snapshot.folders.length > 0 && snapshot.refused.length >= snapshot.folders.length
    ? "noRepository"
    : "watching";
}

async function reveal(
  argument: unknown,
  snapshot: SnapshotModel,
  tree: ConflictsTree,
  view: vscode.TreeView<Node>,
): Promise<void> {
  const chosen = await chooseConflict(argument, snapshot);
  const node = chosen && tree.nodeOf(conflictKey(chosen.conflict));
  if (node) await view.reveal(node, { select: true, focus: true, expand: true });
  else if (chosen) await vscode.commands.executeCommand(`${conflictsViewId}.focus`);
}

class ConflictsTree implements vscode.TreeDataProvider<Node>, vscode.Disposable {
  private readonly changed = new vscode.EventEmitter<void>();
  private groups: GroupNode[] = [];
  private print = "[]";
  readonly onDidChangeTreeData = this.changed.event;

  constructor(private readonly snapshot: SnapshotModel) {}

  update(): void {
    const groups = groupsOf(this.snapshot);
    const print = treePrint(groups);
    if (print === this.print) return;
    this.groups = groups;
    this.print = print;
    this.changed.fire();
  }

  nodeOf(key: string): ConflictNode | undefined {
    return this.groups.flatMap((group) => group.conflicts).find((node) => node.id === key);
  }

  getChildren(node?: Node): Node[] {
    if (node === undefined) return this.groups;
    if (node.kind === "group") return node.conflicts;
    return node.kind === "conflict" ? placesOf(node, this.snapshot) : [];
  }

  getParent(node: Node): Node | undefined {
    if (node.kind === "place") return node.parent;
    return node.kind === "conflict" ? this.groups.find((group) => group.name === node.group) : undefined;
  }

  getTreeItem(node: Node): vscode.TreeItem {
    if (node.kind === "group") return groupItem(node);
    return node.kind === "conflict" ? conflictItem(node, this.snapshot) : placeItem(node);
  }

  dispose(): void {
    this.changed.dispose();
  }
}

function groupItem(node: GroupNode): vscode.TreeItem {
  const state =
    node.name === "elsewhere" ? vscode.TreeItemCollapsibleState.Collapsed : vscode.TreeItemCollapsibleState.Expanded;
  const item = new vscode.TreeItem(groupLabel(node.name), state);
  item.id = node.id;
  item.description = String(node.conflicts.length);
  item.iconPath = groupIcon(node.name);
  item.contextValue = "group";
  item.accessibilityInformation = {
    label: `${groupLabel(node.name)}, ${conflictCount(node.conflicts.length, vscode.l10n.t)}`,
  };
  return item;
}

function groupLabel(name: GroupName): string {
  const labels: Record<GroupName, string> = {
    block: vscode.l10n.t("Blocking"),
    warn: vscode.l10n.t("Warnings"),
    info: vscode.l10n.t("For information"),
    elsewhere: vscode.l10n.t("Between others"),
  };
  return labels[name];
}

function groupIcon(name: GroupName): vscode.ThemeIcon {
  if (name === "block") return new vscode.ThemeIcon("error", new vscode.ThemeColor("list.errorForeground"));
  if (name === "warn") return new vscode.ThemeIcon("warning", new vscode.ThemeColor("list.warningForeground"));
  return new vscode.ThemeIcon(name === "info" ? "info" : "organization");
}

function conflictItem(node: ConflictNode, snapshot: SnapshotModel): vscode.TreeItem {
  const { conflict } = node;
  const label = plain(subjectsShort(conflict, vscode.l10n.t), 100);
  const item = new vscode.TreeItem(label, vscode.TreeItemCollapsibleState.Collapsed);
  const [[, theirs] = conflict.sides] = snapshot.sidesHere(conflict);
  item.id = node.id;
  item.description = plain(`${conflict.ref} · ${who(theirs, vscode.l10n.t)}`, 120);
  item.tooltip = [`${conflict.ref} · ${kindLabel(conflict.kind, vscode.l10n.t)}`, conflict.summary, conflict.suggestion]
    .map((line) => plain(line, 1000))
    .join("\n\n");
  item.iconPath = new vscode.ThemeIcon(statusIcon(conflict.status));
  item.contextValue = `conflict.${conflict.status}`;
  item.command = { title: vscode.l10n.t("Go to Code"), command: "parley.goToPlace", arguments: [node] };
  item.accessibilityInformation = {
    label: plain(`${conflict.ref}, ${kindLabel(conflict.kind, vscode.l10n.t)}, ${conflict.summary}`, 600),
  };
  return item;
}

function statusIcon(status: ConflictNode["conflict"]["status"]): string {
  if (status === "acknowledged") return "eye";
  return status === "resolving" ? "sync" : "git-compare";
}

/** Whose place it is first, since the view is narrow; then what happened there, by name where several things clash. */
function placeItem(node: PlaceNode): vscode.TreeItem {
  const side = node.here ? vscode.l10n.t("This checkout") : who(node.side, vscode.l10n.t);
  const item = new vscode.TreeItem(plain(side, 100));
  item.id = node.id;
  const place = `${node.path}:${node.change.range.start.line + 1}`;
  const word = changeWord(node.change.change);
  const several = node.parent.conflict.subjects.length > 1;
  const what = several ? `${nameOf(node.subject)} ${word}` : word;
  item.description = plain(`${what} · ${place}`, 200);
  item.tooltip = plain(`${side}: ${nameOf(node.subject)} ${word}, ${place}`, 500);
  item.iconPath = new vscode.ThemeIcon(node.here ? "file-code" : "repo-forked");
  item.contextValue = node.here ? "place.here" : "place.there";
  item.command = { title: vscode.l10n.t("Go to Code"), command: "parley.goToPlace", arguments: [node] };
  return item;
}

function changeWord(change: SideChange["change"]): string {
  const words: Record<SideChange["change"], string> = {
    uses: vscode.l10n.t("uses it"),
    claims: vscode.l10n.t("about to edit"),
    added: vscode.l10n.t("added"),
    modified: vscode.l10n.t("changed"),
    signature: vscode.l10n.t("signature changed"),
    removed: vscode.l10n.t("removed"),
    moved: vscode.l10n.t("moved"),
    renamed: vscode.l10n.t("renamed"),
  };
  return words[change];
}
