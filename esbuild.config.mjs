// Bundles what ships: the command line and daemon, its three worker threads, and the extension.
import { copyFileSync, mkdirSync, mkdtempSync, readdirSync, readFileSync, renameSync, rmSync } from "node:fs";
import { createRequire } from "node:module";
import path from "node:path";
import esbuild from "esbuild";
import compiler from "typescript";

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
const parsers = { typescriptParser: "typescript", treeSitter: "@vscode/tree-sitter-wasm" };
const grammars = ["tree-sitter.wasm", "tree-sitter-python.wasm", "tree-sitter-go.wasm"];

const parsersApart = {
  name: "parsers-apart",
  setup({ onResolve }) {
    for (const [file, name] of Object.entries(parsers))
      onResolve({ filter: new RegExp(`^${name}$`) }, () => ({ path: `./${file}.cjs`, external: true }));
  },
};

/** The whole compiler is one more: only a witness waits for it. */
const compilerApart = {
  name: "compiler-apart",
  setup({ onResolve }) {
    onResolve({ filter: /^typescript$/ }, ({ kind }) =>
      kind === "entry-point" ? undefined : { path: "./typescript.cjs", external: true },
    );
  },
};

/** WebAssembly stands beside the bundle that loads it. */
function copyGrammars(folder) {
  const source = path.dirname(createRequire(import.meta.url).resolve(parsers.treeSitter));
  for (const name of grammars) copyFileSync(path.join(source, name), path.join(folder, name));
}

/**
 * What the readers use of the compiler's one big file, cut off after its parser: it loads in a quarter of the time, with
 * a third less memory. Fails when a reader uses what stands behind the cut.
 */
const parserAlone = {
  name: "parser-alone",
  setup({ onLoad }) {
    onLoad({ filter: /typescript[/\\]lib[/\\]typescript\.js$/ }, ({ path: file }) => {
      const text = readFileSync(file, "utf8");
      const start = text.indexOf("var __defProp");
      const end = text.indexOf("// src/compiler/commandLineParser.ts");
      if (start < 0 || end < 0) throw new Error("The compiler's file is not laid out as expected: see parserAlone.");
      const parser = text.slice(start, end).replace(/^(__export\(\w+, \{$[^]*?^\}\);|module\.exports = .*)$/gm, "");
      return { contents: `${parser}\nexport default { ${usedOfCompiler(parser).join(", ")} };` };
    });
  },
};

function usedOfCompiler(parser) {
  const readers = ["daemon/syntax/languages", "daemon/contracts"].flatMap((folder) =>
    readdirSync(folder, { recursive: true }).map((name) => path.join(folder, name)),
  );
  const texts = readers.filter((file) => file.endsWith(".ts")).map((file) => readFileSync(file, "utf8"));
  const text = texts.filter((each) => each.includes('from "typescript"')).join("\n");
  const used = [...new Set([...text.matchAll(/\b(?:ts|compiler)\.(\w+)/g)].map(([, name]) => name))].filter(
    (name) => name in compiler,
  );
  const behind = used.filter((name) => !new RegExp(`^(var|function|class) ${name}\\b`, "m").test(parser));
  if (behind.length > 0) throw new Error(`Not in the compiler's parser: ${behind.join(", ")}.`);
  return used;
}

/** The compiler's type libraries stand beside it. */
function shipLibraries() {
  const libraries = "node_modules/typescript/lib";
  for (const name of readdirSync(libraries))
    if (/^lib\.[\w.]*d\.ts$/.test(name)) copyFileSync(path.join(libraries, name), path.join(outdir, name));
}

const bundles = [
  {
    ...common,
    plugins: [parserAlone],
    entryPoints: { typescriptParser: parsers.typescriptParser },
    // A plain object: the compiler's own exports are getters.
    footer: { js: "module.exports = module.exports.default;" },
  },
  { ...common, entryPoints: { treeSitter: parsers.treeSitter } },
  {
    ...common,
    plugins: [parsersApart],
    entryPoints: {
      parley: "daemon/main.ts",
      analysisThread: "daemon/analysis/thread.ts",
      contractsThread: "daemon/contracts/thread.ts",
      worktreeThread: "daemon/worktree/thread.ts",
    },
  },
  {
    ...common,
    plugins: [compilerApart],
    entryPoints: { typescript: "typescript", witnessThread: "daemon/witness/thread.ts" },
  },
  { ...common, entryPoints: { extension: "extension/main.ts" }, external: ["vscode"] },
];

if (watch) {
  for (const bundle of bundles) await (await esbuild.context(bundle)).watch();
  copyGrammars(outdir);
  shipLibraries();
} else
  try {
    await Promise.all(bundles.map((bundle) => esbuild.build(bundle)));
    copyGrammars(outdir);
    mkdirSync("dist", { recursive: true });
    shipLibraries();
    for (const name of readdirSync(outdir)) renameSync(path.join(outdir, name), path.join("dist", name));
  } finally {
    rmSync(outdir, { recursive: true });
  }
