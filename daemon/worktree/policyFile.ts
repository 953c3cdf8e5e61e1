// Reads the policy file of one checkout and tells when it says something else.
// Knows no policy: only a text. Never follows a symbolic link.
import { lstatSync, readFileSync, realpathSync } from "node:fs";
import { dirname, join } from "node:path";
import { policyPath } from "../../shared/protocol/policyFile.ts";
import { removalGraceMs } from "./ledger.ts";
import type { PolicyText } from "./observations.ts";

/** Bytes: nobody's policy is longer. */
const longest = 1 << 20;

export class PolicyFile {
  private told = "";
  private timer: NodeJS.Timeout | undefined;

  constructor(
    private readonly root: string,
    private readonly tell: (text: PolicyText) => void,
  ) {}

  /** What an editor takes away for the moment of a save is believed gone only a while later. */
  look(): void {
    clearTimeout(this.timer);
    const found = this.read();
    if (found.kind !== "absent" && !(found.kind === "text" && found.text === "")) return this.say(found);
    if (this.told === "") return this.say(found);
    this.timer = setTimeout(() => this.say(this.read()), removalGraceMs);
    this.timer.unref();
  }

  /** Whether something that happened to this path can have changed the file. */
  concerns(path: string): boolean {
    return path === policyPath || path === dirname(policyPath) || path === "";
  }

  close(): void {
    clearTimeout(this.timer);
  }

  private say(found: PolicyText): void {
    const print = JSON.stringify(found);
    if (print === this.told) return;
    this.told = print;
    this.tell(found);
  }

  private read(): PolicyText {
    const file = join(this.root, policyPath);
    try {
      const stats = lstatSync(file);
      if (!stats.isFile() || realpathSync.native(dirname(file)) !== dirname(file))
        return { kind: "unreadable", why: "it is no plain file: links are not followed" };
      if (stats.size > longest) return { kind: "unreadable", why: "it is larger than 1 MB" };
      const text = new TextDecoder("utf-8", { fatal: true }).decode(readFileSync(file));
      return { kind: "text", text };
    } catch (error) {
      const { code, message } = error as NodeJS.ErrnoException;
      if (code === "ENOENT" || code === "ENOTDIR") return { kind: "absent" };
      if (error instanceof TypeError) return { kind: "unreadable", why: "it is not UTF-8" };
      return { kind: "unreadable", why: message };
    }
  }
}
