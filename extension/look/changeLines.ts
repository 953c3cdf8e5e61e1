// What one side did to a thing, as a few lines of diff.
// Must not know vscode or Markdown.
import { structuredPatch } from "diff";
import type { SideText } from "../../shared/protocol/editor.ts";

/** Lines that start with `+`, `-` or a space, at most `max` and then `…`; empty when nothing differs. */
export function changeLines(side: SideText, max = 12): string[] {
  const before = cut(side.baseText, side.baseLines);
  const after = cut(side.text, side.lines);
  const patch = structuredPatch("", "", before, after, "", "", { context: 1, timeout: 200 });
  const all = (patch?.hunks ?? []).flatMap((hunk) => hunk.lines);
  // Empty lines around a change say nothing of it.
  const lines = all.filter((line) => !line.startsWith("\\") && line.trim() !== "");
  return lines.length > max ? [...lines.slice(0, max), "…"] : lines;
}

function cut(text: string | null, lines: [number, number] | null): string {
  if (text === null) return "";
  const all = text.split(/\r\n|\r|\n/);
  if (lines === null) return "";
  const own = all.slice(lines[0], lines[1]);
  return own.length === 0 ? "" : `${own.join("\n")}\n`;
}
