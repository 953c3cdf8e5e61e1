// Asks git's attributes about paths: whether git stores LF for CRLF, and whether a file is marked as generated.
// Knows no events; runs no filter program.
import { existsSync } from "node:fs";
import { join } from "node:path";
import { readText } from "./discovery.ts";
import { git, split } from "./git.ts";

interface Answer {
  converts: boolean;
  generated: boolean;
}

const asked = ["text", "eol", "linguist-generated"];
const limit = 10_000;

export class Attributes {
  private readonly known = new Map<string, Answer>();
  private marksGenerated: boolean | undefined;

  constructor(
    private readonly root: string,
    private readonly commonDir: string,
    /** core.autocrlf is `true` or `input`. */
    private readonly automatic: boolean,
  ) {}

  /** Forgets what the attributes said: a `.gitattributes` changed. */
  reset(): void {
    this.known.clear();
    this.marksGenerated = undefined;
  }

  /** Of these paths with CRLF in them, those that git stores with LF. */
  async converted(paths: string[]): Promise<Set<string>> {
    const answers = await this.answers(paths);
    return new Set(paths.filter((path) => answers.get(path)?.converts));
  }

  /** Of these paths, those with the attribute `linguist-generated`; costs nothing where the root's attributes do not name it. */
  async generated(paths: string[]): Promise<Set<string>> {
    this.marksGenerated ??= readText(join(this.root, ".gitattributes"))?.includes("linguist-generated") ?? false;
    if (!this.marksGenerated) return new Set();
    const answers = await this.answers(paths);
    return new Set(paths.filter((path) => answers.get(path)?.generated));
  }

  private async answers(paths: string[]): Promise<ReadonlyMap<string, Answer>> {
    if (this.known.size > limit) this.known.clear();
    const unknown = paths.filter((path) => !this.known.has(path));
    if (unknown.length > 0) await this.ask(unknown);
    return this.known;
  }

  private async ask(paths: string[]): Promise<void> {
    for (const path of paths) this.known.set(path, { converts: this.automatic, generated: false });
    const files = [join(this.root, ".gitattributes"), join(this.commonDir, "info", "attributes")];
    if (!this.automatic && !files.some((file) => existsSync(file))) return;
    const { stdout } = await git(
      this.root,
      ["check-attr", "--stdin", "-z", ...asked],
      paths.map((path) => `${path}\0`).join(""),
    );
    const values = split(stdout);
    for (let at = 0; at + 2 < values.length; at += 3) {
      const [path = "", name, value = ""] = values.slice(at, at + 3);
      const answer = this.known.get(path);
      if (answer && value !== "unspecified") this.apply(answer, name, value);
    }
  }

  private apply(answer: Answer, name: string | undefined, value: string): void {
    if (name === "text") answer.converts = value !== "unset";
    if (name === "eol") answer.converts = true;
    if (name === "linguist-generated") answer.generated = value !== "unset" && value !== "false";
  }
}

export function withoutCarriageReturns(bytes: Buffer): Buffer {
  return Buffer.from(bytes.toString("latin1").replaceAll("\r\n", "\n"), "latin1");
}
