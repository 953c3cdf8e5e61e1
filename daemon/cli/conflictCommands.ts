// parley conflicts, conflict, participants
import type { Command } from "commander";
import { severities, type Conflict } from "../../shared/model/conflict.ts";
import type { Participant } from "../../shared/model/participant.ts";
import { call, startedDaemon, theDaemon } from "./daemonCalls.ts";
import { printConflict, printDetails, printJson, printLine } from "./print.ts";
import { gitRootAround, repoHere, repoQuery } from "./repoHere.ts";
import { watchConflicts } from "./watchConflicts.ts";

interface Options {
  json?: boolean;
  repo?: string;
}

export function addConflicts(program: Command): void {
  const repoOption = ["--repo <id>", "the repository, where the current folder is not in it"] as const;
  program
    .command("conflicts")
    .description("list the live conflicts of the current folder's repository, or of all")
    .option("--all", "closed ones too")
    .option("--watch", "stay and print every change")
    .option(...repoOption)
    .option("--json", "print JSON")
    .action(list);
  program
    .command("conflict")
    .description("show one conflict")
    .argument("<ref>")
    .option(...repoOption)
    .option("--json", "print JSON")
    .action(show);
  program
    .command("participants")
    .description("show who works where, and on how much")
    .option(...repoOption)
    .option("--json", "print JSON")
    .action(participants);
}

async function list(options: Options & { all?: boolean; watch?: boolean }): Promise<void> {
  const daemon = await (options.watch ? startedDaemon() : theDaemon());
  const checkout = gitRootAround(process.cwd());
  // Whoever watches the conflicts of a checkout wants it watched; after a fresh start it may not be yet.
  if (options.watch && options.repo === undefined && checkout !== null)
    await call(daemon, "POST", "/v1/watch", { path: checkout });
  const repo = await repoHere(daemon, options.repo);
  if (options.watch) return watchConflicts(daemon, options.json ?? false, repo);
  const query = `status=${options.all ? "all" : "live"}&${repoQuery(repo)}`;
  const answer = await call<{ conflicts: Conflict[] }>(daemon, "GET", `/v1/conflicts?${query}`);
  if (options.json) return printJson(answer);
  for (const conflict of answer.conflicts.sort(gravestFirst)) printConflict(conflict);
  if (answer.conflicts.length === 0) printLine("No conflicts.");
}

/** Of one gravity, the older number first. */
function gravestFirst(x: Conflict, y: Conflict): number {
  return severities.indexOf(y.severity) - severities.indexOf(x.severity);
}

async function show(ref: string, options: Options): Promise<void> {
  const daemon = await theDaemon();
  const query = repoQuery(await repoHere(daemon, options.repo));
  const conflict = await call<Conflict>(daemon, "GET", `/v1/conflicts/${encodeURIComponent(ref)}?${query}`);
  if (options.json) printJson(conflict);
  else printDetails(conflict);
}

async function participants(options: Options): Promise<void> {
  const daemon = await theDaemon();
  const query = repoQuery(await repoHere(daemon, options.repo));
  const answer = await call<{ participants: Participant[] }>(daemon, "GET", `/v1/participants?${query}`);
  if (options.json) return printJson(answer);
  for (const { ref, developer, client, branch, checkout, paths, symbols } of answer.participants) {
    const who = `${developer || "unknown developer"}  ${client === "unknown" ? "no editor" : client}`;
    const what = `${counted(paths, "file")}, ${counted(symbols, "symbol")}`;
    printLine(`${ref}  ${who}  ${branch ?? "detached HEAD"}  ${what}  ${checkout}`);
  }
}

function counted(count: number, name: string): string {
  return `${count} ${name}${count === 1 ? "" : "s"}`;
}
