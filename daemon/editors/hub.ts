// Tells every connected editor what changed in its repositories, numbered without gaps.
// Counts alone (who changed how much) are told a little later, together.
import type { Conflict } from "../../shared/model/conflict.ts";
import type { Health } from "../../shared/model/health.ts";
import type { Delta, Snapshot } from "../../shared/protocol/editor.ts";
import { viewOf } from "../core/lifecycle/reconcile.ts";
import type { State } from "../core/state.ts";
import type { News } from "../engine.ts";
import { checkoutViews, conflictViews, participantViews, policyReports } from "./views.ts";

const countsPause = 500;

export interface Subscription {
  /** State of now for these repositories, or for all (null); deltas continue from it. */
  snapshot(repos: ReadonlySet<string> | null): Snapshot;
  end(): void;
}

export interface Hub {
  subscribe(send: (delta: Delta) => void): Subscription;
  publish(news: News): void;
  setHealth(health: Health): void;
  health(): Health;
  close(): void;
}

interface Subscriber {
  repos: ReadonlySet<string> | null;
  revision: number;
  send(delta: Delta): void;
}

function follows({ repos }: Subscriber, repo: string): boolean {
  return repos === null || repos.has(repo);
}

export function startHub(state: State): Hub {
  const subscribers = new Set<Subscriber>();
  const countsDue = new Set<string>();
  let health: Health = { state: "starting" };
  let timer: NodeJS.Timeout | undefined;

  function tell(subscriber: Subscriber, news: Omit<Delta, "revision">): void {
    if (Object.keys(news).length > 0) subscriber.send({ revision: ++subscriber.revision, ...news });
  }

  function tellCounts(): void {
    timer = undefined;
    for (const subscriber of subscribers)
      if ([...countsDue].some((repo) => follows(subscriber, repo)))
        tell(subscriber, { participants: participantViews(state, subscriber.repos) });
    countsDue.clear();
  }

  return {
    subscribe(send) {
      const subscriber: Subscriber = { repos: new Set(), revision: 0, send };
      subscribers.add(subscriber);
      return {
        snapshot(repos) {
          subscriber.repos = repos;
          return {
            revision: subscriber.revision,
            health,
            checkouts: checkoutViews(state, repos),
            participants: participantViews(state, repos),
            conflicts: conflictViews(state, "live", repos),
            policies: policyReports(state, repos),
          };
        },
        end: () => void subscribers.delete(subscriber),
      };
    },
    publish({ conflicts, repos, counts }) {
      const views = conflicts.map((record) => viewOf(state.repos.get(record.repo)!, record));
      for (const subscriber of subscribers) {
        const mine = views.filter((view: Conflict) => follows(subscriber, view.repo));
        const moved = repos.some((repo) => follows(subscriber, repo));
        tell(subscriber, {
          ...(mine.length > 0 ? { conflicts: mine } : {}),
          ...(moved
            ? {
                checkouts: checkoutViews(state, subscriber.repos),
                participants: participantViews(state, subscriber.repos),
                policies: policyReports(state, subscriber.repos),
              }
            : {}),
        });
      }
      for (const repo of counts) countsDue.add(repo);
      if (countsDue.size > 0) timer ??= setTimeout(tellCounts, countsPause);
    },
    setHealth(next) {
      if (JSON.stringify(next) === JSON.stringify(health)) return;
      health = next;
      for (const subscriber of subscribers) tell(subscriber, { health });
    },
    health: () => health,
    close: () => clearTimeout(timer),
  };
}
