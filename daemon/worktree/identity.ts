// Reads git's configuration: a repository's name (the normalised URL of its origin, without user, password and `.git`),
// and the filter programs that must not run.
// Knows no git process: gets git's configuration as pairs.

/** `git config --list -z` as pairs, in order; a later value of one key wins. */
export type GitConfig = readonly (readonly [key: string, value: string])[];

export function parseConfig(entries: readonly string[]): GitConfig {
  return entries.map((entry) => {
    const end = entry.indexOf("\n");
    return end < 0 ? ([entry, "true"] as const) : ([entry.slice(0, end), entry.slice(end + 1)] as const);
  });
}

export function configValue(config: GitConfig, key: string): string | undefined {
  return config.findLast(([name]) => name === key)?.[1];
}

/** Settings under which git runs none of the filter programs that this configuration names. */
export function withoutFilters(config: GitConfig): GitConfig {
  const names = new Set(config.flatMap(([key]) => /^filter\.(.+)\.[^.]+$/s.exec(key)?.[1] ?? []));
  const off = { clean: "", process: "", smudge: "", required: "false" };
  return [...names].flatMap((name) =>
    Object.entries(off).map(([key, value]) => [`filter.${name}.${key}`, value] as const),
  );
}

/** The remote that counts as the origin: `origin`, else the first one; undefined when there is none. */
export function originName(config: GitConfig): string | undefined {
  const remotes = config.map(([key]) => /^remote\.(.+)\.url$/s.exec(key)?.[1]).filter((name) => name !== undefined);
  return remotes.includes("origin") ? "origin" : remotes[0];
}

/** `host/owner/name` of the origin; null without an origin or when it is a folder. */
export function originIdentity(config: GitConfig): string | null {
  const name = originName(config);
  const url = name === undefined ? undefined : config.find(([key]) => key === `remote.${name}.url`)?.[1];
  return url === undefined ? null : normaliseUrl(insteadOf(config, url));
}

function insteadOf(config: GitConfig, url: string): string {
  let best = { written: "", meant: "" };
  for (const [key, written] of config) {
    const meant = /^url\.(.+)\.insteadof$/s.exec(key)?.[1];
    if (meant !== undefined && url.startsWith(written) && written.length > best.written.length)
      best = { written, meant };
  }
  return best.meant + url.slice(best.written.length);
}

/** ssh, scp-like, http(s) and git forms of one address become one name; null for folders and `file:`. */
export function normaliseUrl(url: string): string | null {
  const full = /^(?:ssh|git|https?|git\+ssh|ssh\+git):\/\/(?:[^/@]*@)*([^/:@]+|\[[^\]]+\])(?::\d*)?\/+(.*)$/i.exec(url);
  const scp = /^(?:[^/@:]+@)?([^/:@\\]{2,}|\[[^\]]+\]):(?!\/\/)(.*)$/.exec(url);
  const [, host, path] = full ?? (/^[a-z+]+:\/\//i.test(url) ? [] : (scp ?? []));
  if (host === undefined || path === undefined) return null;
  const clean = path
    .replace(/[?#].*$/, "")
    .replace(/^[/~]+|\/+$/g, "")
    .replace(/\.git$/, "")
    .replace(/\/{2,}/g, "/");
  return clean === "" ? null : `${host.toLowerCase()}/${clean}`;
}
