// Where a removed file or symbol went: found by content among what the same side added.
// Knows one side only.
import type { PathChange, SymbolChange } from "../../../shared/model/footprint.ts";
import { symbolId, type SymbolFact } from "../../../shared/model/symbol.ts";
import type { Session } from "../state.ts";
import { contentAndName } from "./footprint.ts";
import { nameOf } from "../../../shared/model/subject.ts";

/** How many added files are looked at for one that was also edited after its move. */
const candidatesLimit = 200;

/** The change, or `moved` with its new place where the file was only taken elsewhere. */
export function followPath(session: Session, change: PathChange): PathChange {
  const to = change.change === "removed" ? fileTarget(session, change.path) : null;
  return to === null ? change : { ...change, change: "moved", to };
}

/** The change, or `moved` with its new place where the definition was only taken elsewhere. */
export function followSymbol(session: Session, change: SymbolChange): SymbolChange {
  if (change.change !== "removed") return change;
  const target = symbolTarget(session, change) ?? symbolInMovedFile(session, change);
  if (!target) return change;
  const { subject: to, path, range, nameRange } = target;
  return { ...change, change: "moved", fingerprint: `moved:${to}`, to, path, range, nameRange };
}

function symbolTarget({ footprint }: Session, change: SymbolChange): SymbolChange | undefined {
  const to = first([...(footprint.addedSymbols.get(contentAndName(change)) ?? [])]);
  return to && footprint.symbols.get(to);
}

function symbolInMovedFile(session: Session, change: SymbolChange): SymbolChange | undefined {
  const path = fileTarget(session, change.path);
  const language = path === null ? null : session.files.get(path)?.lastGood?.language;
  return path !== null && language
    ? session.footprint.symbols.get(symbolId(language, path, nameOf(change.subject)))
    : undefined;
}

/** Kept until something is added: many definitions of one file ask. */
function fileTarget(session: Session, path: string): string | null {
  const { moves } = session.footprint;
  let target = moves.get(path);
  if (target === undefined) moves.set(path, (target = findTarget(session, path)));
  return target;
}

/** Same content, else the added file that has most of the removed one's definitions. */
function findTarget(session: Session, path: string): string | null {
  const base = session.files.get(path)?.base;
  if (!base || session.footprint.paths.get(path)?.change !== "removed") return null;
  const same = first([...(session.footprint.addedBlobs.get(base.blob) ?? [])]);
  if (same !== undefined) return same;
  if (base.facts.symbols.length === 0) return null;
  let best: { path: string; share: number } | null = null;
  const added = [...session.footprint.addedBlobs.values()].slice(0, candidatesLimit).flatMap((paths) => [...paths]);
  for (const candidate of added.sort()) {
    const share = shared(base.facts.symbols, session.files.get(candidate)?.lastGood?.symbols ?? []);
    if (share > (best?.share ?? 0.5)) best = { path: candidate, share };
  }
  return best?.path ?? null;
}

/** Of several equally good places always the same one, whatever was read first. */
function first<T extends string>(places: T[]): T | undefined {
  return places.sort()[0];
}

/** Share of the definitions that are there under the same name; unchanged ones count full, edited ones half. */
function shared(before: SymbolFact[], after: SymbolFact[]): number {
  const now = new Map(after.map((symbol) => [symbol.name, symbol]));
  const weight = (symbol: SymbolFact): number => {
    const found = now.get(symbol.name);
    return !found ? 0 : found.body === symbol.body && found.signature === symbol.signature ? 1 : 0.6;
  };
  return before.reduce((sum, symbol) => sum + weight(symbol), 0) / before.length;
}
