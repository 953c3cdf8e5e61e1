// What a side changed of its code, and a name for all of it.
// Knows one side only.
import { fingerprintOf } from "../fingerprint.ts";
import { isOfProgram, type CodeChanges } from "../footprint/code.ts";
import type { ChangedFile } from "../questions.ts";
import type { Session } from "../state.ts";

/** All code, or what a compiler checks of it. Kept until one of the files changes. */
export function codeChanges(session: Session, part: "all" | "program"): CodeChanges {
  const { code } = session.footprint;
  return (code[part] ??= gather(session, part === "all" ? () => true : isOfProgram));
}

function gather({ footprint, files }: Session, isWanted: (path: string) => boolean): CodeChanges {
  const changed: ChangedFile[] = [];
  let isBroken = false;
  for (const path of [...footprint.codePaths].filter(isWanted).sort()) {
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
