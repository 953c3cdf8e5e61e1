// Runs all checks and suites, one after the other, and closes with "N passed, N failed".
import { spawnSync } from "node:child_process";
import { existsSync, mkdtempSync, readFileSync, rmSync } from "node:fs";
import os from "node:os";
import path from "node:path";

const folder = mkdtempSync(path.join(os.tmpdir(), "parley-counts-"));
const counts = path.join(folder, "counts.jsonl");
const suites = ["check", "test:unit", "test:daemon", "test:vscode"];

let broken = 0;
for (const suite of suites) {
  const started = Date.now();
  console.log(`\n== ${suite}`);
  const before = failures();
  const { status } = spawnSync("npm", ["run", "--silent", suite], {
    stdio: "inherit",
    env: { ...process.env, PARLEY_TEST_COUNTS: counts },
  });
  // A suite that fails without a failed test (a check, a crash) counts as one failure.
  if (status !== 0 && failures() === before) broken++;
  console.log(`== ${suite}: ${status === 0 ? "ok" : "FAILED"} in ${Math.round((Date.now() - started) / 1000)} s`);
}

const passed = read().reduce((sum, { passes }) => sum + passes, 0);
const failed = failures() + broken;
rmSync(folder, { recursive: true });
console.log(`${passed} passed, ${failed} failed`);
process.exit(failed === 0 && passed > 0 ? 0 : 1);

function read() {
  if (!existsSync(counts)) return [];
  return readFileSync(counts, "utf8")
    .trim()
    .split("\n")
    .map((line) => JSON.parse(line));
}

function failures() {
  return read().reduce((sum, { failures }) => sum + failures, 0);
}
