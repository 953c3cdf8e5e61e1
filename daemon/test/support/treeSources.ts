// Python and Go sources: those of the `.facts` files that parse, and those that installed packages hold.
// Knows nothing of what is tested.
import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { parseFacts } from "./factCase.ts";
import type { Source } from "./sources.ts";

const root = fileURLToPath(new URL("../../../", import.meta.url));
const packaged = {
  python: "node_modules/flatted/python/flatted.py",
  go: "node_modules/flatted/golang/pkg/flatted/flatted.go",
};

export function treeSources(language: "python" | "go"): Source[] {
  const folder = join(root, "daemon/syntax/cases", language);
  const cases = readdirSync(folder)
    .sort()
    .map((name) => readFileSync(join(folder, name), "utf8"))
    .filter((text) => !/^error: /m.test(text))
    .map((text) => parseFacts(text))
    .map(({ path, lines }) => ({ path, text: lines.map((line) => line + "\n").join("") }));
  const path = packaged[language];
  return [...cases, { path, text: readFileSync(join(root, path), "utf8") }];
}
