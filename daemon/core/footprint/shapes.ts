// What the new definitions of one side do, beyond their names, as far as it is known, and the index parts of it.
// Knows one side only.
import type { SymbolChange } from "../../../shared/model/footprint.ts";
import { nameOf, pathOf } from "../../../shared/model/subject.ts";
import type { SymbolId } from "../../../shared/model/symbol.ts";
import { ask } from "../knowledge.ts";
import type { Shape } from "../questions.ts";
import { enter, leave } from "../sets.ts";
import type { Repo, Session } from "../state.ts";

/** Shorter ones are trivial. Lines. */
const shortest = 4;
/** A side that adds more than this takes in foreign code: the rest of it is not looked at. */
const mostShapes = 1000;
/** Hashes of a shape that make one part: two shapes that are half alike share one of the parts almost surely. */
const partSize = 3;

/** Code that is alike by its nature: tests and what they need, lists of exports, settings, declarations. */
const alikeByNature =
  /(^|\/)(__tests__|__mocks__|__fixtures__|tests?|specs?|fixtures?|mocks?|stories|migrations)\/|[._-](test|spec|stories|fixture|mock|config|d)\.[cm]?[jt]sx?$|(^|\/)(index\.[cm]?[jt]sx?|__init__\.py|conftest\.py|test_[^/]*\.py|[^/]*_test\.(py|go))$/;

/** Takes in what the touched definitions are now, asking for what is not known. Answers the index keys that differ. */
export function updateShapes(repo: Repo, session: Session, touched: Iterable<string>): Set<string> {
  const { footprint } = session;
  const differing = new Set<string>();
  for (const subject of touched) {
    if (!subject.startsWith("sym:")) continue;
    const symbol = subject as SymbolId;
    const change = footprint.symbols.get(symbol);
    const known = footprint.shapes.get(symbol);
    const wanted = change && isComparable(session, change) ? change : null;
    if (known && known.content === wanted?.content) continue;
    for (const part of partsOf(known?.shape ?? null)) {
      leave(footprint.shapeParts, part, symbol);
      differing.add(part);
    }
    footprint.shapes.delete(symbol);
    if (!wanted || footprint.shapes.size >= mostShapes) continue;
    footprint.shapes.set(symbol, { content: wanted.content, shape: null });
    for (const part of learnShape(repo, session, symbol)) differing.add(part);
  }
  return differing;
}

/** The shape of a definition, where it is known by now. Answers the index keys that it brings. */
export function learnShape(repo: Repo, session: Session, symbol: SymbolId): string[] {
  const { footprint, checkout, files } = session;
  const [change, known] = [footprint.symbols.get(symbol), footprint.shapes.get(symbol)];
  const file = change && files.get(change.path);
  const blob = (file?.overlay ?? file?.disk)?.blob;
  if (!change || known?.content !== change.content || known.shape !== null || blob === undefined) return [];
  const { path, range, content } = change;
  const source = { checkout: checkout.path, path, blob };
  const shape = ask(repo.knowledge, { type: "shape", source, range, content }, { session, symbol });
  if (!shape) return [];
  footprint.shapes.set(symbol, { content, shape });
  const parts = partsOf(shape);
  for (const part of parts) enter(footprint.shapeParts, part, symbol);
  return parts;
}

export function partsOf(shape: Shape | null): string[] {
  if (!shape) return [];
  const parts: string[] = [];
  for (let at = 0; at < shape.length; at += partSize)
    parts.push(`shape:${at} ${shape.slice(at, at + partSize).join(" ")}`);
  return parts;
}

/** New, by itself, and no boilerplate. */
function isComparable({ footprint }: Session, change: SymbolChange): boolean {
  if (change.change !== "added" || change.range.end.line - change.range.start.line < shortest - 1) return false;
  const name = nameOf(change.subject);
  if (/(^|\.)(constructor|__init__)$/.test(name) || alikeByNature.test(pathOf(change.subject))) return false;
  return change.container === null || footprint.symbols.get(change.container)?.change !== "added";
}
