// Fetches the text behind one side of a conflict, and keeps it for a moment so that a hover does not ask twice.
// Must not know what it is shown in.
import { GetSideText, type SideText } from "../../shared/protocol/editor.ts";
import type { DaemonClient } from "../connection/daemonClient.ts";
import { readSideText } from "../connection/incoming.ts";
import type { ConflictId } from "../model/marks.ts";

/** One thing on one side: `side` is the side's ref, `subject` as the conflict names it there. */
export interface SideSubject extends ConflictId {
  side: string;
  subject: string;
}

const keepMs = 5000;

export class SideTexts {
  private readonly kept = new Map<string, { at: number; text: Promise<SideText> }>();

  constructor(private readonly client: DaemonClient) {}

  /** Rejects with one sentence when the daemon refuses or is gone. */
  get({ repo, ref, side, subject }: SideSubject): Promise<SideText> {
    const key = [repo, ref, side, subject].join("\0");
    const known = this.kept.get(key);
    if (known && Date.now() - known.at < keepMs) return known.text;
    const text = this.client.request(GetSideText, { repo, ref, side, subject }).then(readSideText);
    text.catch(() => this.kept.delete(key));
    this.kept.set(key, { at: Date.now(), text });
    return text;
  }

  forgetAll(): void {
    this.kept.clear();
  }
}
