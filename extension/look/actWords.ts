// What somebody else did about a conflict of this window, in one sentence, and how loud it is said.
// Must not know vscode; every foreign word is cleaned here.
import type { Conflict, HistoryEntry } from "../../shared/model/conflict.ts";
import { linkless } from "./foreignText.ts";
import type { Say } from "./wording.ts";

/** `request`: wants an answer. `notice`: changes what I may do, or was written for me. `passing`: good to know. */
export type Loudness = "request" | "notice" | "passing";

export interface ActWords {
  loudness: Loudness;
  sentence: string;
}

/** Null where nothing is to be said. */
export function actWords({ ref }: Conflict, { by, event, note }: HistoryEntry, say: Say): ActWords | null {
  const who = linkless(by.replace(/@.*$/s, ""), 80);
  const words = note === undefined ? "" : `: ${linkless(note, 300)}`;
  const said = (loudness: Loudness, sentence: string): ActWords => ({ loudness, sentence: `${sentence}${words}` });
  switch (event) {
    case "request_override":
      return said("request", say("{0} asks to override {1}", who, ref));
    case "override":
      return said("notice", say("{0} overrode {1}", who, ref));
    case "propose_sequence":
      return said("notice", say("{0} proposes a sequence for {1}", who, ref));
    case "ack":
      return said("passing", say("{0} acknowledged {1}", who, ref));
    case "will_rebase":
      return said("passing", say("{0} will rebase for {1}", who, ref));
    case "resolved":
      return said("passing", say("{0} resolved {1}", who, ref));
    case "false_positive":
    case "muted":
      return said("passing", say("{0} calls {1} a false positive", who, ref));
    default:
      return null;
  }
}
