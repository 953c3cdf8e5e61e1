// Makes text that others wrote (branches, people, files, notes) safe to show: as text, on one line, of bounded length.
// Must not know vscode or any surface.

// Controls, and format characters: zero-width, bidi marks, overrides and isolates, soft hyphen, BOM, tags.
const invisible = /[\p{Cc}\p{Cf}\p{Zl}\p{Zp}]/gu;
const invisibleInCode = /(?!\t)[\p{Cc}\p{Cf}\p{Zl}\p{Zp}]/gu;

/** One line of plain text: control and bidi characters out, white space collapsed, at most `max` UTF-16 units. */
export function plain(text: string, max = 500): string {
  const clean = text
    .replace(/[\t\n\r]+/g, " ")
    .replace(invisible, "")
    .replace(/ {2,}/g, " ")
    .trim();
  return shorten(clean, max);
}

/** The same for Markdown: no mark-up, link or HTML of the text survives. */
export function markdown(text: string, max = 500): string {
  return plain(text, max).replace(/[!-/:-@[-`{-~]/g, "\\$&");
}

/** The same for places that draw `$(icon)`: status bar, CodeLens, quick pick. */
export function iconless(text: string, max = 500): string {
  return plain(text, max).replace(/\$\(/g, "\\$(");
}

/** The same for notifications, where `[text](address)` is a link. */
export function linkless(text: string, max = 500): string {
  return plain(text, max).replace(/\]\(/g, "] (");
}

/** A fenced Markdown block whose content cannot end it. `lines` keep tabs and layout. */
export function fence(language: string, lines: readonly string[]): string {
  const clean = lines.map((line) => shorten(line.replace(invisibleInCode, ""), 300));
  const longest = Math.max(2, ...clean.flatMap((line) => (line.match(/`+/g) ?? []).map((run) => run.length)));
  const marks = "`".repeat(longest + 1);
  return `${marks}${language}\n${clean.join("\n")}\n${marks}`;
}

function shorten(text: string, max: number): string {
  if (text.length <= max) return text;
  const cut = text.slice(0, max - 1);
  // Never half a surrogate pair.
  return `${/[\ud800-\udbff]$/.test(cut) ? cut.slice(0, -1) : cut}…`;
}
