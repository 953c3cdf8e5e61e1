// Asks git's attributes about paths: whether git stores LF for CRLF, whether a file is generated or passes a filter.
// Knows no events; runs no filter program.
import { existsSync } from "node:fs";
import { join } from "node:path";
import { readText } from "./discovery.ts";
import { git, split } from "./git.ts";

interface Answer {
  converts: boolean;
  generated: boolean;
  filtered: boolean;
}

const asked = ["text", "eol", "linguist-generated", "filter"];
const limit = 10_000;

export class Attributes {
  private readonly known = new Map<string, Answer>();
  /** By file of attributes: whether it names a filter. */
  private readonly namesFilter = new Map<string, boolean>();
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
    this.namesFilter.clear();
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

  /** Of these paths, those that pass through a filter; costs nothing where no attributes beside or above them name one. */
  async filtered(paths: string[]): Promise<Set<string>> {
    const possible = paths.filter((path) => this.mayBeFiltered(path));
    if (possible.length === 0) return new Set();
    const answers = await this.answers(possible);
    return new Set(possible.filter((path) => answers.get(path)?.filtered));
  }

  private mayBeFiltered(path: string): boolean {
    if (this.names(join(this.commonDir, "info", "attributes"))) return true;
    const folders = path.split("/").slice(0, -1);
    return [...folders, ""].some((_, at) => this.names(join(this.root, ...folders.slice(0, at), ".gitattributes")));
  }

  private names(file: string): boolean {
    let known = this.namesFilter.get(file);
    if (known === undefined) this.namesFilter.set(file, (known = readText(file)?.includes("filter") ?? false));
    return known;
  }

  private async answers(paths: string[]): Promise<ReadonlyMap<string, Answer>> {
    if (this.known.size > limit) this.known.clear();
    const unknown = paths.filter((path) => !this.known.has(path));
    if (unknown.length > 0) await this.ask(unknown);
    return this.known;
  }

  private async ask(paths: string[]): Promise<void> {
    for (const path of paths) this.known.set(path, { converts: this.automatic, generated: false, filtered: false });
    const files = [join(this.root, ".gitattributes"), join(this.commonDir, "info", "attributes")];
    const isNamed = files.some((file) => existsSync(file)) || paths.some((path) => this.mayBeFiltered(path));
    if (!this.automatic && !isNamed) return;
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
    if (name === "filter") answer.filtered = value !== "unset";
    if (name === "eol") answer.converts = true;
    if (name === "linguist-generated") answer.generated = value !== "unset" && value !== "false";
  }
}

export function withoutCarriageReturns(bytes: Buffer): Buffer {
  return Buffer.from(bytes.toString("latin1").replaceAll("\r\n", "\n"), "latin1");
}
