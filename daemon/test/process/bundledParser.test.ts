// The parser that ships is cut out of the compiler: it reads real code as the whole compiler does.
import assert from "node:assert/strict";
import fs from "node:fs";
import path from "node:path";
import { startAnalysis } from "../../analysis/analysis.ts";
import { readFacts } from "../../syntax/readFacts.ts";

const root = path.join(import.meta.dirname, "../../..");
const folders = ["daemon", "extension", "shared", "node_modules/zod/src", "node_modules/hono/dist"];
const isCode = /\.[cm]?[jt]sx?$/;

describe("The parser that ships", () => {
  it("reads some hundred files of TypeScript and JavaScript, and what is none, as the whole compiler does", async () => {
    const analysis = startAnalysis(path.join(root, "dist/analysisThread.cjs"), assert.fail, assert.fail);
    const files = folders.flatMap((folder) =>
      fs
        .readdirSync(path.join(root, folder), { recursive: true, encoding: "utf8" })
        .filter((name) => isCode.test(name))
        .map((name) => path.join(folder, name)),
    );
    assert.ok(files.length > 500, `${files.length} files`);
    for (const file of files) {
      const text = fs.readFileSync(path.join(root, file), "utf8");
      for (const each of [text, text.slice(0, text.length / 2), text.replace(/[;)]/, "<<<<<<<")]) {
        const [facts] = await analysis.read([{ path: file, text: each }], true);
        assert.deepEqual(facts, readFacts(file, each), file);
      }
    }
    await analysis.close();
  });
});
