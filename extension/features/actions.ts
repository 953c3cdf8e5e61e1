// The answers to a conflict as commands: acknowledge, will rebase, propose a sequence, mark resolved, …
// Must not change the window's model: what the daemon made of it comes back as the next delta.
import * as vscode from "vscode";
import type { Action } from "../../shared/model/conflict.ts";
import { Override, Respond } from "../../shared/protocol/editor.ts";
import { chooseConflict } from "../look/conflictChoice.ts";
import type { DaemonClient } from "../connection/daemonClient.ts";
import { plain } from "../look/foreignText.ts";
import { errorText } from "../log.ts";
import type { SnapshotModel } from "../model/snapshot.ts";

const commands: Record<string, Action> = {
  "parley.acknowledge": "ack",
  "parley.willRebase": "will_rebase",
  "parley.proposeSequence": "propose_sequence",
  "parley.markResolved": "resolved",
  "parley.falsePositive": "false_positive",
  "parley.requestOverride": "request_override",
};

interface Question {
  title: string;
  prompt: string;
  /** Shown while too little is typed. */
  empty: string;
  /** Characters; 1 where it is left out. */
  least?: number;
}

/** Of the actions, those that say nothing without words. */
const questions: { [action in Action]?: (ref: string) => Question } = {
  propose_sequence: (ref) => ({
    title: vscode.l10n.t("Propose sequence for {0}", ref),
    prompt: vscode.l10n.t("Who goes first, and what waits for what? Both sides read it."),
    empty: vscode.l10n.t("Say the order that you propose."),
  }),
  request_override: (ref) => ({
    title: vscode.l10n.t("Request override of {0}", ref),
    prompt: vscode.l10n.t("Why can it not wait? Everybody who may override it reads it."),
    empty: vscode.l10n.t("Say why you ask."),
  }),
};

export function register(
  _context: vscode.ExtensionContext,
  snapshot: SnapshotModel,
  client: DaemonClient,
): vscode.Disposable {
  return vscode.Disposable.from(
    ...Object.entries(commands).map(([command, action]) =>
      vscode.commands.registerCommand(command, (argument: unknown) => respond(action, argument, snapshot, client)),
    ),
    snapshot.onDidChange(
      () => void vscode.commands.executeCommand("setContext", "parley.mayOverride", snapshot.mayOverrideHere),
    ),
    vscode.commands.registerCommand("parley.override", (argument: unknown) => override(argument, snapshot, client)),
  );
}

/** True when the daemon has it on disk. */
async function respond(
  action: Action,
  argument: unknown,
  snapshot: SnapshotModel,
  client: DaemonClient,
): Promise<boolean> {
  const chosen = await chooseConflict(argument, snapshot);
  if (!chosen) return false;
  const { repo, ref } = chosen.conflict;
  const question = questions[action]?.(ref);
  const note = question && (await ask(question));
  if (note === null) return false;
  const params = note === undefined ? { repo, ref, action } : { repo, ref, action, note };
  return send(ref, client, () => client.request(Respond, params));
}

async function override(argument: unknown, snapshot: SnapshotModel, client: DaemonClient): Promise<boolean> {
  const chosen = await chooseConflict(argument, snapshot);
  if (!chosen) return false;
  const { repo, ref } = chosen.conflict;
  const reason = await ask({
    title: vscode.l10n.t("Override {0}", ref),
    prompt: vscode.l10n.t("Why may both sides go on? It is kept in the audit log."),
    empty: vscode.l10n.t("Say why, in at least 3 characters."),
    least: 3,
  });
  if (reason === null) return false;
  return send(ref, client, () => client.request(Override, { repo, ref, reason }));
}

async function send(ref: string, client: DaemonClient, request: () => Promise<unknown>): Promise<boolean> {
  try {
    await vscode.window.withProgress({ location: { viewId: "parley.conflicts" } }, request);
    return true;
  } catch (error) {
    client.log.warn(`${ref}: ${errorText(error)}`);
    void showFailure(ref, plain(errorText(error)));
    return false;
  }
}

/** Null when the user backed out. */
async function ask({ title, prompt, empty, least = 1 }: Question): Promise<string | null> {
  const note = await vscode.window.showInputBox({
    title,
    prompt,
    validateInput: (value) => {
      const { length } = value.trim();
      if (length < least) return empty;
      return length > 2000 ? vscode.l10n.t("At most 2,000 characters.") : undefined;
    },
  });
  return note?.trim() ?? null;
}

async function showFailure(ref: string, reason: string): Promise<void> {
  const showLog = vscode.l10n.t("Show Log");
  const message = vscode.l10n.t("{0} was not changed: {1}", ref, reason);
  if ((await vscode.window.showErrorMessage(message, showLog)) === showLog) {
    await vscode.commands.executeCommand("parley.showLog");
  }
}
