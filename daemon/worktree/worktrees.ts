// The daemon's side of watching: starts the watching thread and passes requests and events on.
// Touches no file and no git itself; never blocks.
import { Worker } from "node:worker_threads";
import { createUnpack } from "../syntax/factsOnTheWay.ts";
import type { FromThread, Texts, ThreadOptions, ToThread } from "./messages.ts";
import type { WatchAnswer, WorktreeEvent, Worktrees } from "./observations.ts";

export interface WorktreesOptions extends ThreadOptions {
  /** The built `thread.ts`. */
  threadFile: string | URL;
  /** Gets problems that no user has to act on. */
  log?: (text: string) => void;
  /** The thread has ended without being asked to: nothing is watched any more. */
  died?: (failure: Error) => void;
}

/** Starts the watching thread. `emit` gets every event, in order, from the moment of the first `watch`. */
export function startWorktrees(options: WorktreesOptions, emit: (event: WorktreeEvent) => void): Worktrees {
  const { threadFile, log = () => undefined, died = () => undefined, ...workerData } = options;
  const worker = new Worker(threadFile, {
    workerData,
    resourceLimits: { stackSizeMb: 8 },
    execArgv: [],
    env: { ...process.env, NODE_OPTIONS: "" },
  });
  const withFacts = takeFacts();
  const waiting = new Map<number, (message: FromThread | null) => void>();
  let last = 0;
  worker.on("message", (message: FromThread) => {
    if (message.type === "event") return emit(withFacts(message));
    if (message.type === "log") return log(message.text);
    waiting.get(message.id)?.(message);
    waiting.delete(message.id);
  });
  let isOver = false;
  const ended = (): void => {
    isOver = true;
    for (const answer of waiting.values()) answer(null);
    waiting.clear();
  };
  let isClosing = false;
  worker.on("error", (error) => {
    ended();
    died(error);
  });
  worker.on("exit", () => {
    if (!isOver && !isClosing) died(new Error("The watching thread ended by itself."));
    ended();
  });
  const post = (message: ToThread): void => worker.postMessage(message);
  const ask = (message: (id: number) => ToThread): Promise<FromThread | null> => {
    if (isOver) return Promise.resolve(null);
    last += 1;
    const id = last;
    return new Promise((resolve) => {
      waiting.set(id, resolve);
      post(message(id));
    });
  };
  return {
    watch: (folder) => ask((id) => ({ type: "watch", id, folder })).then(watchAnswer),
    unwatch: (path) => post({ type: "unwatch", path }),
    observe: (checkout, path) => post({ type: "observe", checkout, path }),
    readTexts: (checkout, path) => ask((id) => ({ type: "read_texts", id, checkout, path })).then(texts),
    readContents: (checkout, wanted) =>
      ask((id) => ({ type: "read_contents", id, checkout, wanted })).then((message) =>
        message?.type === "contents" ? message.contents : wanted.map(() => "gone" as const),
      ),
    filesBelow: (checkout, commit, folder) =>
      ask((id) => ({ type: "files_below", id, checkout, commit, folder })).then((message) =>
        message?.type === "files" ? message.files : null,
      ),
    readVersion: (checkout, commit, path) =>
      ask((id) => ({ type: "read_version", id, checkout, commit, path })).then((message) =>
        message?.type === "version" ? message.version : "gone",
      ),
    async close() {
      isClosing = true;
      await ask((id) => ({ type: "close", id }));
      await worker.terminate();
    },
  };
}

/** Facts that came beside an event are put where they belong. */
function takeFacts(): (message: Extract<FromThread, { type: "event" }>) => WorktreeEvent {
  const unpack = createUnpack();
  return ({ event, facts }) => {
    if (event.type !== "files_observed" || !facts) return event;
    for (const [at, { path, head }] of event.observations.entries())
      if (head && facts[at]) head.facts = unpack(path, facts[at]);
    return event;
  };
}

function watchAnswer(message: FromThread | null): WatchAnswer {
  if (message?.type === "watched") return message.answer;
  return { ok: false, reason: "Watching has stopped; restart the Parley daemon." };
}

function texts(message: FromThread | null): Texts {
  return message?.type === "texts" ? message.texts : { text: null, baseText: null };
}
