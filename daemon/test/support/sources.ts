// Real sources of other people, found beside the project: a corpus for properties of syntax.
// Knows nothing of what is tested.
import { readdirSync, readFileSync, statSync } from "node:fs";
import { join } from "node:path";
import { fileURLToPath } from "node:url";

const root = fileURLToPath(new URL("../../../", import.meta.url));
const packages = [
  ...["@types/node", "@types/mocha", "@types/vscode", "chokidar", "commander", "diff", "fast-check", "hono", "lodash"],
  ...["lowdb", "minimatch", "mocha", "pino", "semver", "undici", "undici-types", "vscode-jsonrpc", "ws", "yaml", "zod"],
];
const source = /\.(?:[cm]?[jt]s|[jt]sx)$/;
const largest = 40_000;

export interface Source {
  path: string;
  text: string;
}

/** About `count` sources of installed packages, spread evenly, and some of the project. */
export function someSources(count: number): Source[] {
  const folders = ["daemon/core", "daemon/syntax", "extension/features", "shared"];
  const own = folders.flatMap((folder) => filesIn(join(root, folder)));
  const foreign = packages.flatMap((name) => filesIn(join(root, "node_modules", name)).slice(0, 150));
  const sized = foreign.filter((path) => statSync(path).size < largest);
  const every = Math.max(1, Math.floor(sized.length / count));
  const chosen = sized.filter((_, index) => index % every === 0);
  return [...own.slice(0, count / 4), ...chosen].map((path) => ({
    path: path.slice(root.length),
    text: readFileSync(path, "utf8"),
  }));
}

function filesIn(folder: string): string[] {
  return readdirSync(folder, { recursive: true, encoding: "utf8" })
    .filter((name) => source.test(name) && !/\.min\./.test(name))
    .sort()
    .map((name) => join(folder, name));
}
