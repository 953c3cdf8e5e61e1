// parley policy check: is this policy file right, and does it do what it says?
import fs from "node:fs";
import path from "node:path";
import type { Command } from "commander";
import { policyPath } from "../../shared/protocol/policyFile.ts";
import { readPolicy, refusedPolicy, type PolicyReading } from "../policy/readPolicy.ts";
import { CommandError, exit } from "./exit.ts";
import { printJson, printLine } from "./print.ts";
import { gitRootAround } from "./repoHere.ts";

/** Bytes. */
const longest = 1 << 20;

export function addPolicy(program: Command): void {
  const policy = program.command("policy").description("the repository's policy file");
  policy
    .command("check")
    .description(`check a policy file; without FILE ${policyPath} of the current checkout`)
    .argument("[file]")
    .option("--json", "print JSON")
    .action(check);
}

async function check(named: string | undefined, { json }: { json?: boolean }): Promise<void> {
  const file = named ?? ownFile();
  const reading = file === null ? { policy: null, problems: [] } : await readPolicyFile(file);
  const isBroken = reading.problems.some(({ severity }) => severity === "error");
  if (json) printJson({ file, ok: !isBroken, problems: reading.problems, policy: reading.policy });
  else if (file === null) printLine(`There is no ${policyPath}: the defaults are in force.`);
  else print(file, reading);
  if (isBroken) process.exitCode = exit.failure;
}

/** Null where the checkout has none. */
function ownFile(): string | null {
  const root = gitRootAround(process.cwd());
  if (root === null) throw new CommandError("The current folder is in no checkout: name the file.");
  const file = path.join(root, policyPath);
  return fs.existsSync(file) ? file : null;
}

export async function readPolicyFile(file: string): Promise<PolicyReading> {
  let bytes: Buffer;
  try {
    if (fs.statSync(file).size > longest) return refusedPolicy("it is larger than 1 MB");
    bytes = fs.readFileSync(file);
  } catch (failure) {
    throw new CommandError(`${file} cannot be read: ${(failure as Error).message}.`);
  }
  try {
    return await readPolicy(new TextDecoder("utf-8", { fatal: true }).decode(bytes));
  } catch {
    return refusedPolicy("it is not UTF-8");
  }
}

function print(file: string, { policy, problems }: PolicyReading): void {
  for (const { severity, message, range } of problems)
    printLine(`${file}:${range.start.line + 1}:${range.start.character + 1}: ${severity}: ${message}`);
  if (policy) printLine(problems.length === 0 ? `${file} is right.` : `${file} is valid, with what is said above.`);
}
