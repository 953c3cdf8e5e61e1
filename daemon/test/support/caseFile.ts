// A `.case` file ↔ its parts: what it is about, the sections of base, left and right, and the expected marks.
// Knows nothing of detection.
import { putMarks, takeMarks, type Mark } from "./carets.ts";

export type Owner = "base" | "left" | "right";
export type Side = Exclude<Owner, "base">;

export interface Section {
  /** The line that opens it. */
  directive: string;
  owner: Owner;
  path: string;
  /** `removed`: the side deleted the file; `earlier`: an earlier save of that side. */
  flags: Set<"removed" | "earlier" | "crlf">;
  lines: string[];
  marks: Mark[];
}

export interface CaseFile {
  /** Comment lines at the top: the first says what a developer would notice. */
  title: string;
  about: string[];
  /** The paths of the path_overlap that is expected at info; null: there must be none. */
  info: string[] | null;
  sections: Section[];
}

const directive = /^\/\/- (base|left|right)((?: (?:removed|earlier|crlf))*) (\S.*)$/;

export function parseCase(text: string): CaseFile {
  const about: string[] = [];
  let info: string[] | null | undefined;
  const sections: Section[] = [];
  for (const line of text.replace(/\n$/, "").split("\n")) {
    const found = directive.exec(line);
    if (found) sections.push(newSection(line, found));
    else if (sections.length > 0) sections.at(-1)!.lines.push(line);
    else if (line.startsWith("info: ")) info = parseInfo(line.slice("info: ".length));
    else if (line.startsWith("#")) about.push(line);
    else if (line !== "") throw new Error(`Before the first section only # lines and one info line: ${line}`);
  }
  if (about.length === 0) throw new Error("The first line is to say what the case shows: # …");
  if (info === undefined) throw new Error("A line `info: none` or `info: path_overlap in PATH …` is missing.");
  for (const section of sections) Object.assign(section, takeMarks(section.lines));
  return { title: about[0]!.replace(/^#\s*/, ""), about, info, sections };
}

export function renderCase({ about, info, sections }: CaseFile): string {
  const header = [...about, `info: ${info ? `path_overlap in ${info.join(" ")}` : "none"}`];
  const bodies = sections.flatMap((section) => [section.directive, ...putMarks(section.lines, section.marks)]);
  return [...header, ...bodies].join("\n") + "\n";
}

/** The text of a section as it stands in the file. */
export function textOf(section: Section): string {
  const end = section.flags.has("crlf") ? "\r\n" : "\n";
  return section.lines.map((line) => line + end).join("");
}

function newSection(line: string, [, owner, flags, path]: RegExpExecArray): Section {
  const words = flags!.trim().split(" ").filter(Boolean) as ("removed" | "earlier" | "crlf")[];
  return { directive: line, owner: owner as Owner, path: path!, flags: new Set(words), lines: [], marks: [] };
}

function parseInfo(text: string): string[] | null {
  const paths = /^path_overlap in (.+)$/.exec(text)?.[1];
  if (paths === undefined && text !== "none") throw new Error(`Not an info line: ${text}`);
  return paths?.split(" ") ?? null;
}
