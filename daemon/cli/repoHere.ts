// The repository of the current folder, as the daemon knows it.
import fs from "node:fs";
import path from "node:path";
import type { DaemonStatus } from "../../shared/protocol/status.ts";
import type { RunningDaemon } from "../singleton.ts";
import { call } from "./daemonCalls.ts";
import { CommandError } from "./exit.ts";

/**
 * The repository that `--repo` names, else that of the watched checkout around the current folder; undefined outside of
 * any. Somebody else's conflicts are never shown for a checkout that nobody watches.
 */
export async function repoHere(daemon: RunningDaemon, named: string | undefined): Promise<string | undefined> {
  const { repos } = await call<DaemonStatus>(daemon, "GET", "/v1/status");
  if (named !== undefined)
    return known(
      repos.map(({ repo }) => repo),
      named,
    );
  const here = process.cwd();
  const around = repos.flatMap(({ repo, checkouts }) => checkouts.map((checkout) => ({ repo, root: checkout.path })));
  const [innermost] = around.filter(({ root }) => contains(root, here)).sort((a, b) => b.root.length - a.root.length);
  const checkout = gitRootAround(here);
  if (checkout !== null && (!innermost || innermost.root.length < checkout.length))
    throw new CommandError(
      `${checkout} is not watched: \`parley watch .\` starts that; --repo names another repository.`,
    );
  return innermost?.repo;
}

function known(watched: string[], named: string): string {
  if (watched.includes(named)) return named;
  const list = watched.length === 0 ? "none is watched" : `watched are ${watched.join(", ")}`;
  throw new CommandError(`There is no repository ${named} here: ${list}.`);
}

/** Root of the checkout around a folder, whether watched or not; null outside of any. */
export function gitRootAround(folder: string): string | null {
  if (fs.existsSync(path.join(folder, ".git"))) return folder;
  const parent = path.dirname(folder);
  return parent === folder ? null : gitRootAround(parent);
}

function contains(root: string, folder: string): boolean {
  const relative = path.relative(root, folder);
  return relative !== ".." && !relative.startsWith(`..${path.sep}`) && !path.isAbsolute(relative);
}

export function repoQuery(repo: string | undefined): string {
  return repo === undefined ? "" : `repo=${encodeURIComponent(repo)}`;
}
