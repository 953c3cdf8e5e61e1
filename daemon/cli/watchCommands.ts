// parley watch|unwatch PATH
import fs from "node:fs";
import path from "node:path";
import type { Command } from "commander";
import type { Checkout } from "../../shared/model/participant.ts";
import { call, startedDaemon, theDaemon } from "./daemonCalls.ts";
import { printJson, printLine } from "./print.ts";

export function addWatch(program: Command): void {
  program
    .command("watch")
    .description("watch the checkout at PATH and its linked worktrees")
    .argument("<path>")
    .option("--json", "print JSON")
    .action(async (folder: string, { json }: { json?: boolean }) => {
      const checkout = await call<Checkout>(await startedDaemon(), "POST", "/v1/watch", { path: path.resolve(folder) });
      if (json) return printJson(checkout);
      printLine(`Watching ${checkout.path} (${checkout.branch ?? "detached HEAD"}) of ${checkout.repo}.`);
      if (checkout.note) printLine(checkout.note);
    });
  program
    .command("unwatch")
    .description("stop watching the checkout at PATH")
    .argument("<path>")
    .option("--json", "print JSON")
    .action(async (folder: string, { json }: { json?: boolean }) => {
      const root = realPath(path.resolve(folder));
      await call(await theDaemon(), "POST", "/v1/unwatch", { path: root });
      if (json) printJson({ unwatched: root });
      else printLine(`No longer watching ${root}.`);
    });
}

/** A checkout that was deleted can still be unwatched by the path it had: what is left above it leads there. */
function realPath(folder: string): string {
  try {
    return fs.realpathSync(folder);
  } catch {
    const parent = path.dirname(folder);
    return parent === folder ? folder : path.join(realPath(parent), path.basename(folder));
  }
}
