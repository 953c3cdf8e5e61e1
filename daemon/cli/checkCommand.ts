// parley check: may somebody edit these paths now?
import fs from "node:fs";
import path from "node:path";
import type { Command } from "commander";
import type { Judgement } from "../../shared/model/conflict.ts";
import { call, theDaemon } from "./daemonCalls.ts";
import { CommandError, exit } from "./exit.ts";
import { printConflict, printJson, printLine } from "./print.ts";
import { gitRootAround } from "./repoHere.ts";

interface Options {
  path: string[];
  action: string;
  command?: string;
  session?: string;
  json?: boolean;
}

export function addCheck(program: Command): void {
  program
    .command("check")
    .description("ask before an edit: allow, warn or block, with the conflicts that it would be in")
    .option("--path <path>", "a file that is to be written; may be given several times", collect, [])
    .option("--action <action>", "edit, or shell for a command that may write anything", "edit")
    .option("--command <command>", "the shell command")
    .option("--session <ref>", "who asks, where it is to be made sure")
    .option("--json", "print JSON")
    .action(check);
}

function collect(value: string, before: string[]): string[] {
  return [...before, value];
}

async function check({ path: paths, action, command, session, json }: Options): Promise<void> {
  if (action !== "edit" && action !== "shell")
    throw new CommandError(`--action wants edit or shell, not ${action}.`, exit.usage);
  if (action === "edit" && paths.length === 0)
    throw new CommandError("Say which file is to be edited: --path src/refund.ts.", exit.usage);
  const root = gitRootAround(fs.realpathSync(process.cwd()));
  if (root === null) throw new CommandError("The current folder is in no checkout: change into one.");
  const daemon = await theDaemon();
  const body = {
    ...{ checkout: root.split(path.sep).join("/"), action, paths: paths.map(real) },
    ...(command === undefined ? {} : { command }),
    ...(session === undefined ? {} : { session }),
  };
  const judgement = await call<Judgement>(daemon, "POST", "/v1/check", body);
  if (json) printJson(judgement);
  else print(judgement);
  if (judgement.decision === "block") process.exitCode = exit.found;
}

function print({ decision, conflicts, message }: Judgement): void {
  printLine(`${decision}: ${conflicts.length === 0 ? message : count(conflicts.length)}`);
  for (const conflict of conflicts) printConflict(conflict);
}

function count(conflicts: number): string {
  return conflicts === 1 ? "1 conflict" : `${conflicts} conflicts`;
}

/** An absolute path may lead through links: the daemon knows checkouts by their real folders. */
function real(file: string): string {
  if (!path.isAbsolute(file)) return file;
  const folder = path.dirname(file);
  try {
    return path.join(fs.realpathSync(folder), path.basename(file));
  } catch {
    return folder === file ? file : path.join(real(folder), path.basename(file));
  }
}
