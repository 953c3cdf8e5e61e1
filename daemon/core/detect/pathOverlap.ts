// path_overlap: both sides changed the same file, to different contents.
// Equal contents merge into one and are no overlap.
import type { PathChange } from "../../../shared/model/footprint.ts";
import { startOfFile } from "../../../shared/model/location.ts";
import type { SideChange } from "../../../shared/model/conflict.ts";
import { followPath } from "../footprint/moves.ts";
import { confidence } from "./confidence.ts";
import type { Detector } from "./detector.ts";

const prefix = "path:";

export const pathOverlap: Detector = {
  kind: "path_overlap",

  related: (subject) => (subject.startsWith(prefix) ? [subject] : []),

  clash(subject, a, b) {
    const path = subject.slice(prefix.length);
    const left = a.footprint.paths.get(path);
    const right = b.footprint.paths.get(path);
    if (!left || !right || left.content === right.content) return null;
    const changes = [followPath(a, left), followPath(b, right)] as const;
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

function sideChange(subject: string, change: PathChange): SideChange {
  return { subject, change: change.change, path: change.to ?? change.path, range: startOfFile };
}
