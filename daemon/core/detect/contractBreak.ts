// contract_break: what one side changed breaks what the other side's new code relies on.
// That it does is found out elsewhere, by reading both sides and by a compiler; here it becomes a clash of the two.
import type { SideChange } from "../../../shared/model/conflict.ts";
import { startOfFile } from "../../../shared/model/location.ts";
import { nameOf, pathOf } from "../../../shared/model/subject.ts";
import type { SymbolId } from "../../../shared/model/symbol.ts";
import { codeSubject, isCode, type CodeChanges } from "../footprint/code.ts";
import type { Break, ChangedSide, PairQuestion, Use } from "../questions.ts";
import type { Session } from "../state.ts";
import { codeChanges } from "./codeChanges.ts";
import { confidence } from "./confidence.ts";
import type { Clash, Detector, Inquiry } from "./detector.ts";
import { renamesOf, type SideRenames } from "./renames.ts";

/** A side that changed more files is not laid over another one. */
const mostFiles = 500;

export const contractBreak: Detector = {
  kind: "contract_break",

  /** All contracts of a pair hang on all that both sides changed: once as they read, once as a compiler checks them. */
  related(subject) {
    return subject === codeSubject ? ["contracts", "witness"] : [];
  },

  clash(thing, a, b, inquiry) {
    const type = thing as PairQuestion["type"];
    const breaks = breaksOf(type, a, b, inquiry);
    if (type === "contracts" || !breaks || breaks.length === 0)
      return breaks?.map((each) => clashOf(each, a, b)) ?? null;
    const read = breaksOf("contracts", a, b, inquiry) ?? [];
    return breaks.map((each) => clashOf(namedAsRead(each, read), a, b));
  },
};

/** Null: nothing is known, or not yet. */
function breaksOf(type: PairQuestion["type"], a: Session, b: Session, inquiry: Inquiry): Break[] | null {
  const base = a.checkout.base;
  // What two sides with different bases have in common is not known.
  if (base === null || base !== b.checkout.base) return null;
  const part = type === "witness" ? "program" : "all";
  const [ofA, ofB] = [codeChanges(a, part), codeChanges(b, part)];
  if (![ofA, ofB].every(({ files }) => files.length > 0 && files.length <= mostFiles)) return null;
  if (a.held !== null || b.held !== null || ofA.isBroken || ofB.isBroken) return inquiry.wait();
  const [renamesA, renamesB] = [renamesOf(a, b, inquiry), renamesOf(b, a, inquiry)];
  if (!renamesA || !renamesB) return null;
  return inquiry.ask({ type, base, a: sideOf(a, ofA, renamesA), b: sideOf(b, ofB, renamesB) }) ?? null;
}

/** A schema that the compiler calls a constant is the one contract that the readers call a schema. */
function namedAsRead(broken: Break, read: readonly Break[]): Break {
  const schema = read.find(
    ({ contract, changer }) =>
      contract.startsWith("zod:") && changer === broken.changer && isSamePlace(contract, broken.contract),
  );
  const { contract, declaration } = schema ?? broken;
  return { ...broken, contract, ...(declaration ? { declaration } : {}) };
}

function isSamePlace(one: string, other: string): boolean {
  return pathOf(one) === pathOf(other) && nameOf(one) === nameOf(other);
}

function sideOf({ checkout }: Session, { key, files }: CodeChanges, { to }: SideRenames): ChangedSide {
  const renames = [...to].filter(([from]) => isCode(from));
  return { checkout: checkout.path, key, files, renames };
}

function clashOf(broken: Break, a: Session, b: Session): Clash {
  const { contract, changer, uses, certainty } = broken;
  const changed = changedContract(broken, changer === "a" ? a : b);
  const using = firstOfEach(uses).map(({ subject, path, range }): SideChange => ({
    subject,
    change: "uses",
    path,
    range,
  }));
  return {
    subjects: [contract],
    // The contract is named by the subject: the paths are those that must follow it.
    paths: [...new Set(uses.map(({ path }) => path))].sort(),
    confidence: confidence.contract_break[broken.isBehaviour ? "behaviour" : certainty],
    evidence: certainty === "pattern" && !broken.isBehaviour ? "inferred" : "observed",
    a: changer === "a" ? [changed] : using,
    b: changer === "b" ? [changed] : using,
    key: [contract, changer, broken.reason ?? "", ...uses.map(keyOf).sort()].join(" "),
    family: contract,
    hangsOn: [codeSubject],
    broken,
  };
}

/** The first place in each definition. */
function firstOfEach(uses: Use[]): Use[] {
  return uses.filter((use, at) => uses.findIndex(({ subject }) => subject === use.subject) === at);
}

function keyOf({ subject, error }: Use): string {
  return error ? `${subject} ${error.code} ${error.message}` : subject;
}

/** The declaration on the changer's side; the file where only an export or the module itself changed. */
function changedContract({ contract: subject, declaration }: Break, { footprint }: Session): SideChange {
  if (declaration) return { subject, ...declaration };
  const symbol = footprint.symbols.get(subject as SymbolId);
  if (symbol) return { subject, change: symbol.change, path: symbol.path, range: symbol.nameRange };
  const path = pathOf(subject);
  const change = footprint.paths.get(path)?.change ?? "modified";
  const deed = subject.startsWith("sym:") && change === "modified" ? "signature" : change;
  return { subject, change: deed, path, range: startOfFile };
}
