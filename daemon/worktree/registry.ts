// Holds every repository that is watched on this machine: what the thread answers requests with.
// Knows no messages between threads.
import { limitReasons } from "./limits.ts";
import { chooseWatchers } from "./chooseWatchers.ts";
import type { CheckoutWatch } from "./checkoutWatch.ts";
import { locate, type Located } from "./discovery.ts";
import type { Surroundings } from "./house.ts";
import type { WatchAnswer, WorktreeEvent } from "./observations.ts";
import { Repository, slashes } from "./repository.ts";
import { WatchBudget } from "./watcher.ts";

export interface RegistryOptions {
  emit: (event: WorktreeEvent) => void;
  log: (text: string) => void;
  /** At most so many watches; for tests. */
  maxWatches?: number;
  pollEvery?: number;
}

interface Known {
  commonDir: string;
  repository: Repository;
  started: Promise<void>;
}

const scansAtOnce = 2;

export class Registry {
  private readonly repositories = new Map<string, Known>();
  private readonly around: Surroundings;
  /** Roots that somebody gave up; their repositories may not be known yet. */
  private readonly givenUp = new Set<string>();

  constructor(options: RegistryOptions) {
    const limits = limitReasons((reasons) => options.emit({ type: "limits_changed", reasons }));
    const slot = slots(scansAtOnce);
    this.around = {
      ...{
        emit: options.emit,
        log: options.log,
        slot,
        ...limits,
        ...chooseWatchers(process.platform),
      },
      isGivenUp: (root) => this.givenUp.has(root),
      watchOptions: { budget: new WatchBudget(options.maxWatches), pollEvery: options.pollEvery },
    };
  }

  async watch(folder: string): Promise<WatchAnswer> {
    const located = await locate(folder);
    if (typeof located === "string") return { ok: false, reason: located };
    this.givenUp.delete(slashes(located.root));
    const { repository, started } = this.repositories.get(located.commonDir) ?? this.start(located);
    await started;
    const checkout = await repository.watch(located.root);
    if (checkout) return { ok: true, checkout: checkout.checkout };
    return { ok: false, reason: `Git does not list ${located.root} among the working trees of its repository.` };
  }

  unwatch(path: string): void {
    this.givenUp.add(path);
    for (const { repository } of [...this.repositories.values()]) {
      const found = [...repository.checkouts].find(([, { root }]) => root === path);
      if (found) repository.unwatch(found[0]);
    }
  }

  /** Waits for nobody: a repository that is slow to start keeps no other from being asked. */
  checkout(path: string): CheckoutWatch | undefined {
    for (const { repository } of this.repositories.values()) {
      const checkout = [...repository.checkouts.values()].find(({ root }) => root === path);
      if (checkout) return checkout;
    }
    return undefined;
  }

  close(): void {
    for (const { repository } of this.repositories.values()) repository.close();
    this.repositories.clear();
  }

  /** A start that fails leaves nothing behind: the next request starts anew. */
  private start(located: Located): Known {
    const { commonDir } = located;
    const repository = new Repository(located, this.around, () => this.forget(known));
    const started = repository.start().catch((error: unknown) => {
      repository.abandon();
      this.forget(known);
      throw error;
    });
    const known: Known = { commonDir, repository, started };
    this.repositories.set(commonDir, known);
    return known;
  }

  private forget(known: Known): void {
    known.repository.close();
    if (this.repositories.get(known.commonDir) === known) this.repositories.delete(known.commonDir);
  }
}

/** Runs at most `count` pieces of work at a time, in order. */
function slots(count: number): Surroundings["slot"] {
  let free = count;
  const waiting: (() => void)[] = [];
  return async (work) => {
    if (free > 0) free -= 1;
    else await new Promise<void>((resolve) => waiting.push(resolve));
    try {
      await work();
    } finally {
      const next = waiting.shift();
      if (next) next();
      else free += 1;
    }
  };
}
