// A protected path as one side of a conflict: it has a name, and was there before everybody.
// Knows no findings.
import type { ConflictRecord, Repo, Session } from "../state.ts";
import { newSession } from "../state.ts";

const prefix = "rule:";
/** Above all sessions: a rule is always the second side of a pair. */
const firstNumber = 1_000_000_000;

/** The side that stands for this pattern of `protected_paths`. */
export function ruleSide(repo: Repo, pattern: string): Session {
  const ref = prefix + pattern;
  let side = repo.ruleSides.get(ref);
  if (!side) {
    const nothing = { branch: null, head: null, base: null, target: null, note: null };
    const checkout = { path: ref, repo: repo.id, developer: "", main: false, ...nothing };
    side = { ...newSession(firstNumber + repo.ruleSides.size, checkout), ref, present: true, scanned: true };
    repo.ruleSides.set(ref, side);
  }
  return side;
}

export function isRule({ ref }: Pick<Session, "ref">): boolean {
  return ref.startsWith(prefix);
}

export function patternOf({ ref }: Pick<Session, "ref">): string {
  return ref.slice(prefix.length);
}

/** A side of a record, by what the record calls it; undefined: it is not known any more. */
export function sideOf(repo: Repo, name: ConflictRecord["checkouts"][0]): Session | undefined {
  return name.startsWith(prefix) ? ruleSide(repo, name.slice(prefix.length)) : repo.sessions.get(name);
}
