// Random texts and trees with two sides that edit, rename, remove and add: for comparing merges with git's.
// Knows nothing of what is expected.
import fc from "fast-check";
import type { Sides } from "./gitMerge.ts";
import type { Texts } from "./twoSides.ts";

/** Three texts: few different lines make ambiguous differences, many make clear ones. */
export const triples: fc.Arbitrary<[base: string, a: string, b: string]> = fc
  .record({ words: fc.constantFrom(2, 4, 12, 60, 500), length: fc.integer({ min: 0, max: 60 }), long: fc.boolean() })
  .chain(({ words, length, long }) => {
    const word = fc.nat(words - 1).map((n) => `word ${n}`);
    const size = long && words < 5 ? length * 6 : length;
    const lines = fc.array(word, { minLength: size, maxLength: size });
    const edits = fc.array(editOf(word), { minLength: 0, maxLength: 5 });
    const end = fc.constantFrom("\n", "\n", "\n", "", "\r\n");
    return fc.tuple(lines, edits, edits, fc.array(editOf(word), { maxLength: 2 }), end, end);
  })
  .map(([base, editsA, editsB, both, endA, endB]) => {
    const start = edited(base, both);
    return [text(base, "\n"), text(edited(start, editsA), endA), text(edited(start, editsB), endB)];
  });

interface Edit {
  /** Share of the text. */
  at: number;
  removed: number;
  added: string[];
}

function editOf(word: fc.Arbitrary<string>): fc.Arbitrary<Edit> {
  const added = fc.array(fc.oneof(word, fc.constantFrom("new 1", "new 2")), { maxLength: 3 });
  return fc.record({ at: fc.double({ min: 0, max: 1, noNaN: true }), removed: fc.nat(3), added });
}

function edited(lines: string[], edits: Edit[]): string[] {
  const out = [...lines];
  for (const { at, removed, added } of edits) out.splice(Math.floor(at * (out.length + 1)), removed, ...added);
  return out;
}

/** With another end of the last line. */
function text(lines: string[], end: string): string {
  return lines.length === 0 ? "" : lines.join("\n") + end;
}

const folders = ["", "src/", "src/util/", "lib/", "lib/util/"];
const names = ["a.txt", "b.txt", "c.txt"];
const places = folders.flatMap((folder) => names.map((name) => folder + name));
const place = fc.constantFrom(...places);
const folder = fc.constantFrom(...folders.slice(1));

type Deed =
  | { do: "edit"; path: string; line: number; word: number }
  | { do: "remove"; path: string }
  | { do: "add"; path: string; word: number }
  | { do: "rename"; path: string; to: string }
  | { do: "move"; folder: string; to: string };

const deed: fc.Arbitrary<Deed> = fc.oneof(
  fc.record({ do: fc.constant("edit" as const), path: place, line: fc.nat(11), word: fc.nat(2) }),
  fc.record({ do: fc.constant("edit" as const), path: place, line: fc.nat(11), word: fc.nat(2) }),
  fc.record({ do: fc.constant("remove" as const), path: place }),
  fc.record({ do: fc.constant("add" as const), path: place, word: fc.nat(2) }),
  fc.record({ do: fc.constant("rename" as const), path: place, to: place }),
  fc.record({ do: fc.constant("move" as const), folder, to: folder }),
);

/** Trees of a few files that have little in common, and what two sides make of them. */
export const trees: fc.Arbitrary<Sides> = fc
  .tuple(
    fc.uniqueArray(place, { minLength: 1, maxLength: 6 }),
    fc.array(deed, { maxLength: 5 }),
    fc.array(deed, { maxLength: 5 }),
  )
  .map(([paths, left, right]) => {
    const base = Object.fromEntries(paths.map((path) => [path, linesOf(path)]));
    return { base, left: done(base, left), right: done(base, right) };
  });

function linesOf(mark: string): string {
  return Array.from({ length: 12 }, (_, n) => `${mark} line ${n}\n`).join("");
}

function done(base: Texts, deeds: Deed[]): Texts {
  const files = { ...base };
  const rename = (path: string, to: string): void => {
    if (files[path] === undefined || files[to] !== undefined) return;
    files[to] = files[path];
    delete files[path];
  };
  for (const each of deeds) {
    if (each.do === "rename") rename(each.path, each.to);
    else if (each.do === "remove") delete files[each.path];
    else if (each.do === "add") files[each.path] ??= linesOf(`added ${each.word}`);
    else if (each.do === "edit" && files[each.path] !== undefined)
      files[each.path] = withLine(files[each.path]!, each.line, `edited ${each.word}`);
    else if (each.do === "move")
      for (const path of Object.keys(files))
        if (path.startsWith(each.folder)) rename(path, each.to + path.slice(each.folder.length));
  }
  return files;
}

function withLine(text: string, line: number, by: string): string {
  const lines = text.split("\n");
  lines[line] = by;
  return lines.join("\n");
}
