// path_overlap: both sides changed the same file, to different contents or places, or one is about to edit what the other changed.
// What both did alike merges into one and is no overlap.
import type { PathChange } from "../../../shared/model/footprint.ts";
import { startOfFile } from "../../../shared/model/location.ts";
import type { SideChange } from "../../../shared/model/conflict.ts";
import { followPath } from "../footprint/moves.ts";
import type { Session } from "../state.ts";
import { confidence } from "./confidence.ts";
import type { Clash, Detector } from "./detector.ts";
import { holderOf } from "./exclusive.ts";

const prefix = "path:";

export const pathOverlap: Detector = {
  kind: "path_overlap",

  related: (subject) => (subject.startsWith(prefix) ? [subject] : []),

  clash(subject, a, b) {
    const path = subject.slice(prefix.length);
    const [inA, inB] = [a.footprint.paths.get(path), b.footprint.paths.get(path)];
    if (inA && inB) return clashOfEdits(subject, inA, inB, a, b);
    const table = confidence.path_overlap;
    const claim: SideChange = { subject, change: "claims", path, range: startOfFile };
    if (inA && b.footprint.claims.has(path))
      return clashOf(subject, [sideChange(subject, followPath(a, inA)), claim], table.oneClaims, a, b);
    if (inB && a.footprint.claims.has(path))
      return clashOf(subject, [claim, sideChange(subject, followPath(b, inB))], table.oneClaims, a, b);
    return null;
  },
};

function clashOfEdits(subject: string, inA: PathChange, inB: PathChange, a: Session, b: Session): Clash | null {
  const changes = [followPath(a, inA), followPath(b, inB)] as const;
  if (changes[0].content === changes[1].content && changes[0].to === changes[1].to) return null;
  if (isInBaseOf(b, inA) || isInBaseOf(a, inB)) return null;
  const sides = changes.map((change) => sideChange(subject, change)) as [SideChange, SideChange];
  return clashOf(subject, sides, confidence.path_overlap.bothEdited, a, b);
}

/** Each file that one side holds is a conflict by itself: others can be held by the other side. */
function clashOf(subject: string, sides: [SideChange, SideChange], level: number, a: Session, b: Session): Clash {
  const path = subject.slice(prefix.length);
  const [inA, inB] = sides;
  const isClaimed = sides.some(({ change }) => change === "claims");
  const clash: Clash = {
    subjects: [subject],
    paths: [path],
    confidence: level,
    evidence: isClaimed ? "declared" : "observed",
    a: [inA],
    b: [inB],
    key: `${subject} ${inA.change} ${inB.change}`,
  };
  const holder = holderOf(path, a, b);
  if (holder === null) return clash;
  // What was let through is not new evidence once it is done.
  const key = `${subject} held`;
  return {
    ...clash,
    confidence: confidence.path_overlap.exclusive,
    evidence: "declared",
    family: subject,
    holder,
    key,
  };
}

/** What one side did is where the other one started. */
function isInBaseOf(other: Session, { path, content }: PathChange): boolean {
  return content !== null && other.files.get(path)?.base?.blob === content;
}

function sideChange(subject: string, change: PathChange): SideChange {
  return { subject, change: change.change, path: change.to ?? change.path, range: startOfFile };
}
