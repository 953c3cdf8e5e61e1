// Decides when touched paths are looked at: the first event at once, repeated ones and bursts once they settle.
// Knows no files: only names, times and the one task that may run at a time.

const coolMs = 30;
const burstSize = 200;
const burstQuietMs = 60;
const burstLongestMs = 2_000;
const mostCooling = 5_000;

export class Settle {
  private pending = new Set<string>();
  private readonly cooling = new Map<string, number>();
  private tail: Promise<void> = Promise.resolve();
  private waiting = 0;
  private armed = false;
  private timer: NodeJS.Timeout | undefined;
  private lastTouch = 0;
  private burstSince = 0;
  private closed = false;

  constructor(
    /** Looks at these paths. */
    private readonly pass: (paths: string[]) => Promise<void>,
    private readonly failed: (error: unknown) => void,
  ) {}

  /** Many files are changing. */
  get isBursting(): boolean {
    return this.pending.size > burstSize;
  }

  touch(path: string): void {
    this.pending.add(path);
    this.lastTouch = performance.now();
    this.arm();
  }

  /** Puts paths back that could not be looked at now; the next event or task brings them up again. */
  keep(paths: Iterable<string>): void {
    for (const path of paths) this.pending.add(path);
  }

  /** Everything that waits to be looked at: the caller looks at it. */
  take(): string[] {
    const paths = [...this.pending];
    this.pending.clear();
    return paths;
  }

  /** The path was just reported: its next event within a moment waits that moment. */
  cool(path: string): void {
    if (this.cooling.size > mostCooling) this.cooling.clear();
    this.cooling.set(path, performance.now());
  }

  /** Runs a task when no pass and no other task runs. */
  task(work: () => Promise<void>): Promise<void> {
    this.waiting += 1;
    const run = this.tail.then(() => (this.closed ? undefined : work())).catch(this.failed);
    this.tail = run.then(() => {
      this.waiting -= 1;
      if (this.pending.size > 0) this.arm();
    });
    return this.tail;
  }

  close(): void {
    this.closed = true;
    clearTimeout(this.timer);
    this.pending.clear();
  }

  private arm(): void {
    if (this.armed || this.closed) return;
    this.armed = true;
    setImmediate(() => {
      this.armed = false;
      this.flush();
    });
  }

  private flush(): void {
    if (this.closed || this.waiting > 0 || this.pending.size === 0) return;
    const now = performance.now();
    if (this.pending.size > burstSize) {
      this.burstSince ||= now;
      const quiet = now - this.lastTouch >= burstQuietMs || now - this.burstSince > burstLongestMs;
      if (!quiet) return this.wake(burstQuietMs);
    }
    this.burstSince = 0;
    const paths = this.cooled(now);
    if (paths.length > 0) void this.task(() => this.pass(paths));
  }

  /** Takes the pending paths that need not wait; for the others there is a timer. */
  private cooled(now: number): string[] {
    const ready: string[] = [];
    let longest = 0;
    for (const path of this.pending) {
      const left = (this.cooling.get(path) ?? -coolMs) + coolMs - now;
      if (left > 0) longest = Math.max(longest, left);
      else ready.push(path);
    }
    for (const path of ready) {
      this.pending.delete(path);
      this.cooling.delete(path);
    }
    if (longest > 0) this.wake(longest);
    return ready;
  }

  private wake(delay: number): void {
    clearTimeout(this.timer);
    this.timer = setTimeout(() => this.flush(), Math.ceil(delay));
  }
}

/** Things that must be seen twice before they are believed: a missing file, a file that became empty. */
export class Suspects {
  private readonly since = new Map<string, { what: string; at: number }>();
  private readonly timers = new Set<NodeJS.Timeout>();

  constructor(private readonly again: (paths: string[]) => void) {}

  /** True once `path` has looked like this for the whole grace time; until then it is looked at again. */
  believe(path: string, what: string, grace: number): boolean {
    const now = performance.now();
    const before = this.since.get(path);
    if (before?.what === what && now - before.at >= grace) {
      this.since.delete(path);
      return true;
    }
    if (before?.what !== what) this.since.set(path, { what, at: now });
    if (before?.what !== what) this.remind(path, grace);
    return false;
  }

  clear(path: string): void {
    this.since.delete(path);
  }

  close(): void {
    for (const timer of this.timers) clearTimeout(timer);
    this.since.clear();
  }

  private due: string[] = [];

  /** One timer for all suspects of one moment. */
  private remind(path: string, grace: number): void {
    this.due.push(path);
    if (this.due.length > 1) return;
    setImmediate(() => {
      const paths = this.due;
      this.due = [];
      const timer = setTimeout(() => {
        this.timers.delete(timer);
        this.again(paths.filter((one) => this.since.has(one)));
      }, grace + 1);
      this.timers.add(timer);
    });
  }
}
