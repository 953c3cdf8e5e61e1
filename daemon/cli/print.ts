// How everything looks in a terminal, and the one way to it: what others named is made harmless here.
import type { Conflict, Severity } from "../../shared/model/conflict.ts";

const colours: Record<Severity | "dim", string> = { info: "36", warn: "33", block: "31", dim: "2" };

interface Painted {
  colour: keyof typeof colours;
  text: string;
}

/** Parts of a line: its strings may hold names, notes and sentences of anybody. */
type Part = string | Painted;

function paint(colour: keyof typeof colours, text: string): Painted {
  return { colour, text };
}

function show(part: Part): string {
  if (typeof part === "string") return harmless(part);
  const wanted = process.stdout.isTTY && process.env.NO_COLOR === undefined;
  return wanted ? `\u001b[${colours[part.colour]}m${harmless(part.text)}\u001b[0m` : harmless(part.text);
}

/** Control characters, bidirectional overrides, halves of characters and line breaks out: no name commands a terminal. */
function harmless(text: string): string {
  return text.replace(/[\p{Cc}\p{Cf}\p{Cs}\u2028\u2029]/gu, "\ufffd");
}

/** Says the same when read as JSON, but holds nothing that a terminal obeys: JSON itself escapes less. */
function harmlessJson(json: string): string {
  return json.replace(/[\u007f-\u009f\p{Cf}\u2028\u2029]/gu, (character) =>
    character.replace(/[^]/g, (unit) => `\\u${unit.charCodeAt(0).toString(16).padStart(4, "0")}`),
  );
}

export function printJson(value: unknown): void {
  process.stdout.write(`${harmlessJson(JSON.stringify(value, null, process.stdout.isTTY ? 2 : 0))}\n`);
}

/** One line. */
export function printLine(...parts: Part[]): void {
  process.stdout.write(`${parts.map(show).join("")}\n`);
}

/** One sentence on standard error. */
export function printError(sentence: string, written?: () => void): void {
  process.stderr.write(`${harmless(sentence.trim().replace(/\s*\n\s*/g, " "))}\n`, written);
}

/** `CF-9  warn  open  Same code` and its sentences. */
export function printConflict({ ref, severity, status, kind, summary, suggestion }: Conflict): void {
  printLine(`${ref}  `, paint(severity, severity), `  ${status}  ${kind}`);
  printLine(`  ${summary}`);
  printLine("  ", paint("dim", suggestion));
}

/** One line for the live feed. */
export function printFeedLine({ ref, severity, status, summary, updatedAt, history }: Conflict): void {
  const time = paint("dim", updatedAt.slice(11, 19));
  printLine(time, "  ", paint(severity, severity.padEnd(5)), `  ${ref}  ${status.padEnd(12)}  ${summary}`);
  const last = history.at(-1);
  if (last?.note !== undefined) printLine(`          ${last.by}: ${last.note}`);
}

export function printDetails(conflict: Conflict): void {
  printConflict(conflict);
  printLine();
  for (const { ref, role, checkout, changes } of conflict.sides) {
    printLine(`  ${ref}  ${role}  ${checkout}`);
    for (const { change, path, range } of changes) printLine(`    ${change}  ${path}:${range.start.line + 1}`);
  }
  printLine();
  for (const { at, by, event, to, note } of conflict.history)
    printLine(`  ${at}  ${event} → ${to}  by ${by}${note ? `: ${note}` : ""}`);
}
