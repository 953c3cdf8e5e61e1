// Files that whoever touches them first holds, as the policy says: who holds one, and when the holds end.
// Knows no other kind of clash.
import { pathSubject } from "../footprint/footprint.ts";
import type { Session } from "../state.ts";

/** The side that keeps the other one out of the file; null: nobody does. A tie goes to the lower number. */
export function holderOf(path: string, a: Session, b: Session): "a" | "b" | null {
  const [first, side] = touchedAt(a, path) <= touchedAt(b, path) ? ([a, "a"] as const) : ([b, "b"] as const);
  return first.footprint.exclusives.has(path) && !holdsTooMany(first) ? side : null;
}

function touchedAt(session: Session, path: string): number {
  return session.firstTouch.get(pathSubject(path)) ?? Number.POSITIVE_INFINITY;
}

/** Whoever changed so many of them (moved a folder, ran a formatter) would keep everybody out of everything. */
function holdsTooMany({ footprint, rules }: Session): boolean {
  return footprint.exclusives.size > rules.policy.exclusive_max_files;
}

/** With the held paths where all holds began or ended with this change. */
export function withHolds(session: Session, touched: Set<string>): Set<string> {
  const { footprint } = session;
  const isTooMany = holdsTooMany(session);
  if (isTooMany === footprint.holdsTooMany) return touched;
  footprint.holdsTooMany = isTooMany;
  return new Set([...touched, ...[...footprint.exclusives].map(pathSubject)]);
}
