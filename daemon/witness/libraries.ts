// The compiler's own type libraries, as they are shipped beside it.
// Reads nothing of the user's.
import fs from "node:fs";
import path from "node:path";
import { createRequire } from "node:module";

/** Folder of a path that no tree has. */
export const libraryFolder = "/.parley-lib";

/** Where the libraries are: beside the bundle, else in the package. */
function folder(): string {
  if (fs.existsSync(path.join(import.meta.dirname, "lib.es5.d.ts"))) return import.meta.dirname;
  return path.dirname(createRequire(path.join(process.cwd(), "package.json")).resolve("typescript"));
}

let known: string | undefined;

export function readLibrary(file: string): string | undefined {
  const name = path.basename(file);
  if (!/^lib\.[\w.]*d\.ts$/.test(name)) return undefined;
  known ??= folder();
  try {
    return fs.readFileSync(path.join(known, name), "utf8");
  } catch {
    return undefined;
  }
}
