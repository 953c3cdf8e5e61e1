// The repository of the current folder, as the daemon knows it.
import path from "node:path";
import type { DaemonStatus } from "../../shared/protocol/status.ts";
import type { RunningDaemon } from "../singleton.ts";
import { call } from "./daemonCalls.ts";

/** The repository that `--repo` names, else that of the watched checkout around the current folder, else undefined. */
export async function repoHere(daemon: RunningDaemon, named: string | undefined): Promise<string | undefined> {
  if (named !== undefined) return named;
  const { repos } = await call<DaemonStatus>(daemon, "GET", "/v1/status");
  const here = process.cwd();
  const around = repos.flatMap(({ repo, checkouts }) => checkouts.map((checkout) => ({ repo, root: checkout.path })));
  const [innermost] = around.filter(({ root }) => contains(root, here)).sort((a, b) => b.root.length - a.root.length);
  return innermost?.repo;
}

function contains(root: string, folder: string): boolean {
  const relative = path.relative(root, folder);
  return relative !== ".." && !relative.startsWith(`..${path.sep}`) && !path.isAbsolute(relative);
}

export function repoQuery(repo: string | undefined): string {
  return repo === undefined ? "" : `repo=${encodeURIComponent(repo)}`;
}
