// Python annotations in one form: `Optional["Refund"]`, `Union[None, Refund]` and `Refund | None` are one type.
// Knows no tree: annotations are short texts.

const token =
  /\s+|#[^\n]*|\\\r?\n|[A-Za-z]{0,2}(?:"""[\s\S]*?"""|'''[\s\S]*?'''|"(?:\\.|[^"\\\n])*"|'(?:\\.|[^'\\\n])*')|[\p{L}_][\p{L}\p{N}_]*|[\d.]+|[^]/guy;

/** Modules whose names stand in annotations with or without them. */
const modules = /^(?:typing|typing_extensions|t|te|builtins|collections\.abc)\./;

/** Names of one type before and since Python 3.9. */
const renamed: Record<string, string> = {
  ...{ List: "list", Dict: "dict", Set: "set", FrozenSet: "frozenset", Tuple: "tuple", Type: "type" },
  ...{ Deque: "deque", DefaultDict: "defaultdict", Text: "str" },
};

/** The annotation in its one form; where it is none, its tokens. */
export function normalType(text: string): string {
  const tokens = tokensOf(text);
  try {
    const parser = new TypeParser(tokens);
    const type = parser.type();
    if (parser.atEnd()) return print(type);
  } catch {
    // Neither a type nor nested so deep that anybody reads it: as it stands.
  }
  return tokens.join(" ");
}

function tokensOf(text: string): string[] {
  return (text.match(token) ?? []).filter((each) => !/^(?:\s|#|\\\r?\n)/.test(each));
}

/** The members of a union; one for any other type. */
type Members = string[];

function print(members: Members): string {
  return [...new Set(members)].sort().join(" | ");
}

class TypeParser {
  private at = 0;

  constructor(private readonly tokens: string[]) {}

  atEnd(): boolean {
    return this.at === this.tokens.length;
  }

  type(): Members {
    const members = this.single();
    while (this.take("|")) members.push(...this.single());
    return members;
  }

  private single(): Members {
    const first = this.next();
    if (first === "[") return [`[${this.list("]").join(", ")}]`];
    if (first === "(") return this.inParentheses();
    if (first === "*" || first === "**" || first === "-") return [first + print(this.single())];
    if (isString(first)) return forwardReference(first);
    if (!/^[\p{L}_\d.]/u.test(first)) throw new SyntaxError(first);
    let name = first;
    while (this.tokens[this.at] === ".") name += this.next() + this.next();
    name = name.replace(modules, "");
    name = Object.hasOwn(renamed, name) ? renamed[name]! : name;
    return this.take("[") ? this.subscripted(name) : [name];
  }

  private inParentheses(): Members {
    const inside = this.type();
    if (this.take(")")) return inside;
    this.expect(",");
    return [`(${[print(inside), ...this.list(")")].join(", ")})`];
  }

  private subscripted(name: string): Members {
    if (name === "Literal") return [`Literal[${this.rawUntilBracket()}]`];
    if (name === "Annotated") {
      const type = print(this.type());
      return [`Annotated[${type} ${this.rawUntilBracket()}]`];
    }
    const members = this.memberList("]");
    if (name === "Optional") return [...members.flat(), "None"];
    if (name === "Union") return members.flat();
    return [`${name}[${members.map(print).join(", ")}]`];
  }

  private list(close: string): string[] {
    return this.memberList(close).map(print);
  }

  private memberList(close: string): Members[] {
    const members: Members[] = [];
    while (!this.take(close)) {
      members.push(this.type());
      if (this.take(close)) break;
      this.expect(",");
    }
    return members;
  }

  /** Values, not types: strings stay strings. */
  private rawUntilBracket(): string {
    const parts: string[] = [];
    for (let depth = 0; ;) {
      const each = this.next();
      if (each === "]" && depth-- === 0) break;
      if (each === "[") depth++;
      parts.push(isString(each) ? JSON.stringify(contentOf(each)) : each);
    }
    if (parts.at(-1) === ",") parts.pop();
    return parts.join(" ");
  }

  private next(): string {
    const found = this.tokens[this.at++];
    if (found === undefined) throw new SyntaxError("ends early");
    return found;
  }

  private take(wanted: string): boolean {
    if (this.tokens[this.at] !== wanted) return false;
    this.at++;
    return true;
  }

  private expect(wanted: string): void {
    if (!this.take(wanted)) throw new SyntaxError(wanted);
  }
}

function isString(text: string): boolean {
  return /^[A-Za-z]{0,2}["']/.test(text);
}

function contentOf(text: string): string {
  return text.replace(/^[A-Za-z]{0,2}("""|'''|"|')([\s\S]*)\1$/, "$2");
}

/** The type named in quotes. */
function forwardReference(text: string): Members {
  const parser = new TypeParser(tokensOf(contentOf(text)));
  const members = parser.type();
  if (!parser.atEnd()) throw new SyntaxError(text);
  return members;
}
