// Which files make programs, whose parts hang on each other by types.
// Knows no session.
import type { WitnessedFile } from "../questions.ts";

/** Index key that every side holds which changed a file of a program: any two such sides can break each other. */
export const programSubject = "program:";

const ofProgram = /(?:\.(?:[cm]?[jt]s|[jt]sx)|(?:^|\/)(?:tsconfig[^/]*|package|jsconfig)\.json)$/;

export function isOfProgram(path: string): boolean {
  return ofProgram.test(path);
}

export interface ProgramChanges {
  key: string;
  files: WitnessedFile[];
  /** A file is in the middle of an edit: nothing can be said of it now. */
  isBroken: boolean;
}
