// parley doctor: what this machine offers Parley, and what is in its way.
import { execFileSync } from "node:child_process";
import fs from "node:fs";
import type { Command } from "commander";
import type { DaemonStatus } from "../../shared/protocol/status.ts";
import { findDaemon, homeFolder, makeHome } from "../singleton.ts";
import { call } from "./daemonCalls.ts";
import { exit } from "./exit.ts";
import { printJson, printLine } from "./print.ts";

interface Check {
  what: string;
  ok: boolean;
  /** What was found, and what to do where it is not right. */
  detail: string;
}

export function addDoctor(program: Command): void {
  program
    .command("doctor")
    .description("check git, Node, the state folder, the watch limit and the daemon")
    .option("--json", "print JSON")
    .action(async ({ json }: { json?: boolean }) => {
      const checks = [checkNode(), checkGit(), checkHome(), ...checkWatches(), ...(await checkDaemon())];
      if (json) printJson({ checks });
      else for (const { what, ok, detail } of checks) printLine(`${ok ? "ok " : "BAD"}  ${what}: ${detail}`);
      if (checks.some((check) => !check.ok)) process.exitCode = exit.failure;
    });
}

function checkNode(): Check {
  const [major = 0, minor = 0] = process.versions.node.split(".").map(Number);
  const ok = major > 20 || (major === 20 && minor >= 19);
  return {
    what: "Node",
    ok,
    detail: ok ? process.versions.node : `${process.versions.node} is too old: 20.19 is needed`,
  };
}

function checkGit(): Check {
  try {
    const text = execFileSync("git", ["--version"], { encoding: "utf8" }).trim();
    const [major = 0, minor = 0] = (/(\d+)\.(\d+)/.exec(text)?.slice(1) ?? []).map(Number);
    const ok = major > 2 || (major === 2 && minor >= 38);
    return { what: "git", ok, detail: ok ? text : `${text} is too old: 2.38 is needed` };
  } catch {
    return { what: "git", ok: false, detail: "not found: install git 2.38 or newer" };
  }
}

function checkHome(): Check {
  const home = homeFolder();
  try {
    makeHome(home);
    const open = process.platform !== "win32" && (fs.statSync(home).mode & 0o077) !== 0;
    return { what: "state folder", ok: !open, detail: open ? `${home} is readable by others: chmod 700 it` : home };
  } catch (failure) {
    return { what: "state folder", ok: false, detail: (failure as Error).message };
  }
}

const comfortableWatches = 60_000;

function checkWatches(): Check[] {
  try {
    const limit = Number(fs.readFileSync("/proc/sys/fs/inotify/max_user_watches", "utf8"));
    const ok = limit >= comfortableWatches;
    const remedy = "large repositories will be polled: raise fs.inotify.max_user_watches";
    return [{ what: "file watches", ok, detail: ok ? `${limit} allowed` : `only ${limit} allowed, ${remedy}` }];
  } catch {
    return [];
  }
}

async function checkDaemon(): Promise<Check[]> {
  const daemon = await findDaemon(homeFolder());
  if (!daemon)
    return [{ what: "daemon", ok: true, detail: "not running; the editor or `parley daemon start` starts it" }];
  const { health } = (await call<DaemonStatus>(daemon, "GET", "/v1/status")).daemon;
  const reasons = health.state === "degraded" ? `: ${health.reasons.join(" ")}` : "";
  return [
    {
      what: "daemon",
      ok: health.state === "ready",
      detail: `version ${daemon.version}, port ${daemon.port}, ${health.state}${reasons}`,
    },
  ];
}
