// Chooses the watchers that suit the platform.
// Knows no checkouts.
import { watchDirectories } from "./directoryWatcher.ts";
import type { Surroundings } from "./house.ts";
import { watchRecursively } from "./recursiveWatcher.ts";

/** Native recursion where the system has it; elsewhere a watch per folder. Git's own small folder has a watch per folder everywhere. */
export function chooseWatchers(platform: NodeJS.Platform): Pick<Surroundings, "watchTree" | "watchGit"> {
  const native = platform === "darwin" || platform === "win32";
  return { watchTree: native ? watchRecursively : watchDirectories, watchGit: watchDirectories };
}
