// Which protected paths a change of one side concerns: those that cover what changed, and those that were broken there.
// Knows no conflicts.
import { pathIn } from "../footprint/footprint.ts";
import { ruleSide } from "../policy/ruleSides.ts";
import { enter } from "../sets.ts";
import type { Repo, Session, TouchedPairs } from "../state.ts";
import { pairKey, pairOf } from "./pairs.ts";
import { protectedPath } from "./protectedPath.ts";

export function touchedRules(repo: Repo, session: Session, subjects: Iterable<string>): TouchedPairs {
  const touched: TouchedPairs = new Map();
  if (session.rules.policy.protected_paths.length === 0 && repo.ruleSides.size === 0) return touched;
  for (const subject of subjects) {
    const path = pathIn(subject);
    if (path === null) continue;
    for (const pattern of session.rules.protecting(path))
      enter(touched, pairOf(repo, session, ruleSide(repo, pattern)), subject);
    for (const rule of repo.ruleSides.values()) {
      const pair = repo.pairs.get(pairKey({ a: session, b: rule }));
      if (pair?.standing.has(`${protectedPath.kind} ${subject}`)) enter(touched, pair, subject);
    }
  }
  return touched;
}
