// parley status: the daemon, the watched checkouts, the counts.
import type { Command } from "commander";
import type { DaemonStatus } from "../../shared/protocol/status.ts";
import { call, theDaemon } from "./daemonCalls.ts";
import { printJson, printLine } from "./print.ts";

export function addStatus(program: Command): void {
  program
    .command("status")
    .description("show the daemon, the watched checkouts and how many conflicts are live")
    .option("--json", "print JSON")
    .action(async ({ json }: { json?: boolean }) => {
      const status = await call<DaemonStatus>(await theDaemon(), "GET", "/v1/status");
      if (json) printJson(status);
      else printStatus(status);
    });
}

function printStatus({ daemon, repos, counts }: DaemonStatus): void {
  printLine(`Daemon ${daemon.version}, process ${daemon.pid}, port ${daemon.port}: ${daemon.health.state}`);
  if (daemon.health.state === "degraded") for (const reason of daemon.health.reasons) printLine(`  ${reason}`);
  for (const { repo, checkouts } of repos) {
    printLine(repo);
    for (const { path, branch, participant, note } of checkouts)
      printLine(`  ${participant}  ${branch ?? "detached HEAD"}  ${path}${note ? `  (${note})` : ""}`);
  }
  printLine(`Live conflicts: ${counts.block} block, ${counts.warn} warn, ${counts.info} info`);
}
