// Bundles what ships: the command line and daemon, its three worker threads, and the extension.
import { copyFileSync, mkdirSync, mkdtempSync, readdirSync, readFileSync, renameSync, rmSync } from "node:fs";
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

/** The compiler is a file of its own: nothing but an analysis waits for it to load. */
const compilerApart = {
  name: "compiler-apart",
  setup({ onResolve }) {
    onResolve({ filter: /^typescript$/ }, ({ kind }) =>
      kind === "entry-point" ? undefined : { path: "./typescript.cjs", external: true },
    );
  },
};

/** The compiler's type libraries stand beside it. */
function shipLibraries() {
  const libraries = "node_modules/typescript/lib";
  for (const name of readdirSync(libraries))
    if (/^lib\.[\w.]*d\.ts$/.test(name)) copyFileSync(path.join(libraries, name), path.join(outdir, name));
}

const bundles = [
  { ...common, entryPoints: { typescript: "typescript" } },
  {
    ...common,
    plugins: [compilerApart],
    entryPoints: {
      parley: "daemon/main.ts",
      analysisThread: "daemon/analysis/thread.ts",
      witnessThread: "daemon/witness/thread.ts",
      worktreeThread: "daemon/worktree/thread.ts",
    },
  },
  { ...common, entryPoints: { extension: "extension/main.ts" }, external: ["vscode"] },
];

if (watch) shipLibraries();
if (watch) for (const bundle of bundles) await (await esbuild.context(bundle)).watch();
else
  try {
    await Promise.all(bundles.map((bundle) => esbuild.build(bundle)));
    mkdirSync("dist", { recursive: true });
    shipLibraries();
    for (const name of readdirSync(outdir)) renameSync(path.join(outdir, name), path.join("dist", name));
  } finally {
    rmSync(outdir, { recursive: true });
  }
