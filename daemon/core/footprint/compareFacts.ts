// Base facts against facts of now, for one file → what changed in it.
// Knows no other file: moves between files are found by moves.ts.
import type { PathChange, SymbolChange } from "../../../shared/model/footprint.ts";
import { symbolId, type FileFacts, type SymbolFact, type SymbolId } from "../../../shared/model/symbol.ts";
import type { Version } from "../state.ts";

export function comparePath(path: string, base: Version | null, now: Version | null): PathChange | null {
  if (base?.blob === now?.blob) return null;
  const change = base === null ? "added" : now === null ? "removed" : "modified";
  return { path, change, content: now?.blob ?? null };
}

/** Changes of the definitions of one file, in the order of the text; removed ones last. */
export function compareSymbols(path: string, base: FileFacts | null, now: FileFacts | null): SymbolChange[] {
  if (base === now) return [];
  const [baseSymbols, nowSymbols] = unlike(base?.symbols ?? [], now?.symbols ?? []);
  const before = new Map(baseSymbols.map((symbol) => [symbol.name, symbol]));
  const after = new Map(nowSymbols.map((symbol) => [symbol.name, symbol]));
  const language = now?.language ?? base?.language;
  if (!language) return [];
  const id = (name: string): SymbolId => symbolId(language, path, name);
  const changes: SymbolChange[] = [];
  const added: SymbolFact[] = [];
  for (const symbol of after.values()) {
    const old = before.get(symbol.name);
    if (old && old.signature === symbol.signature && old.body === symbol.body) continue;
    if (!old) added.push(symbol);
    const change = !old ? "added" : old.signature === symbol.signature ? "modified" : "signature";
    const place = old ? "" : `@${neighbour(symbol, now!, base)}`;
    const scope = !old && symbol.scope ? { scope: symbol.scope } : {};
    changes.push({ ...placed(symbol, path, id), change, fingerprint: contentOf(symbol) + place, ...scope });
  }
  for (const old of before.values()) {
    if (after.has(old.name)) continue;
    const renamed = onlyOne(added.filter((symbol) => sameApartFromName(symbol, old)));
    if (renamed) added.splice(added.indexOf(renamed), 1);
    changes.push(
      renamed
        ? {
            ...placed(renamed, path, id),
            ...identity(old, id),
            change: "renamed",
            fingerprint: `renamed:${renamed.name}`,
            to: id(renamed.name),
          }
        : { ...placed(old, path, id), change: "removed", fingerprint: "removed" },
    );
  }
  return changes;
}

/** Without those at the beginning and at the end that are the same on both sides: after most saves that is nearly all. */
function unlike(base: readonly SymbolFact[], now: readonly SymbolFact[]): [SymbolFact[], SymbolFact[]] {
  const most = Math.min(base.length, now.length);
  let start = 0;
  while (start < most && isSame(base[start]!, now[start]!)) start += 1;
  let end = 0;
  while (end < most - start && isSame(base.at(-1 - end)!, now.at(-1 - end)!)) end += 1;
  return [base.slice(start, base.length - end), now.slice(start, now.length - end)];
}

function isSame(old: SymbolFact, symbol: SymbolFact): boolean {
  return old.name === symbol.name && old.signature === symbol.signature && old.body === symbol.body;
}

function placed(symbol: SymbolFact, path: string, id: (name: string) => SymbolId) {
  return { ...identity(symbol, id), path, range: symbol.range, nameRange: symbol.nameRange };
}

function identity(symbol: SymbolFact, id: (name: string) => SymbolId) {
  const container = symbol.container === null ? null : id(symbol.container);
  return { subject: id(symbol.name), container, content: contentOf(symbol) };
}

export function contentOf(symbol: SymbolFact): string {
  return `${symbol.kind}:${symbol.signature}:${symbol.body}`;
}

/** What others see of a changed definition, as a fingerprint: its kind and signature. */
export function declarationOf(change: SymbolChange): string {
  return change.content.slice(0, change.content.lastIndexOf(":"));
}

/** Two same additions after the same definition, at the same depth, land in one place: git makes them one. */
function neighbour(symbol: SymbolFact, now: FileFacts, base: FileFacts | null): string {
  const before = new Set(base?.symbols.map(({ name }) => name));
  let last: SymbolFact | null = null;
  for (const other of now.symbols) {
    if (other === symbol) break;
    const insideLast = last !== null && ends(other, last) && !ends(symbol, last);
    if (!insideLast && before.has(other.name)) last = other;
  }
  return last?.name ?? "";
}

/** Whether a definition ends within another one that began before it. */
function ends(symbol: SymbolFact, within: SymbolFact): boolean {
  const [a, b] = [symbol.range.end, within.range.end];
  return a.line < b.line || (a.line === b.line && a.character <= b.character);
}

function sameApartFromName(a: SymbolFact, b: SymbolFact): boolean {
  return a.container === b.container && contentOf(a) === contentOf(b);
}

function onlyOne<T>(items: T[]): T | null {
  return items.length === 1 ? items[0]! : null;
}
