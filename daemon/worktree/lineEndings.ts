// Turns CRLF into LF where git would (core.autocrlf, text and eol attributes), so that equal contents compare equal.
// Knows no events; runs no filter program.
import { existsSync } from "node:fs";
import { join } from "node:path";
import { git, split } from "./git.ts";

const limit = 10_000;

export class LineEndings {
  private readonly known = new Map<string, boolean>();

  constructor(
    private readonly root: string,
    private readonly commonDir: string,
    /** core.autocrlf is `true` or `input`. */
    private readonly automatic: boolean,
  ) {}

  /** Forgets what the attributes said: a `.gitattributes` changed. */
  reset(): void {
    this.known.clear();
  }

  /** Of these paths with CRLF in them, those that git stores with LF. */
  async converted(paths: string[]): Promise<Set<string>> {
    if (this.known.size > limit) this.known.clear();
    const unknown = paths.filter((path) => !this.known.has(path));
    if (unknown.length > 0) await this.ask(unknown);
    return new Set(paths.filter((path) => this.known.get(path)));
  }

  private async ask(paths: string[]): Promise<void> {
    for (const path of paths) this.known.set(path, this.automatic);
    const files = [join(this.root, ".gitattributes"), join(this.commonDir, "info", "attributes")];
    if (!this.automatic && !files.some((file) => existsSync(file))) return;
    const args = ["check-attr", "--stdin", "-z", "text", "eol"];
    const { stdout } = await git(this.root, args, paths.map((path) => `${path}\0`).join(""));
    const answers = split(stdout);
    for (let at = 0; at + 5 < answers.length; at += 6) {
      const [path = "", , text, , , eol] = answers.slice(at, at + 6);
      if (text === "unset") this.known.set(path, false);
      else if (text !== "unspecified" || eol !== "unspecified") this.known.set(path, true);
    }
  }
}

export function withoutCarriageReturns(bytes: Buffer): Buffer {
  return Buffer.from(bytes.toString("latin1").replaceAll("\r\n", "\n"), "latin1");
}
