// Builds the extension under development, with its suites beside it, into a folder that a VS Code can load.
// Must not know what the suites test, nor which VS Code runs them.
import { cp, mkdir, readdir, readFile, rm, writeFile } from "node:fs/promises";
import { join, resolve } from "node:path";
import { build } from "esbuild";

const root = resolve(import.meta.dirname, "../..");

/** "real": the suites that start the daemon out of `dist`; "fake": those with a scripted one. */
export type DaemonKind = "fake" | "real";

interface Manifest {
  type?: string;
  main: string;
  contributes: { configuration: { properties: Record<string, { default: unknown }> } };
}

/** The folder of the staged extension; its suites are `suites.cjs` there. */
export async function stageSuites(daemon: DaemonKind): Promise<string> {
  const stage = join(root, "dist/vscode-suites", daemon);
  await rm(stage, { recursive: true, force: true });
  await mkdir(join(stage, "dist"), { recursive: true });
  await writeManifest(stage, daemon);
  await cp(join(root, "package.nls.json"), join(stage, "package.nls.json"));
  await cp(join(root, "media"), join(stage, "media"), { recursive: true });
  // With the fake the daemon's program is left out.
  const bundles =
    daemon === "real" ? (await readdir(join(root, "dist"))).filter((name) => /\.(cjs|wasm)$/.test(name)) : [];
  for (const name of bundles) await cp(join(root, "dist", name), join(stage, "dist", name));
  await bundleSuites(stage);
  return stage;
}

/** The product's own, but for its main; with the fake, the window is told to start no daemon. */
async function writeManifest(stage: string, daemon: DaemonKind): Promise<void> {
  const manifest = JSON.parse(await readFile(join(root, "package.json"), "utf8")) as Manifest;
  const autoStart = manifest.contributes.configuration.properties["parley.daemon.autoStart"];
  if (autoStart) autoStart.default = daemon === "real";
  delete manifest.type;
  await writeFile(join(stage, "package.json"), JSON.stringify({ ...manifest, main: "./extension.cjs" }, null, 2));
}

async function bundleSuites(stage: string): Promise<void> {
  await build({
    entryPoints: { extension: join(root, "extension/main.ts"), suites: join(root, "extension/test/vscode/index.ts") },
    bundle: true,
    platform: "node",
    target: "node20",
    format: "cjs",
    outdir: stage,
    outExtension: { ".js": ".cjs" },
    sourcemap: "inline",
    external: ["vscode", "mocha"],
    logLevel: "warning",
  });
}
