// The state as editors, HTTP and command line see it.
// Changes nothing.
import { isLive, type Conflict } from "../../shared/model/conflict.ts";
import type { Checkout, Participant } from "../../shared/model/participant.ts";
import type { PolicyReport } from "../../shared/protocol/editor.ts";
import { defaultPolicy, policyPath, type Policy } from "../../shared/protocol/policyFile.ts";
import { viewOf } from "../core/lifecycle/reconcile.ts";
import { mayOverride } from "../core/policy/roles.ts";
import type { Session, State } from "../core/state.ts";

export type ConflictFilter = "live" | "all";

/** `repos` limits to these; null means all. Newest last. */
export function conflictViews(
  state: State,
  filter: ConflictFilter,
  repos: ReadonlySet<string> | null = null,
): Conflict[] {
  return [...state.repos.values()]
    .filter((repo) => !repos || repos.has(repo.id))
    .flatMap((repo) =>
      [...repo.conflicts.values()]
        .filter((record) => filter === "all" || isLive(record.status))
        .map((record) => viewOf(repo, record)),
    );
}

function present(state: State, repos: ReadonlySet<string> | null = null): Session[] {
  return [...state.repos.values()]
    .filter((repo) => !repos || repos.has(repo.id))
    .flatMap((repo) => [...repo.sessions.values()].filter((session) => session.present));
}

export function checkoutViews(state: State, repos: ReadonlySet<string> | null = null): Checkout[] {
  return present(state, repos).map((session) => session.checkout);
}

export function participantViews(state: State, repos: ReadonlySet<string> | null = null): Participant[] {
  return present(state, repos).map((session) => ({
    ref: session.ref,
    repo: session.checkout.repo,
    developer: session.checkout.developer,
    client: session.client,
    branch: session.checkout.branch,
    checkout: session.checkout.path,
    paths: session.footprint.paths.size,
    symbols: session.footprint.symbols.size,
    mayOverride: mayOverride(session.rules.policy, session.checkout.developer),
  }));
}

/** Null: all of them. */
export function repoFilter(repo: string | undefined): Set<string> | null {
  return repo === undefined ? null : new Set([repo]);
}

/** Policy files of which there is something to say. */
export function policyReports(state: State, repos: ReadonlySet<string> | null = null): PolicyReport[] {
  return present(state, repos).flatMap(({ checkout: { path } }) => {
    const problems = state.policies.get(path)?.problems ?? [];
    return problems.length > 0 ? [{ checkout: path, problems: [...problems] }] : [];
  });
}

/** A policy in force, and the checkouts that it governs. `file`: null where the defaults are in force, for there is no main checkout. */
export interface PolicyView {
  repo: string;
  file: string | null;
  checkouts: string[];
  policy: Policy;
  problems: PolicyReport["problems"];
}

export function policyViews(state: State, repos: ReadonlySet<string> | null = null): PolicyView[] {
  const views = new Map<string, PolicyView>();
  for (const { checkout, rules } of present(state, repos)) {
    const main = state.households.get(checkout.path) ?? null;
    const key = `${checkout.repo} ${main ?? ""}`;
    const view = views.get(key) ?? {
      repo: checkout.repo,
      file: main === null ? null : `${main}/${policyPath}`,
      checkouts: [],
      policy: rules.policy,
      problems: [...(state.policies.get(main ?? "")?.problems ?? [])],
    };
    view.checkouts.push(checkout.path);
    views.set(key, view);
  }
  return [...views.values()];
}

/** What a conflict is worth by the policy; the default where several policies say different things. */
export function minutesSaved(state: State, repos: ReadonlySet<string> | null): Policy["time_saved_minutes"] {
  const asked = present(state, repos).map(({ rules }) => rules.policy.time_saved_minutes);
  const [one, ...others] = [...new Map(asked.map((minutes) => [JSON.stringify(minutes), minutes])).values()];
  return one && others.length === 0 ? one : defaultPolicy.time_saved_minutes;
}
