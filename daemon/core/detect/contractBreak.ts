// contract_break: what one side changed breaks what the other side's new code relies on.
// That it does is witnessed elsewhere, by a compiler; here it becomes a clash of the two sides.
import type { SideChange } from "../../../shared/model/conflict.ts";
import { startOfFile } from "../../../shared/model/location.ts";
import { pathOf } from "../../../shared/model/subject.ts";
import type { SymbolId } from "../../../shared/model/symbol.ts";
import { isOfProgram, programSubject, type ProgramChanges } from "../footprint/program.ts";
import type { Break, WitnessedSide, WitnessedUse } from "../questions.ts";
import type { Session } from "../state.ts";
import { confidence } from "./confidence.ts";
import type { Clash, Detector } from "./detector.ts";
import { programChanges } from "./programChanges.ts";
import { renamesOf, type SideRenames } from "./renames.ts";

/** A side that changed more files is not laid over another one. */
const mostFiles = 500;

export const contractBreak: Detector = {
  kind: "contract_break",

  /** All contracts of a pair hang on all that both sides changed. */
  related(subject) {
    return subject === programSubject ? [programSubject] : [];
  },

  clash(_thing, a, b, inquiry) {
    const base = a.checkout.base;
    // What two sides with different bases have in common is not known.
    if (base === null || base !== b.checkout.base) return null;
    const [ofA, ofB] = [programChanges(a), programChanges(b)];
    if (![ofA, ofB].every(({ files }) => files.length > 0 && files.length <= mostFiles)) return null;
    if (a.held !== null || b.held !== null || ofA.isBroken || ofB.isBroken) return inquiry.wait();
    const [renamesA, renamesB] = [renamesOf(a, b, inquiry), renamesOf(b, a, inquiry)];
    if (!renamesA || !renamesB) return null;
    const breaks = inquiry.ask({
      ...{ type: "witness", base },
      ...{ a: witnessed(a, ofA, renamesA), b: witnessed(b, ofB, renamesB) },
    });
    return (breaks ?? []).map((each) => clashOf(each, a, b));
  },
};

function witnessed({ checkout }: Session, { key, files }: ProgramChanges, { to }: SideRenames): WitnessedSide {
  const renames = [...to].filter(([from]) => isOfProgram(from));
  return { checkout: checkout.path, key, files, renames };
}

function clashOf({ contract, changer, uses }: Break, a: Session, b: Session): Clash {
  const broken = changedContract(contract, changer === "a" ? a : b);
  const using = firstOfEach(uses).map(({ subject, path, range }): SideChange => ({
    subject,
    change: "uses",
    path,
    range,
  }));
  const level = confidence.contract_break.witness;
  return {
    subjects: [contract],
    // The contract is named by the subject: the paths are those that must follow it.
    paths: [...new Set(uses.map(({ path }) => path))].sort(),
    confidence: level,
    evidence: "observed",
    a: changer === "a" ? [broken] : using,
    b: changer === "b" ? [broken] : using,
    key: [contract, changer, ...uses.map(keyOf).sort()].join(" "),
    family: contract,
    hangsOn: [programSubject],
    broken: { contract, changer, uses },
  };
}

/** The first place in each definition. */
function firstOfEach(uses: WitnessedUse[]): WitnessedUse[] {
  return uses.filter((use, at) => uses.findIndex(({ subject }) => subject === use.subject) === at);
}

function keyOf({ subject, code, message }: WitnessedUse): string {
  return `${subject} ${code} ${message}`;
}

/** The declaration on the changer's side; the file where only an export or the module itself changed. */
function changedContract(subject: string, { footprint }: Session): SideChange {
  const symbol = footprint.symbols.get(subject as SymbolId);
  if (symbol) return { subject, change: symbol.change, path: symbol.path, range: symbol.nameRange };
  const path = pathOf(subject);
  const change = footprint.paths.get(path)?.change ?? "modified";
  const deed = subject.startsWith("sym:") && change === "modified" ? "signature" : change;
  return { subject, change: deed, path, range: startOfFile };
}
