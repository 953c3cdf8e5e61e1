// Every `.case` file, as written and with the sides swapped. UPDATE=1 writes what is found now into the files.
import assert from "node:assert/strict";
import { readdirSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { readyFor } from "../../syntax/readFacts.ts";
import { parseCase, renderCase, type CaseFile } from "../support/caseFile.ts";
import { runCase } from "../support/runCase.ts";

const folder = fileURLToPath(new URL("../cases", import.meta.url));
const update = process.env["UPDATE"] === "1";

before(() => readyFor(["a.py", "a.go"]));

for (const kind of kinds()) {
  describe(`Cases of ${kind}`, () => {
    for (const name of readdirSync(join(folder, kind)).sort()) addCase(kind, join(folder, kind, name));
    it("stay silent at least as often as they speak", () => {
      const cases = readdirSync(join(folder, kind)).map((name) => read(join(folder, kind, name)));
      const silent = cases.filter((each) => isSilent(kind, each));
      assert.ok(silent.length * 2 >= cases.length, `${silent.length} of ${cases.length} are silent`);
    });
  });
}

function kinds(): string[] {
  return readdirSync(folder, { withFileTypes: true }).flatMap((each) => (each.isDirectory() ? [each.name] : []));
}

function read(file: string): CaseFile {
  return parseCase(readFileSync(file, "utf8"));
}

function isSilent(kind: string, { info, sections }: CaseFile): boolean {
  return sections.every(({ marks }) => marks.length === 0) && !(kind === "path_overlap" && info);
}

function addCase(kind: string, file: string): void {
  const given = read(file);
  it(given.title, () => {
    const found = renderCase(runCase(given, kind, "left"));
    if (update) writeFileSync(file, found);
    else assert.equal(found, renderCase(given), file);
  });
  it(`${given.title} (sides swapped)`, () => {
    assert.equal(renderCase(runCase(read(file), kind, "right")), renderCase(read(file)), file);
  });
}
