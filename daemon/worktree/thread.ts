// Entry of the watching thread: takes requests, sends events.
// Knows no watching itself: the registry does the work.
import { parentPort, workerData } from "node:worker_threads";
import type { FromThread, ThreadOptions, ToThread } from "./messages.ts";
import { Registry } from "./registry.ts";
import { SavedFacts } from "./savedFacts.ts";

/** At the start there is more to look at than saves. Milliseconds. */
const startRush = 2_000;

const port = parentPort;
const say = (message: FromThread): void => port?.postMessage(message);
const savedFacts = new SavedFacts();
const registry = new Registry({
  emit: (event) => say({ type: "event", event, facts: savedFacts.of(event) }),
  log: (text) => say({ type: "log", text }),
  ...(workerData as ThreadOptions),
});
setTimeout(() => void savedFacts.load(), startRush).unref();

async function handle(message: ToThread): Promise<void> {
  switch (message.type) {
    case "watch":
      return say({ type: "watched", id: message.id, answer: await registry.watch(message.folder) });
    case "unwatch":
      return registry.unwatch(message.path);
    case "observe":
      return registry.checkout(message.checkout)?.observe(message.path);
    case "read_texts": {
      const texts = (await registry.checkout(message.checkout)?.readTexts(message.path)) ?? {
        text: null,
        baseText: null,
      };
      return say({ type: "texts", id: message.id, texts });
    }
    case "read_contents": {
      const contents = await registry.checkout(message.checkout)?.readContents(message.wanted);
      return say({ type: "contents", id: message.id, contents: contents ?? message.wanted.map(() => "gone") });
    }
    case "files_below": {
      const files = await registry.checkout(message.checkout)?.filesBelow(message.commit, message.folder);
      return say({ type: "files", id: message.id, files: files ?? null });
    }
    case "read_version": {
      const version = registry.checkout(message.checkout)?.readVersion(message.commit, message.path);
      return say({ type: "version", id: message.id, version: version ? await version : "gone" });
    }
    case "close":
      registry.close();
      say({ type: "closed", id: message.id });
      port?.close();
  }
}

/** Whoever asked gets an answer, whatever went wrong. */
function fail(message: ToThread, error: unknown): void {
  say({ type: "log", text: error instanceof Error ? (error.stack ?? error.message) : String(error) });
  const why = error instanceof Error ? error.message.split("\n")[0] : String(error);
  if (message.type === "watch")
    say({
      type: "watched",
      id: message.id,
      answer: { ok: false, reason: `Watching ${message.folder} failed: ${why}` },
    });
  else if (message.type === "read_texts") say({ type: "texts", id: message.id, texts: { text: null, baseText: null } });
  else if (message.type === "read_contents")
    say({ type: "contents", id: message.id, contents: message.wanted.map(() => "gone") });
  else if (message.type === "files_below") say({ type: "files", id: message.id, files: null });
  else if (message.type === "read_version") say({ type: "version", id: message.id, version: "gone" });
  else if (message.type === "close") say({ type: "closed", id: message.id });
}

port?.on("message", (message: ToThread) => {
  handle(message).catch((error: unknown) => fail(message, error));
});
