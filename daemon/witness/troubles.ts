// Errors of the compiler, and which of them are news: in neither side alone.
// An error is known again by what it says and where it is said, never by its line number.
import ts from "typescript";
import type { LaidOver } from "./laidOver.ts";
import { counts } from "./settings.ts";
import { pathAt, treeRoot } from "./treeHost.ts";
import type { Proceed } from "../sides/work.ts";

export interface Trouble {
  file: ts.SourceFile;
  /** In the merged tree. */
  path: string;
  diagnostic: ts.Diagnostic;
  message: string;
}

const longestMessage = 500;

/** `fileOf` says where a merged path is in this version. */
export function troublesIn(
  program: ts.Program,
  paths: Iterable<string>,
  fileOf: (path: string) => string,
  checksJs: boolean,
  proceed: Proceed,
): Trouble[] {
  const token = { isCancellationRequested: () => false, throwIfCancellationRequested: proceed };
  const found: Trouble[] = [];
  for (const path of paths) {
    proceed();
    const file = program.getSourceFile(fileOf(path));
    if (!file) continue;
    const all = [...program.getSyntacticDiagnostics(file), ...program.getSemanticDiagnostics(file, token)];
    for (const diagnostic of all)
      if (
        diagnostic.file === file &&
        diagnostic.category === ts.DiagnosticCategory.Error &&
        counts(diagnostic, checksJs)
      )
        found.push({ file, path, diagnostic, message: messageOf(diagnostic) });
  }
  return found;
}

export function messageOf({ messageText }: ts.Diagnostic): string {
  const flat = ts.flattenDiagnosticMessageText(messageText, " ").replaceAll(`${treeRoot}/`, "").replace(/\s+/g, " ");
  return flat.length > longestMessage ? `${flat.slice(0, longestMessage - 1)}…` : flat;
}

/** Errors of the merge that none of the others has; one more of the same kind in one place counts too. */
export function newsAmong(merged: Trouble[], others: Trouble[][]): Trouble[] {
  const lines = new Set(others.flat().map(lineKey));
  const known = others.map((troubles) => countBy(troubles, kindKey));
  const now = countBy(merged, kindKey);
  return merged.filter((trouble) => {
    const key = kindKey(trouble);
    return !lines.has(lineKey(trouble)) && known.every((counts) => (counts.get(key) ?? 0) < (now.get(key) ?? 0));
  });
}

function countBy(troubles: Trouble[], key: (trouble: Trouble) => string): Map<string, number> {
  const counts = new Map<string, number>();
  for (const trouble of troubles) counts.set(key(trouble), (counts.get(key(trouble)) ?? 0) + 1);
  return counts;
}

function kindKey(trouble: Trouble): string {
  const { path, diagnostic, message } = trouble;
  return [path, enclosingName(trouble), diagnostic.code, message].join("\0");
}

function lineKey({ path, file, diagnostic }: Trouble): string {
  const start = diagnostic.start ?? 0;
  const end = file.text.indexOf("\n", start);
  const line = file.text.slice(file.text.lastIndexOf("\n", start - 1) + 1, end < 0 ? undefined : end);
  return `${path}\0${line.trim()}`;
}

/** The name of the top-level statement. */
function enclosingName({ file, diagnostic }: Trouble): string {
  const at = diagnostic.start ?? 0;
  const statement = file.statements.find((each) => each.pos <= at && at < each.end);
  const name = statement && ts.getNameOfDeclaration(statement as ts.DeclarationStatement);
  return name && ts.isIdentifier(name) ? name.text : "";
}

/** Files that may be wrong through both sides, without those that do not merge. */
export function pathsToCheck(reach: Map<ts.SourceFile, number>, { clashing }: LaidOver): string[] {
  return [...reach]
    .filter(([, sides]) => sides === 3)
    .map(([file]) => pathAt(file.fileName)!)
    .filter((path) => !clashing.has(path));
}
