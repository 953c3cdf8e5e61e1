#!/usr/bin/env node
// The `parley` command: parses arguments, calls one command, turns failures into one sentence and an exit code.
import { Command, CommanderError } from "commander";
import { addActions } from "./cli/actionCommands.ts";
import { addAudit } from "./cli/auditCommand.ts";
import { addCheck } from "./cli/checkCommand.ts";
import { addCompare } from "./cli/compareCommand.ts";
import { addConflicts } from "./cli/conflictCommands.ts";
import { addDaemon } from "./cli/daemonCommand.ts";
import { addDemo } from "./cli/demoCommand.ts";
import { addDoctor } from "./cli/doctorCommand.ts";
import { CommandError, exit } from "./cli/exit.ts";
import { printError } from "./cli/print.ts";
import { addStats } from "./cli/statsCommand.ts";
import { addPolicy } from "./cli/policyCommand.ts";
import { addStatus } from "./cli/statusCommand.ts";
import { addWatch } from "./cli/watchCommands.ts";
import { version } from "./version.ts";

const program = new Command("parley")
  .description("Shows while you work that somebody else's unmerged work clashes with yours.")
  .version(version)
  .showHelpAfterError("(--help says how)");
for (const add of [
  addDaemon,
  addWatch,
  addStatus,
  addConflicts,
  addActions,
  addCheck,
  addAudit,
  addStats,
  addPolicy,
  addCompare,
  addDoctor,
  addDemo,
])
  add(program);
for (const command of allCommands(program)) command.exitOverride();

// Who reads may stop reading, as `head` does.
process.stdout.on("error", (failure: NodeJS.ErrnoException) =>
  process.exit(failure.code === "EPIPE" ? exit.ok : exit.failure),
);

program.parseAsync().catch((failure: unknown) => {
  if (failure instanceof CommanderError) process.exitCode = failure.exitCode === 0 ? exit.ok : exit.usage;
  else {
    printError(failure instanceof Error ? failure.message : String(failure));
    process.exitCode = failure instanceof CommandError ? failure.code : exit.failure;
  }
});

function allCommands(command: Command): Command[] {
  return [command, ...command.commands.flatMap(allCommands)];
}
