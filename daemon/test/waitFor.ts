// Waits for a state with a deadline: the only way in which tests wait.

const defaultLimit = 20_000;

/** The first value that `look` gives which is not null, undefined or false. Fails with `what` at the deadline. */
export async function waitFor<T>(
  what: string,
  look: () => T | Promise<T>,
  limit = defaultLimit,
): Promise<NonNullable<Exclude<T, false>>> {
  const deadline = Date.now() + limit;
  for (;;) {
    const value = await look();
    if (value !== null && value !== undefined && value !== false) return value as NonNullable<Exclude<T, false>>;
    if (Date.now() > deadline) throw new Error(`not within ${limit} ms: ${what}`);
    await new Promise((again) => setTimeout(again, 10));
  }
}
