// The words and signs of a piece of code, without comments and layout. Good enough for all languages alike.
// Builds no tree and knows no grammar.

export interface Token {
  kind: "name" | "keyword" | "literal" | "sign";
  text: string;
}

/** Words that mean the same wherever they stand. */
const keywords = new Set(
  (
    "abstract and as async await break case catch class const continue debugger declare def default defer del delete do elif else " +
    "enum except export extends finally for from func function get global go goto if implements import in instanceof interface " +
    "is lambda let map namespace new not null nil None True False true false or package pass private protected public raise range " +
    "readonly return select self set static struct super switch this throw try type typeof undefined using var void while with yield"
  ).split(" "),
);

const pattern = new RegExp(
  [
    String.raw`(?<skip>\s+|//[^\n]*|/\*[\s\S]*?\*/|#(?![\p{ID_Start}_])[^\n]*)`,
    String.raw`(?<literal>"""[\s\S]*?"""|'''[\s\S]*?'''|"(?:\\.|[^"\\\n])*"|'(?:\\.|[^'\\\n])*'|\x60(?:\\.|[^\x60\\])*\x60|\d[\w.]*)`,
    String.raw`(?<name>#?[\p{ID_Start}$_][\p{ID_Continue}$]*)`,
    String.raw`(?<sign>=>|:=|->|\*\*|\?\?|\?\.|&&|\|\||[=!<>]=+|\.\.\.|[\s\S])`,
  ].join("|"),
  "gu",
);

export function tokensOf(text: string): Token[] {
  const tokens: Token[] = [];
  for (const { groups } of text.matchAll(pattern)) {
    const { literal, name, sign } = groups as { literal?: string; name?: string; sign?: string };
    if (literal !== undefined) tokens.push({ kind: "literal", text: plain(literal) });
    else if (name !== undefined) tokens.push({ kind: keywords.has(name) ? "keyword" : "name", text: name });
    else if (sign !== undefined && sign !== ";") tokens.push({ kind: "sign", text: sign === "?." ? "." : sign });
  }
  return tokens;
}

/** Which quotes stand around a text does not matter. */
function plain(literal: string): string {
  return literal.replace(/^(["'`])([\s\S]*)\1$/, "“$2”");
}
