// How conflicts and participants look in a terminal.
import type { Conflict, Severity } from "../../shared/model/conflict.ts";

const colours: Record<Severity | "dim", string> = { info: "36", warn: "33", block: "31", dim: "2" };

function paint(colour: keyof typeof colours, text: string): string {
  const wanted = process.stdout.isTTY && process.env.NO_COLOR === undefined;
  return wanted ? `\u001b[${colours[colour]}m${text}\u001b[0m` : text;
}

export function printJson(value: unknown): void {
  process.stdout.write(`${JSON.stringify(value, null, process.stdout.isTTY ? 2 : 0)}\n`);
}

export function printLine(line = ""): void {
  process.stdout.write(`${line}\n`);
}

/** `CF-9  warn  open  Same code` and its sentences. */
export function conflictLines(conflict: Conflict): string {
  const head = `${conflict.ref}  ${paint(conflict.severity, conflict.severity)}  ${conflict.status}  ${conflict.kind}`;
  const rest = [conflict.summary, paint("dim", conflict.suggestion)];
  return [head, ...rest.map((line) => `  ${line}`)].join("\n");
}

/** One line for the live feed. */
export function feedLine(conflict: Conflict): string {
  const time = conflict.updatedAt.slice(11, 19);
  return `${paint("dim", time)}  ${paint(conflict.severity, conflict.severity.padEnd(5))}  ${conflict.ref}  ${conflict.status.padEnd(12)}  ${conflict.summary}`;
}

export function conflictDetails(conflict: Conflict): string {
  const sides = conflict.sides.flatMap((side) => [
    `  ${side.ref}  ${side.role}  ${side.checkout}`,
    ...side.changes.map(({ change, path, range }) => `    ${change}  ${path}:${range.start.line + 1}`),
  ]);
  const history = conflict.history.map(
    ({ at, by, event, to, note }) => `  ${at}  ${event} → ${to}  by ${by}${note ? `: ${note}` : ""}`,
  );
  return [conflictLines(conflict), "", ...sides, "", ...history].join("\n");
}
