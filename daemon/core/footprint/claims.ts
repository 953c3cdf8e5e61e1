// What a side is about to edit: it counts against that side alone, until it is done, or believed no more.
// Knows one side only.
import type { Session } from "../state.ts";
import { pathSubject } from "./footprint.ts";

/** Who was kept from an edit and never came back has given it up. Milliseconds. */
const believedFor = 30 * 60_000;

/** Takes the paths that the side has not changed yet. Answers the subjects that are new. */
export function claim(session: Session, paths: readonly string[], now: number): Set<string> {
  const { claims, paths: changed } = session.footprint;
  const added = new Set<string>();
  for (const path of paths) {
    if (changed.has(path) || session.rules.ignores(path)) continue;
    if (!claims.has(path)) added.add(pathSubject(path));
    claims.set(path, now + believedFor);
  }
  return added;
}

/** Takes claims back. Answers their subjects. */
export function unclaim({ footprint: { claims } }: Session, paths: Iterable<string>): Set<string> {
  const gone = new Set<string>();
  for (const path of paths) if (claims.delete(path)) gone.add(pathSubject(path));
  return gone;
}

/** Those that nobody came back to. */
export function expired({ footprint: { claims } }: Session, now: number): string[] {
  return [...claims].filter(([, until]) => until <= now).map(([path]) => path);
}
