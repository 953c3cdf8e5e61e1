// parley daemon run|start|stop|status
import type { Command } from "commander";
import { findDaemon, homeFolder } from "../singleton.ts";
import { version } from "../version.ts";
import { call, startedDaemon, theDaemon } from "./daemonCalls.ts";
import { CommandError, exit } from "./exit.ts";
import { printError, printJson, printLine } from "./print.ts";

const stopLimit = 10_000;

export function addDaemon(program: Command): void {
  const daemon = program.command("daemon").description("run, start, stop or look at this machine's daemon");
  daemon
    .command("run")
    .description("run the daemon here, in the foreground")
    .option("--idle-minutes <n>", "leave when nobody has used it for so long; 0 means never", minutes, 30)
    .action(async ({ idleMinutes }: { idleMinutes: number }) => {
      const { runDaemon } = await import("../daemon.ts");
      try {
        const ran = await runDaemon(homeFolder(), version, idleMinutes);
        if (!ran) printLine("A daemon runs already.");
      } catch (failure) {
        // Threads of a start that failed halfway would keep the process.
        printError((failure as Error).message, () => process.exit(exit.failure));
      }
    });
  daemon
    .command("start")
    .description("start the daemon in the background, if none runs")
    .option("--idle-minutes <n>", "leave when nobody has used it for so long; 0 means never", minutes)
    .option("--json", "print JSON")
    .action(async ({ idleMinutes, json }: { idleMinutes?: number; json?: boolean }) => {
      const { token: _, ...running } = await startedDaemon(idleMinutes);
      if (json) printJson(running);
      else printLine(`The daemon runs (process ${running.pid}, port ${running.port}, version ${running.version}).`);
    });
  daemon.command("stop").description("stop the daemon; nothing is lost").option("--json", "print JSON").action(stop);
  daemon.command("status").description("say whether a daemon runs").option("--json", "print JSON").action(status);
}

function minutes(text: string): number {
  const value = Number(text);
  if (!Number.isFinite(value) || value < 0 || text.trim() === "")
    throw new CommandError(`--idle-minutes wants a number of minutes, not ${text}.`, exit.usage);
  return value;
}

async function stop({ json }: { json?: boolean }): Promise<void> {
  const running = await theDaemon();
  await call(running, "POST", "/v1/shutdown", {});
  const deadline = Date.now() + stopLimit;
  while (await findDaemon(homeFolder())) {
    if (Date.now() > deadline) throw new CommandError("The daemon did not stop in time.");
    await new Promise((again) => setTimeout(again, 50));
  }
  if (json) printJson({ stopped: running.pid });
  else printLine("The daemon has stopped.");
}

async function status({ json }: { json?: boolean }): Promise<void> {
  const { port, pid, version: running, startedAt, token: _token, protocol } = await theDaemon();
  if (json) printJson({ pid, port, version: running, startedAt, protocol });
  else printLine(`The daemon runs (process ${pid}, port ${port}, version ${running}, since ${startedAt}).`);
}
