// Python string literals in one form: kind of quotes, raw or not, and where neighbours are split do not enter.
// Knows no tree.

interface Piece {
  prefix: string;
  content: string;
  end: number;
}

const opening = /([A-Za-z]{0,3})("""|'''|"|')/y;
const between = /(?:\s|#[^\n]*|\\\r?\n)*/y;

/** `"a" 'b'`, `"ab"` and `r"ab"` are one string. What is no string stays as it is. */
export function normalString(text: string): string {
  const pieces: Piece[] = [];
  for (let at = 0; at < text.length;) {
    const piece = pieceAt(text, at);
    if (!piece) return text;
    pieces.push(piece);
    between.lastIndex = piece.end;
    between.test(text);
    at = Math.max(between.lastIndex, piece.end);
  }
  const kind = (letter: string): string => (pieces.some(({ prefix }) => prefix.includes(letter)) ? letter : "");
  const [bytes, formatted] = [kind("b"), kind("f") || kind("t")];
  return `${bytes}${formatted}"${pieces.map((piece) => contentOf(piece, formatted !== "")).join("")}`;
}

function pieceAt(text: string, at: number): Piece | null {
  opening.lastIndex = at;
  const [all, letters, quotes] = opening.exec(text) ?? [];
  if (all === undefined || letters === undefined || quotes === undefined) return null;
  const prefix = letters.toLowerCase();
  const start = at + all.length;
  const close = closingQuotes(text, start, quotes, isFormatted(prefix));
  return { prefix, content: text.slice(start, close), end: close + quotes.length };
}

/** Since Python 3.12 the same quotes may stand in the braces of a formatted string. */
function closingQuotes(text: string, start: number, quotes: string, formatted: boolean): number {
  let depth = 0;
  for (let at = start; at < text.length; at++) {
    const character = text[at];
    if (character === "\\") at++;
    else if (formatted && character === "{" && text[at + 1] === "{" && depth === 0) at++;
    else if (formatted && character === "{") depth++;
    else if (formatted && character === "}" && depth > 0) depth--;
    else if (depth === 0 && text.startsWith(quotes, at)) return at;
  }
  return text.length;
}

function isFormatted(prefix: string): boolean {
  return /[ft]/.test(prefix);
}

function contentOf({ prefix, content }: Piece, amongFormatted: boolean): string {
  const plain = prefix.includes("r") ? content.replaceAll("\\", "\\\\") : withoutQuoteEscapes(content);
  if (isFormatted(prefix)) return withNormalExpressions(plain);
  return amongFormatted ? plain.replace(/[{}]/g, "$&$&") : plain;
}

/** `\'` and `'` are one: which of them is written depends on the quotes around. `\xFF` and `\xff` are one. */
function withoutQuoteEscapes(content: string): string {
  if (!content.includes("\\")) return content;
  return content.replace(/\\(?:(["'])|x[\da-f]{2}|u[\da-f]{4}|U[\da-f]{8}|[\s\S])/gi, (all, quote?: string) =>
    quote === undefined ? (/^\\[xuU]/.test(all) ? all[0]! + all[1]! + all.slice(2).toLowerCase() : all) : quote,
  );
}

/** Inside braces neither blanks nor the kind of quotes matter. */
function withNormalExpressions(content: string): string {
  let depth = 0;
  let normal = "";
  for (let at = 0; at < content.length; at++) {
    const character = content[at]!;
    const doubled = depth === 0 && (character === "{" || character === "}") && content[at + 1] === character;
    if (doubled) normal += character + content[at++]!;
    else {
      if (character === "{") depth++;
      if (character === "}" && depth > 0) depth--;
      if (depth === 0 || !/\s/.test(character)) normal += depth > 0 && character === "'" ? '"' : character;
    }
  }
  return normal;
}
