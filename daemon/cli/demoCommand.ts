// parley demo: a small repository with two worktrees, and somebody scripted who works in the second one.
import type { Command } from "commander";
import { makeDemo, playOtherSide } from "./demoRepository.ts";
import { call, startedDaemon } from "./daemonCalls.ts";
import { printLine } from "./print.ts";
import { watchConflicts } from "./watchConflicts.ts";

export function addDemo(program: Command): void {
  program
    .command("demo")
    .description("show a clash in a small repository made for it")
    .option("--folder <path>", "where to make it (default: a new temporary folder)")
    .action(async ({ folder }: { folder?: string }) => {
      const demo = makeDemo(folder);
      printLine(`Demo repository: ${demo.mine} (yours), ${demo.theirs} (jordan's, played by a script).`);
      const daemon = await startedDaemon();
      await call(daemon, "POST", "/v1/watch", { path: demo.mine });
      playOtherSide(demo);
      await watchConflicts(daemon, false);
    });
}
