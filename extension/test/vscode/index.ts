// Runs the suites inside a real extension host and writes what came of them as JSON to PARLEY_TEST_RESULT.
// Must not know what the suites test.
import { writeFile } from "node:fs/promises";

interface Outcome {
  passed: string[];
  failed: { title: string; error: string }[];
}

/** Called by VS Code; rejects when a test failed. */
export async function run(): Promise<void> {
  const { default: Mocha } = await import("mocha");
  const mocha = new Mocha({ ui: "bdd", timeout: 60_000, reporter: "dot", color: false });
  mocha.suite.emit("pre-require", globalThis as unknown as Mocha.MochaGlobals, "", mocha);
  if (process.env.PARLEY_TEST_DAEMON === "real") await import("./realDaemon.test.ts");
  else await loadFakeSuites();
  const outcome: Outcome = { passed: [], failed: [] };
  const failures = await new Promise<number>((resolve) => {
    mocha
      .run(resolve)
      .on("pass", (test) => outcome.passed.push(test.fullTitle()))
      .on("fail", (test, error: Error) =>
        outcome.failed.push({ title: test.fullTitle(), error: error.stack ?? error.message }),
      );
  });
  console.log(`${outcome.passed.length} passed, ${outcome.failed.length} failed`);
  if (process.env.PARLEY_TEST_RESULT) {
    await writeFile(process.env.PARLEY_TEST_RESULT, JSON.stringify(outcome, null, 2));
  }
  if (failures > 0) throw new Error(`${failures} failed`);
}

async function loadFakeSuites(): Promise<void> {
  await import("./start.test.ts");
  await import("./diagnostics.test.ts");
  await import("./lenses.test.ts");
  await import("./actions.test.ts");
  await import("./surfaces.test.ts");
  await import("./connection.test.ts");
}
