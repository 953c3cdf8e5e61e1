// Which files hold contracts and uses of them, and which of those a compiler checks together.
// Knows no session.
import type { ChangedFile } from "../questions.ts";

/** Index key that every side holds which changed code: any two such sides can break each other. */
export const codeSubject = "code:";

const ofProgram = /(?:\.(?:[cm]?[jt]s|[jt]sx)|(?:^|\/)(?:tsconfig[^/]*|package|jsconfig)\.json)$/;
const ofCode = /(?:\.(?:pyi?|go)|(?:^|\/)(?:go\.mod|pyproject\.toml|requirements[^/]*\.txt))$/;

/** Part of what a TypeScript compiler checks. */
export function isOfProgram(path: string): boolean {
  return ofProgram.test(path);
}

export function isCode(path: string): boolean {
  return ofProgram.test(path) || ofCode.test(path);
}

/** What a side changed of its code, and a name for all of it. */
export interface CodeChanges {
  key: string;
  files: ChangedFile[];
  /** A file is in the middle of an edit: nothing can be said of it now. */
  isBroken: boolean;
}
