// Watches a tree with the system's own recursion: for macOS and Windows (on Linux Node's recursion loses events).
// Knows no git and no contents.
import { type FSWatcher, lstatSync, readdirSync, watch } from "node:fs";
import { join, sep } from "node:path";
import { breathe, type TreeSink, type TreeWatcher } from "./watcher.ts";

const sliceMs = 8;

export function watchRecursively(root: string, sink: TreeSink): TreeWatcher {
  return new RecursiveWatcher(root, sink);
}

class RecursiveWatcher implements TreeWatcher {
  readonly ready: Promise<void>;
  private readonly watcher: FSWatcher;
  /** Folders that were entered: what happens elsewhere is not told. */
  private readonly entered = new Set<string>();
  private closed = false;

  constructor(
    private readonly root: string,
    private readonly sink: TreeSink,
  ) {
    this.watcher = watch(root, { recursive: true }, (_type, name) => this.event(name));
    this.watcher.on("error", () => sink.vanished(""));
    this.ready = this.walk();
  }

  walk(): Promise<void> {
    return this.enter("");
  }

  close(): void {
    this.closed = true;
    this.watcher.close();
  }

  private async enter(start: string, isNew = false): Promise<void> {
    const open = [start];
    let since = performance.now();
    for (let folder = open.pop(); folder !== undefined && !this.closed; folder = open.pop()) {
      const entries = readdirSync(join(this.root, folder), { withFileTypes: true });
      if (folder !== "" && entries.some((entry) => entry.name === ".git")) continue;
      this.entered.add(folder);
      const prefix = folder === "" ? "" : `${folder}/`;
      const files = entries.filter((entry) => !entry.isDirectory()).map(({ name }) => name);
      this.sink.read(folder, files);
      if (isNew) for (const name of files) this.sink.touched(prefix + name);
      const below = entries.filter((entry) => entry.isDirectory()).map(({ name }) => prefix + name);
      open.push(...below.filter((path) => this.sink.enters(path)));
      if (performance.now() - since < sliceMs) continue;
      await breathe();
      since = performance.now();
    }
  }

  private event(name: string | null): void {
    if (this.closed) return;
    if (name === null) return this.sink.vanished("");
    const path = name.split(sep).join("/");
    const folder = path.includes("/") ? path.slice(0, path.lastIndexOf("/")) : "";
    if (!this.entered.has(folder)) return;
    const isFolder = lstatSync(join(this.root, path), { throwIfNoEntry: false })?.isDirectory() === true;
    if (isFolder && this.entered.has(path)) return;
    if (this.entered.delete(path)) this.sink.vanished(path);
    if (!isFolder) return this.sink.touched(path);
    if (this.sink.enters(path)) this.enter(path, true).catch(() => this.sink.vanished(path));
  }
}
