// Watches a tree with one watch per folder: for Linux, where it is the cheapest and loses nothing.
// Knows no git and no contents; a folder beyond the system's limit of watches is polled.
import { type Dirent, type FSWatcher, lstatSync, readdirSync, watch } from "node:fs";
import { join } from "node:path";
import { FolderPoll } from "./folderPoll.ts";
import { breathe, type TreeSink, type TreeWatcher, type WatchOptions } from "./watcher.ts";

interface Folder {
  path: string;
  watch: FSWatcher | undefined;
  children: Map<string, Folder> | undefined;
}

const sliceMs = 8;

export function watchDirectories(root: string, sink: TreeSink, options: WatchOptions = {}): TreeWatcher {
  return new DirectoryWatcher(root, sink, options);
}

class DirectoryWatcher implements TreeWatcher {
  readonly ready: Promise<void>;
  private readonly top: Folder = { path: "", watch: undefined, children: undefined };
  private readonly poll: FolderPoll;
  private closed = false;

  constructor(
    private readonly root: string,
    private readonly sink: TreeSink,
    private readonly options: WatchOptions,
  ) {
    this.poll = new FolderPoll(root, options.pollEvery ?? 2_000, (folder, name) => this.pollEvent(folder, name));
    this.ready = this.enter(this.top);
  }

  walk(): Promise<void> {
    return this.enter(this.top);
  }

  close(): void {
    this.closed = true;
    this.poll.close();
    this.drop(this.top);
  }

  /** Watches a folder and everything below it, and tells what is in it. The watch comes before the reading. */
  private async enter(start: Folder, isNew = false): Promise<void> {
    const open = [start];
    let since = performance.now();
    for (let folder = open.pop(); folder && !this.closed; folder = open.pop()) {
      this.place(folder);
      const entries = this.entries(folder);
      if (folder.path !== "" && entries.some((entry) => entry.name === ".git")) {
        this.drop(folder);
        continue;
      }
      open.push(...this.told(folder, entries, isNew));
      if (performance.now() - since < sliceMs) continue;
      await breathe();
      since = performance.now();
    }
  }

  /** Tells the files of a folder and returns the subfolders to enter. */
  private told(folder: Folder, entries: Dirent[], isNew: boolean): Folder[] {
    const prefix = folder.path === "" ? "" : `${folder.path}/`;
    const files: string[] = [];
    const folders: string[] = [];
    for (const entry of entries) (entry.isDirectory() ? folders : files).push(entry.name);
    this.sink.read(folder.path, files);
    if (isNew) for (const name of files) this.sink.touched(prefix + name);
    const entered = folders.filter((name) => this.sink.enters(prefix + name));
    return entered.map((name) => child(folder, name, prefix + name));
  }

  private entries(folder: Folder): Dirent[] {
    try {
      return readdirSync(join(this.root, folder.path), { withFileTypes: true });
    } catch {
      return [];
    }
  }

  private place(folder: Folder): void {
    if (folder.watch || this.poll.has(folder.path)) return;
    const { budget } = this.options;
    try {
      if (budget && budget.used >= budget.maximum) throw Object.assign(new Error("limit"), { code: "ENOSPC" });
      folder.watch = watch(join(this.root, folder.path), (type, name) => this.event(folder, type, name));
      folder.watch.on("error", () => this.drop(folder));
      if (budget) budget.used += 1;
    } catch (error) {
      const code = (error as NodeJS.ErrnoException).code;
      if (code !== "ENOSPC" && code !== "EMFILE" && code !== "ENFILE") return;
      this.poll.add(folder.path);
      this.sink.polled(this.poll.size);
    }
  }

  private drop(folder: Folder): void {
    if (folder.watch) {
      folder.watch.close();
      folder.watch = undefined;
      if (this.options.budget) this.options.budget.used -= 1;
    }
    if (this.poll.delete(folder.path) && !this.closed) this.sink.polled(this.poll.size);
    for (const below of folder.children?.values() ?? []) this.drop(below);
    folder.children = undefined;
  }

  private pollEvent(path: string, name: string): void {
    let folder: Folder | undefined = this.top;
    for (const part of path === "" ? [] : path.split("/")) folder = folder?.children?.get(part);
    if (folder) this.event(folder, "rename", name);
  }

  private event(folder: Folder, type: string, name: string | null): void {
    if (this.closed) return;
    if (name === null) return this.sink.vanished(folder.path);
    const known = folder.children?.get(name);
    if (known && type === "change") return;
    const path = folder.path === "" ? name : `${folder.path}/${name}`;
    if (name === ".git" && folder.path !== "") return this.lose(folder, folder.path);
    if (type === "change") return this.sink.touched(path);
    this.renamed(folder, name, path, known);
  }

  /** A name came, went or was replaced. A folder's watch is placed anew: it may be another folder under the same name. */
  private renamed(folder: Folder, name: string, path: string, known: Folder | undefined): void {
    if (known) {
      folder.children?.delete(name);
      this.lose(known, path);
    }
    const stats = lstatSync(join(this.root, path), { throwIfNoEntry: false });
    if (!stats?.isDirectory()) return this.sink.touched(path);
    if (this.sink.enters(path)) void this.enter(child(folder, name, path), true);
  }

  private lose(folder: Folder, path: string): void {
    this.drop(folder);
    this.sink.vanished(path);
  }
}

function child(folder: Folder, name: string, path: string): Folder {
  const children = (folder.children ??= new Map<string, Folder>());
  const known = children.get(name) ?? { path, watch: undefined, children: undefined };
  children.set(name, known);
  return known;
}
