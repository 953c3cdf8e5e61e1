// Sends unsaved buffers of watched checkouts to the daemon, at most every 100 ms each, until the disk counts again.
// Must not know conflicts or what the daemon makes of a text.
import * as vscode from "vscode";
import { Overlay, OverlayClosed } from "../../shared/protocol/editor.ts";
import type { DaemonClient } from "../connection/daemonClient.ts";
import { relativeInside } from "../model/paths.ts";
import { onSetting, settings } from "../settings.ts";
import type { SnapshotModel } from "../model/snapshot.ts";
import { realPath } from "../look/toVscode.ts";

const maxUnits = 1 << 20;
const quietMs = 80;

export function register(
  _context: vscode.ExtensionContext,
  snapshot: SnapshotModel,
  client: DaemonClient,
): vscode.Disposable {
  const overlays = new Overlays(snapshot, client);
  return vscode.Disposable.from(
    overlays,
    vscode.workspace.onDidChangeTextDocument(({ document }) => overlays.changed(document)),
    vscode.workspace.onDidSaveTextDocument((document) => overlays.ended(document)),
    vscode.workspace.onDidCloseTextDocument((document) => overlays.ended(document)),
    client.onDidChangeState(({ state }) => (state === "ready" ? overlays.sendAll() : overlays.forgetSent())),
    onSetting(["overlays.enabled"], () => overlays.sendAll()),
  );
}

class Overlays implements vscode.Disposable {
  /** Paths that the daemon holds a buffer for. */
  private readonly sent = new Set<string>();
  /** Path and version of the last message: the two edges of one keystroke send it once. */
  private lastSent = "";
  private readonly timers = new Map<string, ReturnType<typeof setTimeout>>();

  constructor(
    private readonly snapshot: SnapshotModel,
    private readonly client: DaemonClient,
  ) {}

  /** Leading edge: the first change goes at once; then one message per quiet time, with the text of then. */
  changed(document: vscode.TextDocument): void {
    const path = this.watchedPath(document);
    if (path === null || this.timers.has(path)) return;
    // VS Code may tell of the first keystroke before it calls the document dirty; the trailing edge looks again.
    if (document.isDirty) this.send(document, path);
    this.timers.set(
      path,
      setTimeout(() => {
        this.timers.delete(path);
        this.settle(document, path);
      }, quietMs),
    );
  }

  /** Saved or closed. */
  ended(document: vscode.TextDocument): void {
    const path = this.watchedPath(document);
    if (path === null) return;
    clearTimeout(this.timers.get(path));
    this.timers.delete(path);
    if (document.isDirty && !document.isClosed) this.send(document, path);
    else this.close(path);
  }

  /** After a reconnect, or when the setting changed. */
  sendAll(): void {
    for (const document of vscode.workspace.textDocuments) {
      const path = this.watchedPath(document);
      if (path !== null) this.settle(document, path);
    }
  }

  forgetSent(): void {
    this.sent.clear();
    this.lastSent = "";
  }

  dispose(): void {
    for (const timer of this.timers.values()) clearTimeout(timer);
    this.timers.clear();
  }

  private settle(document: vscode.TextDocument, path: string): void {
    if (document.isDirty && !document.isClosed && settings.overlays()) this.send(document, path);
    else this.close(path);
  }

  private send(document: vscode.TextDocument, path: string): void {
    if (this.client.state.state !== "ready" || !settings.overlays()) return;
    const key = `${path}\0${document.version}`;
    if (this.lastSent === key) return;
    const text = document.getText();
    if (text.length > maxUnits) return this.close(path);
    this.lastSent = key;
    this.sent.add(path);
    this.client.notify(Overlay, { path, version: document.version, text });
  }

  private close(path: string): void {
    if (!this.sent.delete(path)) return;
    this.lastSent = "";
    this.client.notify(OverlayClosed, { path });
  }

  /** Null for documents that are no file of a known checkout, and for git's own files. */
  private watchedPath(document: vscode.TextDocument): string | null {
    const path = realPath(document.uri, this.snapshot.folders);
    if (path === null || /(^|\/)\.git\//.test(path)) return null;
    const known = this.snapshot.checkouts.some((checkout) => relativeInside(checkout.path, path) !== null);
    return known ? path : null;
  }
}
