// Exit codes of every command, and the error that carries one.

export const exit = { ok: 0, failure: 1, found: 2, usage: 64 } as const;

/** Ends the command with one sentence on standard error. */
export class CommandError extends Error {
  constructor(
    message: string,
    readonly code: number = exit.failure,
  ) {
    super(message);
  }
}
