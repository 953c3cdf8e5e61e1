// What editors, HTTP and command line may ask of the daemon, and what worktree/ tells it: the way to the engine.
// Knows no socket.
import path from "node:path";
import type { Conflict } from "../shared/model/conflict.ts";
import type { Range } from "../shared/model/location.ts";
import type { Checkout, Client } from "../shared/model/participant.ts";
import { nameOf, pathOf } from "../shared/model/subject.ts";
import type { SymbolFact } from "../shared/model/symbol.ts";
import type { GetSideTextParams, RefusedFolder, SideText } from "../shared/protocol/editor.ts";
import type { UnsavedText } from "./analysis/questions.ts";
import type { Readings } from "./analysis/readings.ts";
import { createBuffers, type Place } from "./buffers.ts";
import { createCheck, type Check } from "./checks.ts";
import type { Answer } from "./core/effects.ts";
import { viewOf } from "./core/lifecycle/reconcile.ts";
import { sessionAt, type Session, type Version } from "./core/state.ts";
import type { Engine, RespondRequest } from "./engine.ts";
import type { Observation, PolicyText, WatchAnswer, Worktrees, WorktreeEvent } from "./worktree/observations.ts";

export interface FoldersAnswer {
  checkouts: Checkout[];
  refused: RefusedFolder[];
}

export interface Requests {
  watch(folder: string): Promise<WatchAnswer>;
  /** False when no checkout with this root is watched. Like watch, answered when it is on disk. */
  unwatch(folder: string): Promise<boolean>;
  /** Registers the folders of one editor and forgets the ones it had. */
  openFolders(editor: string, client: Client, folders: string[]): Promise<FoldersAnswer>;
  closeEditor(editor: string): void;
  setBuffer(editor: string, file: string, text: string): void;
  closeBuffer(editor: string, file: string): void;
  respond(request: RespondRequest): Promise<Answer>;
  check: Check;
  /** Null when there is no such conflict, side or subject. */
  sideText(request: GetSideTextParams): Promise<SideText | null>;
  conflict(repo: string, ref: string): Conflict | null;
  unsaved: UnsavedText;
}

export interface RequestParts {
  engine: Engine;
  worktrees: Worktrees;
  readings: Readings;
  /** A checkout was registered by hand or by an editor, or given up: resolves when a restart would know it. */
  remember: (checkout: string, watched: boolean) => Promise<void>;
}

export function createRequests({ engine, worktrees, readings, remember }: RequestParts): Requests {
  const buffers = createBuffers(engine, readings);
  const openEditors = new Set<string>();

  async function watch(folder: string): Promise<WatchAnswer> {
    const answer = await worktrees.watch(folder);
    if (answer.ok) await remember(answer.checkout.path, true);
    return answer;
  }

  async function currentText(session: Session, file: string): Promise<string | null> {
    const checkout = session.checkout.path;
    return buffers.text({ checkout, path: file }) ?? (await worktrees.readTexts(checkout, file)).text;
  }

  return {
    watch,
    async unwatch(folder) {
      const known = [...engine.state.repos.values()].some((repo) => repo.sessions.has(folder));
      if (!known) return false;
      await remember(folder, false);
      worktrees.unwatch(folder);
      return true;
    },
    async openFolders(editor, client, folders) {
      openEditors.add(editor);
      const answers = await Promise.all(folders.map(watch));
      const checkouts = answers.flatMap((answer) => (answer.ok ? [answer.checkout] : []));
      const roots = checkouts.map(({ path: root }) => root);
      if (openEditors.has(editor)) engine.dispatch({ type: "editor_opened", editor, client, checkouts: roots });
      const refused = answers.flatMap((answer, index) =>
        answer.ok ? [] : [{ folder: folders[index]!, reason: answer.reason }],
      );
      return { checkouts, refused };
    },
    closeEditor(editor) {
      openEditors.delete(editor);
      buffers.closeEditor(editor);
      engine.dispatch({ type: "editor_closed", editor });
    },
    setBuffer(editor, file, text) {
      const place = locate(engine, file);
      if (place) buffers.set(editor, place, text);
    },
    closeBuffer(editor, file) {
      const place = locate(engine, file);
      if (place) buffers.close(editor, place);
    },
    unsaved: (checkout, file) => buffers.unsaved({ checkout, path: file }),
    respond: (request) => engine.respond(request),
    check: createCheck(engine, (file) => locate(engine, file)),
    conflict(repoId, ref) {
      const repo = engine.state.repos.get(repoId);
      const record = repo?.conflictsByRef.get(ref);
      return repo && record ? viewOf(repo, record) : null;
    },
    async sideText({ repo, ref, side, subject }) {
      const sides = this.conflict(repo, ref)?.sides;
      const found = sides?.find((each) => each.ref === side);
      const change = found?.changes.find((each) => each.subject === subject);
      const session = found && engine.state.repos.get(repo)?.sessions.get(found.checkout);
      if (!change || !session) return null;
      const { path } = change;
      const basePath = basePathOf(subject, path);
      const text = await currentText(session, path);
      const { baseText } = await worktrees.readTexts(session.checkout.path, basePath);
      const lines = subject.startsWith("http:") ? allLines : linesOf(session, { path, basePath, subject });
      return { path, text, baseText, ...lines };
    },
  };
}

