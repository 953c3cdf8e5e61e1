// parley stats
import type { Command } from "commander";
import type { Contended, Stats } from "../../shared/model/stats.ts";
import { call, theDaemon } from "./daemonCalls.ts";
import { printJson, printLine } from "./print.ts";
import { repoHere, repoQuery } from "./repoHere.ts";

export function addStats(program: Command): void {
  program
    .command("stats")
    .description("show what came of the conflicts: counts, estimated time saved, where they gather")
    .option("--repo <id>", "the repository, where the current folder is not in it")
    .option("--json", "print JSON")
    .action(stats);
}

async function stats({ json, repo }: { json?: boolean; repo?: string }): Promise<void> {
  const daemon = await theDaemon();
  const query = repoQuery(await repoHere(daemon, repo));
  const all = await call<Stats>(daemon, "GET", `/v1/stats?${query}`);
  if (json) return printJson(all);
  const { counts, timeSaved, falsePositives, contended } = all;
  const statuses = Object.entries(counts.byStatus).map(([status, count]) => `${count} ${status}`);
  printLine(`Conflicts: ${counts.total}${statuses.length > 0 ? ` (${statuses.join(", ")})` : ""}`);
  printLine(`Estimated time saved: ${timeSaved.formula}`);
  const { marked, judged, rate } = falsePositives;
  const share = rate === null ? "" : ` (${(rate * 100).toFixed(1)} %)`;
  printLine(`False positives: ${marked} of ${judged}${share}`);
  printContended("Most contended files", contended.files);
  printContended("Most contended symbols", contended.symbols);
}

function printContended(title: string, list: Contended[]): void {
  if (list.length === 0) return;
  printLine(`${title}:`);
  for (const { name, conflicts, days } of list)
    printLine(`  ${conflicts}  ${name}  ${days.map((each) => `${each.day}: ${each.conflicts}`).join(", ")}`);
}
