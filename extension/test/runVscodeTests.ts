// `npm run test:vscode`: the suites inside a real VS Code, then what a user sees in its windows.
// Must not know what any of them tests. Ends with a failure when one of them fails or does not end well.
import { spawn } from "node:child_process";
import { join, resolve } from "node:path";
import { recordCounts, runSuites } from "./runSuites.ts";

const root = resolve(import.meta.dirname, "../..");
const wanted = new Set(process.argv.slice(2));
const runs = (name: string): boolean => wanted.size === 0 || wanted.has(name);

let failed = false;
for (const daemon of ["fake", "real"] as const) {
  if (!runs(daemon)) continue;
  const started = Date.now();
  console.log(`\nIn the extension host, with ${daemon === "fake" ? "a scripted" : "the real"} daemon:`);
  const counts = await runSuites(daemon);
  await recordCounts(counts);
  console.log(`${Math.round((Date.now() - started) / 1000)} s`);
  failed ||= counts.failures > 0 || counts.passes === 0;
}
if (runs("browser")) failed = (await runInWindows()) !== 0 || failed;
process.exitCode = failed ? 1 : 0;

/** Mocha writes its own counts. */
function runInWindows(): Promise<number> {
  console.log("\nIn windows, as a user sees it:");
  const mocha = join(root, "node_modules/mocha/bin/mocha.js");
  const options = ["--import=tsx", "--exit", "--timeout=120000", "--bail", "--reporter=.ci/reporter.cjs"];
  const files = ["--require=extension/test/browser/hooks.ts", "extension/test/browser/**/*.test.ts"];
  const child = spawn(process.execPath, [mocha, ...options, ...files], { cwd: root, stdio: "inherit" });
  return new Promise((done, reject) => {
    child.once("error", reject);
    child.once("exit", (code) => done(code ?? 1));
  });
}
