#!/usr/bin/env -S node --import tsx
// Takes the command line of VS Code's desktop program and runs the extension tests in the fetched server,
// so that `runTests({ vscodeExecutablePath })` of @vscode/test-electron serves both.
// Must not know: which tests these are.

import { resolve } from "node:path";
import { parseArgs } from "node:util";
import { runExtensionTests } from "./extensionTests.ts";

const { values, positionals } = parseArgs({
  options: {
    extensionDevelopmentPath: { type: "string" },
    extensionTestsPath: { type: "string" },
  },
  allowPositionals: true,
  // The desktop's other flags have no meaning here.
  strict: false,
});
const { extensionDevelopmentPath: extensionPath, extensionTestsPath: testsPath } = values;
const [folder = process.cwd(), ...files] = positionals;
if (typeof extensionPath !== "string" || typeof testsPath !== "string") {
  throw new Error("--extensionDevelopmentPath and --extensionTestsPath are needed");
}
const { exitCode } = await runExtensionTests({
  extensionPath,
  testsPath,
  folder: resolve(folder),
  files: files.map((file) => resolve(file)),
  onOutput: (text) => {
    console.log(text);
  },
});
process.exitCode = exitCode;
