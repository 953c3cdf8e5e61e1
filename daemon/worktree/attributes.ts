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
  /** Undefined: as text. */
  driver?: MergeDriver;
}

/** How git is told to merge a file: with the lines of both sides, not at all, or by a program. */
export type MergeDriver = "union" | "binary" | "other";

const asked = ["text", "eol", "linguist-generated", "filter", "merge"];
const limit = 10_000;
const merging = /\b(merge|binary)\b/;
const filterOrMerging = /filter|\b(merge|binary)\b/;

export class Attributes {
  private readonly known = new Map<string, Answer>();
  /** By file of attributes: what stands in it. */
  private readonly texts = new Map<string, string>();
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
    this.texts.clear();
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
    const possible = paths.filter((path) => this.mayBe(path, /filter/));
    if (possible.length === 0) return new Set();
    const answers = await this.answers(possible);
    return new Set(possible.filter((path) => answers.get(path)?.filtered));
  }

  /** Of these paths, those that are not merged as text; costs nothing where no attributes name a way of merging. */
  async mergeDrivers(paths: string[]): Promise<Map<string, MergeDriver>> {
    const possible = paths.filter((path) => this.mayBe(path, merging));
    const answers = possible.length === 0 ? this.known : await this.answers(possible);
    return new Map(possible.flatMap((path) => (answers.get(path)?.driver ? [[path, answers.get(path)!.driver!]] : [])));
  }

  /** Whether the attributes beside or above the path say something of that kind, of whatever path. */
  private mayBe(path: string, what: RegExp): boolean {
    if (what.test(this.textOf(join(this.commonDir, "info", "attributes")))) return true;
    const folders = path.split("/").slice(0, -1);
    const above = [...folders, ""].map((_, at) => join(this.root, ...folders.slice(0, at), ".gitattributes"));
    return above.some((file) => what.test(this.textOf(file)));
  }

  private textOf(file: string): string {
    let known = this.texts.get(file);
    if (known === undefined) this.texts.set(file, (known = readText(file) ?? ""));
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
    const isNamed = files.some((file) => existsSync(file)) || paths.some((path) => this.mayBe(path, filterOrMerging));
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
    if (name === "merge") answer.driver = driverOf(value);
    if (name === "eol") answer.converts = true;
    if (name === "linguist-generated") answer.generated = value !== "unset" && value !== "false";
  }
}

function driverOf(value: string): MergeDriver | undefined {
  if (value === "set" || value === "text") return undefined;
  return value === "union" ? "union" : value === "unset" || value === "binary" ? "binary" : "other";
}

export function withoutCarriageReturns(bytes: Buffer): Buffer {
  return Buffer.from(bytes.toString("latin1").replaceAll("\r\n", "\n"), "latin1");
}
