// Every `.facts` file: source in, symbols out. UPDATE=1 writes what is read now into the files.
import assert from "node:assert/strict";
import { readdirSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { readyFor } from "../../syntax/readFacts.ts";
import { parseFacts, renderFacts } from "../support/factCase.ts";

const folder = fileURLToPath(new URL("../../syntax/cases", import.meta.url));
const files = readdirSync(folder, { recursive: true, encoding: "utf8" }).filter((name) => name.endsWith(".facts"));

describe("Symbols read from a source", () => {
  before(() => readyFor(["a.py", "a.go"]));

  for (const name of files.sort()) {
    const file = join(folder, name);
    const text = readFileSync(file, "utf8");
    const given = parseFacts(text);
    it(given.title, () => {
      const found = renderFacts(given);
      if (process.env["UPDATE"] === "1") writeFileSync(file, found);
      else assert.equal(found, text, file);
    });
  }
});
