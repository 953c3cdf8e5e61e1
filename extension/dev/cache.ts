// The git-ignored folder of downloaded parts: each part is a versioned folder that is either whole or absent.
// Must not know: what the parts are.

import { spawn } from "node:child_process";
import { existsSync } from "node:fs";
import { mkdir, mkdtemp, readdir, rename, rm } from "node:fs/promises";
import { basename, dirname, join } from "node:path";
import { fileURLToPath } from "node:url";
import lockfile from "proper-lockfile";

export const repositoryRoot = fileURLToPath(new URL("../..", import.meta.url));
export const cacheDir = join(repositoryRoot, ".vscode-test");

const unfinishedPrefix = "unfinished-";

/**
 * Returns `cacheDir/name`, built by `build` in a temporary folder and renamed when it is whole.
 * Runs at the same time wait for each other; what a killed run left is swept away by the next.
 */
export async function cachedFolder(name: string, build: (folder: string) => Promise<void>): Promise<string> {
  const target = join(cacheDir, name);
  if (existsSync(target)) return target;
  await mkdir(cacheDir, { recursive: true });
  const release = await lockfile.lock(cacheDir, {
    lockfilePath: join(cacheDir, "lock"),
    stale: 30_000,
    retries: { retries: 1200, factor: 1, minTimeout: 500, maxTimeout: 500 },
  });
  try {
    if (!existsSync(target)) await buildFolder(target, build);
  } finally {
    await release();
  }
  return target;
}

async function buildFolder(target: string, build: (folder: string) => Promise<void>) {
  await removeUnfinished();
  const folder = await mkdtemp(join(cacheDir, unfinishedPrefix));
  try {
    await build(folder);
    await rename(folder, target);
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
}

async function removeUnfinished() {
  for (const name of await readdir(cacheDir)) {
    if (name.startsWith(unfinishedPrefix)) {
      // A program that the killed run had started may still be writing there.
      await rm(join(cacheDir, name), { recursive: true, force: true, maxRetries: 20 });
    }
  }
}

/** Downloads `spec` (`name@version`) and unpacks the package's files into `folder`. */
export async function unpackPackage(spec: string, folder: string): Promise<void> {
  const parent = dirname(folder);
  await mkdir(folder, { recursive: true });
  const printed = await npm(["pack", spec, "--silent", "--pack-destination", parent], parent);
  const archive = join(parent, basename(printed.trim().split("\n").at(-1) ?? ""));
  await run("tar", ["-xzf", archive, "-C", folder, "--strip-components=1"], parent);
  await rm(archive);
}

export function npm(args: readonly string[], cwd: string): Promise<string> {
  return run("npm", [...args, "--no-audit", "--no-fund"], cwd);
}

/** Runs a program to its end; resolves with what it printed, rejects with the end of what it said. */
export async function run(
  program: string,
  args: readonly string[],
  cwd: string,
  env: NodeJS.ProcessEnv = withoutOuterNpm(process.env),
): Promise<string> {
  const child = spawn(program, args, {
    cwd,
    env,
    stdio: ["ignore", "pipe", "pipe"],
  });
  let printed = "";
  let all = "";
  child.stdout.on("data", (data: Buffer) => {
    printed += data.toString();
    all += data.toString();
  });
  child.stderr.on("data", (data: Buffer) => (all += data.toString()));
  const code = await new Promise<number | null>((resolve, reject) => {
    child.on("error", reject);
    child.on("close", resolve);
  });
  if (code === 0) return printed;
  throw new Error(`${program} ${args.join(" ")} failed (${String(code)}):\n${all.slice(-2000)}`);
}

// Started from an npm script, npm would take that script's package and folder for its own.
function withoutOuterNpm(env: NodeJS.ProcessEnv): NodeJS.ProcessEnv {
  const outer = /^npm_(package_|lifecycle_|config_local_prefix$|command$)/;
  return Object.fromEntries(Object.entries(env).filter(([name]) => !outer.test(name)));
}
