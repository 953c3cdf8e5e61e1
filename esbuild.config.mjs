// Bundles what ships: the command line and daemon, its two worker threads, and the extension.
import { copyFileSync, mkdirSync, mkdtempSync, readdirSync, readFileSync, renameSync, rmSync } from "node:fs";
import { createRequire } from "node:module";
import path from "node:path";
import esbuild from "esbuild";

const { version } = JSON.parse(readFileSync(new URL("package.json", import.meta.url), "utf8"));
const watch = process.argv.includes("--watch");

/** Bundles are made beside and then put in place, each at once: a program that starts meanwhile finds a whole one. */
const outdir = watch ? "dist" : mkdtempSync("dist-");

const common = {
  bundle: true,
  platform: "node",
  target: "node20",
  format: "cjs",
  outdir,
  outExtension: { ".js": ".cjs" },
  sourcemap: watch,
  minifySyntax: true,
  minifyWhitespace: true,
  define: { PARLEY_VERSION: JSON.stringify(version), "import.meta.dirname": "__dirname" },
  logLevel: "warning",
};

/** Parsers are files of their own: nothing but an analysis waits for them to load. */
const parsers = { typescript: "typescript", treeSitter: "@vscode/tree-sitter-wasm" };
const grammars = ["tree-sitter.wasm", "tree-sitter-python.wasm", "tree-sitter-go.wasm"];

const parsersApart = {
  name: "parsers-apart",
  setup({ onResolve }) {
    for (const [file, name] of Object.entries(parsers))
      onResolve({ filter: new RegExp(`^${name}$`) }, () => ({ path: `./${file}.cjs`, external: true }));
  },
};

/** WebAssembly stands beside the bundle that loads it. */
function copyGrammars(folder) {
  const source = path.dirname(createRequire(import.meta.url).resolve(parsers.treeSitter));
  for (const name of grammars) copyFileSync(path.join(source, name), path.join(folder, name));
}

const bundles = [
  { ...common, entryPoints: parsers },
  {
    ...common,
    plugins: [parsersApart],
    entryPoints: {
      parley: "daemon/main.ts",
      analysisThread: "daemon/analysis/thread.ts",
      worktreeThread: "daemon/worktree/thread.ts",
    },
  },
  { ...common, entryPoints: { extension: "extension/main.ts" }, external: ["vscode"] },
];

if (watch) {
  for (const bundle of bundles) await (await esbuild.context(bundle)).watch();
  copyGrammars(outdir);
} else
  try {
    await Promise.all(bundles.map((bundle) => esbuild.build(bundle)));
    copyGrammars(outdir);
    mkdirSync("dist", { recursive: true });
    for (const name of readdirSync(outdir)) renameSync(path.join(outdir, name), path.join("dist", name));
  } finally {
    rmSync(outdir, { recursive: true });
  }
