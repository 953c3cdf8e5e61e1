// What a detector is: it looks at one subject that two sides hold and says whether they clash there.
// The list of detectors stands in detectors.ts.
import type { ConflictKind, Evidence, SideChange } from "../../../shared/model/conflict.ts";
import type { Session } from "../state.ts";

/** A clash of two sides in one thing. Confidence 0 to 1. */
export interface Clash {
  subjects: string[];
  paths: string[];
  confidence: number;
  evidence: Evidence;
  a: SideChange[];
  b: SideChange[];
  /** What it rests on, without places in the text. */
  key: string;
}

export interface Detector {
  kind: ConflictKind;
  /** Things to look at when `subject` changed on one of the sides: itself, and what hangs together with it. */
  related(subject: string, a: Session, b: Session): string[];
  /** The clash of the two sides in that thing, or null. */
  clash(thing: string, a: Session, b: Session): Clash | null;
}
