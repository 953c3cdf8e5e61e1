// The shape of a log that every part writes to; VS Code's log channel has it.
// Must not know where the lines go. No secret is ever written to it.

export interface Log {
  debug(message: string): void;
  info(message: string): void;
  warn(message: string): void;
  error(message: string): void;
  /** Brings the log to the user's eyes, where there is a place for it. */
  show?(): void;
}

export const silentLog: Log = { debug() {}, info() {}, warn() {}, error() {} };

/** One sentence from anything thrown. */
export function errorText(error: unknown): string {
  return error instanceof Error ? error.message : String(error);
}
