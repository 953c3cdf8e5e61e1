// parley audit
import type { Command } from "commander";
import type { AuditReading } from "../../shared/model/audit.ts";
import { call, theDaemon } from "./daemonCalls.ts";
import { CommandError } from "./exit.ts";
import { printJson, printLine } from "./print.ts";
import { repoHere, repoQuery } from "./repoHere.ts";

interface Options {
  verify?: boolean;
  json?: boolean;
  repo?: string;
}

export function addAudit(program: Command): void {
  program
    .command("audit")
    .description(
      "list every change of a conflict with its actor and time, of the current folder's repository or of all",
    )
    .argument("[ref]", "one conflict alone")
    .option("--verify", "say whether the log is as it was written")
    .option("--repo <id>", "the repository, where the current folder is not in it")
    .option("--json", "print JSON")
    .action(audit);
}

async function audit(ref: string | undefined, { verify, json, repo }: Options): Promise<void> {
  const daemon = await theDaemon();
  const query = repoQuery(await repoHere(daemon, repo));
  const one = ref === undefined ? "" : `&ref=${encodeURIComponent(ref)}`;
  const reading = await call<AuditReading>(daemon, "GET", `/v1/audit?${query}${one}`);
  if (json) printJson(reading);
  else if (!verify) printEntries(reading);
  for (const problem of json ? [] : reading.problems) printLine(problem);
  if (!verify) return;
  if (reading.problems.length > 0) throw new CommandError("The audit log is not as it was written.");
  if (!json) printLine("The audit log is as it was written.");
}

function printEntries({ entries }: AuditReading): void {
  for (const { at, ref, event, to, by, note } of entries)
    printLine(`${at}  ${ref}  ${event} → ${to}  by ${by}${note ? `: ${note}` : ""}`);
  if (entries.length === 0) printLine("The audit log is empty.");
}
