// What a side changed of its programs, and a name for all of it.
// Knows one side only.
import { fingerprintOf } from "../fingerprint.ts";
import type { ProgramChanges } from "../footprint/program.ts";
import type { WitnessedFile } from "../questions.ts";
import type { Session } from "../state.ts";

/** Kept until one of the files changes. */
export function programChanges(session: Session): ProgramChanges {
  return (session.footprint.program ??= gather(session));
}

function gather({ footprint, files }: Session): ProgramChanges {
  const changed: WitnessedFile[] = [];
  let isBroken = false;
  for (const path of [...footprint.programPaths].sort()) {
    const file = files.get(path);
    const now = file?.overlay ?? file?.disk ?? null;
    changed.push({ path, base: file?.base?.blob ?? null, now: now?.blob ?? null });
    if (isSyntaxError(now?.facts.error) && !isSyntaxError(file?.base?.facts.error)) isBroken = true;
  }
  const key = fingerprintOf(changed.map(({ path, base, now }) => `${path}\0${base}\0${now}`).join("\0\0"));
  return { key, files: changed, isBroken };
}

/** Not a file that is too large or no text. */
function isSyntaxError(error: string | null | undefined): boolean {
  return /^line \d/.test(error ?? "");
}
