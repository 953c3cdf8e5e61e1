// The extension's settings, each by its name and default.
// Must not know what they are for; package.json describes them to the user.
import * as vscode from "vscode";

function read<T>(name: string, fallback: T, scope?: vscode.Uri): T {
  return vscode.workspace.getConfiguration("parley", scope ?? null).get<T>(name, fallback);
}

export const settings = {
  codeLens: (uri: vscode.Uri): boolean => read("codeLens.enabled", true, uri),
  pathOverlapSquiggles: (uri: vscode.Uri): boolean => read("pathOverlaps.squiggles", false, uri),
  overlays: (): boolean => read("overlays.enabled", true),
  autoStart: (): boolean => read("daemon.autoStart", true),
  /** Undefined: the daemon's own default. */
  idleMinutes: (): number | undefined => {
    const minutes = read("daemon.idleMinutes", 30);
    return Number.isFinite(minutes) && minutes >= 0 ? minutes : undefined;
  },
};

/** Calls back when one of the named settings (without `parley.`) changed. */
export function onSetting(names: readonly string[], changed: () => void): vscode.Disposable {
  return vscode.workspace.onDidChangeConfiguration((event) => {
    if (names.some((name) => event.affectsConfiguration(`parley.${name}`))) changed();
  });
}
