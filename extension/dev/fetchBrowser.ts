// Finds or fetches a browser to show the workbench in.
// Must not know: what is opened in it.

import { createReadStream, createWriteStream, existsSync } from "node:fs";
import { chmod, mkdir, rm } from "node:fs/promises";
import { delimiter, dirname, join } from "node:path";
import { pipeline } from "node:stream/promises";
import { createBrotliDecompress } from "node:zlib";
import { cachedFolder, run, unpackPackage } from "./cache.ts";
import type { Report } from "./progress.ts";

const chromiumVersion = "149.0.0";

/** Debian's `chromium` where it is installed, else one from the npm registry. Returns the program's path. */
export async function fetchBrowser(report: Report): Promise<string> {
  const installed = onThePath("chromium");
  if (installed !== undefined) return installed;
  const folder = await cachedFolder(`chromium-${chromiumVersion}`, (unfinished) => buildChromium(unfinished, report));
  return join(folder, "chromium");
}

/**
 * What the fetched browser needs in its environment: its own copy of libraries that bare machines lack,
 * and a font where the machine has none. Empty for an installed browser.
 */
export async function browserEnvironment(executable: string): Promise<Record<string, string>> {
  const folder = dirname(executable);
  if (!existsSync(join(folder, "libraries"))) return {};
  const environment: Record<string, string> = {};
  const linked = await run("ldd", [executable], folder);
  if (linked.includes("not found")) environment["LD_LIBRARY_PATH"] = join(folder, "libraries/lib");
  if (!existsSync("/etc/fonts/fonts.conf")) environment["FONTCONFIG_PATH"] = join(folder, "fonts");
  return environment;
}

function onThePath(program: string): string | undefined {
  return (process.env["PATH"] ?? "")
    .split(delimiter)
    .map((folder) => join(folder, program))
    .find((path) => existsSync(path));
}

async function buildChromium(folder: string, report: Report) {
  const part = `Chromium ${chromiumVersion}`;
  report({ part, doing: "downloading", step: 1, steps: 3 });
  const unpacked = join(folder, "package");
  await unpackPackage(`@sparticuz/chromium@${chromiumVersion}`, unpacked);
  report({ part, doing: "decompressing", step: 2, steps: 3 });
  const program = join(folder, "chromium");
  await decompress(join(unpacked, "bin/chromium.br"), program);
  await chmod(program, 0o755);
  await unpackTar(join(unpacked, "bin/swiftshader.tar.br"), folder);
  await unpackTar(join(unpacked, "bin/fonts.tar.br"), join(folder, "fonts"));
  await unpackTar(join(unpacked, "bin/al2023.tar.br"), join(folder, "libraries"));
  await rm(unpacked, { recursive: true });
  report({ part, doing: "ready", step: 3, steps: 3 });
}

async function unpackTar(archive: string, folder: string) {
  await mkdir(folder, { recursive: true });
  const tar = archive.slice(0, -".br".length);
  await decompress(archive, tar);
  await run("tar", ["-xf", tar, "-C", folder], folder);
}

async function decompress(from: string, to: string) {
  await pipeline(createReadStream(from), createBrotliDecompress(), createWriteStream(to));
}