/** A route is named by its address, not by its file. */
function basePathOf(subject: string, path: string): string {
  if (subject.startsWith("http:")) return path;
  return subject.startsWith("path:") ? subject.slice("path:".length) : pathOf(subject);
}

type Lines = Pick<SideText, "lines" | "baseLines">;

/** A route is no definition: what its file changed tells of it. */
const allLines: Lines = { lines: [0, Number.MAX_SAFE_INTEGER], baseLines: [0, Number.MAX_SAFE_INTEGER] };

/** The subject's lines now and in the base. */
function linesOf(
  session: Session,
  { path, basePath, subject }: Record<"path" | "basePath" | "subject", string>,
): Lines {
  const before = namedIn(session.files.get(basePath)?.base, subject);
  const changed = session.footprint.symbols.get(subject as never);
  const file = session.files.get(path);
  // A schema is a symbol that has a name of its own as a contract.
  const now = subject.startsWith("sym:") ? changed : namedIn(file?.overlay ?? file?.disk, subject);
  const lines = (range: Range | undefined): [number, number] | null =>
    range ? [range.start.line, range.end.line + 1] : null;
  return { lines: changed?.change === "removed" ? null : lines(now?.range), baseLines: lines(before?.range) };
}

function namedIn(version: Version | null | undefined, subject: string): SymbolFact | undefined {
  const name = nameOf(subject);
  return version?.facts.symbols.find((symbol) => symbol.name === name);
}

/** The way of a change through the daemon: seen on disk, read into facts, shown to editors. */
export type Stage = "observed" | "read" | "shown";

/** Takes what worktree/ saw to the engine, in order. */
export function takeWorktreeEvent(
  engine: Engine,
  readings: Readings,
  event: WorktreeEvent,
  readPolicy: (checkout: string, text: PolicyText) => void,
  trace: (stage: Stage, checkout: string) => void,
): void {
  const read = (checkout: string, observations: Observation[], full: boolean): void => {
    const repo = sessionAt(engine.state, checkout)?.repo.id;
    if (repo === undefined) return;
    trace("observed", checkout);
    readings.read(repo, checkout, observations, (files) => {
      trace("read", checkout);
      engine.dispatch({ type: "files_read", checkout, full, files });
      trace("shown", checkout);
    });
  };
  if (event.type === "policy_read") readPolicy(event.path, event.policy);
  else if (event.type === "household") engine.dispatch(event);
  else if (event.type === "checkout_found" || event.type === "checkout_changed")
    engine.dispatch({ type: "checkout_seen", checkout: event.checkout });
  else if (event.type === "commits_ahead")
    engine.dispatch({ type: "commits_ahead", checkout: event.path, commits: event.commits });
  else if (event.type === "checkout_gone") engine.dispatch({ type: "checkout_gone", checkout: event.path });
  else if (event.type === "checkout_held")
    engine.dispatch({ type: "checkout_held", checkout: event.path, operation: event.operation });
  else if (event.type === "checkout_scanned") read(event.path, event.observations, true);
  else if (event.type === "files_observed") read(event.path, event.observations, false);
}

/** The watched checkout that holds the file: the innermost, by path relation. */
function locate(engine: Engine, file: string): Place | null {
  let best: Place | null = null;
  for (const repo of engine.state.repos.values()) {
    for (const { checkout, present } of repo.sessions.values()) {
      if (!present || checkout.path.length <= (best?.checkout.length ?? 0)) continue;
      const relative = path.relative(checkout.path, file);
      const inside = relative !== "" && relative.split(path.sep)[0] !== ".." && !path.isAbsolute(relative);
      if (inside) best = { checkout: checkout.path, path: relative.split(path.sep).join("/") };
    }
  }
  return best;
}
