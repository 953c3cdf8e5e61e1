// Unsaved buffers of all editors: which text counts for a file, and when it was read.
// Knows no socket and no file on disk.
import { createHash } from "node:crypto";
import type { Readings } from "./analysis/readings.ts";
import type { Engine } from "./engine.ts";

export interface Place {
  /** Root of the checkout, and the path in it. */
  checkout: string;
  path: string;
}

export interface Buffers {
  set(editor: string, place: Place, text: string): void;
  /** Another editor's text of the file counts then, else the disk. */
  close(editor: string, place: Place): void;
  closeEditor(editor: string): void;
  /** The text that counts, or null where nobody has one. */
  text(place: Place): string | null;
  /** The same with its blob id. */
  unsaved(place: Place): { blob: string; text: string } | null;
}

interface Held {
  place: Place;
  /** By editor, the latest last. */
  texts: Map<string, string>;
  /** One reading at a time: what was typed meanwhile is read next, and only its latest text. */
  reading: boolean;
}

export function createBuffers(engine: Engine, readings: Readings): Buffers {
  const held = new Map<string, Held>();

  function read(file: Held): void {
    const text = latest(file);
    if (file.reading || text === undefined) return;
    file.reading = true;
    readings.buffer(file.place.path, gitBlob(text), text, (version) => {
      file.reading = false;
      if (file.texts.size === 0) return;
      engine.dispatch({ type: "buffer_read", ...file.place, version });
      if (latest(file) !== text) read(file);
    });
  }

  function close(editor: string, key: string): void {
    const file = held.get(key);
    if (!file?.texts.delete(editor)) return;
    if (file.texts.size > 0) return read(file);
    held.delete(key);
    engine.dispatch({ type: "buffer_closed", ...file.place });
  }

  return {
    set(editor, place, text) {
      const file = held.get(keyOf(place)) ?? { place, texts: new Map<string, string>(), reading: false };
      held.set(keyOf(place), file);
      file.texts.delete(editor);
      file.texts.set(editor, text);
      read(file);
    },
    close: (editor, place) => close(editor, keyOf(place)),
    closeEditor(editor) {
      for (const key of [...held.keys()]) close(editor, key);
    },
    text(place) {
      const file = held.get(keyOf(place));
      return (file && latest(file)) ?? null;
    },
    unsaved(place) {
      const text = this.text(place);
      return text === null ? null : { blob: gitBlob(text), text };
    },
  };
}

function latest({ texts }: Held): string | undefined {
  return [...texts.values()].at(-1);
}

function keyOf({ checkout, path }: Place): string {
  return `${checkout}\0${path}`;
}

/** The id that git gives a text with these line ends: a buffer typed back to what it was is no change. */
function gitBlob(text: string): string {
  const bytes = Buffer.from(text);
  return createHash("sha1").update(`blob ${bytes.length}\0`).update(bytes).digest("hex");
}
