// Holds every repository that is watched on this machine: what the thread answers requests with.
// Knows no messages between threads.
import { limitReasons } from "./limits.ts";
import { chooseWatchers } from "./chooseWatchers.ts";
import type { CheckoutWatch } from "./checkoutWatch.ts";
import { locate } from "./discovery.ts";
import type { Surroundings } from "./house.ts";
import type { WatchAnswer, WorktreeEvent } from "./observations.ts";
import { Repository } from "./repository.ts";
import { WatchBudget } from "./watcher.ts";

export interface RegistryOptions {
  emit: (event: WorktreeEvent) => void;
  log: (text: string) => void;
  /** At most so many watches; for tests. */
  maxWatches?: number;
  pollEvery?: number;
}

const scansAtOnce = 2;

export class Registry {
  private readonly repositories = new Map<string, Promise<Repository>>();
  private readonly around: Surroundings;

  constructor(options: RegistryOptions) {
    const limits = limitReasons((reasons) => options.emit({ type: "limits_changed", reasons }));
    const slot = slots(scansAtOnce);
    this.around = {
      ...{ emit: options.emit, log: options.log, slot, ...limits, ...chooseWatchers(process.platform) },
      watchOptions: { budget: new WatchBudget(options.maxWatches), pollEvery: options.pollEvery },
    };
  }

  async watch(folder: string): Promise<WatchAnswer> {
    const located = await locate(folder);
    if (typeof located === "string") return { ok: false, reason: located };
    let known = this.repositories.get(located.commonDir);
    if (!known) {
      const emptied = () => this.forget(located.commonDir);
      const repository = new Repository(located, this.around, emptied);
      known = repository.start().then(() => repository);
      this.repositories.set(located.commonDir, known);
    }
    const checkout = await (await known).watch(located.root);
    if (checkout) return { ok: true, checkout: checkout.checkout };
    return { ok: false, reason: `Git does not list ${located.root} among the working trees of its repository.` };
  }

  async unwatch(path: string): Promise<void> {
    for (const repository of await Promise.all(this.repositories.values())) {
      for (const checkout of repository.checkouts.values()) if (checkout.root === path) repository.unwatch(path);
    }
  }

  async checkout(path: string): Promise<CheckoutWatch | undefined> {
    const all = await Promise.all(this.repositories.values());
    return all.flatMap((repository) => [...repository.checkouts.values()]).find((checkout) => checkout.root === path);
  }

  async close(): Promise<void> {
    for (const repository of await Promise.all(this.repositories.values())) repository.close();
    this.repositories.clear();
  }

  private forget(commonDir: string): void {
    void this.repositories.get(commonDir)?.then((repository) => repository.close());
    this.repositories.delete(commonDir);
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
