// Conversions between the model's plain values and vscode's: places, documents, severities.
// Must not know the daemon, features or any state but the folders that come in.
import * as vscode from "vscode";
import type { Severity } from "../../shared/model/conflict.ts";
import type { Position, Range } from "../../shared/model/location.ts";
import type { ConflictId, Folder } from "../model/marks.ts";
import { joinInside, normalPath, relativeInside } from "../model/paths.ts";

export function toRange(range: Range): vscode.Range {
  return new vscode.Range(range.start.line, range.start.character, range.end.line, range.end.character);
}

export function fromPosition(position: vscode.Position): Position {
  return { line: position.line, character: position.character };
}

export function fromRange(range: vscode.Range): Range {
  return { start: fromPosition(range.start), end: fromPosition(range.end) };
}

/** Only files beside the daemon: `file`, or the remote's own files. Never git:, untitled:, cells, output, vfs. */
export function isLocalFile(uri: vscode.Uri): boolean {
  return uri.scheme === "file" || (uri.scheme === "vscode-remote" && vscode.env.remoteName !== undefined);
}

/** Selects what `isLocalFile` says; one registration, since a remote's own files match both. */
export const localFiles: vscode.DocumentSelector = [{ scheme: "file" }, { scheme: "vscode-remote" }];

/** The real absolute path of a document, as the daemon spells it; null when it is not a file of this machine. */
export function realPath(uri: vscode.Uri, folders: readonly Folder[]): string | null {
  if (!isLocalFile(uri)) return null;
  const path = normalPath(uri.fsPath);
  for (const folder of folders) {
    const relative = relativeInside(folder.path, path);
    if (relative !== null) return joinInside(folder.real, relative);
  }
  return path;
}

/** The URI by which this window knows a real path: through the folder as the user opened it. */
export function fileUri(real: string, folders: readonly Folder[]): vscode.Uri {
  for (const folder of folders) {
    const relative = relativeInside(folder.real, real);
    const path = relative === null ? null : joinInside(folder.path, relative);
    if (path !== null) return vscode.Uri.file(path);
  }
  return vscode.Uri.file(real);
}

export function toDiagnosticSeverity(severity: Severity): vscode.DiagnosticSeverity {
  switch (severity) {
    case "block":
      return vscode.DiagnosticSeverity.Error;
    case "warn":
      return vscode.DiagnosticSeverity.Warning;
    case "info":
      return vscode.DiagnosticSeverity.Information;
  }
}

/** A link that runs one of our commands; the argument is plain JSON. */
export function commandUri(command: string, argument: unknown): vscode.Uri {
  return vscode.Uri.parse(`command:${command}?${encodeURIComponent(JSON.stringify([argument]))}`);
}

export const conflictScheme = "parley-conflict";

/** The read-only document that tells all of one conflict. */
export function conflictUri({ repo, ref }: ConflictId): vscode.Uri {
  return vscode.Uri.from({ scheme: conflictScheme, path: `/${ref}.md`, query: repo });
}

export function conflictOfUri(uri: vscode.Uri | undefined): ConflictId | null {
  if (uri?.scheme !== conflictScheme) return null;
  return { repo: uri.query, ref: uri.path.replace(/^\/|\.md$/g, "") };
}
