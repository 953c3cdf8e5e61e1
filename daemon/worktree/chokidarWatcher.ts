// Watches a small tree through chokidar: used for git's own folder.
// Knows no git and no contents.
import { relative, sep } from "node:path";
import { type FSWatcher, watch } from "chokidar";
import type { TreeSink, TreeWatcher } from "./watcher.ts";

export function watchWithChokidar(root: string, sink: TreeSink): TreeWatcher {
  return new ChokidarWatcher(root, sink);
}

class ChokidarWatcher implements TreeWatcher {
  readonly ready: Promise<void>;
  private readonly watcher: FSWatcher;
  private walking: ((path: string) => void) | undefined;

  constructor(
    private readonly root: string,
    private readonly sink: TreeSink,
  ) {
    this.walking = (path) => sink.found(path);
    this.watcher = watch(root, {
      followSymlinks: false,
      atomic: false,
      ignored: (path, stats) => stats?.isDirectory() === true && path !== root && !sink.enters(this.path(path)),
    });
    this.ready = new Promise((resolve) => {
      this.watcher.on("ready", () => {
        this.walking = undefined;
        resolve();
      });
    });
    this.listen();
  }

  walk(): Promise<void> {
    const watched = this.watcher.getWatched();
    for (const [folder, names] of Object.entries(watched)) {
      const files = names.map((name) => `${folder}${sep}${name}`).filter((path) => watched[path] === undefined);
      for (const file of files) if (file.startsWith(this.root + sep)) this.sink.found(this.path(file));
    }
    return Promise.resolve();
  }

  close(): void {
    void this.watcher.close();
  }

  private listen(): void {
    this.watcher.on("add", (path) => {
      if (this.walking) this.walking(this.path(path));
      else this.sink.touched(this.path(path));
    });
    this.watcher.on("change", (path) => this.sink.touched(this.path(path)));
    this.watcher.on("unlink", (path) => this.sink.touched(this.path(path)));
    this.watcher.on("unlinkDir", (path) => this.sink.vanished(this.path(path)));
    this.watcher.on("error", () => this.sink.vanished(""));
  }

  private path(absolute: string): string {
    return relative(this.root, absolute).split(sep).join("/");
  }
}
