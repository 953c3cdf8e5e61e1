// Sends the texts of a save ahead of the event that tells of it.
// Knows no receiver but its port.
import type { MessagePort } from "node:worker_threads";
import type { Observation, TextAhead, Ticket } from "./observations.ts";

/** More files at once are no save, and wait for nobody's eyes. */
const mostFiles = 8;
/** Longer texts are copied once only. Characters. */
const longest = 256 << 10;

export class TextsAhead {
  private port: MessagePort | null = null;
  private channel = 0;
  private number = 0;

  sendTo(port: MessagePort, channel: number): void {
    this.port?.close();
    this.port = port;
    this.channel = channel;
  }

  send(observations: readonly Observation[]): void {
    if (observations.length > mostFiles) return;
    for (const { path, base, head } of observations) {
      if (head?.content.kind !== "text" || head.blob === base?.blob || head.content.text.length > longest) continue;
      head.ticket = this.sendOne(path, head.content.text);
    }
  }

  private sendOne(path: string, text: string): Ticket | undefined {
    if (!this.port) return undefined;
    this.number += 1;
    this.port.postMessage({ number: this.number, path, text } satisfies TextAhead);
    return { channel: this.channel, number: this.number };
  }

  close(): void {
    this.port?.close();
  }
}
