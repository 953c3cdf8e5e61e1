// All of one conflict as a page of plain text.
// Must not know vscode; every foreign word is cleaned here.
import type { Conflict, ConflictSide } from "../../shared/model/conflict.ts";
import { plain } from "./foreignText.ts";
import { nameOf } from "../../shared/model/subject.ts";
import { kindLabel, type Say } from "./wording.ts";

export function conflictText(conflict: Conflict, say: Say): string {
  const head = [conflict.ref, kindLabel(conflict.kind, say), conflict.severity, conflict.status].join(" · ");
  return [
    `# ${head}`,
    plain(conflict.summary, 2000),
    plain(conflict.suggestion, 2000),
    ...conflict.sides.map((side) => sideText(side, say)),
    historyText(conflict, say),
    "",
  ].join("\n\n");
}

function sideText(side: ConflictSide, say: Say): string {
  const role = side.role === "newcomer" ? say("newcomer") : say("incumbent");
  const branch = side.branch ?? say("detached");
  const head = [side.ref, side.developer, side.client, branch, side.checkout, role].filter((part) => part !== "");
  const places = side.changes.map(
    ({ subject, change, path, range }) =>
      `- ${plain(nameOf(subject), 200)}: ${change}, ${plain(path, 400)}:${range.start.line + 1}`,
  );
  return [`## ${plain(head.join(" · "), 600)}`, "", ...places].join("\n");
}

function historyText(conflict: Conflict, say: Say): string {
  const lines = conflict.history.map(({ at, by, event, from, to, note }) => {
    const step = from === null || from === to ? to : `${from} → ${to}`;
    return `- ${plain(`${at} ${by}: ${event} (${step})${note ? ` ${note}` : ""}`, 2500)}`;
  });
  return [`## ${say("History")}`, "", ...(lines.length > 0 ? lines : [`- ${plain(conflict.openedAt)}`])].join("\n");
}
