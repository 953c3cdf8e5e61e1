// After a start: watches again what was watched before, and gives up the checkouts that are gone.
import type { State, StateRecord } from "./core/state.ts";
import type { Engine } from "./engine.ts";
import type { Worktrees } from "./worktree/observations.ts";

/** A checkout that nobody opened for so long is not watched again by itself. Milliseconds. */
const forgetAfter = 14 * 24 * 3_600_000;

export async function watchAgain(
  records: StateRecord[],
  state: State,
  worktrees: Worktrees,
  engine: Engine,
  /** True for a checkout that was asked for since the start. */
  wanted: (checkout: string) => boolean,
): Promise<void> {
  const since = Date.now() - forgetAfter;
  const folders = records.flatMap((record) =>
    record.type === "watch" && record.watched && record.at > since ? [record.path] : [],
  );
  // Before: a linked worktree comes with its repository, but not one that was given up, unless somebody wants it by now.
  for (const record of records)
    if (record.type === "watch" && !record.watched && !wanted(record.path)) worktrees.unwatch(record.path);
  await Promise.all(folders.map((folder) => worktrees.watch(folder)));
  const absent = [...state.repos.values()].flatMap((repo) =>
    [...repo.sessions.values()].filter((session) => !session.present).map(({ checkout }) => ({ repo, checkout })),
  );
  for (const { repo, checkout } of absent)
    engine.dispatch({ type: "checkout_gone", checkout: checkout.path, repo: repo.id });
}
