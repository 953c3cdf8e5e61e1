// How the status item looks for each state of the window: text, lines of its tooltip, label, background.
// Must not know vscode's status bar; texts are plain, the surface escapes them.
import type { LinkState } from "../connection/daemonClient.ts";
import type { SnapshotModel } from "../model/snapshot.ts";
import { conflictCount, type Counts, countBySeverity, type Say } from "./wording.ts";

export interface StatusLook {
  /** One icon and few words; null hides the item. */
  text: string | null;
  lines: string[];
  /** For screen readers. */
  label: string;
  background: "none" | "warning" | "error";
}

const icon = "$(git-compare)";

export function statusLook(model: SnapshotModel, link: LinkState, daemonVersion: string | null, say: Say): StatusLook {
  if (link.state === "idle") return hidden();
  if (link.state === "offline") {
    const lines = [say("Parley's daemon cannot be reached; trying again."), link.reason];
    return broken(`$(debug-disconnect) ${say("Parley offline")}`, lines);
  }
  if (link.state === "incompatible") return broken(`$(warning) ${say("Parley: update needed")}`, [link.reason]);
  if (!model.known || model.health?.state === "starting") {
    return {
      text: "$(loading~spin)",
      lines: [say("Parley is starting.")],
      label: say("Parley is starting"),
      background: "none",
    };
  }
  const watchesNothing = model.folders.length > 0 && model.refused.length >= model.folders.length;
  if (watchesNothing) return hidden();
  return counted(model, link, daemonVersion, say);
}

function hidden(): StatusLook {
  return { text: null, lines: [], label: "", background: "none" };
}

function broken(text: string, lines: string[]): StatusLook {
  return { text, lines, label: lines.join(" "), background: "warning" };
}

function counted(model: SnapshotModel, link: LinkState, daemonVersion: string | null, say: Say): StatusLook {
  const daemon =
    link.state === "ready" ? say("Daemon {0}: connected", daemonVersion ?? "") : say("Reconnecting to the daemon.");
  if (model.paused) {
    const lines = [say("Parley is paused in this window."), daemon];
    return { text: `$(debug-pause) ${say("Parley paused")}`, lines, label: lines.join(" "), background: "none" };
  }
  const here = model.conflictsHere;
  const blocked = here.some(
    (conflict) => conflict.blocking && model.sidesHere(conflict).some(([mine]) => mine.role === "newcomer"),
  );
  const elsewhere = model.conflicts.length - here.length;
  const summary = here.length === 0 ? say("No conflict in this window.") : countedWords(countBySeverity(here), say);
  const lines = [summary];
  if (elsewhere > 0) lines.push(say("{0} between others in these repositories", conflictCount(elsewhere, say)));
  const degraded = model.health?.state === "degraded" ? model.health.reasons : [];
  lines.push(daemon, ...degraded, ...model.refused.map(({ folder, reason }) => `${folder}: ${reason}`));
  const shownIcon = degraded.length > 0 ? "$(warning)" : icon;
  const text = here.length === 0 ? shownIcon : `${shownIcon} ${countedWords(countBySeverity(here), say)}`;
  return { text, lines, label: say("Parley: {0}", lines.join(". ")), background: blocked ? "error" : "none" };
}

/** `1 block 2 warn 3 info`; what is none is left out. */
function countedWords(counts: Counts, say: Say): string {
  const words: string[] = [];
  if (counts.block > 0) words.push(say("{0} block", counts.block));
  if (counts.warn > 0) words.push(say("{0} warn", counts.warn));
  if (counts.info > 0) words.push(say("{0} info", counts.info));
  return words.join(" ");
}
