// parley respond, feedback, override
import { createInterface } from "node:readline/promises";
import type { Command } from "commander";
import { actions, verdicts, type Conflict } from "../../shared/model/conflict.ts";
import { agentAround } from "./agentAround.ts";
import { call, theDaemon } from "./daemonCalls.ts";
import { CommandError, exit } from "./exit.ts";
import { printJson, printLine } from "./print.ts";
import { repoHere, repoQuery } from "./repoHere.ts";

interface Options {
  json?: boolean;
  repo?: string;
}

export function addActions(program: Command): void {
  const repoOption = ["--repo <id>", "the repository, where the current folder is not in it"] as const;
  program
    .command("respond")
    .description(`act on a conflict: ${actions.join(", ")}`)
    .argument("<ref>")
    .argument("<action>")
    .option("--note <text>", "a word to the other side")
    .option("--as <ref>", "act as this side of the conflict, as its agent does")
    .option(...repoOption)
    .option("--json", "print JSON")
    .action(respond);
  program
    .command("feedback")
    .description(`say what you think of a conflict: ${verdicts.join(", ")}`)
    .argument("<ref>")
    .argument("<verdict>")
    .option(...repoOption)
    .option("--json", "print JSON")
    .action(feedback);
  program
    .command("override")
    .description("let both sides go on despite a conflict; for people")
    .argument("<ref>")
    .option("--reason <text>", "why, in 3 to 2,000 characters")
    .option("--yes", "do not ask for a confirmation")
    .option(...repoOption)
    .option("--json", "print JSON")
    .action(override);
}

async function respond(ref: string, action: string, options: Options & { note?: string; as?: string }): Promise<void> {
  oneOf(actions, action, "action");
  const { note, as } = options;
  const conflict = await post(ref, "actions", { action, note, as }, options);
  if (!options.json)
    printLine(`${conflict.ref} is ${conflict.status}${isMuted(conflict, as) ? `, muted for ${as}` : ""}.`);
}

function isMuted({ sides }: Conflict, as: string | undefined): boolean {
  return sides.some(({ ref, muted }) => muted && ref === as);
}

async function feedback(ref: string, verdict: string, options: Options): Promise<void> {
  oneOf(verdicts, verdict, "verdict");
  const conflict = await post(ref, "feedback", { verdict }, options);
  if (!options.json) printLine(`${conflict.ref}: ${verdict}. Thank you.`);
}

async function override(ref: string, options: Options & { reason?: string; yes?: boolean }): Promise<void> {
  const agent = agentAround(process.env);
  if (agent !== null)
    throw new CommandError(
      `Only people override a conflict, and this runs under an agent (${agent} is set): ` +
        "ask with `parley respond " +
        `${ref} request_override\`.`,
    );
  if (!options.yes && !(await isConfirmed(ref))) throw new CommandError(`${ref} is as it was.`);
  const conflict = await post(ref, "override", { reason: options.reason }, options);
  if (!options.json) printLine(`${conflict.ref} is ${conflict.status}.`);
}

/** Typed by hand: the conflict's own number. */
async function isConfirmed(ref: string): Promise<boolean> {
  if (!process.stdin.isTTY || !process.stderr.isTTY)
    throw new CommandError("An override is confirmed at a terminal; where there is none, say --yes.", exit.usage);
  const terminal = createInterface({ input: process.stdin, output: process.stderr });
  const typed = await terminal.question(`Both sides go on despite ${ref}. Type ${ref} to confirm: `);
  terminal.close();
  return typed.trim().toUpperCase() === ref.toUpperCase();
}

function oneOf(known: readonly string[], word: string, what: string): void {
  if (!known.includes(word))
    throw new CommandError(`${word} is no ${what}: use one of ${known.join(", ")}.`, exit.usage);
}

async function post(ref: string, what: string, body: object, { json, repo }: Options): Promise<Conflict> {
  const daemon = await theDaemon();
  const query = repoQuery(await repoHere(daemon, repo));
  const conflict = await call<Conflict>(
    daemon,
    "POST",
    `/v1/conflicts/${encodeURIComponent(ref)}/${what}?${query}`,
    body,
  );
  if (json) printJson(conflict);
  return conflict;
}
