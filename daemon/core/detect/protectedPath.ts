// protected_path: a side touched, or is about to touch, a path that a rule of the policy protects from its developer.
// The rule is the other side of the conflict; it was there first.
import { startOfFile } from "../../../shared/model/location.ts";
import { followPath } from "../footprint/moves.ts";
import { isRule, patternOf } from "../policy/ruleSides.ts";
import { confidence } from "./confidence.ts";
import type { Detector } from "./detector.ts";

const prefix = "path:";

export const protectedPath: Detector = {
  kind: "protected_path",

  related: (subject, _, rule) => (isRule(rule) && subject.startsWith(prefix) ? [subject] : []),

  clash(subject, session, rule) {
    const path = subject.slice(prefix.length);
    const { footprint, rules, checkout } = session;
    const found = footprint.paths.get(path);
    if (!found && !footprint.claims.has(path)) return null;
    const pattern = patternOf(rule);
    if (!rules.protecting(path).includes(pattern) || rules.isOwner(pattern, checkout.developer)) return null;
    const change = found ? followPath(session, found) : null;
    const place = { path: change?.to ?? path, range: startOfFile };
    return {
      subjects: [rule.ref],
      paths: [path],
      confidence: confidence.protected_path.touched,
      evidence: change ? "observed" : "declared",
      a: [{ subject, change: change?.change ?? "claims", ...place }],
      b: [],
      // What was let through is not new evidence once it is done.
      key: subject,
      hangsOn: [subject],
    };
  },
};
