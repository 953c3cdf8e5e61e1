// Who may import whom. The folders' meaning: ARCHITECTURE.md.
const rim = ["analysis", "worktree", "store", "editors", "syntax", "merge", "sides", "contracts", "witness", "policy"];

/** What a rim folder may use of the others. */
const allowed = {
  worktree: ["syntax"],
  analysis: ["syntax", "merge", "worktree"],
  sides: ["worktree"],
  policy: ["worktree"],
  contracts: ["sides", "syntax", "merge", "worktree"],
  witness: ["sides", "syntax", "merge", "worktree"],
};

module.exports = {
  forbidden: [
    { name: "no-cycles", severity: "error", from: {}, to: { circular: true, dependencyTypesNot: ["type-only"] } },
    { name: "no-barrels", severity: "error", from: {}, to: { path: "^(shared|daemon|extension)/.*/index\\.ts$" } },
    {
      name: "shared-stands-alone",
      severity: "error",
      from: { path: "^shared/" },
      to: { pathNot: "^(shared/|node_modules/zod/)" },
    },
    {
      name: "core-is-pure",
      comment: "The core sees shared/ and itself; what it needs from outside comes in as data.",
      severity: "error",
      from: { path: "^daemon/core/" },
      to: { pathNot: "^(shared/|daemon/core/)" },
    },
    {
      name: "compiler-in-its-thread",
      comment: "The daemon's main thread never loads a parser: the compiler costs its start 200 ms and 60 MB.",
      severity: "error",
      from: {
        path: "^daemon/(daemon|engine|requests|analysis/(analysis|readings)|sides/(pairThread|questions))\\.ts$",
      },
      to: { path: "^node_modules/(typescript|@vscode/tree-sitter-wasm)/", reachable: true },
    },
    { name: "extension-not-daemon", severity: "error", from: { path: "^extension/" }, to: { path: "^daemon/" } },
    { name: "daemon-not-extension", severity: "error", from: { path: "^daemon/" }, to: { path: "^extension/" } },
    ...rim.map((folder) => ({
      name: `rim-${folder}-alone`,
      comment: "Rim folders dispatch events and run effects; what they use of each other stands above.",
      severity: "error",
      from: { path: `^daemon/${folder}/` },
      to: {
        path: `^daemon/(${rim.filter((other) => other !== folder && !allowed[folder]?.includes(other)).join("|")}|cli)/`,
      },
    })),
  ],
  options: {
    tsPreCompilationDeps: true,
    tsConfig: { fileName: "tsconfig.base.json" },
    doNotFollow: { path: "node_modules" },
    exclude: { path: "^(dist|\\.vscode-test)" },
    enhancedResolveOptions: { exportsFields: ["exports"], conditionNames: ["import", "require", "node", "default"] },
  },
};
