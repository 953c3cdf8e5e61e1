// What each side changed, by the names of definitions: facts of the base against facts of the side.
// Knows no errors and no checker.
import type ts from "typescript";
import { symbolId, type FileFacts, type SymbolFact } from "../../shared/model/symbol.ts";
import { languageOf } from "../syntax/languageOf.ts";
import { createFactsReader } from "../syntax/readFacts.ts";
import type { LaidOver } from "./laidOver.ts";
import type { SideName } from "../sides/work.ts";

export class Declarations {
  private readonly read = createFactsReader();
  private readonly facts = new Map<string, FileFacts>();
  private readonly changed = new Map<string, Set<string>>();

  constructor(private readonly laid: LaidOver) {}

  /** Subject of the definition at this place of a merged file, if the side changed it; null: it did not. */
  changedAt(path: string, text: string, at: ts.LineAndCharacter, side: SideName): string | null {
    const changed = this.changedBy(side, path);
    if (changed.size === 0) return null;
    const { symbols } = this.factsOf(path, text);
    let symbol = innermost(symbols, at);
    for (; symbol; symbol = symbols.find(({ name }) => name === symbol?.container)) {
      const { name } = symbol;
      if (changed.has(name)) return this.subject(path, name);
      // Only a member went or came: the definition that has it.
      if ([...changed].some((each) => each.startsWith(`${name}.`))) return this.subject(path, name);
    }
    return null;
  }

  isChanged(path: string, name: string, side: SideName): boolean {
    return this.changedBy(side, path).has(name);
  }

  /** The subject of a name of the file, changed or not. */
  subject(path: string, name: string): string {
    const { base } = this.laid.pathsOf(path);
    return symbolId(languageOf(base) ?? "ts", base, name);
  }

  /** The innermost definition around a place, as a subject; the file itself where there is none. */
  around(path: string, text: string, at: ts.LineAndCharacter): string {
    const symbol = innermost(this.factsOf(path, text).symbols, at);
    return symbol ? symbolId(languageOf(path) ?? "ts", path, symbol.name) : `path:${path}`;
  }

  private changedBy(side: SideName, path: string): Set<string> {
    const key = `${side} ${path}`;
    const known = this.changed.get(key);
    if (known) return known;
    const paths = this.laid.pathsOf(path);
    const [before, after] = [this.laid.base.get(paths.base), this.laid[side].get(paths[side])];
    const changed = before === after ? new Set<string>() : this.differences(paths.base, before, paths[side], after);
    this.changed.set(key, changed);
    return changed;
  }

  private differences(
    oldPath: string,
    before: string | null | undefined,
    newPath: string,
    after: string | null | undefined,
  ): Set<string> {
    const [old, now] = [printed(this.factsOf(oldPath, before ?? "")), printed(this.factsOf(newPath, after ?? ""))];
    const names = [...new Set([...old.keys(), ...now.keys()])];
    return new Set(names.filter((name) => old.get(name) !== now.get(name)));
  }

  private factsOf(path: string, text: string): FileFacts {
    const key = `${path}\0${text}`;
    let facts = this.facts.get(key);
    if (!facts) this.facts.set(key, (facts = this.read(path, text)));
    return facts;
  }
}

function printed({ symbols }: FileFacts): Map<string, string> {
  const prints = new Map<string, string>();
  for (const { name, kind, exported, signature, body } of symbols)
    prints.set(name, [prints.get(name) ?? "", kind, String(exported), signature, body].join(" "));
  return prints;
}

function innermost(symbols: readonly SymbolFact[], { line, character }: ts.LineAndCharacter): SymbolFact | undefined {
  const around = symbols.filter(({ range: { start, end } }) => {
    const isAfter = line > start.line || (line === start.line && character >= start.character);
    return isAfter && (line < end.line || (line === end.line && character <= end.character));
  });
  const length = ({ range }: SymbolFact): number => (range.end.line - range.start.line) * 10_000 + range.end.character;
  return around.sort((x, y) => length(x) - length(y))[0];
}
