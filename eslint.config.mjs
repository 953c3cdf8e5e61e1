// Lint with types, and the layer rules that no compiler option holds.
import js from "@eslint/js";
import tseslint from "typescript-eslint";

const ours = ["shared/**/*.ts", "daemon/**/*.ts", "extension/**/*.ts"];
const fileSystem = ["node:fs", "node:fs/promises", "fs", "fs/promises", "chokidar"];
const processes = ["node:child_process", "child_process"];

/** Who may import what: everything not in `allowed` of the risky modules is refused. */
function only(allowed) {
  const parsers = ["typescript", "@vscode/tree-sitter-wasm"];
  const risky = { fileSystem, processes, parsers, sockets: ["ws"], lowdb: ["lowdb", "lowdb/node"] };
  const banned = Object.entries(risky).flatMap(([name, modules]) => (allowed.includes(name) ? [] : modules));
  return {
    "no-restricted-imports": [
      "error",
      { paths: banned.map((name) => ({ name, message: "not in this folder: see ARCHITECTURE.md" })) },
    ],
  };
}

export default tseslint.config(
  { ignores: ["dist*/**", ".vscode-test/**", ".demo/**", "coverage/**"] },
  js.configs.recommended,
  {
    files: ["**/*.{mjs,cjs}"],
    languageOptions: {
      globals: { process: "readonly", console: "readonly", URL: "readonly", require: "readonly", module: "writable" },
    },
  },
  {
    files: ours,
    extends: [tseslint.configs.recommendedTypeChecked],
    languageOptions: { parserOptions: { projectService: true, tsconfigRootDir: import.meta.dirname } },
  },
  {
    files: ours,
    rules: {
      ...only([]),
      "no-restricted-exports": ["error", { restrictDefaultExports: { direct: true, named: true, defaultFrom: true } }],
      "@typescript-eslint/no-non-null-assertion": "off",
      "@typescript-eslint/no-unused-vars": ["error", { argsIgnorePattern: "^_", varsIgnorePattern: "^_" }],
      "@typescript-eslint/switch-exhaustiveness-check": ["error", { considerDefaultExhaustiveForUnions: true }],
    },
  },
  {
    files: ["shared/**/*.ts", "daemon/core/**/*.ts", "daemon/merge/*.ts"],
    rules: {
      "no-restricted-imports": [
        "error",
        {
          patterns: [
            {
              regex: "^(node:|vscode$)|^(fs|path|os|child_process|worker_threads|crypto)$",
              message: "pure folders know no machine and no editor",
            },
          ],
        },
      ],
      "no-restricted-globals": ["error", "Date", "process", "setTimeout", "setInterval", "fetch", "console"],
      "no-restricted-properties": ["error", { object: "Math", property: "random" }],
      "no-restricted-syntax": [
        "error",
        { selector: ":function[async=true]", message: "pure folders are synchronous" },
        { selector: "AwaitExpression", message: "pure folders are synchronous" },
      ],
    },
  },
  { files: ["daemon/worktree/**/*.ts"], rules: only(["fileSystem", "processes"]) },
  { files: ["daemon/store/**/*.ts"], rules: only(["fileSystem", "lowdb"]) },
  {
    files: ["daemon/syntax/languages/*.ts", "daemon/contracts/**/*.ts", "daemon/witness/*.ts"],
    rules: only(["parsers"]),
  },
  { files: ["daemon/witness/libraries.ts"], rules: only(["fileSystem"]) },
  {
    files: ["daemon/editors/{server,rpc,wire}.ts", "extension/connection/*.ts"],
    rules: only(["sockets"]),
  },
  { files: ["daemon/{singleton,daemon}.ts"], rules: only(["fileSystem"]) },
  { files: ["daemon/cli/**/*.ts"], rules: only(["fileSystem", "processes", "sockets"]) },
  { files: ["extension/model/realFolder.ts"], rules: only(["fileSystem"]) },
  { files: ["extension/connection/daemonProcess.ts"], rules: only(["fileSystem", "processes"]) },
  {
    files: ["daemon/{test,bench}/**/*.ts", "extension/{test,dev}/**/*.ts"],
    rules: {
      ...only(["fileSystem", "processes", "parsers", "sockets", "lowdb"]),
      "@typescript-eslint/no-floating-promises": ["error", { allowForKnownSafeCalls: [] }],
    },
  },
);
