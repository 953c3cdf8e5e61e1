// The tree of conflicts as plain nodes: by severity, then conflict, then its places on both sides.
// Must not know vscode; labels are raw text of others, the view cleans them.
import type { Conflict, ConflictSide, Severity, SideChange } from "../../shared/model/conflict.ts";
import { compareConflicts, conflictKey } from "../model/marks.ts";
import type { SnapshotModel } from "../model/snapshot.ts";

/** The groups in their order; `elsewhere` is between others, with no side in this window. */
export const groupNames = ["block", "warn", "info", "elsewhere"] as const;
export type GroupName = (typeof groupNames)[number];

export interface GroupNode {
  kind: "group";
  id: string;
  name: GroupName;
  conflicts: ConflictNode[];
}

/** Carries `repo` and `ref`, so that it serves as a command's argument. */
export interface ConflictNode {
  kind: "conflict";
  id: string;
  repo: string;
  ref: string;
  conflict: Conflict;
  group: GroupName;
}

/** Carries what names a place, so that it serves as a command's argument. */
export interface PlaceNode {
  kind: "place";
  id: string;
  repo: string;
  ref: string;
  mine: string;
  subject: string;
  path: string;
  side: ConflictSide;
  change: SideChange;
  here: boolean;
  parent: ConflictNode;
}

export type Node = GroupNode | ConflictNode | PlaceNode;

export function groupsOf(model: SnapshotModel): GroupNode[] {
  const groups = new Map<GroupName, ConflictNode[]>();
  for (const conflict of [...model.conflicts].sort(compareConflicts)) {
    const group: Severity | "elsewhere" = model.sidesHere(conflict).length > 0 ? conflict.severity : "elsewhere";
    const { repo, ref } = conflict;
    const node: ConflictNode = { kind: "conflict", id: conflictKey(conflict), repo, ref, conflict, group };
    groups.set(group, [...(groups.get(group) ?? []), node]);
  }
  return groupNames.flatMap((name) => {
    const conflicts = groups.get(name);
    return conflicts ? [{ kind: "group" as const, id: `group ${name}`, name, conflicts }] : [];
  });
}

/** Mine first. */
export function placesOf(parent: ConflictNode, model: SnapshotModel): PlaceNode[] {
  const { conflict } = parent;
  const places = conflict.sides.flatMap((side) =>
    side.changes.map((change) => {
      const { subject, path } = change;
      const id = [parent.id, side.ref, path, subject].join(" ");
      const here = model.isHere(side.checkout);
      return {
        kind: "place" as const,
        id,
        repo: parent.repo,
        ref: parent.ref,
        mine: side.ref,
        subject,
        path,
        side,
        change,
        here,
        parent,
      };
    }),
  );
  const unique = [...new Map(places.map((place) => [place.id, place])).values()];
  return unique.sort((a, b) => Number(b.here) - Number(a.here));
}

/** Equal prints draw equal trees. */
export function treePrint(groups: readonly GroupNode[]): string {
  return JSON.stringify(groups.map((group) => [group.name, group.conflicts.map((node) => node.conflict)]));
}
