// Packs the built extension into a `.vsix`, as users install it.
import { join } from "node:path";
import { repositoryRoot, run } from "./cache.ts";

/** Absolute path of the package. */
export async function buildPackage(): Promise<string> {
  const file = join(repositoryRoot, "dist/parley.vsix");
  const vsce = join(repositoryRoot, "node_modules/@vscode/vsce/vsce");
  // Without a repository's address, the README's pictures are the package's own.
  const flags = ["--no-dependencies", "--allow-missing-repository", "--no-rewrite-relative-links"];
  await run(process.execPath, [vsce, "package", ...flags, "--out", file], repositoryRoot);
  return file;
}
