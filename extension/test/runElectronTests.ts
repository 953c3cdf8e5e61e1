// `npm run test:electron`: the same suites in a desktop VS Code, downloaded, or the one that VSCODE_EXECUTABLE names.
// Must not know what the suites test.
import { runTests, TestRunFailedError } from "@vscode/test-electron";
import { type Launch, recordCounts, runSuites } from "./runSuites.ts";

const executable = process.env.VSCODE_EXECUTABLE;

const onDesktop: Launch = async ({ extensionPath, testsPath, folder, env }) => {
  try {
    return await runTests({
      extensionDevelopmentPath: extensionPath,
      extensionTestsPath: testsPath,
      extensionTestsEnv: env,
      launchArgs: [folder, "--disable-extensions"],
      ...(executable ? { vscodeExecutablePath: executable } : {}),
    });
  } catch (error) {
    if (error instanceof TestRunFailedError) return error.code ?? 1;
    throw error;
  }
};

for (const daemon of ["fake", "real"] as const) {
  const counts = await runSuites(daemon, onDesktop);
  await recordCounts(counts);
  console.log(`${counts.passes} passed, ${counts.failures} failed with the ${daemon} daemon`);
  if (counts.failures > 0 || counts.passes === 0) process.exitCode = 1;
}
