// parley compare: two sides against a base, without a daemon, by the same core.
import type { Command } from "commander";
import { severities, type Finding, type Severity } from "../../shared/model/conflict.ts";
import type { Comparison } from "./compareTrees.ts";
import { CommandError, exit } from "./exit.ts";
import { printJson, printLine } from "./print.ts";

interface Options {
  base: string;
  a: string;
  b: string;
  json?: boolean;
  failOn?: string;
  witness: boolean;
}

export function addCompare(program: Command): void {
  program
    .command("compare")
    .description("find the conflicts of two sides: each a git ref, a checkout or a plain folder")
    .requiredOption("--base <base>", "the common ancestor")
    .requiredOption("--a <side>", "the side that was there first")
    .requiredOption("--b <side>", "the other side")
    .option("--fail-on <severity>", `exit with 2 on a conflict at least so severe: ${severities.join(", ")}`)
    .option("--no-witness", "do not type-check the two sides together")
    .option("--json", "print JSON")
    .action(compare);
}

async function compare({ base, a, b, json, failOn, witness }: Options): Promise<void> {
  if (failOn !== undefined && !severities.includes(failOn as Severity))
    throw new CommandError(`--fail-on wants one of ${severities.join(", ")}, not ${failOn}.`, exit.usage);
  const started = performance.now();
  // Loads the compiler: not on the way of the other commands.
  const { compareTrees } = await import("./compareTrees.ts");
  const { findings, skipped, unanswered } = await compareTrees({ base, a, b }, process.cwd(), witness);
  const elapsedMs = Math.round(performance.now() - started);
  if (json) printJson({ conflicts: findings, skipped, unanswered, elapsedMs });
  else printFindings(findings, skipped, unanswered);
  if (failOn !== undefined && findings.some((finding) => atLeast(finding.severity, failOn as Severity)))
    process.exitCode = exit.found;
}

/** By what could not be found out. */
const missing = {
  contracts: "Contracts could not be read in time: one may be broken all the same.",
  witness: "The sides could not be type-checked together in time: they may not compile all the same.",
};

function printFindings(
  findings: Finding[],
  skipped: Comparison["skipped"],
  unanswered: Comparison["unanswered"],
): void {
  for (const { severity, kind, summary, suggestion } of findings)
    for (const line of [`${severity}  ${kind}`, `  ${summary}`, `  ${suggestion}`]) printLine(line);
  if (findings.length === 0) printLine("No conflicts.");
  for (const what of unanswered) printLine(missing[what]);
  for (const { path, why } of skipped) printLine(`${path} counts as a path only: ${why}.`);
}

function atLeast(severity: Severity, limit: Severity): boolean {
  return severities.indexOf(severity) >= severities.indexOf(limit);
}
