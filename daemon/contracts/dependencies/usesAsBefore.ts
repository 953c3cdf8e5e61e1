// Whether the side that moved a package to another version uses of it what a new line uses: then that holds with the new version.
// Knows no manifests.
import { languageOf } from "../../syntax/languageOf.ts";
import type { VersionTree } from "../family.ts";
import type { Import } from "./imports.ts";

type ImportsIn = (path: string, text: string) => readonly Import[];

export class UsesAsBefore {
  private readonly known = new Map<string, boolean>();

  /** `importsIn`: what a file of the mover's tree imports of the package. */
  constructor(
    private readonly mover: VersionTree,
    private readonly importsIn: ImportsIn,
    private readonly proceed: () => void,
  ) {}

  /** `path`: the file whose text has the use at `at`. */
  has(path: string, text: string, at: number): boolean {
    const use = useAt(text, at);
    if (use === null) return false;
    const key = `${languageOf(path)} ${use}`;
    if (!this.known.has(key)) this.known.set(key, this.isUsed(languageOf(path), use));
    return this.known.get(key)!;
  }

  private isUsed(language: string | null, use: string): boolean {
    return this.mover.files().some((file) => {
      if (languageOf(file) !== language) return false;
      this.proceed();
      const text = this.mover.read(file) ?? "";
      return says(text, use) && this.importsIn(file, text).some(({ names }) => names.some((name) => isOf(name, use)));
    });
  }
}

/** `pytest.mark.slow` of a text; null where more is called on what it gives: what that is nobody knows. */
function useAt(text: string, at: number): string | null {
  const [use] = /^[\w$]+(?:\.[\w$]+)*/.exec(text.slice(at, at + 200)) ?? [null];
  if (use === null) return null;
  const end = at + use.length;
  return text[end] === "(" && /^\s*\??\./.test(text.slice(closing(text, end))) ? null : use;
}

/** After the bracket that closes the one at `open`. */
function closing(text: string, open: number): number {
  let depth = 0;
  for (let at = open; at < text.length; at++) {
    if ("([{".includes(text[at]!)) depth++;
    if (")]}".includes(text[at]!) && --depth === 0) return at + 1;
  }
  return text.length;
}

function says(text: string, use: string): boolean {
  for (let at = text.indexOf(use); at >= 0; at = text.indexOf(use, at + 1))
    if (!/[\w$.]/.test(text[at - 1] ?? "") && !/[\w$]/.test(text[at + use.length] ?? "") && useAt(text, at) === use)
      return true;
  return false;
}

/** `pytest.` binds `pytest.mark`, `format` binds `format`. */
function isOf(name: string, use: string): boolean {
  const bound = name.replace(/\.$/, "");
  return use === bound || use.startsWith(`${bound}.`);
}
