// Collects what limits the watching and says it in sentences, once, when it has settled.
// Knows no watcher and no git.
import type { Surroundings } from "./house.ts";

const settleMs = 500;

export function limitReasons(changed: (reasons: string[]) => void): Pick<Surroundings, "limit" | "polled"> {
  const reasons = new Map<string, string>();
  const polledFolders = new Map<string, number>();
  let said = "";
  let saidPolled = 0;
  let timer: NodeJS.Timeout | undefined;
  const say = (): void => {
    timer = undefined;
    const polled = [...polledFolders.values()].reduce((sum, count) => sum + count, 0);
    if (polled === 0 || polled > 2 * saidPolled) saidPolled = polled;
    const all = [...(saidPolled > 0 ? [pollSentence(saidPolled)] : []), ...reasons.values()];
    if (all.join("\n") === said) return;
    said = all.join("\n");
    changed(all);
  };
  const later = (): void => {
    timer ??= setTimeout(say, settleMs);
  };
  return {
    limit(key, reason) {
      if ((reasons.get(key) ?? null) === reason) return;
      if (reason === null) reasons.delete(key);
      else reasons.set(key, reason);
      later();
    },
    polled(root, folders) {
      if ((polledFolders.get(root) ?? 0) === folders) return;
      if (folders === 0) polledFolders.delete(root);
      else polledFolders.set(root, folders);
      later();
    },
  };
}

function pollSentence(folders: number): string {
  const which = `The system's limit of watched folders is reached: ${folders} folders are looked at every few seconds instead`;
  return `${which}. Raise the system settings fs.inotify.max_user_watches and fs.inotify.max_user_instances, then restart Parley.`;
}
