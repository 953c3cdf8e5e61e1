// Looks at folders that cannot be watched every few seconds and tells which names changed.
// Knows no git and no contents; does nothing while there is no such folder.
import { lstatSync, readdirSync } from "node:fs";
import { join } from "node:path";
import { breathe } from "./watcher.ts";

const sliceMs = 8;
/** At most this share of the time goes into looking. */
const share = 0.05;

export class FolderPoll {
  private readonly folders = new Map<string, Map<string, string>>();
  private timer: NodeJS.Timeout | undefined;
  private closed = false;

  constructor(
    private readonly root: string,
    private readonly every: number,
    private readonly changed: (folder: string, name: string) => void,
  ) {}

  get size(): number {
    return this.folders.size;
  }

  has(folder: string): boolean {
    return this.folders.has(folder);
  }

  add(folder: string): void {
    this.folders.set(folder, this.read(folder));
    this.arm(this.every);
  }

  delete(folder: string): boolean {
    return this.folders.delete(folder);
  }

  close(): void {
    this.closed = true;
    clearTimeout(this.timer);
  }

  private arm(delay: number): void {
    if (this.closed || this.timer || this.folders.size === 0) return;
    this.timer = setTimeout(() => void this.look(), delay);
  }

  private async look(): Promise<void> {
    const start = performance.now();
    let since = start;
    for (const [folder, before] of [...this.folders]) {
      if (this.closed) return;
      this.compare(folder, before);
      if (performance.now() - since < sliceMs) continue;
      await breathe();
      since = performance.now();
    }
    this.timer = undefined;
    this.arm(Math.max(this.every, (performance.now() - start) / share));
  }

  private compare(folder: string, before: Map<string, string>): void {
    const now = this.read(folder);
    if (this.folders.has(folder)) this.folders.set(folder, now);
    for (const [name, mark] of now) if (before.get(name) !== mark) this.changed(folder, name);
    for (const name of before.keys()) if (!now.has(name)) this.changed(folder, name);
  }

  /** Name → what tells one state of it from the next; a folder only by being there. */
  private read(folder: string): Map<string, string> {
    const marks = new Map<string, string>();
    try {
      for (const name of readdirSync(join(this.root, folder))) {
        const stats = lstatSync(join(this.root, folder, name), { throwIfNoEntry: false });
        if (stats)
          marks.set(name, stats.isDirectory() ? `folder ${stats.ino}` : `${stats.mtimeMs} ${stats.size} ${stats.ino}`);
      }
    } catch {
      return marks;
    }
    return marks;
  }
}
