// Whether the arguments of a Python call fit parameters, and what it comes to where they do not any more.
// Knows no other version than the two that it is given.
import type { SyntaxNode } from "../syntaxTree.ts";
import type { Parameter } from "./definitions.ts";

export interface Given {
  positional: number;
  /** `*args`: nobody knows how many. */
  hasSpread: boolean;
  keywords: string[];
  /** `**options`. */
  hasKeywordSpread: boolean;
}

export function givenIn(call: SyntaxNode): Given {
  const list = call.child("arguments");
  if (list?.type !== "argument_list") return { positional: 1, hasSpread: false, keywords: [], hasKeywordSpread: false };
  const count = (type: string): number => list.children.filter((each) => each.type === type).length;
  const keywords = list.children.filter(({ type }) => type === "keyword_argument");
  const [spread, keywordSpread] = [count("list_splat"), count("dictionary_splat")];
  return {
    positional: list.children.length - keywords.length - spread - keywordSpread,
    hasSpread: spread > 0,
    keywords: keywords.map((each) => each.child("name")!.text),
    hasKeywordSpread: keywordSpread > 0,
  };
}

export type Misfit<P extends Parameter = Parameter> =
  { kind: "missing"; parameter: P } | { kind: "surplus"; index: number } | { kind: "keyword"; name: string };

/** The first thing that does not fit; null where all does, or nobody can tell. */
export function misfitOf<P extends Parameter>(parameters: readonly P[], given: Given): Misfit<P> | null {
  const byPosition = parameters.filter(({ kind }) => kind === "positional" || kind === "either");
  const takes = (kind: Parameter["kind"]): boolean => parameters.some((each) => each.kind === kind);
  if (given.positional > byPosition.length && !takes("rest")) return { kind: "surplus", index: byPosition.length };
  for (const name of given.keywords) {
    const at = parameters.findIndex((each) => each.name === name && each.kind !== "rest" && each.kind !== "keywords");
    const isNamed = at >= 0 && parameters[at]!.kind !== "positional";
    const isTwice =
      isNamed && byPosition.indexOf(parameters[at]!) >= 0 && byPosition.indexOf(parameters[at]!) < given.positional;
    if (isTwice || (!isNamed && !takes("keywords"))) return { kind: "keyword", name };
  }
  const missing = parameters.find((each) => {
    if (each.hasDefault || each.kind === "rest" || each.kind === "keywords") return false;
    const position = byPosition.indexOf(each);
    if (position >= 0 && (position < given.positional || given.hasSpread)) return false;
    return !(each.kind !== "positional" && (given.keywords.includes(each.name) || given.hasKeywordSpread));
  });
  return missing ? { kind: "missing", parameter: missing } : null;
}

/** Where a parameter lacks its argument because a new one before it took that, the new one. */
export function causeOf<P extends Parameter>(
  misfit: Misfit<P>,
  before: readonly Parameter[],
  now: readonly P[],
): Misfit<P> {
  if (misfit.kind !== "missing") return misfit;
  const isNew = ({ name }: Parameter): boolean => !before.some((each) => each.name === name);
  const isAsBefore = before.some(({ name, hasDefault }) => name === misfit.parameter.name && !hasDefault);
  const cause = isAsBefore ? now.find((each) => isNew(each) && !each.hasDefault) : undefined;
  return cause ? { kind: "missing", parameter: cause } : misfit;
}

type Noun = "parameter" | "field";

export function misfitInWords(
  misfit: Misfit,
  before: readonly Parameter[],
  now: readonly Parameter[],
  noun: Noun,
): string {
  if (misfit.kind === "missing") {
    const { name } = misfit.parameter;
    const isOld = before.some((each) => each.name === name);
    return isOld ? `${noun} \`${name}\` has no default any more` : `${noun} \`${name}\` is now required`;
  }
  const name = misfit.kind === "keyword" ? misfit.name : before[misfit.index]?.name;
  const old = before.findIndex((each) => each.name === name);
  if (name === undefined || old < 0) return `it takes ${now.length} arguments now`;
  const kept = now.find((each) => each.name === name);
  if (kept?.kind === "keyword") return `${noun} \`${name}\` is keyword-only now`;
  if (kept?.kind === "positional") return `${noun} \`${name}\` is positional-only now`;
  if (kept) return `${noun} \`${name}\` is passed by its position now`;
  const instead = misfit.kind === "keyword" ? now[old] : undefined;
  const isRenamed = instead && !before.some((each) => each.name === instead.name);
  return isRenamed ? `${noun} \`${name}\` is now \`${instead.name}\`` : `${noun} \`${name}\` is gone`;
}

/** An argument that fits, and is taken for another parameter than before. */
export function shiftInWords(before: readonly Parameter[], now: readonly Parameter[], given: Given): string | null {
  const has = (list: readonly Parameter[], name: string): boolean =>
    list.some((each) => each.name === name && each.kind !== "rest" && each.kind !== "keywords");
  for (let n = 0; n < given.positional; n++) {
    const [old, fresh] = [before, now].map((list) => atPosition(list, n)) as [
      Parameter | undefined,
      Parameter | undefined,
    ];
    if (!old || !fresh || fresh.kind === "rest" || old.name === fresh.name) continue;
    if (old.kind === "rest" || has(now, old.name) || has(before, fresh.name))
      return `argument ${n + 1} is now \`${fresh.name}\``;
  }
  return null;
}

function atPosition(parameters: readonly Parameter[], index: number): Parameter | undefined {
  const positional = parameters.filter(({ kind }) => kind === "positional" || kind === "either");
  return positional[index] ?? parameters.find(({ kind }) => kind === "rest");
}

/** What a caller gives at least, and at most, who knows only these parameters. */
export function callsOf(parameters: readonly Parameter[]): Given[] {
  const spreads = {
    hasSpread: parameters.some(({ kind }) => kind === "rest"),
    hasKeywordSpread: parameters.some(({ kind }) => kind === "keywords"),
  };
  const byPosition = parameters.filter(({ kind }) => kind === "positional" || kind === "either");
  const required = parameters
    .filter(({ kind, hasDefault }) => kind === "keyword" && !hasDefault)
    .map(({ name }) => name);
  const fewest = byPosition.filter(({ hasDefault }) => !hasDefault).length;
  return [{ positional: fewest, keywords: required, ...spreads }];
}
