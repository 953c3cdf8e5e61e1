// path_overlap: both sides changed the same file, to different contents or places.
// What both did alike merges into one and is no overlap.
import type { PathChange } from "../../../shared/model/footprint.ts";
import { startOfFile } from "../../../shared/model/location.ts";
import type { SideChange } from "../../../shared/model/conflict.ts";
import { followPath } from "../footprint/moves.ts";
import type { Session } from "../state.ts";
import { confidence } from "./confidence.ts";
import type { Detector } from "./detector.ts";

const prefix = "path:";

export const pathOverlap: Detector = {
  kind: "path_overlap",

  related: (subject) => (subject.startsWith(prefix) ? [subject] : []),

  clash(subject, a, b) {
    const path = subject.slice(prefix.length);
    const found = [a.footprint.paths.get(path), b.footprint.paths.get(path)];
    if (!found[0] || !found[1]) return null;
    const changes = [followPath(a, found[0]), followPath(b, found[1])] as const;
    if (changes[0].content === changes[1].content && changes[0].to === changes[1].to) return null;
    if (isInBaseOf(b, found[0]) || isInBaseOf(a, found[1])) return null;
    return {
      subjects: [subject],
      paths: [path],
      confidence: confidence.path_overlap.bothEdited,
      evidence: "observed",
      a: [sideChange(subject, changes[0])],
      b: [sideChange(subject, changes[1])],
      key: `${subject} ${changes[0].change} ${changes[1].change}`,
    };
  },
};

/** What one side did is where the other one started. */
function isInBaseOf(other: Session, { path, content }: PathChange): boolean {
  return content !== null && other.files.get(path)?.base?.blob === content;
}

function sideChange(subject: string, change: PathChange): SideChange {
  return { subject, change: change.change, path: change.to ?? change.path, range: startOfFile };
}
